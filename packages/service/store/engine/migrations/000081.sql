-- What a preview changes against what was live, as people see it. The row is the queue.
CREATE TABLE reviews (
  deployment_id TEXT PRIMARY KEY REFERENCES deployments (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'unavailable')),
  -- Why there is none, or what it leaves out.
  message TEXT,
  -- The production deployment it was compared with. NULL: nothing was live, or not known yet.
  live_deployment_id TEXT,
  -- The report, JSON.
  report TEXT,
  attempt INTEGER NOT NULL,
  lease_owner TEXT,
  lease_expires_at TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX reviews_open ON reviews (created_at) WHERE status IN ('pending', 'running');

-- Which stored files are pictures of a review.
CREATE TABLE review_pictures (
  deployment_id TEXT NOT NULL REFERENCES reviews (deployment_id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL REFERENCES objects (sha256),
  PRIMARY KEY (deployment_id, sha256)
);
CREATE INDEX review_pictures_object ON review_pictures (sha256);
