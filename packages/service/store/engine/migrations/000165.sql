-- Additive.
-- What a member is told by mail of one site, in place of what they chose for the workspace.
CREATE TABLE site_mail_preferences (
  site_id TEXT NOT NULL REFERENCES sites (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- Names of notices with a space between, possibly none.
  notices TEXT NOT NULL,
  PRIMARY KEY (site_id, user_id)
);
