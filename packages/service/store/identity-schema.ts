/** Instants are ISO 8601 UTC text. */
type Instant = string;

/** A browser's session, known by the hash of its cookie. */
export interface SessionRow {
  id: string;
  hash: string;
  user_id: string;
  workspace_id: string | null;
  level: "password" | "full";
  csrf_token: string;
  pending_totp_secret: string | null;
  address: string;
  user_agent: string;
  created_at: Instant;
  last_seen_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
}

/** A second factor given in a session for one purpose, to be used once. */
export interface StepUpRow {
  id: string;
  session_id: string;
  purpose: string;
  factor: "totp" | "passkey" | "recovery_code";
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

/** A passkey of a person, by its public half. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  name: string;
  public_key: string;
  counter: number;
  transports: string;
  created_at: Instant;
  last_used_at: Instant | null;
}

/** A challenge that a passkey has yet to sign. */
export interface PasskeyChallengeRow {
  challenge: string;
  session_id: string;
  purpose: string;
  expires_at: Instant;
}

/** A code that stands in for a lost factor once, by its hash. */
export interface RecoveryCodeRow {
  user_id: string;
  hash: string;
  created_at: Instant;
  used_at: Instant | null;
}

/** A link by which a person sets a password once, by its hash. */
export interface SetupLinkRow {
  hash: string;
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

/** How often somebody tried within the running window. */
export interface AttemptRow {
  subject: string;
  made: number;
  window_ends_at: Instant;
}

/** A device that asks for a token; both of its codes are kept as hashes. */
export interface DeviceGrantRow {
  device_code_hash: string;
  user_code_hash: string;
  client_name: string;
  scopes: string;
  address: string;
  status: "pending" | "approved" | "denied" | "used";
  user_id: string | null;
  workspace_id: string | null;
  interval_seconds: number;
  last_polled_at: Instant | null;
  created_at: Instant;
  expires_at: Instant;
}

/** Tables about people at the service, for kysely. */
export interface IdentitySchema {
  sessions: SessionRow;
  step_ups: StepUpRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  recovery_codes: RecoveryCodeRow;
  setup_links: SetupLinkRow;
  attempts: AttemptRow;
  device_grants: DeviceGrantRow;
}
