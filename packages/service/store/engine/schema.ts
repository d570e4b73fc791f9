import type {
  ApprovalStatus,
  Deployment,
  DeploymentStatus,
  Environment,
  EventName,
  Role,
  TokenKind,
} from "@greenroom/contract";

/*
 * The rows of the tables as they are in migrations/000001.sql, which says what a column means. Instants are ISO 8601 UTC
 * text, booleans 0 or 1, `data`-like columns JSON text.
 */
type Instant = string;
type Flag = 0 | 1;
type Text<Columns extends string> = Record<Columns, string>;
type OptionalText<Columns extends string> = Record<Columns, string | null>;

export interface WorkspaceRow extends Text<"id" | "slug" | "name" | "created_at"> {
  max_sites: number | null;
  max_live_sites: number | null;
  byo_cloud_targets: Flag;
  stored_bytes: number;
  max_stored_bytes: number | null;
  allow_self_approval: Flag;
  allow_unconfirmed: Flag;
}

export interface UserRow
  extends Text<"id" | "email" | "name" | "created_at">, OptionalText<"password_hash" | "totp_secret" | "disabled_at"> {
  totp_last_step: number | null;
  epoch: number;
  confirmed: Flag;
  factors_confirmed: Flag;
}

export interface TokenRow
  extends
    Text<"id" | "workspace_id" | "name" | "hash" | "prefix" | "last4" | "scopes" | "created_at">,
    Text<"seal">,
    OptionalText<"user_id" | "expires_at" | "revoked_at" | "last_used_at" | "site_id">,
    OptionalText<"trust_rule_id" | "run_actor_id" | "run_actor_login"> {
  kind: TokenKind;
  epoch: number | null;
  issued_via: "web" | "device" | "operator" | "exchange";
}

/** Which runs get a token for a site without a secret; null is any. */
export interface TrustRuleRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "issuer" | "repository_id" | "repository">,
    Text<"scopes" | "created_by" | "created_at">,
    OptionalText<"ref" | "environment" | "event" | "workflow" | "parent_token_id">,
    OptionalText<"removed_at"> {
  maker_epoch: number;
  maker_confirmed: Flag;
}

export interface SiteVariableRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "name" | "environment" | "value" | "created_at">,
    Text<"updated_at">,
    OptionalText<"repository_url" | "updated_by"> {
  kind: "plain" | "secret";
  install: Flag;
}

export interface RepositoryCredentialRow
  extends
    Text<"id" | "workspace_id" | "url" | "sealed_secret" | "created_by" | "created_at">,
    OptionalText<"username" | "app_id" | "api_url"> {
  kind: "password" | "github-app";
}

/** The key that a site's repository is read with over ssh; its private half is encrypted. */
export interface DeployKeyRow
  extends
    Text<"site_id" | "workspace_id" | "repository_url" | "public_key" | "sealed_key">,
    Text<"host_keys" | "created_by" | "created_at"> {}

export interface SiteRow
  extends
    Text<"id" | "workspace_id" | "project_id" | "slug" | "name" | "production_label">,
    Text<"created_at" | "updated_at">,
    OptionalText<"framework" | "repository_url" | "manifest" | "manifest_commit_sha">,
    OptionalText<"build_hosts" | "root_directory" | "install_command" | "build_command">,
    OptionalText<"output" | "node_version" | "chosen_framework" | "masks" | "submodules" | "primary_domain">,
    OptionalText<"archived_at"> {
  status: "active" | "archived";
  list_with_values: Flag;
  preview_access: "members" | "link" | null;
  production_access: "members" | null;
  preview_expiry_days: number | null;
  kept_releases: number | null;
  prebuilt: "refused" | "previews" | "allowed" | null;
  viewed_pages: "any" | "all" | null;
  guest_comments: "allowed" | "refused" | null;
  github_comments: "off" | "on" | null;
  block_override: "nobody" | "admins" | "approvers" | null;
  /** Builds of one author within a day; null is `DEFAULT_DAILY_BUILDS`. */
  daily_builds: number | null;
  /** Null is `all`. */
  built_commits: "all" | "newest" | null;
  roll_back_alone: Flag | null;
}

