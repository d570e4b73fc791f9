-- Additive.
-- When something last happened: 'alive', that a service wrote here; 'backup', that a backup was taken and checked.
CREATE TABLE last_times (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL
);
