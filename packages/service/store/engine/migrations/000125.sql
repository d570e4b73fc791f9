-- Additive.
-- Values that builds of a site find in their environment.

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
