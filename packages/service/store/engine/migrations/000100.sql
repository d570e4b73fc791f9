-- Machines that build for this service; each has a token, of which the hash is kept.
CREATE TABLE workers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- SHA-256 of the token.
  hash TEXT NOT NULL UNIQUE,
  -- Most builds it may hold at a time.
  slots INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  last_seen_at TEXT
);

-- Which worker holds the claim that deployments.lease_owner names.
CREATE TABLE worker_claims (
  id TEXT PRIMARY KEY,
  worker_id TEXT NOT NULL REFERENCES workers (id),
  deployment_id TEXT NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
  claimed_at TEXT NOT NULL
);
CREATE INDEX worker_claims_worker ON worker_claims (worker_id);
CREATE INDEX worker_claims_deployment ON worker_claims (deployment_id);

-- The files that a worker sent for a claim; it may list no others but those of its site.
CREATE TABLE worker_files (
  claim_id TEXT NOT NULL REFERENCES worker_claims (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 1 when all of it is there.
  stored INTEGER NOT NULL,
  PRIMARY KEY (claim_id, sha256)
);
