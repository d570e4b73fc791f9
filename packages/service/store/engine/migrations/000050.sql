-- Who is notified when something changes, and what is still to be sent. Credentials and secrets are encrypted; the
-- key is a file of the data folder and never in the database.

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
  sealed_token TEXT NOT NULL,
  -- NULL: no protection rule is answered.
  sealed_hook_secret TEXT,
  created_at TEXT NOT NULL
);
-- An environment of a repository speaks of one site, so that its gate has one answer.
CREATE UNIQUE INDEX repository_connections_environment
  ON repository_connections (owner, repository, api_url, environment);

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

-- What happened, written in the transaction in which it happened.
CREATE TABLE announcements (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  type TEXT NOT NULL,
  -- What it is about, as it was then.
  facts TEXT NOT NULL,
  at TEXT NOT NULL
);

-- A job that waits on GitHub until a release was decided.
CREATE TABLE github_gates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES repository_connections (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL,
  -- Full object names that count as the commit of the run, as JSON: itself, and heads of the pull requests it merged.
  commits TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'rejected')),
  created_at TEXT NOT NULL,
  decided_at TEXT
);
CREATE UNIQUE INDEX github_gates_waiting ON github_gates (connection_id, run_id) WHERE state = 'waiting';

-- Hooks that were taken in, so that none counts twice. The signature counts too: it covers no delivery id.
CREATE TABLE hook_receipts (
  delivery_id TEXT PRIMARY KEY,
  signature TEXT NOT NULL UNIQUE,
  received_at TEXT NOT NULL
);
CREATE INDEX hook_receipts_age ON hook_receipts (received_at);

-- The queue and, once finished, the log. A worker owns a row until the lease runs out.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'repository_dispatch', 'deployment_status', 'gate_lookup', 'gate_answer')),
  -- The webhook, the connection or the gate.
  receiver_id TEXT NOT NULL,
  -- NULL for gates.
  announcement_id TEXT REFERENCES announcements (id),
  -- A receiver hears of one subject in the order things happened.
  subject TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at TEXT NOT NULL,
  lease_owner TEXT,
  lease_expires_at TEXT,
  -- HTTP status of the last answer, and what is to be said about it in our words.
  last_status INTEGER,
  last_note TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE status = 'waiting';
CREATE INDEX deliveries_order ON deliveries (kind, receiver_id, subject, id) WHERE status = 'waiting';
CREATE INDEX deliveries_page ON deliveries (workspace_id, id);
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_announcement ON deliveries (announcement_id);
