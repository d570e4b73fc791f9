-- The object that holds the log of a deployment that has ended; its rows are deleted then, those of its states stay.
ALTER TABLE deployments ADD COLUMN log_sha256 TEXT REFERENCES objects (sha256);
CREATE INDEX deployments_log ON deployments (log_sha256) WHERE log_sha256 IS NOT NULL;
CREATE INDEX deployments_unpacked ON deployments (finished_at)
  WHERE log_sha256 IS NULL AND finished_at IS NOT NULL AND log_lines > 0;
