-- When the bytes were known to be stored; NULL while nothing is known.
ALTER TABLE objects ADD COLUMN stored_at TEXT;
-- Since when nothing needs it; it is removed some time later, unless something needs it again.
ALTER TABLE objects ADD COLUMN condemned_at TEXT;
-- When a process claimed its removal: until that has ended, nothing may rely on it.
ALTER TABLE objects ADD COLUMN removing_at TEXT;
CREATE INDEX objects_condemned ON objects (condemned_at) WHERE condemned_at IS NOT NULL;

-- The bucket that holds the files of this database; no row while they are in the data folder.
CREATE TABLE buckets (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- What the bucket itself says whose files it holds.
  owner TEXT NOT NULL
);
