-- Lists of files become objects, each under its own digest. A migration cannot put objects: the service does so when it
-- starts. An older version that still runs finds no table, where it would find that nothing is needed any more.
DROP INDEX file_list_entries_object;
ALTER TABLE file_list_entries RENAME TO unconverted_list_entries;

-- The collector asks these in place of the lists, so they are counted anew.
CREATE INDEX workspace_objects_object ON workspace_objects (sha256);
DELETE FROM workspace_objects;
INSERT INTO workspace_objects (workspace_id, sha256, size, lists)
SELECT held.workspace_id, e.sha256, MAX(e.size), COUNT(DISTINCT held.digest)
FROM (SELECT DISTINCT workspace_id, file_list_digest AS digest FROM deployments WHERE file_list_digest IS NOT NULL) AS held
JOIN unconverted_list_entries AS e ON e.list_digest = held.digest
GROUP BY held.workspace_id, e.sha256;
UPDATE workspaces SET stored_bytes =
  COALESCE((SELECT SUM(o.size) FROM workspace_objects AS o WHERE o.workspace_id = workspaces.id), 0);
