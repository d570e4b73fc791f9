import type { ReceivedDeployment } from "@greenroom/contract";
import type { Bell } from "./bell.ts";
import type { Client } from "./client.ts";
import type { Clock } from "@greenroom/contract/clock";
import type { Watch } from "./watch.ts";

/** Bounds of following; times in milliseconds. */
export const FOLLOW_LIMITS = {
  maxLogLineChars: 64 * 1024,
  maxLogChars: 32 * 1024 * 1024,
  /** Between two reads of the record while the stream is well. */
  recordMs: 60_000,
  /** Between two reads of the record while there is no stream: twelve a minute at first, then three. */
  pollFirstMs: 5000,
  pollLastMs: 20_000,
  /** Waits after a terminal event whose record does not say the same yet. */
  settleMs: [250, 1000, 2000, 4000],
  /** How long the rest of the log may take after the record is terminal. */
  drainMs: 3000,
  /** Between two tries to get the stream back. */
  streamAgainMs: 30_000,
  maxStreams: 20,
  /** Most final refusals in a row: a record made just now may not be everywhere yet. */
  maxRefusals: 3,
} as const;

/** What of a client following needs. */
export type FollowClient = Pick<Client, "deployments" | "events">;

/** What the two readers of a follow share. */
export interface Shared {
  readonly client: FollowClient;
  readonly clock: Clock;
  readonly watch: Watch;
  /** Rings when the record should be read now. */
  readonly bell: Bell;
  /** Aborts when following is over. */
  readonly signal: AbortSignal;
  readonly endsAt: number;
  readonly wantsStream: boolean;
  deployment: ReceivedDeployment;
  streaming: boolean;
  /** The stream said a terminal status. */
  streamOver: boolean;
}
