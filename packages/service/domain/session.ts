/** A session nobody used for this long is over, milliseconds. */
export const SESSION_IDLE_MS = 12 * 3_600_000;

/** A session is over this long after sign-in, however busy, milliseconds. */
export const SESSION_LIFETIME_MS = 7 * 86_400_000;

/** How stale "last seen" may be before a request writes it again, milliseconds. */
export const SESSION_TOUCH_MS = 60_000;

/** What decides whether a session still counts. */
export interface SessionTimes {
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

/**
 * Tells whether a session still counts.
 * @param nowMs Present time, epoch milliseconds.
 */
export function isLive(session: SessionTimes, nowMs: number): boolean {
  if (session.revoked_at !== null || Date.parse(session.expires_at) <= nowMs) return false;
  return Date.parse(session.last_seen_at) + SESSION_IDLE_MS > nowMs;
}

/**
 * Name of the session cookie. On https its prefix makes browsers refuse one that another host set.
 * @see RFC 6265bis §4.1.3.2
 */
export function cookieName(scheme: "http:" | "https:"): string {
  return scheme === "https:" ? "__Host-greenroom" : "greenroom";
}
