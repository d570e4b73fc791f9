import { isTerminal } from "@greenroom/contract";
import { ClientError } from "./errors.ts";
import { FOLLOW_LIMITS, type Shared } from "./following.ts";

/**
 * Reads the event stream, and starts it again, until it said a terminal status or following is over.
 * @throws Only what a listener throws; a stream that cannot be had is told as trouble.
 */
export async function streamUntilOver(shared: Shared): Promise<void> {
  const { client, watch, bell, signal, clock } = shared;
  let lastEventId = "";
  // Whoever gets a ready deployment did not wait for its build, nor for its log.
  if (!shared.wantsStream || shared.deployment.status === "ready") return;
  // A stream that is long in coming, for want of a slot perhaps, is not waited for.
  const onRetry = (): void => {
    shared.streaming = false;
    bell.ring();
  };
  for (let streams = 0; streams < FOLLOW_LIMITS.maxStreams && !signal.aborted; streams += 1) {
    shared.streaming = true;
    try {
      const options = { signal, deadlineAt: shared.endsAt, lastEventId, onRetry };
      for await (const item of client.events(shared.deployment.id, options)) {
        shared.streaming = true;
        if (item.kind === "event") {
          lastEventId = item.id;
          shared.streamOver = watch.event(item.name, item.data);
        } else if (item.kind === "oversize") watch.gap("An event of the stream was too long and is not shown.");
        else if (item.kind === "reconnect") reconnected(shared, item);
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (!signal.aborted) watch.trouble(error);
    }
    shared.streaming = false;
    bell.ring();
    if (shared.streamOver || isTerminal(shared.deployment.status)) return;
    await clock.sleep(FOLLOW_LIMITS.streamAgainMs, signal).catch(() => undefined);
    watch.restarted();
  }
}

function reconnected({ watch, bell }: Shared, { resumable }: { readonly resumable: boolean }): void {
  watch.restarted();
  if (!resumable) watch.gap("The log stream broke off; lines may be missing or come twice.");
  bell.ring();
}
