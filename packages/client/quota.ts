import { isTerminal } from "@greenroom/contract";
import type { Client } from "./client.ts";
import { abortedError, ClientError } from "./errors.ts";
import type { CallOptions } from "./transport.ts";

/** Time between two looks at the running builds; a look is two requests of the sixty a minute. */
const LOOK_MS = 20_000;

/** Longest wait when the running builds cannot be seen, or none is there, milliseconds. */
const BLIND_MS = 60_000;

/** Most looks in one wait: a build runs for 20 minutes at most, a service may allow more. */
const MAX_LOOKS = 180;

/**
 * Waits until a build of the workspace ends, which is what clears `build_quota_exceeded`.
 * @param client Client of the service.
 * @param refusal The refusal; thrown again when the time left is too short to wait.
 * @throws {ClientError} `aborted`, or the refusal
 * @see Interface §4 rule 7, §8 (does not clear on a timer)
 */
export async function waitForCapacity(
  client: Pick<Client, "deployments" | "transport">,
  refusal: ClientError,
  options: CallOptions,
): Promise<void> {
  const before = await running(client, options);
  if (before === undefined || before.size === 0) return await pause(client, refusal, { ...options, ms: BLIND_MS });
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    await pause(client, refusal, { ...options, ms: LOOK_MS });
    const now = await running(client, options);
    if (now === undefined || [...before].some((id) => !now.has(id))) return;
  }
}

async function pause(
  client: Pick<Client, "transport">,
  refusal: ClientError,
  options: CallOptions & { readonly ms: number },
): Promise<void> {
  const { clock, random } = client.transport;
  const waitMs = options.ms * (1 + random() / 4);
  if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity)) throw refusal;
  await clock.sleep(waitMs, options.signal).catch(() => undefined);
  if (options.signal?.aborted === true) throw abortedError(options.signal, false);
}

/** Ids of deployments that hold capacity; undefined when the token may not see them. */
async function running(
  client: Pick<Client, "deployments">,
  options: CallOptions,
): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>();
  try {
    for (const status of ["building", "queued"] as const) {
      const { deployments } = await client.deployments.list({ status }, options);
      for (const { id, status } of deployments) if (!isTerminal(status)) ids.add(id);
    }
    return ids;
  } catch (error) {
    if (!(error instanceof ClientError) || error.kind === "aborted" || error.kind === "timed_out") throw error;
    return undefined;
  }
}
