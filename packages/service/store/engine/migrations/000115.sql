-- One row while the service has a mail server: what happens is then told by mail, also what other programs write.
CREATE TABLE mail_service (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  since TEXT NOT NULL
);

-- What a member is told by mail; no row is the default.
CREATE TABLE mail_preferences (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- Names of notices with a space between, possibly none.
  notices TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);

-- A channel of a chat that is told of a site. Whoever has its URL can write there, so it is encrypted.
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

-- The queue learns of mail and chat. A constraint cannot be changed in SQLite, so the table is made again.
CREATE TABLE new_deliveries (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'repository_dispatch', 'deployment_status', 'gate_lookup', 'gate_answer', 'notice', 'email', 'chat')),
  -- The webhook, the connection, the gate, the site whose people are told, the person or the channel.
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
  -- What one person is told about their account, and the encrypted secret of a link in it until it is sent.
  facts TEXT,
  sealed_secret TEXT
);
INSERT INTO new_deliveries (id, workspace_id, kind, receiver_id, announcement_id, subject, status, attempts, next_try_at, lease_owner, lease_expires_at, last_status, last_note, created_at, finished_at)
SELECT id, workspace_id, kind, receiver_id, announcement_id, subject, status, attempts, next_try_at, lease_owner, lease_expires_at, last_status, last_note, created_at, finished_at
FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE status = 'waiting';
CREATE INDEX deliveries_order ON deliveries (kind, receiver_id, subject, id) WHERE status = 'waiting';
CREATE INDEX deliveries_page ON deliveries (workspace_id, id);
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_announcement ON deliveries (announcement_id);
-- How much one person was sent, and what came of it last.
CREATE INDEX deliveries_receiver ON deliveries (receiver_id, kind, created_at);
CREATE INDEX deliveries_failed ON deliveries (kind) WHERE status = 'failed';
