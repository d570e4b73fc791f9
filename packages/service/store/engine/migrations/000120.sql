-- Additive.
-- How a site is built where the repository's greenroom.json does not say it; NULL leaves it to detection.
ALTER TABLE sites ADD COLUMN root_directory TEXT;
ALTER TABLE sites ADD COLUMN install_command TEXT;
ALTER TABLE sites ADD COLUMN build_command TEXT;
ALTER TABLE sites ADD COLUMN output TEXT;
ALTER TABLE sites ADD COLUMN node_version TEXT;
-- The framework that a member chose; `framework` is the one that was found.
ALTER TABLE sites ADD COLUMN chosen_framework TEXT;
