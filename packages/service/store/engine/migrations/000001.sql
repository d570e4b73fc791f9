-- The schema, by subject; a table comes after those it refers to.

-- Workspaces and people.

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  -- Runs name a site as workspace/site. It never changes.
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- NULL is unlimited; a number is an operator's override.
  max_sites INTEGER,
  max_live_sites INTEGER,
  byo_cloud_targets INTEGER NOT NULL DEFAULT 0,
  allow_self_approval INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- Whether unconfirmed members can decide; only an operator changes it.
  allow_unconfirmed INTEGER NOT NULL DEFAULT 0,
  -- The sum of their sizes, and how much it may be; NULL: what the operator set for all, 0: no limit.
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  max_stored_bytes INTEGER
);
CREATE TRIGGER workspaces_stay BEFORE DELETE ON workspaces BEGIN SELECT RAISE(ABORT, 'the slug of a workspace is never given again'); END;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  -- Stored in lower case.
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- NULL until the person set one through a setup link.
  password_hash TEXT,
  totp_secret TEXT,
  -- The last accepted time step: a code works once. [RFC 6238 §5.2]
  totp_last_step INTEGER,
  -- What acts as the account carries the epoch it was made in, and does not act in another.
  epoch INTEGER NOT NULL,
  -- Someone independent, or the operator, answers for who uses the account in this epoch.
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  -- The second factors and recovery codes that it has, or else its first one.
  factors_confirmed INTEGER NOT NULL CHECK (factors_confirmed IN (0, 1)),
  created_at TEXT NOT NULL,
  disabled_at TEXT
);

-- Who could act as an account that is not confirmed; a confirmation deletes the rows.
CREATE TABLE account_holds (
  user_id TEXT NOT NULL REFERENCES users (id),
  -- made: they made the account. link: their setup link began the epoch. joined: by company sign-in, by itself.
  kind TEXT NOT NULL CHECK (kind IN ('made', 'link', 'joined')),
  -- Everyone whom the one who did it may have been then, a JSON array of user ids, that one first.
  people TEXT NOT NULL,
  PRIMARY KEY (user_id, kind)
);

CREATE TABLE memberships (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'approver', 'developer', 'viewer')),
  -- Someone of the workspace, or the operator, answers for the account: the word of another workspace does not count.
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  created_at TEXT NOT NULL,
  removed_at TEXT,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE sso_identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
  -- The provider's word is as old as this allows; the person's tokens work until then.
  proven_until TEXT NOT NULL,
  -- Confirmed as a factor is, by a person who is independent of the one who made it.
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
);

