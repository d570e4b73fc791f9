CREATE UNIQUE INDEX deployment_targets_default ON deployment_targets (workspace_id) WHERE is_default = 1;
