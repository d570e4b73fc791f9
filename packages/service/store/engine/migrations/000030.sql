-- An approval is used once, whatever happens.
CREATE UNIQUE INDEX deployments_approval ON deployments (approval_request_id) WHERE approval_request_id IS NOT NULL;
CREATE INDEX approval_requests_due ON approval_requests (expires_at) WHERE status IN ('pending', 'approved');
CREATE INDEX approval_requests_site ON approval_requests (site_id, created_at, id);
