import type {
  ApprovalStatus,
  Deployment,
  DeploymentStatus,
  Environment,
  EventName,
  Role,
  TokenKind,
} from "@greenroom/contract";

/** Instants are ISO 8601 UTC text, booleans 0 or 1, `data`-like columns JSON text. */
type Instant = string;
type Flag = 0 | 1;

/** A workspace with its limits; null means the limit of the settings. */
export interface WorkspaceRow {
  id: string;
  /** Unique, and never changed. */
  slug: string;
  name: string;
  max_sites: number | null;
  max_live_sites: number | null;
  byo_cloud_targets: Flag;
  /** Of the files of its deployments, each counted once. */
  stored_bytes: number;
  /** 0 is no limit. */
  max_stored_bytes: number | null;
  allow_self_approval: Flag;
  allow_unconfirmed: Flag;
  created_at: Instant;
}

/** A person; the password is an argon2 hash, the secret of the authenticator is encrypted. */
export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  totp_secret: string | null;
  totp_last_step: number | null;
  epoch: number;
  confirmed: Flag;
  /** The second factors and recovery codes that the account has, or else its first one. */
  factors_confirmed: Flag;
  created_at: Instant;
  disabled_at: Instant | null;
}

/** The role of a person in a workspace, kept with `removed_at` after the person leaves. */
interface MembershipRow {
  workspace_id: string;
  user_id: string;
  role: Role;
  confirmed: Flag;
  created_at: Instant;
  removed_at: Instant | null;
}

/** A token, of which only the hash, the prefix and the last four characters are kept. */
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
  epoch: number | null;
  issued_via: "web" | "device" | "operator" | "exchange";
  created_at: Instant;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  /** The only site it is good for; null is the whole workspace. */
  site_id: string | null;
  trust_rule_id: string | null;
  run_actor_id: string | null;
  run_actor_login: string | null;
  seal: string;
}

/** Which runs get a token for a site without a secret; null is any. */
export interface TrustRuleRow {
  id: string;
  workspace_id: string;
  site_id: string;
  issuer: string;
  repository_id: string;
  repository: string;
  ref: string | null;
  environment: string | null;
  event: string | null;
  workflow: string | null;
  scopes: string;
  created_by: string;
  maker_epoch: number;
  maker_confirmed: Flag;
  parent_token_id: string | null;
  created_at: Instant;
  removed_at: Instant | null;
}

/** A value that builds of a site get; that of a secret is encrypted. */
export interface SiteVariableRow {
  id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  environment: string;
  kind: "plain" | "secret";
  value: string;
  install: Flag;
  repository_url: string | null;
  updated_by: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** What sites of a workspace read private repositories with; the secret is encrypted. */
export interface RepositoryCredentialRow {
  id: string;
  workspace_id: string;
  kind: "password" | "github-app";
  url: string;
  username: string | null;
  app_id: string | null;
  api_url: string | null;
  sealed_secret: string;
  created_by: string;
  created_at: Instant;
}

/** The key that a site's repository is read with over ssh; its private half is encrypted. */
export interface DeployKeyRow {
  site_id: string;
  workspace_id: string;
  repository_url: string;
  public_key: string;
  sealed_key: string;
  host_keys: string;
  created_by: string;
  created_at: Instant;
}

/** An identity token that was exchanged, until it expires. */
interface IdentityUseRow {
  issuer: string;
  jti: string;
  expires_at: Instant;
}

interface ProjectRow {
  id: string;
  workspace_id: string;
  name: string;
  created_at: Instant;
}

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
  /** Names with a space between. */
  build_hosts: string | null;
  /** Whether builds that have values reach the service's list of hosts too. */
  list_with_values: Flag;
  root_directory: string | null;
  install_command: string | null;
  build_command: string | null;
  output: string | null;
  node_version: string | null;
  /** Chosen by a member; `framework` is the one that the newest build found. */
  chosen_framework: string | null;
  /** Who can open its previews; null is everyone. */
  preview_access: "members" | "link" | null;
  /** Who can open what is live; null is everyone. */
  production_access: "members" | null;
  /** Null is never. */
  preview_expiry_days: number | null;
  /** Former releases that can be published again; null is all. */
  kept_releases: number | null;
  /** What it does with files that were built elsewhere; null is `previews`. */
  prebuilt: "refused" | "previews" | "allowed" | null;
  /** Which changed pages an approver must have viewed; null is `any`. */
  viewed_pages: "any" | "all" | null;
  masks: string | null;
  /** Whether visitors with a share link may comment; null is `allowed`. */
  guest_comments: "allowed" | "refused" | null;
  /** Who may approve a release that a comment blocks; null is `admins`. */
  block_override: "nobody" | "admins" | "approvers" | null;
  /** Whether one person may go back to a release that was live lately. */
  roll_back_alone: Flag | null;
  /** An active domain of the site; null is the service's own host. */
  primary_domain: string | null;
  created_at: Instant;
  updated_at: Instant;
  archived_at: Instant | null;
}

