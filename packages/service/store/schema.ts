import type { ApprovalStatus, DeploymentStatus, Environment, EventName, Role, TokenKind } from "@greenroom/contract";
import type { HostingSchema } from "./hosting-schema.ts";
import type { IdentitySchema } from "./identity-schema.ts";
import type { NotifySchema } from "./notify-schema.ts";

/** Instants are ISO 8601 UTC text, booleans 0 or 1, `data`-like columns JSON text. */
type Instant = string;
type Flag = 0 | 1;

/** A workspace with its limits; null means the limit of the settings. */
export interface WorkspaceRow {
  id: string;
  name: string;
  max_sites: number | null;
  max_live_sites: number | null;
  byo_cloud_targets: Flag;
  allow_self_approval: Flag;
  created_at: Instant;
}

/** A person; the password is an argon2 hash, the secret of the authenticator is needed in clear to check a code. */
export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  totp_secret: string | null;
  totp_last_step: number | null;
  created_at: Instant;
  disabled_at: Instant | null;
}

/** What a person may do in a workspace, kept with `removed_at` after the person left. */
export interface MembershipRow {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: Instant;
  removed_at: Instant | null;
}

/** A token, of which only a hash and the two ends are kept. */
export interface TokenRow {
  id: string;
  workspace_id: string;
  user_id: string | null;
  kind: TokenKind;
  name: string;
  hash: string;
  prefix: string;
  last4: string;
  scopes: string;
  issued_via: "web" | "device" | "operator";
  created_at: Instant;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
}

/** A group of sites in a workspace. */
export interface ProjectRow {
  id: string;
  workspace_id: string;
  name: string;
  created_at: Instant;
}

/** A site, with the repository it is built from and its production host. */
export interface SiteRow {
  id: string;
  workspace_id: string;
  project_id: string;
  slug: string;
  name: string;
  framework: string | null;
  repository_url: string | null;
  status: "active" | "archived";
  production_label: string;
  manifest: string | null;
  manifest_commit_sha: string | null;
  created_at: Instant;
  updated_at: Instant;
  archived_at: Instant | null;
}

/** A deployment, with its place in the queue and the lease of the worker that builds it. */
export interface DeploymentRow {
  id: string;
  workspace_id: string;
  site_id: string;
  environment: Environment;
  status: DeploymentStatus;
  branch: string | null;
  commit_sha: string | null;
  source_deployment_id: string | null;
  approval_request_id: string | null;
  created_by_token_id: string | null;
  created_by_user_id: string | null;
  framework: string | null;
  preview_label: string | null;
  file_list_digest: string | null;
  error_code: string | null;
  error_message: string | null;
  attempt: number;
  lease_owner: string | null;
  lease_expires_at: Instant | null;
  cancel_requested_at: Instant | null;
  last_event_seq: number;
  log_lines: number;
  log_bytes: number;
  hidden_at: Instant | null;
  created_at: Instant;
  started_at: Instant | null;
  finished_at: Instant | null;
}

/** One event of a deployment; `seq` counts from 1 without gaps. */
export interface DeploymentEventRow {
  deployment_id: string;
  seq: number;
  type: EventName;
  data: string;
  at: Instant;
}

/** The answer a key was given, byte for byte, and the fingerprint of the request it was given to. */
export interface IdempotencyKeyRow {
  workspace_id: string;
  key: string;
  fingerprint: string;
  deployment_id: string;
  status: number;
  body: string;
  created_at: Instant;
}

/** A request that a person approves a release. */
export interface ApprovalRequestRow {
  id: string;
  workspace_id: string;
  site_id: string;
  source_deployment_id: string;
  file_list_digest: string;
  branch: string | null;
  status: ApprovalStatus;
  requested_by_type: "user" | "token";
  requested_by_id: string;
  requested_by_name: string;
  originating_user_id: string;
  requested_via: "web" | "mcp";
  reason: string | null;
  created_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  notes: string | null;
  deployment_id: string | null;
}

/** One link of a workspace's audit chain; `hash` covers the row and the hash before it. */
export interface AuditRow {
  workspace_id: string;
  seq: number;
  at: Instant;
  actor_type: "user" | "token" | "operator" | "system";
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  data: string;
  previous_hash: string;
  hash: string;
}

/** A cloud account of a workspace that deployments can go to. */
export interface DeploymentTargetRow {
  id: string;
  workspace_id: string;
  name: string;
  provider: string;
  mode: string;
  runtime: string;
  is_default: Flag;
  config: string;
  created_at: Instant;
  updated_at: Instant;
}

/** Every table, for kysely. */
export interface Schema extends HostingSchema, IdentitySchema, NotifySchema {
  workspaces: WorkspaceRow;
  users: UserRow;
  memberships: MembershipRow;
  tokens: TokenRow;
  projects: ProjectRow;
  sites: SiteRow;
  deployments: DeploymentRow;
  deployment_events: DeploymentEventRow;
  idempotency_keys: IdempotencyKeyRow;
  approval_requests: ApprovalRequestRow;
  audit_log: AuditRow;
  deployment_targets: DeploymentTargetRow;
}
