-- Additive.
-- What sites of a workspace read private repositories with.

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

-- The key that a site's repository is read with over ssh.
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
