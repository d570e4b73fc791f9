-- Additive.
-- How many deployments lost their files, by why.
CREATE INDEX deployments_removed ON deployments (removed_because) WHERE removed_because IS NOT NULL;
