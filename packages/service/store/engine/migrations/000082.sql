-- What people know a deployment by: from git, as it was fetched.
ALTER TABLE deployments ADD COLUMN commit_message TEXT;
ALTER TABLE deployments ADD COLUMN commit_author TEXT;
-- As the request that made the deployment named it.
ALTER TABLE deployments ADD COLUMN pull_request_number INTEGER;
ALTER TABLE deployments ADD COLUMN pull_request_title TEXT;