export interface ShareLinkRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "hash" | "created_by" | "created_at">,
    Text<"expires_at" | "seal">,
    OptionalText<"deployment_id" | "name" | "parent_token_id" | "revoked_at" | "last_used_at"> {
  maker_epoch: number;
}

export interface AccessRequestRow {
  id: string;
  site_id: string;
  deployment_id: string | null;
  host: string;
  name: string;
  email: string;
  created_at: Instant;
  ended_at: Instant | null;
}

export interface CommentThreadRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "deployment_id" | "path" | "anchor" | "created_at">,
    Text<"updated_at">,
    OptionalText<"branch" | "blocked_by" | "resolved_by" | "resolved_at" | "resolved_commit">,
    OptionalText<"proposed_by" | "proposed_at" | "proposed_commit"> {
  pull_request_number: number | null;
  width: number | null;
  status: "open" | "resolved";
  github_comment_id: number | null;
  github_connection_id: string | null;
}

export interface CommentRow
  extends
    Text<"id" | "thread_id" | "author_id" | "author_name" | "body" | "created_at">,
    OptionalText<"edited_at" | "deleted_at"> {
  author_kind: "person" | "guest" | "agent" | "github";
  github_id: number | null;
}

/** A token by which automated tests open the previews of a site, known by its hash. */
export interface PreviewTokenRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "name" | "hash" | "last4" | "created_by">,
    Text<"created_at" | "seal">,
    OptionalText<"parent_token_id" | "revoked_at" | "last_used_at"> {
  maker_epoch: number;
}

/** A code that brings a session to a host once. */
export interface VisitCodeRow
  extends
    Text<"hash" | "host" | "site_id" | "challenge" | "path" | "expires_at" | "seal">,
    OptionalText<"session_id" | "share_link_id"> {}

export type RemovalReason = NonNullable<Deployment["removedBecause"]>;

/** A domain that a site wants to be served at, or is while it is active. */
export interface SiteDomainRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "name" | "next_check_at" | "created_by">,
    Text<"created_at">,
    OptionalText<"proven_at" | "missing_since" | "address_missing_since" | "checked_at"> {
  status: "pending" | "active";
  proof: "unchecked" | "found" | "missing" | "different" | "unavailable";
  address: "unchecked" | "here" | "elsewhere" | "missing" | "unavailable";
}

export interface DeploymentRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "created_at">,
    OptionalText<"branch" | "commit_sha" | "commit_message" | "commit_author">,
    OptionalText<"commit_told_by" | "pull_request_title" | "source_deployment_id">,
    OptionalText<"approval_request_id" | "created_by_token_id" | "created_by_user_id">,
    OptionalText<"framework" | "preview_label" | "file_list_digest" | "error_code">,
    OptionalText<"error_message" | "diagnostics" | "refused_hosts" | "lease_owner">,
    OptionalText<"lease_expires_at" | "machine_faults" | "log_sha256">,
    OptionalText<"hidden_at" | "removed_at" | "upload_sha256" | "upload_expires_at">,
    OptionalText<"started_at" | "finished_at"> {
  environment: Environment;
  status: DeploymentStatus;
  branch_verified: Flag | null;
  pull_request_number: number | null;
  author: string | null;
  held_until: Instant | null;
  attempt: number;
  lane: "slot" | "quick" | null;
  last_event_seq: number;
  log_lines: number;
  log_bytes: number;
  removed_because: RemovalReason | null;
  upload: "waiting" | "open" | "complete" | null;
  upload_files: number | null;
  upload_bytes: number | null;
}

export interface DeploymentEventRow {
  deployment_id: string;
  seq: number;
  type: EventName;
  data: string;
  at: Instant;
}

export interface ApprovalRequestRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "source_deployment_id" | "file_list_digest">,
    Text<"created_at" | "expires_at">,
    OptionalText<"branch" | "prepared_by_token_id" | "prepared_by_name" | "reason">,
    OptionalText<"deployment_id" | "requested_at" | "superseded_by"> {
  status: ApprovalStatus;
  intent: "prepare" | "release";
}

export interface ReleaseActRow
  extends
    Text<"id" | "request_id" | "user_id" | "people" | "comparison_id" | "before_digest">,
    Text<"after_digest" | "masks" | "at">,
    OptionalText<"note" | "override_reason"> {
  kind: "requested" | "approved" | "rejected";
  epoch: number;
  factor: "totp" | "passkey" | "recovery_code";
}