CREATE TABLE sso_memberships (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE TABLE sso_grants (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- NULL once the session was ended.
  session_id TEXT,
  -- The provider's name of its session.
  provider_session TEXT,
  -- Tokens of the provider, encrypted.
  sealed TEXT NOT NULL,
  proven_until TEXT NOT NULL,
  -- Who asks the provider does so alone until then.
  claimed_until TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX sso_grants_user ON sso_grants (user_id, created_at);
CREATE INDEX sso_grants_session ON sso_grants (session_id);

CREATE TABLE sso_attempts (
  state_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'link', 'prove')),
  -- The session that links its account, or proves who it is.
  session_id TEXT,
  next TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX sso_attempts_age ON sso_attempts (expires_at);

CREATE TABLE github_accounts (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- In lower case: GitHub ignores the case.
  login TEXT NOT NULL,
  -- Stays when the login is renamed: another account that takes the freed login has another number.
  github_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);

-- Sign-in. A seal is an HMAC over whose a row is and what it allows, with a key outside the database.

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the cookie; both change when the session gains a level.
  hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- The workspace the person acts in; NULL when they belong to none.
  workspace_id TEXT REFERENCES workspaces (id),
  -- Of the account, when the session was opened.
  epoch INTEGER NOT NULL,
  -- 'password': a second factor is still outstanding. 'full': signed in.
  level TEXT NOT NULL CHECK (level IN ('password', 'full')),
  csrf_token TEXT NOT NULL,
  -- An authenticator that was shown as a QR code and not yet confirmed.
  pending_totp_secret TEXT,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT,
  -- NULL: a local sign-in. Else the session is good until then, unless the provider says so again.
  proven_until TEXT,
  seal TEXT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_age ON sessions (expires_at);

CREATE TABLE step_ups (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- What it was given for, as in 'approve apr_...'.
  purpose TEXT NOT NULL,
  -- Password and company account only allow a change of the sign-in methods of an account without a second factor.
  factor TEXT NOT NULL CHECK (factor IN ('totp', 'passkey', 'recovery_code', 'password', 'company_account')),
  -- For a release: the comparison that was shown when it was given.
  comparison_id TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  seal TEXT NOT NULL
);
CREATE INDEX step_ups_session ON step_ups (session_id, purpose);

CREATE TABLE passkeys (
  -- Credential id, base64url.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  -- COSE key, base64url.
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE setup_links (
  hash TEXT PRIMARY KEY,
  -- NULL in an invitation: whether the address has an account shows when it is accepted.
  user_id TEXT REFERENCES users (id),
  -- Of the account, when the link was made.
  epoch INTEGER,
  -- Of an invitation: the address, as in users, and the role it gives.
  email TEXT,
  role TEXT CHECK (role IN ('owner', 'admin', 'approver', 'developer', 'viewer')),
  -- Who made it, where, and in which epoch of theirs; NULL: the operator.
  created_by TEXT REFERENCES users (id),
  workspace_id TEXT REFERENCES workspaces (id),
  maker_epoch INTEGER,
  -- Everyone whom the maker may have been then, as in account_holds.
  people TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  seal TEXT NOT NULL,
  CHECK ((user_id IS NULL) = (email IS NOT NULL AND role IS NOT NULL AND workspace_id IS NOT NULL))
);
CREATE INDEX setup_links_user ON setup_links (user_id);
CREATE UNIQUE INDEX setup_links_invited ON setup_links (workspace_id, email) WHERE email IS NOT NULL;

CREATE TABLE attempts (
  subject TEXT PRIMARY KEY,
  made INTEGER NOT NULL,
  window_ends_at TEXT NOT NULL
);
CREATE INDEX attempts_age ON attempts (window_ends_at);

CREATE TABLE known_devices (
  -- SHA-256 of the cookie.
  hash TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- SHA-256 of the password's hash: another password makes the device unknown.
  password_digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (hash, user_id)
);
CREATE INDEX known_devices_user ON known_devices (user_id, created_at);
CREATE INDEX known_devices_age ON known_devices (expires_at);

-- Sites.

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX projects_workspace ON projects (workspace_id);

CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  project_id TEXT NOT NULL REFERENCES projects (id),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  framework TEXT,
  repository_url TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  -- First label of the production host; unique over all workspaces of the instance.
  production_label TEXT NOT NULL UNIQUE,
  manifest TEXT,
  manifest_commit_sha TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  archived_at TEXT,
  -- What the builds of a site may reach besides the service's lists: names with a space between. NULL: nothing else.
  build_hosts TEXT,
  -- Whether the build step reaches the service's list of hosts also in builds that have values.
  list_with_values INTEGER NOT NULL DEFAULT 0,
  -- How it is built where the repository's greenroom.json does not say it; NULL leaves it to detection.
  root_directory TEXT,
  install_command TEXT,
  build_command TEXT,
  output TEXT,
  node_version TEXT,
  -- The framework that a member chose; `framework` is the one that was found.
  chosen_framework TEXT,
  -- Days after which a preview is removed, and former releases that stay; NULL: never, all.
  preview_expiry_days INTEGER,
  kept_releases INTEGER DEFAULT 10,
  -- NULL: everyone.
  preview_access TEXT CHECK (preview_access IN ('members', 'link')),
  production_access TEXT CHECK (production_access IN ('members')),
  -- The active domain that links to production name; NULL is the service's own host.
  primary_domain TEXT,
  -- What a site does with them: 'refused', 'previews', or 'allowed' for releases too; NULL is 'previews'.
  prebuilt TEXT,
  -- Which changed pages an approver must have looked at: 'any', or 'all'; NULL is 'any'.
  viewed_pages TEXT CHECK (viewed_pages IN ('any', 'all')),
  -- What is left out of pictures that are compared: lines of a path, a space and a CSS selector. NULL: nothing.
  masks TEXT,
  -- URLs of repositories, one a line, that are submodules read with the credential of the workspace. NULL: none.
  submodules TEXT,
  -- NULL: visitors with a share link may comment.
  guest_comments TEXT CHECK (guest_comments IN ('allowed', 'refused')),
  -- NULL is 'off'.
  github_comments TEXT CHECK (github_comments IN ('off', 'on')),
  daily_builds INTEGER,
  built_commits TEXT CHECK (built_commits IN ('all', 'newest')),
  -- Who may approve a release that a comment blocks; NULL is 'admins', owners included.
  block_override TEXT CHECK (block_override IN ('nobody', 'admins', 'approvers')),
  -- Whether one person may go back to a release that was live lately; only an operator changes it.
  roll_back_alone INTEGER CHECK (roll_back_alone IN (0, 1))
);
CREATE UNIQUE INDEX sites_slug ON sites (workspace_id, slug) WHERE status = 'active';
CREATE INDEX sites_workspace ON sites (workspace_id, status, created_at);

CREATE TABLE former_slugs (
  label TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  slug TEXT NOT NULL,
  -- Until then no other site gets the slug or the label.
  until TEXT NOT NULL
);
CREATE INDEX former_slugs_workspace ON former_slugs (workspace_id, slug);
CREATE INDEX former_slugs_site ON former_slugs (site_id);

CREATE TABLE site_domains (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- In ASCII, lower case, without a final dot.
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'active')),
  -- What the last look at the DNS found.
  proof TEXT NOT NULL CHECK (proof IN ('unchecked', 'found', 'missing', 'different', 'unavailable')),
  address TEXT NOT NULL CHECK (address IN ('unchecked', 'here', 'elsewhere', 'missing', 'unavailable')),
  proven_at TEXT,
  -- Since when an active one has no proof, or no address.
  missing_since TEXT,
  address_missing_since TEXT,
  checked_at TEXT,
  next_check_at TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX site_domains_owner ON site_domains (name) WHERE status = 'active';
CREATE UNIQUE INDEX site_domains_claim ON site_domains (site_id, name);
CREATE INDEX site_domains_name ON site_domains (name);
CREATE INDEX site_domains_workspace ON site_domains (workspace_id, status);
CREATE INDEX site_domains_due ON site_domains (next_check_at);

