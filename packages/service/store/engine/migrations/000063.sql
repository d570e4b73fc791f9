-- What the builds of a site may reach besides the registries: names with a space between. NULL: nothing else.
ALTER TABLE sites ADD COLUMN build_hosts TEXT;
-- Whether the build step has a network too, as the install step has.
ALTER TABLE sites ADD COLUMN build_step_network INTEGER NOT NULL DEFAULT 0;