export interface CommitChecksRow
  extends Text<"site_id" | "commit_sha">, OptionalText<"wanted_at" | "asked_at" | "checks" | "read_at"> {}

/** One link of a workspace's audit chain; `hash` covers the row and the hash before it. */
export interface AuditRow
  extends
    Text<"workspace_id" | "at" | "action" | "subject_type" | "subject_id" | "data">,
    Text<"previous_hash" | "hash">,
    OptionalText<"actor_id"> {
  seq: number;
  actor_type: "user" | "token" | "operator" | "system";
}

export interface DeploymentTargetRow
  extends
    Text<"id" | "workspace_id" | "name" | "provider" | "mode" | "runtime" | "config">,
    Text<"created_at" | "updated_at"> {
  is_default: Flag;
}

export interface SessionRow
  extends
    Text<"id" | "hash" | "user_id" | "csrf_token" | "address" | "user_agent" | "created_at">,
    Text<"last_seen_at" | "expires_at" | "seal">,
    OptionalText<"workspace_id" | "pending_totp_secret" | "revoked_at" | "proven_until"> {
  level: "password" | "full";
  epoch: number;
}

export interface SsoIdentityRow extends Text<"issuer" | "subject" | "user_id" | "proven_until" | "created_at"> {
  confirmed: Flag;
}

export interface SsoGrantRow
  extends
    Text<"id" | "user_id" | "sealed" | "proven_until" | "created_at">,
    OptionalText<"session_id" | "provider_session" | "claimed_until"> {}

export interface SsoAttemptRow extends Text<"state_hash" | "next" | "expires_at">, OptionalText<"session_id"> {
  purpose: "sign_in" | "link" | "prove";
}

export interface PasskeyRow
  extends Text<"id" | "user_id" | "name" | "public_key" | "transports" | "created_at">, OptionalText<"last_used_at"> {
  counter: number;
}

/** A link by which a person sets a password once, by its hash. */
export interface SetupLinkRow
  extends
    Text<"hash" | "people" | "created_at" | "expires_at" | "seal">,
    OptionalText<"user_id" | "email" | "created_by" | "workspace_id" | "used_at"> {
  epoch: number | null;
  role: Role | null;
  maker_epoch: number | null;
}

/** A device that requests a token; both of its codes are kept as hashes. */
export interface DeviceGrantRow
  extends
    Text<"device_code_hash" | "user_code_hash" | "client_name" | "scopes" | "address">,
    Text<"created_at" | "expires_at">,
    OptionalText<"user_id" | "workspace_id" | "last_polled_at" | "seal"> {
  status: "pending" | "approved" | "denied" | "used";
  epoch: number | null;
  interval_seconds: number;
}

export interface HostRow extends Text<"label" | "site_id" | "updated_at">, OptionalText<"branch" | "deployment_id"> {
  kind: "deployment" | "branch" | "production";
}

/** The GitHub repository that is notified of a site, with the encrypted token or App key for its API. */
export interface RepositoryConnectionRow
  extends
    Text<"id" | "workspace_id" | "site_id" | "api_url" | "owner" | "repository" | "environment">,
    Text<"sealed_credential" | "created_at">,
    OptionalText<"sealed_hook_secret" | "app_id" | "installation_id"> {}

/** A URL that is notified of what happens in a workspace, with the encrypted secret its messages are signed with. */
export interface WebhookRow extends Text<"id" | "workspace_id" | "url" | "events" | "sealed_secret" | "created_at"> {}

/** A gate: a run on GitHub whose job waits, by a deployment protection rule, for the decision about a release of `commits`. */
export interface GithubGateRow
  extends
    Text<"id" | "connection_id" | "run_id" | "commits" | "created_at" | "merged_heads">,
    OptionalText<"approval_id" | "ref"> {
  state: "waiting" | "approved" | "rejected";
}

/** A channel of a chat that gets notices about a site, with the encrypted URL that it is written to by. */
export interface ChatChannelRow
  extends Text<"id" | "workspace_id" | "site_id" | "name" | "host" | "sealed_url" | "notices">, Text<"created_at"> {
  kind: "slack" | "teams";
}