CREATE TABLE site_variables (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  name TEXT NOT NULL,
  -- all, production, preview, or branch: and a pattern.
  environment TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('plain', 'secret')),
  -- Encrypted when it is a secret.
  value TEXT NOT NULL,
  install INTEGER NOT NULL CHECK (install IN (0, 1)),
  -- Of the site when the value was set: a secret does not follow the site to another repository.
  repository_url TEXT,
  updated_by TEXT REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (site_id, name, environment)
);

CREATE TABLE repository_connections (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL UNIQUE REFERENCES sites (id),
  -- As in https://api.github.com, without a slash at its end.
  api_url TEXT NOT NULL,
  -- In lower case: GitHub ignores the case.
  owner TEXT NOT NULL,
  repository TEXT NOT NULL,
  -- Name of the environment on GitHub the site's releases belong to.
  environment TEXT NOT NULL,
  sealed_credential TEXT NOT NULL,
  -- NULL: no protection rule is answered.
  sealed_hook_secret TEXT,
  created_at TEXT NOT NULL,
  -- The App's id or client id; the credential is its private key. NULL: the credential is a token.
  app_id TEXT,
  -- NULL: the installation is looked up by the repository.
  installation_id TEXT
);
CREATE UNIQUE INDEX repository_connections_environment
  ON repository_connections (owner, repository, api_url, environment);

CREATE TABLE repository_credentials (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL CHECK (kind IN ('password', 'github-app')),
  -- A repository, or a folder of them when it ends with a slash.
  url TEXT NOT NULL,
  username TEXT,
  app_id TEXT,
  api_url TEXT,
  -- The password, or the private key of the App, encrypted.
  sealed_secret TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  UNIQUE (workspace_id, url)
);

CREATE TABLE deploy_keys (
  site_id TEXT PRIMARY KEY REFERENCES sites (id),
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  -- Of the site when the key was made: it is used for no other.
  repository_url TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_key TEXT NOT NULL,
  -- Keys of the host, one a line.
  host_keys TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL
);

CREATE TABLE deployment_targets (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  provider TEXT NOT NULL,
  mode TEXT NOT NULL,
  runtime TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0,
  -- Written, never read back.
  config TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX deployment_targets_workspace ON deployment_targets (workspace_id);
CREATE UNIQUE INDEX deployment_targets_default ON deployment_targets (workspace_id) WHERE is_default = 1;

-- Tokens.

CREATE TABLE trust_rules (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  issuer TEXT NOT NULL,
  -- The number, as text: names are given to others.
  repository_id TEXT NOT NULL,
  -- As it was called when the rule was made.
  repository TEXT NOT NULL,
  -- NULL: any.
  ref TEXT,
  environment TEXT,
  event TEXT,
  workflow TEXT,
  scopes TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  -- Of its maker then, and whether the maker was confirmed in it: else the rule ends with the epoch and the member.
  maker_epoch INTEGER NOT NULL,
  maker_confirmed INTEGER NOT NULL CHECK (maker_confirmed IN (0, 1)),
  -- The token that it was made with; revoking that ends the rule. NULL: a session.
  parent_token_id TEXT,
  created_at TEXT NOT NULL,
  -- Kept after that, so that what its tokens did can be explained.
  removed_at TEXT
);
CREATE INDEX trust_rules_repository ON trust_rules (repository_id, issuer) WHERE removed_at IS NULL;
CREATE INDEX trust_rules_site ON trust_rules (site_id);

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  -- The person behind the token: the originating actor of its requests. NULL for a bot without an owner.
  user_id TEXT REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('pat', 'mcp')),
  name TEXT NOT NULL,
  -- SHA-256 of the token; the token itself is shown once and kept nowhere.
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  -- Of the person, when the token was issued. NULL for a token that belongs to no person.
  epoch INTEGER,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  -- Someone revoked it: what was made with it ends too. What ends with a membership only expires.
  revoked_at TEXT,
  last_used_at TEXT,
  -- A token of a trust rule is good for one site only, and names who started the run.
  site_id TEXT REFERENCES sites (id),
  trust_rule_id TEXT REFERENCES trust_rules (id),
  run_actor_id TEXT,
  run_actor_login TEXT,
  issued_via TEXT NOT NULL DEFAULT 'web' CHECK (issued_via IN ('web', 'device', 'operator', 'exchange')),
  seal TEXT NOT NULL
);
CREATE INDEX tokens_workspace ON tokens (workspace_id);

CREATE TABLE identity_uses (
  issuer TEXT NOT NULL,
  jti TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (issuer, jti)
);
CREATE INDEX identity_uses_age ON identity_uses (expires_at);

CREATE TABLE device_grants (
  device_code_hash TEXT PRIMARY KEY,
  user_code_hash TEXT NOT NULL,
  client_name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  address TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  -- Who allowed it, in which epoch of theirs, and for which workspace.
  user_id TEXT REFERENCES users (id),
  epoch INTEGER,
  workspace_id TEXT REFERENCES workspaces (id),
  interval_seconds INTEGER NOT NULL,
  last_polled_at TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  seal TEXT
);
CREATE UNIQUE INDEX device_grants_user_code ON device_grants (user_code_hash) WHERE status = 'pending';
CREATE INDEX device_grants_age ON device_grants (expires_at);

-- Files.

CREATE TABLE buckets (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- What the bucket itself says whose files it holds.
  owner TEXT NOT NULL
);

