-- 1 for a migration that a version that does not know it works with.
ALTER TABLE migrations ADD COLUMN additive INTEGER NOT NULL DEFAULT 0;

-- Moves of the whole store to another place, and from another place to this one.
CREATE TABLE moves (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('leaving', 'left', 'arriving', 'arrived')),
  -- The other place, without credentials.
  place TEXT NOT NULL,
  at TEXT NOT NULL
);

-- Keys that the machines of one database share; what is sealed is encrypted with the first of them.
CREATE TABLE instance_keys (
  name TEXT PRIMARY KEY CHECK (name IN ('seal', 'provenance')),
  fingerprint TEXT NOT NULL,
  sealed TEXT
);
