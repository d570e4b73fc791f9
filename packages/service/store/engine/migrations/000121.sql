-- Additive.
-- Slugs that sites had before, with the label of the production host that redirects to the new one.
CREATE TABLE former_slugs (
  label TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  site_id TEXT NOT NULL REFERENCES sites (id),
  slug TEXT NOT NULL,
  -- Until then no other site gets the slug or the label.
  until TEXT NOT NULL
);
CREATE INDEX former_slugs_workspace ON former_slugs (workspace_id, slug);
CREATE INDEX former_slugs_site ON former_slugs (site_id);