CREATE TABLE objects (
  sha256 TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  -- When the bytes were known to be stored; NULL while nothing is known.
  stored_at TEXT,
  -- Since when nothing needs it; it is removed some time later, unless something needs it again.
  condemned_at TEXT,
  -- When a process claimed its removal: until that has ended, nothing may rely on it.
  removing_at TEXT,
  -- When the bytes were last read back, and when they were found lost or damaged; the next write stores them again.
  checked_at TEXT,
  lost_at TEXT
);
-- Those that were left, which each round of the collector looks at; no other query may choose it.
CREATE INDEX objects_left ON objects (sha256) WHERE created_at = '1970-01-01T00:00:00.000Z';
CREATE INDEX objects_checked ON objects (checked_at);
CREATE INDEX objects_lost ON objects (lost_at) WHERE lost_at IS NOT NULL;
CREATE INDEX objects_condemned ON objects (condemned_at) WHERE condemned_at IS NOT NULL;

CREATE TABLE object_encodings (
  sha256 TEXT NOT NULL REFERENCES objects (sha256),
  encoding TEXT NOT NULL CHECK (encoding IN ('br', 'gzip')),
  -- NULL when the compressed form was not smaller.
  encoded_sha256 TEXT REFERENCES objects (sha256),
  encoded_size INTEGER NOT NULL,
  PRIMARY KEY (sha256, encoding)
);
CREATE INDEX object_encodings_encoded ON object_encodings (encoded_sha256);

CREATE TABLE file_lists (
  digest TEXT PRIMARY KEY,
  total_bytes INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  -- How a list of files is served (single-page fallback, headers, redirects): part of what its digest covers.
  rules TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE workspace_objects (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Lists of files that have it; with 0 room is reserved for it, or its bytes are not gone yet.
  lists INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, sha256)
);
CREATE INDEX workspace_objects_object ON workspace_objects (sha256);
CREATE INDEX workspace_objects_unlisted ON workspace_objects (workspace_id, sha256) WHERE lists < 1;

-- Deployments.

CREATE TABLE deployments (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  environment TEXT NOT NULL CHECK (environment IN ('preview', 'production')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'building', 'ready', 'failed', 'canceled')),
  branch TEXT,
  -- As requested, then the full object name once it is resolved.
  commit_sha TEXT,
  source_deployment_id TEXT REFERENCES deployments (id),
  approval_request_id TEXT,
  created_by_token_id TEXT REFERENCES tokens (id),
  created_by_user_id TEXT REFERENCES users (id),
  -- Whose builds of a day it counts among: a person, an account on GitHub, or a token. NULL: nothing is built.
  author TEXT,
  -- Over the budget of its author it is not claimed before.
  held_until TEXT,
  framework TEXT,
  -- First label of the fixed preview host.
  preview_label TEXT UNIQUE,
  -- Digest of the list of files it serves; set when ready.
  file_list_digest TEXT,
  error_code TEXT,
  error_message TEXT,
  -- The queue: a worker owns the row until the lease runs out, and says so again while it lives.
  attempt INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_expires_at TEXT,
  last_event_seq INTEGER NOT NULL DEFAULT 0,
  log_lines INTEGER NOT NULL DEFAULT 0,
  log_bytes INTEGER NOT NULL DEFAULT 0,
  -- Where it was claimed: in a build slot, or beside them since its site runs no commands. NULL: not claimed yet.
  lane TEXT CHECK (lane IN ('slot', 'quick')),
  -- JSON of faults that its build met on machines, which do not take it again.
  machine_faults TEXT,
  -- Set when the site is archived: readable by id, in no list.
  hidden_at TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  -- Whether the service itself saw that the commit is on the branch that the request named. NULL: not looked at yet.
  branch_verified INTEGER,
  -- Errors of a failed build, and warnings, a JSON array of the contract's BuildDiagnostic.
  diagnostics TEXT,
  -- Hosts that the proxy refused to a failed build, a JSON array. NULL: none.
  refused_hosts TEXT,
  -- What people know a deployment by: from git, as it was fetched.
  commit_message TEXT,
  commit_author TEXT,
  -- Name of the worker on whose word the commit is. NULL: the service saw it in the repository.
  commit_told_by TEXT,
  -- As the request that made the deployment named it.
  pull_request_number INTEGER,
  pull_request_title TEXT,
  -- The object that holds the log of a deployment that has ended; its rows are deleted then, those of its states stay.
  log_sha256 TEXT REFERENCES objects (sha256),
  -- Set when the files of a deployment were removed; its record and its log stay.
  removed_at TEXT,
  removed_because TEXT CHECK (removed_because IN ('expired', 'pull_request_closed', 'deleted', 'site_archived')),
  -- NULL: the service builds. 'waiting' for the list of files, 'open' for files, 'complete'.
  upload TEXT,
  -- Of the list of files, as the create request named it.
  upload_sha256 TEXT,
  upload_files INTEGER,
  upload_bytes INTEGER,
  -- NULL once nothing is awaited.
  upload_expires_at TEXT
);
CREATE INDEX deployments_workspace_page ON deployments (workspace_id, created_at, id);
CREATE INDEX deployments_site_page ON deployments (site_id, created_at, id);
CREATE INDEX deployments_open ON deployments (workspace_id, status, created_at) WHERE status IN ('queued', 'building');
CREATE INDEX deployments_author ON deployments (site_id, author, (COALESCE(held_until, created_at)))
  WHERE author IS NOT NULL AND (status <> 'canceled' OR started_at IS NOT NULL);
