-- Previews expire. Days after which a preview of a site is removed, and former releases that stay; NULL: never, all.
ALTER TABLE sites ADD COLUMN preview_expiry_days INTEGER DEFAULT 30;
ALTER TABLE sites ADD COLUMN kept_releases INTEGER DEFAULT 10;

-- Set when the files of a deployment were removed; its record and its log stay.
ALTER TABLE deployments ADD COLUMN removed_at TEXT;
ALTER TABLE deployments ADD COLUMN removed_because TEXT
  CHECK (removed_because IN ('expired', 'pull_request_closed', 'deleted', 'site_archived'));
-- Nothing of a deployment that was just accepted is in these.
CREATE INDEX deployments_kept ON deployments (site_id, created_at) WHERE status = 'ready' AND removed_at IS NULL;
CREATE INDEX deployments_kept_of_pull_request ON deployments (site_id, pull_request_number)
  WHERE status = 'ready' AND removed_at IS NULL AND pull_request_number IS NOT NULL;
CREATE INDEX deployments_source ON deployments (source_deployment_id) WHERE source_deployment_id IS NOT NULL;

-- Pull requests whose previews go at `remove_at`; a later deployment of one deletes its row.
CREATE TABLE closed_pull_requests (
  site_id TEXT NOT NULL REFERENCES sites (id),
  number INTEGER NOT NULL,
  closed_at TEXT NOT NULL,
  remove_at TEXT NOT NULL,
  PRIMARY KEY (site_id, number)
);

-- The files of a workspace, each once, with how many of its lists name it.
CREATE TABLE workspace_objects (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  lists INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, sha256)
);
-- The sum of their sizes, and how much it may be; NULL: what the operator set for all, 0: no limit.
ALTER TABLE workspaces ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN max_stored_bytes INTEGER;

INSERT INTO workspace_objects (workspace_id, sha256, size, lists)
SELECT held.workspace_id, e.sha256, MAX(e.size), COUNT(DISTINCT held.digest)
FROM (SELECT DISTINCT workspace_id, file_list_digest AS digest FROM deployments WHERE file_list_digest IS NOT NULL) AS held
JOIN file_list_entries AS e ON e.list_digest = held.digest
GROUP BY held.workspace_id, e.sha256;
UPDATE workspaces SET stored_bytes =
  COALESCE((SELECT SUM(o.size) FROM workspace_objects AS o WHERE o.workspace_id = workspaces.id), 0);
