-- Additive.
-- What ended lately, for the figures of a service.
CREATE INDEX deployments_ended ON deployments (finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX approval_requests_waiting ON approval_requests (announced_at)
  WHERE status = 'pending' AND announced_at IS NOT NULL;
