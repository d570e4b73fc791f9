-- Every index is a page more to write with each deployment that is accepted: those of rare states are partial,
-- and hold nothing of a deployment that was just accepted. A partial index serves a query only when the query
-- spells the index's condition out, so these queries have literals where others have parameters.

DROP INDEX deployments_open;
CREATE INDEX deployments_open ON deployments (workspace_id, status, created_at) WHERE status IN ('queued', 'building');

DROP INDEX deployments_file_list;
CREATE INDEX deployments_file_list ON deployments (file_list_digest) WHERE file_list_digest IS NOT NULL;

-- A page costs the same whatever its filter: hidden deployments are in no list.
CREATE INDEX deployments_failed_page ON deployments (workspace_id, created_at, id) WHERE status = 'failed' AND hidden_at IS NULL;
CREATE INDEX deployments_canceled_page ON deployments (workspace_id, created_at, id) WHERE status = 'canceled' AND hidden_at IS NULL;
CREATE INDEX deployments_production_page ON deployments (workspace_id, created_at, id) WHERE environment = 'production' AND hidden_at IS NULL;

-- Keys are forgotten once an hour, which can read them all.
DROP INDEX idempotency_keys_age;
