-- People at the service: who they are signed in as, and what proved it. Secrets are stored hashed.

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the cookie; both change when the session gains a level.
  hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- The workspace the person acts in; NULL when they belong to none.
  workspace_id TEXT REFERENCES workspaces (id),
  -- 'password': a second factor is still outstanding. 'full': signed in.
  level TEXT NOT NULL CHECK (level IN ('password', 'full')),
  csrf_token TEXT NOT NULL,
  -- An authenticator that was shown as a QR code and not yet confirmed.
  pending_totp_secret TEXT,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_age ON sessions (expires_at);

-- A second factor given for one purpose; spent once.
CREATE TABLE step_ups (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- What it was given for, as in 'approve apr_...'.
  purpose TEXT NOT NULL,
  factor TEXT NOT NULL CHECK (factor IN ('totp', 'passkey', 'recovery_code')),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
);
CREATE INDEX step_ups_session ON step_ups (session_id, purpose);

CREATE TABLE passkeys (
  -- Credential id, base64url.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  -- COSE key, base64url.
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What a passkey has to sign; used once, for the session and purpose it was made for.
CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, hash)
);

-- One-time links by which a person sets a password.
CREATE TABLE setup_links (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
);
CREATE INDEX setup_links_user ON setup_links (user_id);

-- Guesses within a window, by what is guessed at.
CREATE TABLE attempts (
  subject TEXT PRIMARY KEY,
  made INTEGER NOT NULL,
  window_ends_at TEXT NOT NULL
);
CREATE INDEX attempts_age ON attempts (window_ends_at);

-- Device authorization. [RFC 8628]
CREATE TABLE device_grants (
  device_code_hash TEXT PRIMARY KEY,
  user_code_hash TEXT NOT NULL,
  client_name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  address TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  -- Who allowed it, and for which workspace.
  user_id TEXT REFERENCES users (id),
  workspace_id TEXT REFERENCES workspaces (id),
  interval_seconds INTEGER NOT NULL,
  last_polled_at TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE UNIQUE INDEX device_grants_user_code ON device_grants (user_code_hash) WHERE status = 'pending';
CREATE INDEX device_grants_age ON device_grants (expires_at);