/**
 * One message to one receiver, with its attempts and the lease of the process that sends it; of the kind `notice`, the
 * search for the receivers by mail and chat.
 */
export interface DeliveryRow
  extends
    Text<"id" | "workspace_id" | "receiver_id" | "subject" | "next_try_at" | "created_at">,
    OptionalText<"announcement_id" | "lease_owner" | "lease_expires_at" | "last_note">,
    OptionalText<"finished_at" | "facts" | "sealed_secret"> {
  kind:
    | "webhook"
    | "repository_dispatch"
    | "deployment_status"
    | "gate_lookup"
    | "gate_answer"
    | "notice"
    | "email"
    | "chat"
    | "thread_comment";
  status: "waiting" | "delivered" | "failed" | "dropped";
  attempts: number;
  last_status: number | null;
}

/** What one list of files changes against another, with its place in the queue and the lease of who makes it. */
export interface ComparisonRow
  extends
    Text<"id" | "site_id" | "before_digest" | "after_digest" | "masks" | "queued_at">,
    Text<"created_at">,
    OptionalText<"message" | "report" | "asked_at" | "lease_owner" | "lease_expires_at">,
    OptionalText<"finished_at" | "thumbnail_sha256"> {
  status: "pending" | "running" | "ready" | "failed" | "unavailable";
  pages_done: number;
  pages_total: number;
  max_pages: number;
  attempt: number;
}

export interface WorkerRow
  extends Text<"id" | "name" | "hash" | "created_at" | "seal">, OptionalText<"revoked_at" | "last_seen_at"> {
  slots: number;
}

/** A move of the whole store: from here (`leaving`, `left`), or to here (`arriving`, `arrived`). */
export interface MoveRow {
  id: string;
  state: "leaving" | "left" | "arriving" | "arrived";
  place: string;
  at: Instant;
}

export interface LastTimeRow {
  name: "alive" | "backup";
  at: Instant;
  version: string | null;
}

