-- Written for what SQLite and PostgreSQL share. Instants are ISO 8601 UTC text, which sorts; booleans are 0 or 1.

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- NULL is unlimited; a number is an operator's override.
  max_sites INTEGER,
  max_live_sites INTEGER,
  byo_cloud_targets INTEGER NOT NULL DEFAULT 0,
  allow_self_approval INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
);

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
  created_at TEXT NOT NULL,
  disabled_at TEXT
);

CREATE TABLE memberships (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'approver', 'developer', 'viewer')),
  created_at TEXT NOT NULL,
  removed_at TEXT,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

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
  issued_via TEXT NOT NULL CHECK (issued_via IN ('web', 'device', 'operator')),
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
);
CREATE INDEX tokens_workspace ON tokens (workspace_id);

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
  archived_at TEXT
);
-- An archived site frees its slug.
CREATE UNIQUE INDEX sites_slug ON sites (workspace_id, slug) WHERE status = 'active';
CREATE INDEX sites_workspace ON sites (workspace_id, status, created_at);

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
  cancel_requested_at TEXT,
  last_event_seq INTEGER NOT NULL DEFAULT 0,
  log_lines INTEGER NOT NULL DEFAULT 0,
  log_bytes INTEGER NOT NULL DEFAULT 0,
  -- Set when the site is archived: readable by id, in no list.
  hidden_at TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
CREATE INDEX deployments_workspace_page ON deployments (workspace_id, created_at, id);
CREATE INDEX deployments_site_page ON deployments (site_id, created_at, id);
CREATE INDEX deployments_open ON deployments (status, created_at) WHERE status IN ('queued', 'building');
CREATE INDEX deployments_file_list ON deployments (file_list_digest);

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
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Files are stored once by digest; a list of files is stored once by the digest of the list.
CREATE TABLE objects (
  sha256 TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE file_lists (
  digest TEXT PRIMARY KEY,
  file_count INTEGER NOT NULL,
  total_bytes INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE file_list_entries (
  list_digest TEXT NOT NULL REFERENCES file_lists (digest),
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES objects (sha256),
  size INTEGER NOT NULL,
  PRIMARY KEY (list_digest, path)
);
CREATE INDEX file_list_entries_object ON file_list_entries (sha256);

-- What a host name serves: fixed previews, branch aliases, production.
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
CREATE INDEX hosts_deployment ON hosts (deployment_id);

CREATE TABLE approval_requests (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  source_deployment_id TEXT NOT NULL REFERENCES deployments (id),
  -- What exactly was requested: approving publishes these files or nothing.
  file_list_digest TEXT NOT NULL,
  branch TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'published', 'rejected', 'expired', 'superseded')),
  requested_by_type TEXT NOT NULL CHECK (requested_by_type IN ('user', 'token')),
  requested_by_id TEXT NOT NULL,
  requested_by_name TEXT NOT NULL,
  originating_user_id TEXT NOT NULL REFERENCES users (id),
  requested_via TEXT NOT NULL CHECK (requested_via IN ('web', 'mcp')),
  reason TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  decided_by TEXT REFERENCES users (id),
  decided_at TEXT,
  notes TEXT,
  deployment_id TEXT REFERENCES deployments (id)
);
-- One open request for a site and source: asking again finds it.
CREATE UNIQUE INDEX approval_requests_open ON approval_requests (site_id, source_deployment_id) WHERE status = 'pending';
CREATE INDEX approval_requests_page ON approval_requests (workspace_id, created_at, id);

-- Append only; each row carries the hash of the one before.
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
