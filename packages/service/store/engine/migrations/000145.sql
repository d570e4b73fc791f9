-- Additive.
-- Files that were built elsewhere and are uploaded.

-- What a site does with them: 'refused', 'previews', or 'allowed' for releases too; NULL is 'previews'.
ALTER TABLE sites ADD COLUMN prebuilt TEXT;

-- NULL: the service builds. 'waiting' for the list of files, 'open' for files, 'complete'.
ALTER TABLE deployments ADD COLUMN upload TEXT;
-- Of the list of files, as the create request named it.
ALTER TABLE deployments ADD COLUMN upload_sha256 TEXT;
ALTER TABLE deployments ADD COLUMN upload_files INTEGER;
ALTER TABLE deployments ADD COLUMN upload_bytes INTEGER;
-- NULL once nothing is awaited.
ALTER TABLE deployments ADD COLUMN upload_expires_at TEXT;
CREATE INDEX deployments_uploads ON deployments (upload_expires_at) WHERE upload_expires_at IS NOT NULL;

-- The list of an upload until its deployment has ended.
CREATE TABLE upload_entries (
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 1: the site had the file, or it was sent for this deployment.
  present INTEGER NOT NULL,
  PRIMARY KEY (deployment_id, path)
);
CREATE INDEX upload_entries_file ON upload_entries (deployment_id, sha256);
-- The collector asks whether a file is needed.
CREATE INDEX upload_entries_object ON upload_entries (sha256);
