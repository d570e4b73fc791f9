import { type Role, type Scope, SCOPES, type TokenRealm } from "@greenroom/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./instants.ts";

export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/** How old "last seen" gets before a request writes it again. */
export const SESSION_TOUCH_MS = MINUTE_MS;

/** On https its prefix makes browsers reject one that another host set. [RFC 6265bis §4.1.3.2] */
export function cookieName(scheme: "http:" | "https:"): string {
  return scheme === "https:" ? "__Host-greenroom" : "greenroom";
}

/** Name of the cookie that marks a browser as one on which someone has signed in. */
export function deviceCookieName(scheme: "http:" | "https:"): string {
  return `${cookieName(scheme)}-device`;
}

export const KNOWN_DEVICE_LIFETIME_MS = 180 * DAY_MS;

export type StepUpAction = "approve" | "reject" | "request" | "confirm_member" | "change_factors" | "sign_in";

export type Factor = "totp" | "passkey" | "recovery_code";

/** What shows that it is the owner who changes sign-in methods: without a second factor, how they sign in. */
export type Proof = Factor | "password" | "company_account";

/** A second factor where the account has one, else what it signs in with. */
export function provesOwner(given: readonly Proof[], account: { readonly hasFactor: boolean }): boolean {
  return given.some((proof) => !account.hasFactor || (proof !== "password" && proof !== "company_account"));
}

export const STEP_UP_LIFETIME_MS = 5 * MINUTE_MS;

export interface Purpose {
  readonly action: StepUpAction;
  /** Approval request for a decision, source deployment for a request, the member who is confirmed, or the user. */
  readonly subjectId: string;
}

export function purposeText({ action, subjectId }: Purpose): string {
  return `${action} ${subjectId}`;
}

export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** Passwords tried for one account from one address, or on one device on which its owner has signed in before. */
export const ACCOUNT_SIGN_INS: AttemptLimit = { most: 10, windowMs: QUARTER_HOUR_MS };

/** Passwords tried for one account from all addresses, other than on known devices. */
export const UNKNOWN_DEVICE_SIGN_INS: AttemptLimit = { most: 30, windowMs: QUARTER_HOUR_MS };

/** Passwords tried from one address, which an office may share, or on one known device. */
export const ADDRESS_SIGN_INS: AttemptLimit = { most: 50, windowMs: QUARTER_HOUR_MS };

/** Sign-ins at the provider that are started from one address. */
export const SSO_SIGN_INS: AttemptLimit = { most: 300, windowMs: QUARTER_HOUR_MS };

/** Requests to see something that is protected, from one address. */
export const ACCESS_REQUESTS: AttemptLimit = { most: 10, windowMs: 4 * QUARTER_HOUR_MS };

/** Second factors tried for one user. [RFC 6238 §5.2 with RFC 4226 §7.3] */
export const FACTOR_TRIES: AttemptLimit = { most: 8, windowMs: QUARTER_HOUR_MS };

/** Present passwords tried inside a session. */
export const PASSWORD_TRIES: AttemptLimit = { most: 10, windowMs: QUARTER_HOUR_MS };

/** Wrong user codes of the device flow in one session. [RFC 8628 §5.1] */
export const USER_CODE_TRIES: AttemptLimit = { most: 5, windowMs: QUARTER_HOUR_MS };

/** Wrong user codes of the device flow from one address. */
export const ADDRESS_USER_CODE_TRIES: AttemptLimit = { most: 20, windowMs: QUARTER_HOUR_MS };

export const ROTATION_OVERLAP_MS = DAY_MS;

export const DEVICE_TOKEN_LIFETIME_MS = 90 * DAY_MS;

export function realmOf(settings: { readonly development: boolean }): TokenRealm {
  return settings.development ? "test" : "live";
}

/** Scopes a member can give a token: a viewer's tokens only read. */
export function grantableScopes(role: Role): readonly Scope[] {
  return role === "viewer" ? SCOPES.filter((scope) => scope.endsWith(":read")) : SCOPES;
}

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  "sites:read": "See sites",
  "sites:write": "Create, edit, archive and restore sites",
  "deployments:read": "See deployments and their logs",
  "deployments:write": "Create and cancel previews",
  "targets:read": "See deployment targets",
  "targets:write": "Change deployment targets",
  "approvals:read": "See approval requests",
  "publish:request": "Prepare a release",
  "comments:read": "Read comments on previews",
  "comments:write": "Comment on previews",
};

export const DEVICE_GRANT_LIFETIME_MS = 10 * MINUTE_MS;

/** Seconds a client waits between polls, and what `slow_down` adds. [RFC 8628 §3.5] */
export const POLL_INTERVAL_SECONDS = 5;

interface PolledGrant {
  readonly status: "pending" | "approved" | "denied" | "used";
  readonly interval_seconds: number;
  readonly last_polled_at: string | null;
  readonly expires_at: string;
}

export type PollOutcome =
  | "grant"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "invalid_grant";

/** @param grant Undefined when the device code is unknown. [RFC 8628 §3.5] */
export function pollOutcome(grant: PolledGrant | undefined, nowMs: number): PollOutcome {
  // [RFC 6749 §5.2] A used code is as invalid as an unknown one.
  if (!grant || grant.status === "used") return "invalid_grant";
  if (Date.parse(grant.expires_at) <= nowMs) return "expired_token";
  const { last_polled_at: last, interval_seconds: seconds } = grant;
  if (last !== null && nowMs < Date.parse(last) + seconds * 1_000) return "slow_down";
  return POLL_OUTCOMES[grant.status];
}

const POLL_OUTCOMES = {
  pending: "authorization_pending",
  denied: "access_denied",
  approved: "grant",
} as const satisfies Readonly<Record<Exclude<PolledGrant["status"], "used">, PollOutcome>>;
