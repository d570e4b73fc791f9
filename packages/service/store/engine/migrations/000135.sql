-- Who can open what a site serves. A version that does not know it would serve protected sites to everyone, so it must
-- not go on with this schema: not an additive change.

-- NULL: everyone.
ALTER TABLE sites ADD COLUMN preview_access TEXT CHECK (preview_access IN ('members', 'link'));
ALTER TABLE sites ADD COLUMN production_access TEXT CHECK (production_access IN ('members'));

-- Links that open previews until they expire; whoever has one can use it as often as they like.
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
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT,
  last_used_at TEXT
);
CREATE INDEX share_links_site ON share_links (site_id, created_at);
CREATE INDEX share_links_deployment ON share_links (deployment_id);

-- Tokens by which automated tests open previews.
CREATE TABLE preview_tokens (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  name TEXT NOT NULL,
  -- SHA-256 of the token.
  hash TEXT NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  last_used_at TEXT
);
CREATE INDEX preview_tokens_site ON preview_tokens (site_id, created_at);

-- Codes that bring a signed-in member from the service to the host of a preview; each is good once, for seconds.
CREATE TABLE visit_codes (
  hash TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES sites (id),
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of a cookie of the browser that asked, so that the code is of no use in another one.
  challenge TEXT NOT NULL,
  -- Where on the host the visitor was going.
  path TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX visit_codes_age ON visit_codes (expires_at);
CREATE INDEX visit_codes_session ON visit_codes (session_id);

-- Cookies of hosts, each of one host and by exactly one of a session, a share link and a token.
CREATE TABLE visits (
  hash TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES sites (id),
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  share_link_id TEXT REFERENCES share_links (id) ON DELETE CASCADE,
  preview_token_id TEXT REFERENCES preview_tokens (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX visits_age ON visits (expires_at);
CREATE INDEX visits_session ON visits (session_id, created_at);
CREATE INDEX visits_share_link ON visits (share_link_id, created_at);
CREATE INDEX visits_preview_token ON visits (preview_token_id, created_at);
