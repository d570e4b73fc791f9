-- Runs that get a token without a secret, by the identity token of their issuer.

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
  created_at TEXT NOT NULL,
  -- Kept after that, so that what its tokens did can be explained.
  removed_at TEXT
);
CREATE INDEX trust_rules_repository ON trust_rules (repository_id, issuer) WHERE removed_at IS NULL;
CREATE INDEX trust_rules_site ON trust_rules (site_id);

-- Identity tokens that were exchanged, until they expire: each is good once.
CREATE TABLE identity_uses (
  issuer TEXT NOT NULL,
  jti TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (issuer, jti)
);
CREATE INDEX identity_uses_age ON identity_uses (expires_at);

-- A token of a trust rule is good for one site only, and names who started the run.
ALTER TABLE tokens ADD COLUMN site_id TEXT REFERENCES sites (id);
ALTER TABLE tokens ADD COLUMN trust_rule_id TEXT REFERENCES trust_rules (id);
ALTER TABLE tokens ADD COLUMN run_actor_id TEXT;
ALTER TABLE tokens ADD COLUMN run_actor_login TEXT;

-- One more way to issue a token; a check cannot be changed in place.
ALTER TABLE tokens ADD COLUMN issued TEXT NOT NULL DEFAULT 'web' CHECK (issued IN ('web', 'device', 'operator', 'exchange'));
UPDATE tokens SET issued = issued_via;
ALTER TABLE tokens DROP COLUMN issued_via;
ALTER TABLE tokens RENAME COLUMN issued TO issued_via;