CREATE INDEX deployments_file_list ON deployments (file_list_digest) WHERE file_list_digest IS NOT NULL;
CREATE INDEX deployments_failed_page ON deployments (workspace_id, created_at, id) WHERE status = 'failed' AND hidden_at IS NULL;
CREATE INDEX deployments_canceled_page ON deployments (workspace_id, created_at, id) WHERE status = 'canceled' AND hidden_at IS NULL;
CREATE INDEX deployments_production_page ON deployments (workspace_id, created_at, id) WHERE environment = 'production' AND hidden_at IS NULL;
CREATE UNIQUE INDEX deployments_approval ON deployments (approval_request_id) WHERE approval_request_id IS NOT NULL;
CREATE INDEX deployments_log ON deployments (log_sha256) WHERE log_sha256 IS NOT NULL;
CREATE INDEX deployments_unpacked ON deployments (finished_at)
  WHERE log_sha256 IS NULL AND finished_at IS NOT NULL AND log_lines > 0;
CREATE INDEX deployments_kept ON deployments (site_id, environment, created_at) WHERE status = 'ready' AND removed_at IS NULL;
CREATE INDEX deployments_kept_hidden ON deployments (site_id) WHERE status = 'ready' AND removed_at IS NULL AND hidden_at IS NOT NULL;
CREATE INDEX deployments_kept_of_pull_request ON deployments (site_id, pull_request_number)
  WHERE status = 'ready' AND removed_at IS NULL AND pull_request_number IS NOT NULL;
CREATE INDEX deployments_source ON deployments (source_deployment_id) WHERE source_deployment_id IS NOT NULL;
CREATE INDEX deployments_uploads ON deployments (upload_expires_at) WHERE upload_expires_at IS NOT NULL;
CREATE INDEX deployments_ended ON deployments (finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX deployments_branch ON deployments (site_id, (COALESCE(branch, '#' || CAST(pull_request_number AS TEXT), '')), created_at, id)
  WHERE environment = 'preview' AND hidden_at IS NULL;

-- The newest preview of each branch of a site, or of each pull request where no branch is named.
CREATE TABLE branches (
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- As in deployments_branch.
  name TEXT NOT NULL,
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  deployed_at TEXT NOT NULL,
  -- The last one that a preview of it named.
  pull_request_number INTEGER,
  PRIMARY KEY (site_id, name)
);
CREATE INDEX branches_page ON branches (site_id, deployed_at, deployment_id);
CREATE INDEX branches_deployment ON branches (deployment_id);

-- How many deployments had their files removed, and why, since the beginning.
CREATE TABLE removal_counts (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, reason)
);

CREATE TABLE deployment_events (
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  -- Counts from 1 within a deployment; sent as the event id.
  seq INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('status', 'log')),
  data TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (deployment_id, seq)
);

CREATE TABLE idempotency_keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  -- The first answer, replayed as it was.
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, key)
);

CREATE TABLE upload_entries (
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 1: the site had the file, or it was sent for this deployment.
  present INTEGER NOT NULL,
  PRIMARY KEY (deployment_id, path)
);
CREATE INDEX upload_entries_file ON upload_entries (deployment_id, sha256);
CREATE INDEX upload_entries_object ON upload_entries (sha256);

CREATE TABLE closed_pull_requests (
  site_id TEXT NOT NULL REFERENCES sites (id),
  number INTEGER NOT NULL,
  remove_at TEXT NOT NULL,
  PRIMARY KEY (site_id, number)
);

CREATE TABLE deployment_statements (
  deployment_id TEXT PRIMARY KEY REFERENCES deployments (id),
  envelope TEXT NOT NULL
);

CREATE TABLE commit_checks (
  site_id TEXT NOT NULL REFERENCES sites (id),
  commit_sha TEXT NOT NULL,
  -- Since when a screen waits for the answer; NULL while none does.
  wanted_at TEXT,
  -- When GitHub was asked last, whatever it said.
  asked_at TEXT,
  -- JSON as of `read_at`; both are NULL until GitHub has answered.
  checks TEXT,
  read_at TEXT,
  PRIMARY KEY (site_id, commit_sha)
);
CREATE INDEX commit_checks_wanted ON commit_checks (wanted_at) WHERE wanted_at IS NOT NULL;

CREATE TABLE hosts (
  label TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('deployment', 'branch', 'production')),
  site_id TEXT NOT NULL REFERENCES sites (id),
  branch TEXT,
  -- NULL until something is published there.
  deployment_id TEXT REFERENCES deployments (id),
  updated_at TEXT NOT NULL
);
CREATE INDEX hosts_site ON hosts (site_id);
CREATE INDEX hosts_branch ON hosts (site_id, branch) WHERE kind = 'branch';
CREATE INDEX hosts_production ON hosts (site_id) WHERE kind = 'production';
CREATE INDEX hosts_deployment ON hosts (deployment_id);

-- Visitors of protected hosts.

CREATE TABLE share_links (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- NULL: every preview of the site.
  deployment_id TEXT REFERENCES deployments (id) ON DELETE CASCADE,
  name TEXT,
  -- SHA-256 of the secret in its URL.
  hash TEXT NOT NULL UNIQUE,
  created_by TEXT NOT NULL REFERENCES users (id),
  maker_epoch INTEGER NOT NULL,
  parent_token_id TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT,
  last_used_at TEXT,
  seal TEXT NOT NULL
);
CREATE INDEX share_links_site ON share_links (site_id, created_at);
CREATE INDEX share_links_deployment ON share_links (deployment_id);

