-- Additive.
-- Single sign-on: accounts by what the provider says of them, and what its word is checked with.

CREATE TABLE sso_identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
  -- The provider's word is as old as this allows; the person's tokens work until then.
  proven_until TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
);

-- What a sign-in left to ask the provider again with. It outlives its session, for the person's tokens.
CREATE TABLE sso_grants (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- NULL once the session was ended.
  session_id TEXT,
  -- The provider's name of its session.
  provider_session TEXT,
  -- Tokens of the provider, encrypted.
  sealed TEXT NOT NULL,
  proven_until TEXT NOT NULL,
  -- Who asks the provider does so alone until then.
  claimed_until TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX sso_grants_user ON sso_grants (user_id, created_at);
CREATE INDEX sso_grants_session ON sso_grants (session_id);

-- Sign-ins that are on their way, by the hash of their state; each comes back once.
CREATE TABLE sso_attempts (
  state_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'link')),
  -- The session that links its account.
  session_id TEXT,
  next TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX sso_attempts_age ON sso_attempts (expires_at);

-- Memberships that groups of the provider gave, and take away.
CREATE TABLE sso_memberships (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (workspace_id, user_id)
);

-- NULL: a local sign-in. Else the session is good until then, unless the provider says so again.
ALTER TABLE sessions ADD COLUMN proven_until TEXT;
