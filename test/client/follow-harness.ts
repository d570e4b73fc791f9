import type { Client } from "../../packages/client/client.ts";
import { ClientError, type ClientErrorInit } from "../../packages/client/errors.ts";
import type { EventsOptions, ReceivedEvent } from "../../packages/client/events.ts";
import { follow, type FollowEvent, type FollowOptions } from "../../packages/client/follow.ts";
import type { CallOptions } from "../../packages/client/retry.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { type VirtualClock, virtualClock } from "./fake-clock.ts";

export const QUEUED: ReceivedDeployment = { id: "dep_1", environment: "preview", status: "queued" };
export const READY: ReceivedDeployment = { ...QUEUED, status: "ready", previewUrl: "https://a.preview.example/" };

export const errorOf = (parts: Partial<ClientErrorInit>): ClientError =>
  new ClientError({
    kind: "unreachable",
    code: "connection_failed",
    message: "x",
    hint: "",
    retry: "same_key",
    outcomeUnknown: true,
    ...parts,
  });
export const lost = (): ClientError => errorOf({});
export const tooLarge = errorOf({ kind: "protocol", code: "answer_too_large" });
export const event = (name: string, data: unknown): ReceivedEvent => ({
  kind: "event",
  name,
  data: JSON.stringify(data),
  id: "",
});
export const numbered = (...numbers: number[]): ReceivedEvent =>
  event("log", { lines: numbers.map((n) => ({ n, text: `line ${n}` })) });

/** Plays the stream of each connect, from 1. */
export type Streams = (nth: number, options: EventsOptions) => AsyncGenerator<ReceivedEvent, void, undefined>;

/** Follows a deployment whose streams and record a test plays, in a time that only waiting makes pass. */
export async function run(
  streams: Streams,
  record: (atMs: number, options: CallOptions) => ReceivedDeployment | Error | Promise<ReceivedDeployment>,
  more: Partial<FollowOptions> & { readonly from?: ReceivedDeployment; readonly clock?: VirtualClock } = {},
) {
  const clock = more.clock ?? virtualClock();
  const reported: FollowEvent[] = [];
  const reads: number[] = [];
  const opened: (string | undefined)[] = [];
  const client = {
    deployments: {
      get: (_: string, options: CallOptions) => {
        reads.push(clock.monotonic());
        const response = record(clock.monotonic(), options);
        return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
      },
    },
    events: (_: string, options: EventsOptions) => streams(opened.push(options.lastEventId), options),
  } as unknown as Pick<Client, "deployments" | "events">;
  const options = { clock, timeoutMs: 30 * 60_000, onEvent: (one: FollowEvent) => void reported.push(one), ...more };
  const followed = await clock.run(follow(client, more.from ?? QUEUED, options));
  return { followed, reported, reads, opened, tookMs: clock.monotonic() };
}

export const later =
  (readyAtMs: number) =>
  (atMs: number): ReceivedDeployment =>
    atMs < readyAtMs ? { ...QUEUED, status: "building" } : READY;
export const gaps = (reported: readonly FollowEvent[]): string[] =>
  reported.flatMap((one) => (one.kind === "gap" ? [one.why] : []));
export const lines = (reported: readonly FollowEvent[]): string[] =>
  reported.flatMap((one) => (one.kind === "log" ? one.lines : []));
export const statuses = (reported: readonly FollowEvent[]): string[] =>
  reported.flatMap((one) => (one.kind === "status" ? [one.status] : []));