-- Visitors who ask to see what is protected. Neither name nor address is proven.
CREATE TABLE access_requests (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- NULL: something other than one preview.
  deployment_id TEXT REFERENCES deployments (id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  ended_at TEXT
);
CREATE UNIQUE INDEX access_requests_person ON access_requests (site_id, host, email);
CREATE INDEX access_requests_deployment ON access_requests (deployment_id) WHERE deployment_id IS NOT NULL;

CREATE TABLE preview_tokens (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  name TEXT NOT NULL,
  -- SHA-256 of the token.
  hash TEXT NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  maker_epoch INTEGER NOT NULL,
  parent_token_id TEXT,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  last_used_at TEXT,
  seal TEXT NOT NULL
);
CREATE INDEX preview_tokens_site ON preview_tokens (site_id, created_at);

CREATE TABLE visit_codes (
  hash TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- Whose visit it begins: one of the two.
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  share_link_id TEXT REFERENCES share_links (id) ON DELETE CASCADE,
  -- SHA-256 of a cookie of the browser that asked, so that the code is of no use in another one.
  challenge TEXT NOT NULL,
  -- Where on the host the visitor was going.
  path TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  seal TEXT NOT NULL
);
CREATE INDEX visit_codes_age ON visit_codes (expires_at);
CREATE INDEX visit_codes_session ON visit_codes (session_id);
CREATE INDEX visit_codes_link ON visit_codes (share_link_id);

CREATE TABLE visits (
  hash TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES sites (id),
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  share_link_id TEXT REFERENCES share_links (id) ON DELETE CASCADE,
  preview_token_id TEXT REFERENCES preview_tokens (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  seal TEXT NOT NULL
);
CREATE INDEX visits_age ON visits (expires_at);
CREATE INDEX visits_session ON visits (session_id, created_at);
CREATE INDEX visits_share_link ON visits (share_link_id, created_at);
CREATE INDEX visits_preview_token ON visits (preview_token_id, created_at);

-- Comments.

CREATE TABLE comment_threads (
  -- That of its first comment.
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- The preview it was made on, with its branch and pull request then.
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  branch TEXT,
  pull_request_number INTEGER,
  path TEXT NOT NULL,
  anchor TEXT NOT NULL,
  width INTEGER,
  -- Who made it block releases. NULL: it does not.
  blocked_by TEXT REFERENCES users (id),
  status TEXT NOT NULL CHECK (status IN ('open', 'resolved')),
  -- JSON of who did it, with their name then.
  resolved_by TEXT,
  resolved_at TEXT,
  resolved_commit TEXT,
  -- An agent's word for it, where the thread blocks and a person is to accept it.
  proposed_by TEXT,
  proposed_at TEXT,
  proposed_commit TEXT,
  -- The comment of the pull request on GitHub that stands for it, and by which connection it was written. NULL: there is none.
  github_comment_id INTEGER,
  github_connection_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX comment_threads_page ON comment_threads (site_id, created_at, id);
CREATE INDEX comment_threads_open ON comment_threads (site_id, created_at, id) WHERE status = 'open';
CREATE INDEX comment_threads_blocking ON comment_threads (site_id) WHERE status = 'open' AND blocked_by IS NOT NULL;
CREATE INDEX comment_threads_deployment ON comment_threads (deployment_id);
CREATE INDEX comment_threads_changed ON comment_threads (workspace_id, updated_at);

CREATE TABLE comments (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES comment_threads (id),
  author_kind TEXT NOT NULL CHECK (author_kind IN ('person', 'guest', 'agent', 'github')),
  -- Of the person, the share link, the token or the account on GitHub.
  author_id TEXT NOT NULL,
  -- As it was then; what a guest typed.
  author_name TEXT NOT NULL,
  -- Empty once it was deleted.
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  edited_at TEXT,
  deleted_at TEXT,
  -- The comment on GitHub that it was.
  github_id INTEGER
);
CREATE INDEX comments_thread ON comments (thread_id, created_at, id);
CREATE UNIQUE INDEX comments_github ON comments (github_id, thread_id) WHERE github_id IS NOT NULL;

-- Reviews and workers.

CREATE TABLE comparisons (
  -- Made from the site, the two digests and the masks.
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- Digests of lists of files. '': nothing.
  before_digest TEXT NOT NULL,
  after_digest TEXT NOT NULL,
  -- What is left out of pictures, as the site said; '': nothing.
  masks TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'unavailable')),
  -- Why there is none, or what it leaves out.
  message TEXT,
  -- The report, JSON; while it is made, of the pages that are done.
  report TEXT,
  pages_done INTEGER NOT NULL,
  pages_total INTEGER NOT NULL,
  -- Most pages that are rendered.
  max_pages INTEGER NOT NULL,
  -- When somebody last asked to see it, besides those who deployed.
  asked_at TEXT,
  attempt INTEGER NOT NULL,
  lease_owner TEXT,
  lease_expires_at TEXT,
  queued_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- When it was made first.
  finished_at TEXT,
  -- A small picture of the first page that changed.
  thumbnail_sha256 TEXT
);
CREATE INDEX comparisons_open ON comparisons (queued_at) WHERE status IN ('pending', 'running');
CREATE INDEX comparisons_after ON comparisons (site_id, after_digest);

-- Stored files that a comparison needs: what it shows, and what is known of pages that were rendered.
CREATE TABLE comparison_files (
  comparison_id TEXT NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL REFERENCES objects (sha256),
  kind TEXT NOT NULL CHECK (kind IN ('picture', 'thumbnail', 'render')),
  PRIMARY KEY (comparison_id, sha256)
);
CREATE INDEX comparison_files_object ON comparison_files (sha256);

-- Pages that were rendered, by what they show; their files are those of comparisons.
CREATE TABLE renders (
  site_id TEXT NOT NULL REFERENCES sites (id),
  -- The worker that made it, which alone uses it. '': the service.
  maker TEXT NOT NULL,
  key TEXT NOT NULL,
  -- Of its JSON.
  sha256 TEXT NOT NULL,
  PRIMARY KEY (site_id, maker, key)
);

-- The comparison of a preview with what was live when it became ready.
CREATE TABLE reviews (
  deployment_id TEXT PRIMARY KEY REFERENCES deployments (id) ON DELETE CASCADE,
  comparison_id TEXT NOT NULL REFERENCES comparisons (id),
  -- The release that was live. NULL: none.
  live_deployment_id TEXT,
  -- The public name of its thumbnail, which cannot be guessed.
  thumbnail_name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
CREATE INDEX reviews_comparison ON reviews (comparison_id);

CREATE TABLE workers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- SHA-256 of the token.
  hash TEXT NOT NULL UNIQUE,
  -- Most builds it may hold at a time.
  slots INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  last_seen_at TEXT,
  seal TEXT NOT NULL
);

-- Whose builds and reviews a worker takes. A worker without a row: those of all workspaces.
CREATE TABLE worker_workspaces (
  worker_id TEXT NOT NULL REFERENCES workers (id),
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  PRIMARY KEY (worker_id, workspace_id)
);

-- Services that build, beside workers, where several share a database.
CREATE TABLE machines (
  id TEXT PRIMARY KEY,
  seen_at TEXT NOT NULL
);

-- Space on the disk of the data folder that something is about to take, beside uploads.
CREATE TABLE disk_reservations (
  name TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  until TEXT NOT NULL
);

CREATE TABLE worker_claims (
  id TEXT PRIMARY KEY,
  worker_id TEXT NOT NULL REFERENCES workers (id),
  -- What it builds, or what it compares.
  deployment_id TEXT REFERENCES deployments (id) ON DELETE CASCADE,
  comparison_id TEXT REFERENCES comparisons (id) ON DELETE CASCADE,
  claimed_at TEXT NOT NULL,
  CHECK ((deployment_id IS NULL) <> (comparison_id IS NULL))
);
CREATE INDEX worker_claims_worker ON worker_claims (worker_id);
CREATE INDEX worker_claims_deployment ON worker_claims (deployment_id);
CREATE INDEX worker_claims_comparison ON worker_claims (comparison_id);

CREATE TABLE worker_files (
  claim_id TEXT NOT NULL REFERENCES worker_claims (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 1 when all of it is there.
  stored INTEGER NOT NULL,
  PRIMARY KEY (claim_id, sha256)
);
CREATE INDEX worker_files_object ON worker_files (sha256);

-- Approvals and the audit log.

CREATE TABLE approval_requests (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  source_deployment_id TEXT NOT NULL REFERENCES deployments (id),
  -- What exactly was requested: approving publishes these files or nothing.
  file_list_digest TEXT NOT NULL,
  branch TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'published', 'rejected', 'expired', 'superseded')),
  -- 'release': those who may request it were notified.
  intent TEXT NOT NULL CHECK (intent IN ('prepare', 'release')),
  -- The token that prepared it, with its name then. NULL: a person requested it on the web at once.
  prepared_by_token_id TEXT,
  prepared_by_name TEXT,
  -- What the token said about it.
  reason TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  deployment_id TEXT REFERENCES deployments (id),
  -- NULL: a prepared release, which no one has requested yet.
  requested_at TEXT,
  -- The request that took the place of a superseded one. NULL: its preview is gone.
  superseded_by TEXT REFERENCES approval_requests (id)
);
CREATE UNIQUE INDEX approval_requests_open ON approval_requests (site_id, source_deployment_id) WHERE status = 'pending';
CREATE INDEX approval_requests_page ON approval_requests (workspace_id, created_at, id);
CREATE INDEX approval_requests_due ON approval_requests (expires_at) WHERE status IN ('pending', 'approved');
CREATE INDEX approval_requests_site ON approval_requests (site_id, created_at, id);
CREATE INDEX approval_requests_superseded ON approval_requests (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX approval_requests_prepared ON approval_requests (site_id, created_at, id)
  WHERE status = 'pending' AND requested_at IS NULL;
CREATE INDEX approval_requests_waiting ON approval_requests (requested_at)
  WHERE status = 'pending' AND requested_at IS NOT NULL;

-- What people did for a release on the web. Nothing changes a row later.
CREATE TABLE release_acts (
  id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES approval_requests (id),
  kind TEXT NOT NULL CHECK (kind IN ('requested', 'approved', 'rejected')),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- Epoch of the account, and everyone who may have acted as it then, as JSON.
  epoch INTEGER NOT NULL,
  people TEXT NOT NULL,
  factor TEXT NOT NULL CHECK (factor IN ('totp', 'passkey', 'recovery_code')),
  -- What was compared: its id, the digest of what was live, that of what was requested, what pictures left out.
  comparison_id TEXT NOT NULL,
  before_digest TEXT NOT NULL,
  after_digest TEXT NOT NULL,
  masks TEXT NOT NULL,
  note TEXT,
  -- Why it was approved although comments block it. NULL: none did.
  override_reason TEXT,
  at TEXT NOT NULL
);
CREATE INDEX release_acts_request ON release_acts (request_id, at, id);
CREATE INDEX release_acts_comparison ON release_acts (comparison_id);
CREATE UNIQUE INDEX release_acts_decision ON release_acts (request_id) WHERE kind <> 'requested';

-- Pages that a person has marked as viewed before a decision.
CREATE TABLE viewed_pages (
  request_id TEXT NOT NULL REFERENCES approval_requests (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  comparison_id TEXT NOT NULL,
  path TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (request_id, user_id, comparison_id, path)
);

CREATE TABLE github_gates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES repository_connections (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL,
  -- Full object names that count as the commit of the run, as JSON: itself, and heads of the pull requests it merged.
  commits TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'rejected')),
  created_at TEXT NOT NULL,
  -- An approval answers one waiting run. NULL: the run still waits.
  approval_id TEXT REFERENCES approval_requests (id),
  -- What the run was started for, as in refs/heads/main. NULL: GitHub did not say.
  ref TEXT,
  -- Those of `commits` that are heads of pull requests merged into `ref`, as JSON.
  merged_heads TEXT NOT NULL DEFAULT '[]'
);
CREATE UNIQUE INDEX github_gates_waiting ON github_gates (connection_id, run_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX github_gates_approval ON github_gates (approval_id) WHERE approval_id IS NOT NULL;

CREATE TABLE hook_receipts (
  delivery_id TEXT PRIMARY KEY,
  signature TEXT NOT NULL UNIQUE,
  received_at TEXT NOT NULL
);
CREATE INDEX hook_receipts_age ON hook_receipts (received_at);

CREATE TABLE audit_log (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('user', 'token', 'operator', 'system')),
  actor_id TEXT,
  action TEXT NOT NULL,
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  data TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (workspace_id, seq)
);
CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;

