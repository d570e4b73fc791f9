-- The signed statement about a ready deployment, a DSSE envelope as JSON. Deployments from before have none.
CREATE TABLE deployment_statements (
  deployment_id TEXT PRIMARY KEY REFERENCES deployments (id),
  envelope TEXT NOT NULL
);
