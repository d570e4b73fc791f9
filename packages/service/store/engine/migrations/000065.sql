-- Browsers on which a person has signed in before: guesses from elsewhere do not keep them out.
CREATE TABLE known_devices (
  -- SHA-256 of the cookie.
  hash TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- SHA-256 of the password's hash: another password makes the device unknown.
  password_digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (hash, user_id)
);
CREATE INDEX known_devices_user ON known_devices (user_id, created_at);
CREATE INDEX known_devices_age ON known_devices (expires_at);
