/** How long a device flow may take, milliseconds. */
export const DEVICE_GRANT_LIFETIME_MS = 10 * 60_000;

/** Seconds a client waits between polls, and what `slow_down` adds. [RFC 8628 §3.5] */
export const POLL_INTERVAL_SECONDS = 5;

/** The fields of a grant that decide a poll. */
export interface PolledGrant {
  readonly status: "pending" | "approved" | "denied" | "used";
  readonly intervalSeconds: number;
  /** ISO 8601 UTC. */
  readonly lastPolledAt: string | null;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** What a poll is answered. */
export type PollVerdict =
  | "grant"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "invalid_grant";

/**
 * Judges a poll of the device flow.
 * @param grant Undefined when nobody knows the device code.
 * @param nowMs Present time, epoch milliseconds.
 * @see RFC 8628 §3.5
 */
export function judgePoll(grant: PolledGrant | undefined, nowMs: number): PollVerdict {
  // [RFC 6749 §5.2] A code that was used is as invalid as one that never was.
  if (!grant || grant.status === "used") return "invalid_grant";
  if (Date.parse(grant.expiresAt) <= nowMs) return "expired_token";
  const hasty = grant.lastPolledAt !== null && nowMs < Date.parse(grant.lastPolledAt) + grant.intervalSeconds * 1_000;
  if (hasty) return "slow_down";
  return ANSWERS[grant.status];
}

const ANSWERS = {
  pending: "authorization_pending",
  denied: "access_denied",
  approved: "grant",
} as const satisfies Readonly<Record<Exclude<PolledGrant["status"], "used">, PollVerdict>>;