/** A link that opens previews, known by the hash of its secret. */
export interface ShareLinkRow {
  id: string;
  workspace_id: string;
  site_id: string;
  /** The only one it opens; null is every preview of the site. */
  deployment_id: string | null;
  name: string | null;
  hash: string;
  created_by: string;
  maker_epoch: number;
  parent_token_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  seal: string;
}

/** A place of a page that people talk about; its id is that of the first comment. */
export interface CommentThreadRow {
  id: string;
  workspace_id: string;
  site_id: string;
  deployment_id: string;
  branch: string | null;
  pull_request_number: number | null;
  path: string;
  /** JSON of the contract's Anchor. */
  anchor: string;
  width: number | null;
  /** Who made it block releases; null: it does not. */
  blocked_by: string | null;
  status: "open" | "resolved";
  /** JSON of the contract's CommentAuthor, as of the proposal. */
  resolved_by: string | null;
  resolved_at: Instant | null;
  resolved_commit: string | null;
  proposed_by: string | null;
  proposed_at: Instant | null;
  proposed_commit: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** What somebody wrote; the body of a deleted one is empty. */
export interface CommentRow {
  id: string;
  thread_id: string;
  author_kind: "person" | "guest" | "agent";
  /** Of the person, the share link or the token. */
  author_id: string;
  author_name: string;
  body: string;
  created_at: Instant;
  edited_at: Instant | null;
  deleted_at: Instant | null;
}

/** A token by which automated tests open the previews of a site, known by its hash. */
export interface PreviewTokenRow {
  id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  hash: string;
  last4: string;
  created_by: string;
  maker_epoch: number;
  parent_token_id: string | null;
  created_at: Instant;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  seal: string;
}

/** A code that brings a session to a host once. */
export interface VisitCodeRow {
  hash: string;
  host: string;
  site_id: string;
  session_id: string | null;
  share_link_id: string | null;
  challenge: string;
  path: string;
  expires_at: Instant;
  seal: string;
}

/** A cookie of one host, by exactly one of a session, a share link and a token. */
interface VisitRow {
  hash: string;
  host: string;
  site_id: string;
  session_id: string | null;
  share_link_id: string | null;
  preview_token_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  seal: string;
}
/** Why the files of a deployment were removed. */
export type RemovalReason = NonNullable<Deployment["removedBecause"]>;

/** A slug that a site had before; its production host redirects until then. */
interface FormerSlugRow {
  label: string;
  workspace_id: string;
  site_id: string;
  slug: string;
  until: Instant;
}

/** A domain that a site wants to be served at, or is while it is active. */
export interface SiteDomainRow {
  id: string;
  workspace_id: string;
  site_id: string;
  /** In ASCII, lower case, without a final dot. */
  name: string;
  status: "pending" | "active";
  proof: "unchecked" | "found" | "missing" | "different" | "unavailable";
  address: "unchecked" | "here" | "elsewhere" | "missing" | "unavailable";
  proven_at: Instant | null;
  missing_since: Instant | null;
  address_missing_since: Instant | null;
  checked_at: Instant | null;
  next_check_at: Instant;
  created_by: string;
  created_at: Instant;
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
  /** Whether the service saw that the commit is on the branch; null: not checked yet. */
  branch_verified: Flag | null;
  commit_message: string | null;
  commit_author: string | null;
  /** Name of a worker. */
  commit_told_by: string | null;
  pull_request_number: number | null;
  pull_request_title: string | null;
  source_deployment_id: string | null;
  approval_request_id: string | null;
  created_by_token_id: string | null;
  created_by_user_id: string | null;
  framework: string | null;
  preview_label: string | null;
  file_list_digest: string | null;
  error_code: string | null;
  error_message: string | null;
  diagnostics: string | null;
  /** JSON of `RefusedHosts`. */
  refused_hosts: string | null;
  attempt: number;
  lease_owner: string | null;
  lease_expires_at: Instant | null;
  /** Null: not claimed yet. */
  lane: "slot" | "quick" | null;
  /** JSON of faults that its build met on machines; null: none. */
  machine_faults: string | null;
  cancel_requested_at: Instant | null;
  last_event_seq: number;
  log_lines: number;
  log_bytes: number;
  /** The object that holds its log; null while the log is rows. */
  log_sha256: string | null;
  hidden_at: Instant | null;
  /** When its files were removed, and why. */
  removed_at: Instant | null;
  removed_because: RemovalReason | null;
  /** How far files that were built elsewhere are uploaded; null: the service builds. */
  upload: "waiting" | "open" | "complete" | null;
  /** Of their list, as the create request named it. */
  upload_sha256: string | null;
  upload_files: number | null;
  upload_bytes: number | null;
  /** Null once nothing is awaited. */
  upload_expires_at: Instant | null;
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

/** The response a key got, byte for byte, and the fingerprint of the request it was used with. */
export interface IdempotencyKeyRow {
  workspace_id: string;
  key: string;
  fingerprint: string;
  deployment_id: string;
  status: number;
  body: string;
  created_at: Instant;
}

export interface ApprovalRequestRow {
  id: string;
  workspace_id: string;
  site_id: string;
  source_deployment_id: string;
  file_list_digest: string;
  branch: string | null;
  status: ApprovalStatus;
  intent: "prepare" | "release";
  prepared_by_token_id: string | null;
  prepared_by_name: string | null;
  reason: string | null;
  created_at: Instant;
  expires_at: Instant;
  deployment_id: string | null;
  requested_at: Instant | null;
  superseded_by: string | null;
}

/** What a person did for a release on the web; `people` is JSON. */
export interface ReleaseActRow {
  id: string;
  request_id: string;
  kind: "requested" | "approved" | "rejected";
  user_id: string;
  epoch: number;
  people: string;
  factor: "totp" | "passkey" | "recovery_code";
  comparison_id: string;
  before_digest: string;
  after_digest: string;
  masks: string;
  note: string | null;
  /** Why it was approved although comments block it; null: none did. */
  override_reason: string | null;
  at: Instant;
}

/** A page that a person has marked as viewed before a decision. */
interface ViewedPageRow {
  request_id: string;
  user_id: string;
  /** Digest of the files that were live then; empty: nothing. */
  comparison_id: string;
  path: string;
  at: Instant;
}

/** Who could act as an account that is not confirmed; `people` is a JSON array of user ids. */
export interface AccountHoldRow {
  user_id: string;
  kind: "made" | "link" | "joined";
  people: string;
}

/** The account on GitHub of a member. */
export interface GithubAccountRow {
  workspace_id: string;
  user_id: string;
  login: string;
  github_id: string;
  linked_at: Instant;
}

/** What GitHub says of the checks of a commit; `checks` is JSON. */
export interface CommitChecksRow {
  site_id: string;
  commit_sha: string;
  wanted_at: Instant | null;
  asked_at: Instant | null;
  checks: string | null;
  read_at: Instant | null;
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
  epoch: number;
  created_at: Instant;
  last_seen_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  /** How long the proof by the provider is valid; null for a local sign-in. */
  proven_until: Instant | null;
  seal: string;
}

/** The account of the person with this subject at the provider. */
export interface SsoIdentityRow {
  issuer: string;
  subject: string;
  user_id: string;
  proven_until: Instant;
  confirmed: Flag;
  created_at: Instant;
}

/** What the provider is asked again with; its tokens are encrypted. */
export interface SsoGrantRow {
  id: string;
  user_id: string;
  session_id: string | null;
  provider_session: string | null;
  sealed: string;
  proven_until: Instant;
  claimed_until: Instant | null;
  created_at: Instant;
}

/** A sign-in that is on its way. */
export interface SsoAttemptRow {
  state_hash: string;
  purpose: "sign_in" | "link" | "prove";
  session_id: string | null;
  next: string;
  expires_at: Instant;
}

/** A membership that groups of the provider gave. */
interface SsoMembershipRow {
  workspace_id: string;
  user_id: string;
}

/** A browser on which a person has signed in before, known by the hash of its cookie. */
interface KnownDeviceRow {
  hash: string;
  user_id: string;
  password_digest: string;
  created_at: Instant;
  expires_at: Instant;
}

/** A second factor given in a session for one purpose, to be used once. */
interface StepUpRow {
  id: string;
  session_id: string;
  purpose: string;
  factor: "totp" | "passkey" | "recovery_code" | "password" | "company_account";
  comparison_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  seal: string;
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
interface PasskeyChallengeRow {
  challenge: string;
  session_id: string;
  purpose: string;
  expires_at: Instant;
}

/** A code that replaces a lost factor once, by its hash. */
interface RecoveryCodeRow {
  user_id: string;
  hash: string;
  created_at: Instant;
  used_at: Instant | null;
}

/** A link by which a person sets a password once, by its hash. */
export interface SetupLinkRow {
  hash: string;
  user_id: string | null;
  epoch: number | null;
  email: string | null;
  role: Role | null;
  created_by: string | null;
  workspace_id: string | null;
  maker_epoch: number | null;
  people: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  seal: string;
}

/** How many guesses were made at a subject within the current window. */
interface AttemptRow {
  subject: string;
  made: number;
  window_ends_at: Instant;
}

/** A device that requests a token; both of its codes are kept as hashes. */
export interface DeviceGrantRow {
  device_code_hash: string;
  user_code_hash: string;
  client_name: string;
  scopes: string;
  address: string;
  status: "pending" | "approved" | "denied" | "used";
  user_id: string | null;
  epoch: number | null;
  workspace_id: string | null;
  interval_seconds: number;
  last_polled_at: Instant | null;
  created_at: Instant;
  expires_at: Instant;
  /** Null until somebody allowed it. */
  seal: string | null;
}

/** The signed statement about a ready deployment. */
/** A file in the list of an upload. */
interface UploadEntryRow {
  deployment_id: string;
  path: string;
  sha256: string;
  size: number;
  present: Flag;
}

interface DeploymentStatementRow {
  deployment_id: string;
  envelope: string;
}

/** A stored file, known by the digest of its bytes. */
interface ObjectRow {
  sha256: string;
  size: number;
  /** When it was put last. */
  created_at: Instant;
  stored_at: Instant | null;
  condemned_at: Instant | null;
  removing_at: Instant | null;
  checked_at: Instant | null;
  lost_at: Instant | null;
}

interface BucketRow {
  id: number;
  owner: string;
}

/** What a build published: a list of files known by its own digest, with the rules it is served by. */
interface FileListRow {
  digest: string;
  file_count: number;
  total_bytes: number;
  rules: string;
  created_at: Instant;
}

/** A compressed variant of a stored file; a null digest means that compressing it saves nothing. */
export interface ObjectEncodingRow {
  sha256: string;
  encoding: "br" | "gzip";
  encoded_sha256: string | null;
  encoded_size: number;
}

/** A pull request whose previews are removed. */
interface ClosedPullRequestRow {
  site_id: string;
  number: number;
  closed_at: Instant;
  remove_at: Instant;
}

/** A file of a workspace, with how many of its lists name it. */
interface WorkspaceObjectRow {
  workspace_id: string;
  sha256: string;
  size: number;
  lists: number;
}

export interface HostRow {
  label: string;
  kind: "deployment" | "branch" | "production";
  site_id: string;
  branch: string | null;
  deployment_id: string | null;
  updated_at: Instant;
}

/** The GitHub repository that is notified of a site, with the encrypted token or App key for its API. */
export interface RepositoryConnectionRow {
  id: string;
  workspace_id: string;
  site_id: string;
  api_url: string;
  owner: string;
  repository: string;
  environment: string;
  sealed_credential: string;
  sealed_hook_secret: string | null;
  created_at: Instant;
  app_id: string | null;
  installation_id: string | null;
}

/** A URL that is notified of what happens in a workspace, with the encrypted secret its messages are signed with. */
export interface WebhookRow {
  id: string;
  workspace_id: string;
  url: string;
  events: string;
  sealed_secret: string;
  created_at: Instant;
}

/** Something that happened and is to be reported; written in the transaction in which it happened. */
export interface AnnouncementRow {
  id: string;
  workspace_id: string;
  site_id: string;
  type: string;
  facts: string;
  at: Instant;
}

/** A run on GitHub that waits for the decision about a release of `commits`. */
export interface GithubGateRow {
  id: string;
  connection_id: string;
  run_id: string;
  commits: string;
  state: "waiting" | "approved" | "rejected";
  created_at: Instant;
  decided_at: Instant | null;
  approval_id: string | null;
  ref: string | null;
  merged_heads: string;
}

/** A webhook of GitHub that was received already, so that a repetition does nothing. */
interface HookReceiptRow {
  delivery_id: string;
  signature: string;
  received_at: Instant;
}

/** There is one while the service has a mail server. */
interface MailServiceRow {
  id: number;
  since: Instant;
}

/** Notices that a member chose to get by mail: names with a space between. */
interface MailPreferenceRow {
  workspace_id: string;
  user_id: string;
  notices: string;
}

interface SiteMailPreferenceRow {
  site_id: string;
  user_id: string;
  notices: string;
}

/** A channel of a chat that gets notices about a site, with the encrypted URL that it is written to by. */
export interface ChatChannelRow {
  id: string;
  workspace_id: string;
  site_id: string;
  kind: "slack" | "teams";
  name: string;
  host: string;
  sealed_url: string;
  /** Names with a space between. */
  notices: string;
  created_at: Instant;
}

/**
 * One message to one receiver, with its attempts and the lease of the process that sends it; of the kind `notice`, the
 * search for the receivers by mail and chat.
 */
export interface DeliveryRow {
  id: string;
  workspace_id: string;
  kind:
    | "webhook"
    | "repository_dispatch"
    | "deployment_status"
    | "gate_lookup"
    | "gate_answer"
    | "notice"
    | "email"
    | "chat";
  receiver_id: string;
  announcement_id: string | null;
  subject: string;
  status: "waiting" | "delivered" | "failed" | "dropped";
  attempts: number;
  next_try_at: Instant;
  lease_owner: string | null;
  lease_expires_at: Instant | null;
  last_status: number | null;
  last_note: string | null;
  created_at: Instant;
  finished_at: Instant | null;
  facts: string | null;
  sealed_secret: string | null;
}

/** What one list of files changes against another, with its place in the queue and the lease of who makes it. */
export interface ComparisonRow {
  id: string;
  site_id: string;
  /** Empty: nothing. */
  before_digest: string;
  after_digest: string;
  masks: string;
  status: "pending" | "running" | "ready" | "failed" | "unavailable";
  message: string | null;
  report: string | null;
  pages_done: number;
  pages_total: number;
  max_pages: number;
  asked_at: Instant | null;
  attempt: number;
  lease_owner: string | null;
  lease_expires_at: Instant | null;
  queued_at: Instant;
  created_at: Instant;
  finished_at: Instant | null;
  /** Of a stored WebP. */
  thumbnail_sha256: string | null;
}

interface ComparisonFileRow {
  comparison_id: string;
  sha256: string;
  kind: "picture" | "thumbnail" | "render";
}

/** A page that was rendered. */
interface RenderRow {
  site_id: string;
  /** The worker, or empty. */
  maker: string;
  key: string;
  sha256: string;
}

/** The comparison of a preview with what was live when it became ready. */
interface ReviewRow {
  deployment_id: string;
  comparison_id: string;
  live_deployment_id: string | null;
  /** Of the public URL of its thumbnail: 128 random bits. */
  thumbnail_name: string;
  created_at: Instant;
}

/** Every table, for kysely. */
/** A machine that builds for the service. */
export interface WorkerRow {
  id: string;
  name: string;
  hash: string;
  slots: number;
  created_at: Instant;
  revoked_at: Instant | null;
  last_seen_at: Instant | null;
  seal: string;
}

/** What a worker holds; the id is the owner of the deployment's lease. */
interface WorkerClaimRow {
  id: string;
  worker_id: string;
  deployment_id: string | null;
  comparison_id: string | null;
  claimed_at: Instant;
}

interface WorkerFileRow {
  claim_id: string;
  sha256: string;
  size: number;
  stored: Flag;
}

/** A move of the whole store: from here (`leaving`, `left`), or to here (`arriving`, `arrived`). */
export interface MoveRow {
  id: string;
  state: "leaving" | "left" | "arriving" | "arrived";
  place: string;
  at: Instant;
}

/** When bearer secrets got another key. */
interface BearerRotationRow {
  id: string;
  at: Instant;
}

/** A key that the machines of one database share. */
interface InstanceKeyRow {
  name: "seal" | "provenance";
  fingerprint: string;
  sealed: string | null;
}

/** When something last happened. */
export interface LastTimeRow {
  name: "alive" | "backup";
  at: Instant;
  /** Of the service that started last, beside 'alive'. */
  version: string | null;
}

export interface Schema {
  workspaces: WorkspaceRow;
  users: UserRow;
  memberships: MembershipRow;
  tokens: TokenRow;
  site_domains: SiteDomainRow;
  trust_rules: TrustRuleRow;
  site_variables: SiteVariableRow;
  repository_credentials: RepositoryCredentialRow;
  deploy_keys: DeployKeyRow;
  identity_uses: IdentityUseRow;
  projects: ProjectRow;
  sites: SiteRow;
  former_slugs: FormerSlugRow;
  deployments: DeploymentRow;
  upload_entries: UploadEntryRow;
  deployment_events: DeploymentEventRow;
  idempotency_keys: IdempotencyKeyRow;
  approval_requests: ApprovalRequestRow;
  release_acts: ReleaseActRow;
  viewed_pages: ViewedPageRow;
  comment_threads: CommentThreadRow;
  comments: CommentRow;
  account_holds: AccountHoldRow;
  github_accounts: GithubAccountRow;
  commit_checks: CommitChecksRow;
  audit_log: AuditRow;
  deployment_targets: DeploymentTargetRow;
  sessions: SessionRow;
  sso_identities: SsoIdentityRow;
  sso_grants: SsoGrantRow;
  sso_attempts: SsoAttemptRow;
  sso_memberships: SsoMembershipRow;
  step_ups: StepUpRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  recovery_codes: RecoveryCodeRow;
  setup_links: SetupLinkRow;
  attempts: AttemptRow;
  known_devices: KnownDeviceRow;
  device_grants: DeviceGrantRow;
  deployment_statements: DeploymentStatementRow;
  objects: ObjectRow;
  buckets: BucketRow;
  moves: MoveRow;
  bearer_rotations: BearerRotationRow;
  instance_keys: InstanceKeyRow;
  last_times: LastTimeRow;
  file_lists: FileListRow;
  object_encodings: ObjectEncodingRow;
  closed_pull_requests: ClosedPullRequestRow;
  workspace_objects: WorkspaceObjectRow;
  hosts: HostRow;
  share_links: ShareLinkRow;
  preview_tokens: PreviewTokenRow;
  visit_codes: VisitCodeRow;
  visits: VisitRow;
  repository_connections: RepositoryConnectionRow;
  webhooks: WebhookRow;
  announcements: AnnouncementRow;
  github_gates: GithubGateRow;
  hook_receipts: HookReceiptRow;
  deliveries: DeliveryRow;
  mail_service: MailServiceRow;
  mail_preferences: MailPreferenceRow;
  site_mail_preferences: SiteMailPreferenceRow;
  chat_channels: ChatChannelRow;
  comparisons: ComparisonRow;
  comparison_files: ComparisonFileRow;
  renders: RenderRow;
  reviews: ReviewRow;
  workers: WorkerRow;
  worker_workspaces: { worker_id: string; workspace_id: string };
  machines: { id: string; seen_at: Instant };
  worker_claims: WorkerClaimRow;
  worker_files: WorkerFileRow;
}