-- Messages.

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  url TEXT NOT NULL,
  -- Names of event types divided by spaces, or a star for all.
  events TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX webhooks_workspace ON webhooks (workspace_id);

CREATE TABLE chat_channels (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  kind TEXT NOT NULL CHECK (kind IN ('slack', 'teams')),
  name TEXT NOT NULL,
  -- Of the URL, for people.
  host TEXT NOT NULL,
  sealed_url TEXT NOT NULL,
  -- Names of notices with a space between, at least one.
  notices TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX chat_channels_site ON chat_channels (site_id, created_at);

CREATE TABLE mail_service (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  since TEXT NOT NULL
);

CREATE TABLE mail_preferences (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- Names of notices with a space between, possibly none.
  notices TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);

CREATE TABLE site_mail_preferences (
  site_id TEXT NOT NULL REFERENCES sites (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- Names of notices with a space between, possibly none.
  notices TEXT NOT NULL,
  PRIMARY KEY (site_id, user_id)
);

CREATE TABLE announcements (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  type TEXT NOT NULL,
  -- What it is about, as it was then.
  facts TEXT NOT NULL,
  at TEXT NOT NULL
);

CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'repository_dispatch', 'deployment_status', 'gate_lookup', 'gate_answer', 'notice', 'email', 'chat', 'thread_comment')),
  -- The webhook, the connection, the gate, the site whose people are notified, the person or the channel.
  receiver_id TEXT NOT NULL,
  -- NULL for gates and for what concerns one person.
  announcement_id TEXT REFERENCES announcements (id),
  -- A receiver hears of one subject in the order things happened.
  subject TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at TEXT NOT NULL,
  lease_owner TEXT,
  lease_expires_at TEXT,
  -- Status of the last answer, and what is to be said about it in our words.
  last_status INTEGER,
  last_note TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  -- Facts of a notice about a person's account, and the encrypted secret of a link in it until it is sent.
  facts TEXT,
  sealed_secret TEXT
);
CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE status = 'waiting';
CREATE INDEX deliveries_order ON deliveries (kind, receiver_id, subject, id) WHERE status = 'waiting';
CREATE INDEX deliveries_page ON deliveries (workspace_id, id);
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_announcement ON deliveries (announcement_id);
CREATE INDEX deliveries_subject ON deliveries (subject) WHERE kind IN ('email', 'chat');
CREATE INDEX deliveries_receiver ON deliveries (receiver_id, kind, created_at);
CREATE INDEX deliveries_failed ON deliveries (kind) WHERE status = 'failed';

-- The instance.

-- What was sealed before the newest one does not act.
CREATE TABLE bearer_rotations (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL
);

CREATE TABLE instance_keys (
  name TEXT PRIMARY KEY CHECK (name IN ('seal', 'provenance')),
  fingerprint TEXT NOT NULL,
  sealed TEXT
);

CREATE TABLE last_times (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  -- The version that wrote 'alive' last when it started.
  version TEXT
);

CREATE TABLE moves (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('leaving', 'left', 'arriving', 'arrived')),
  -- The other place, without credentials.
  place TEXT NOT NULL,
  at TEXT NOT NULL
);
