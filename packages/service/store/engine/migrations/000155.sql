-- Additive.
-- The version that wrote 'alive' last when it started.
ALTER TABLE last_times ADD COLUMN version TEXT;
