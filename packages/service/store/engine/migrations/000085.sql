-- What GitHub says of the checks of a commit that somebody is to decide about.
CREATE TABLE commit_checks (
  site_id TEXT NOT NULL REFERENCES sites (id),
  commit_sha TEXT NOT NULL,
  -- Since when a screen wants to know; NULL while nobody asks.
  wanted_at TEXT,
  -- When GitHub was asked last, whatever it said.
  asked_at TEXT,
  -- JSON as of `read_at`; both are NULL until GitHub has answered.
  checks TEXT,
  read_at TEXT,
  PRIMARY KEY (site_id, commit_sha)
);
CREATE INDEX commit_checks_wanted ON commit_checks (wanted_at) WHERE wanted_at IS NOT NULL;
