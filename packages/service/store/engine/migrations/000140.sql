-- Additive.
-- Domains that people want their production site to be served at. Several sites can want one; DNS says which has it.
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

-- The active domain that links to production name; NULL is the service's own host.
ALTER TABLE sites ADD COLUMN primary_domain TEXT;