export interface Schema {
  workspaces: WorkspaceRow;
  users: UserRow;
  /** The role of a person in a workspace, kept with `removed_at` after the person leaves. */
  memberships: Text<"workspace_id" | "user_id" | "created_at"> &
    OptionalText<"removed_at"> & {
      role: Role;
      confirmed: Flag;
    };
  tokens: TokenRow;
  site_domains: SiteDomainRow;
  trust_rules: TrustRuleRow;
  site_variables: SiteVariableRow;
  repository_credentials: RepositoryCredentialRow;
  deploy_keys: DeployKeyRow;
  /** An identity token that was exchanged, until it expires. */
  identity_uses: { issuer: string; jti: string; expires_at: Instant };
  projects: Text<"id" | "workspace_id" | "name" | "created_at">;
  sites: SiteRow;
  /** A slug that a site had before; its production host redirects until then. */
  former_slugs: Text<"label" | "workspace_id" | "site_id" | "slug" | "until">;
  deployments: DeploymentRow;
  upload_entries: { deployment_id: string; path: string; sha256: string; size: number; present: Flag };
  deployment_events: DeploymentEventRow;
  idempotency_keys: Text<"workspace_id" | "key" | "fingerprint" | "deployment_id" | "body" | "created_at">;
  approval_requests: ApprovalRequestRow;
  release_acts: ReleaseActRow;
  viewed_pages: Text<"request_id" | "user_id" | "comparison_id" | "path" | "at">;
  comment_threads: CommentThreadRow;
  comments: CommentRow;
  account_holds: { user_id: string; kind: "made" | "link" | "joined"; people: string };
  github_accounts: Text<"workspace_id" | "user_id" | "login" | "github_id">;
  commit_checks: CommitChecksRow;
  audit_log: AuditRow;
  deployment_targets: DeploymentTargetRow;
  sessions: SessionRow;
  sso_identities: SsoIdentityRow;
  sso_grants: SsoGrantRow;
  sso_attempts: SsoAttemptRow;
  /** A membership that groups of the provider gave. */
  sso_memberships: { workspace_id: string; user_id: string };
  /** A second factor given in a session for one purpose, to be used once. */
  step_ups: Text<"id" | "session_id" | "purpose" | "created_at" | "expires_at" | "seal"> &
    OptionalText<"comparison_id" | "used_at"> & {
      factor: "totp" | "passkey" | "recovery_code" | "password" | "company_account";
    };
  passkeys: PasskeyRow;
  passkey_challenges: Text<"challenge" | "session_id" | "purpose" | "expires_at">;
  /** A code that replaces a lost factor once, by its hash. */
  recovery_codes: Text<"user_id" | "hash" | "created_at"> & OptionalText<"used_at">;
  setup_links: SetupLinkRow;
  /** How many guesses were made at a subject within the current window. */
  attempts: { subject: string; made: number; window_ends_at: Instant };
  /** A browser on which a person has signed in before, known by the hash of its cookie. */
  known_devices: Text<"hash" | "user_id" | "password_digest" | "created_at" | "expires_at">;
  device_grants: DeviceGrantRow;
  deployment_statements: { deployment_id: string; envelope: string };
  objects: Text<"sha256" | "created_at"> &
    OptionalText<"stored_at" | "condemned_at" | "removing_at" | "checked_at" | "lost_at"> & {
      size: number;
    };
  buckets: { id: number; owner: string };
  moves: MoveRow;
  bearer_rotations: { id: string; at: Instant };
  /** A key that the machines of one database share. */
  instance_keys: { name: "seal" | "provenance"; fingerprint: string; sealed: string | null };
  last_times: LastTimeRow;
  /** What a build published: a list of files known by its own digest, with the rules it is served by. */
  file_lists: { digest: string; total_bytes: number; rules: string; created_at: Instant };
  object_encodings: {
    sha256: string;
    encoding: "br" | "gzip";
    encoded_sha256: string | null;
    encoded_size: number;
  };
  branches: {
    site_id: string;
    name: string;
    deployment_id: string;
    deployed_at: Instant;
    pull_request_number: number | null;
  };
  removal_counts: { workspace_id: string; reason: RemovalReason; count: number };
  /** A pull request whose previews are removed. */
  closed_pull_requests: { site_id: string; number: number; remove_at: Instant };
  /** A file of a workspace, with how many of its lists name it. */
  workspace_objects: { workspace_id: string; sha256: string; size: number; lists: number };
  hosts: HostRow;
  share_links: ShareLinkRow;
  access_requests: AccessRequestRow;
  preview_tokens: PreviewTokenRow;
  visit_codes: VisitCodeRow;
  /** A cookie of one host, by exactly one of a session, a share link and a token. */
  visits: Text<"hash" | "host" | "site_id" | "created_at" | "expires_at" | "seal"> &
    OptionalText<"session_id" | "share_link_id" | "preview_token_id">;
  repository_connections: RepositoryConnectionRow;
  webhooks: WebhookRow;
  /** Something that happened and is to be reported; written in the transaction in which it happened. */
  announcements: Text<"id" | "workspace_id" | "site_id" | "type" | "facts" | "at">;
  github_gates: GithubGateRow;
  /** A webhook of GitHub that was received already, so that a repetition does nothing. */
  hook_receipts: { delivery_id: string; signature: string; received_at: Instant };
  deliveries: DeliveryRow;
  /** There is one while the service has a mail server. */
  mail_service: { id: number; since: Instant };
  mail_preferences: { workspace_id: string; user_id: string; notices: string };
  site_mail_preferences: { site_id: string; user_id: string; notices: string };
  chat_channels: ChatChannelRow;
  comparisons: ComparisonRow;
  comparison_files: { comparison_id: string; sha256: string; kind: "picture" | "thumbnail" | "render" };
  renders: Text<"site_id" | "maker" | "key" | "sha256">;
  reviews: Text<"deployment_id" | "comparison_id" | "thumbnail_name" | "created_at"> &
    OptionalText<"live_deployment_id">;
  workers: WorkerRow;
  worker_workspaces: { worker_id: string; workspace_id: string };
  machines: { id: string; seen_at: Instant };
  disk_reservations: { name: string; bytes: number; until: Instant };
  worker_claims: Text<"id" | "worker_id" | "claimed_at"> & OptionalText<"deployment_id" | "comparison_id">;
  worker_files: { claim_id: string; sha256: string; size: number; stored: Flag };
}
