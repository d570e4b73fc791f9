-- A prepared release is a pending request that nobody made yet; announced_at says when somebody did.
ALTER TABLE approval_requests ADD COLUMN announced_at TEXT;
UPDATE approval_requests SET announced_at = created_at;
-- The request that took the place of a superseded one. NULL: its preview is gone.
ALTER TABLE approval_requests ADD COLUMN superseded_by TEXT REFERENCES approval_requests (id);
CREATE INDEX approval_requests_superseded ON approval_requests (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX approval_requests_prepared ON approval_requests (site_id, created_at, id)
  WHERE status = 'pending' AND announced_at IS NULL;

-- An approval answers one waiting run. NULL: the run still waits, or was answered before answers were counted.
ALTER TABLE github_gates ADD COLUMN approval_id TEXT REFERENCES approval_requests (id);
CREATE UNIQUE INDEX github_gates_approval ON github_gates (approval_id) WHERE approval_id IS NOT NULL;
-- What the run was started for, as in refs/heads/main. NULL: GitHub did not say.
ALTER TABLE github_gates ADD COLUMN ref TEXT;
-- Those of `commits` that are heads of pull requests merged into `ref`, as JSON.
ALTER TABLE github_gates ADD COLUMN merged_heads TEXT NOT NULL DEFAULT '[]';
