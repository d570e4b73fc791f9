-- Two people: who asked for a release, who vouches for a member, and whose account on GitHub a member has.

-- Everyone who asked for a release. None of them decides it.
CREATE TABLE approval_requesters (
  id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES approval_requests (id),
  -- The person, also when one of their tokens asked.
  user_id TEXT NOT NULL REFERENCES users (id),
  -- NULL: the person asked on the web.
  token_id TEXT,
  -- Name of the person, or of the token, at that time.
  name TEXT NOT NULL,
  reason TEXT,
  at TEXT NOT NULL
);
CREATE INDEX approval_requesters_request ON approval_requesters (request_id, at, id);
INSERT INTO approval_requesters (id, request_id, user_id, token_id, name, reason, at)
  SELECT id, id, originating_user_id, CASE WHEN requested_by_type = 'token' THEN requested_by_id END,
    requested_by_name, reason, created_at
  FROM approval_requests;

-- What gave someone a hold on a member's account or role, and who confirmed the member since. Members without a row
-- count as confirmed: who added them was not recorded.
CREATE TABLE member_changes (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('added', 'role', 'link', 'factor', 'confirmed')),
  -- NULL: the operator.
  by_user_id TEXT REFERENCES users (id),
  at TEXT NOT NULL
);
CREATE INDEX member_changes_workspace ON member_changes (workspace_id, at, id);

-- Whether members whom nobody confirmed can decide; only an operator changes it.
ALTER TABLE workspaces ADD COLUMN allow_unconfirmed INTEGER NOT NULL DEFAULT 0;

-- The account on GitHub of a member.
CREATE TABLE github_accounts (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- In lower case: GitHub ignores the case.
  login TEXT NOT NULL,
  -- Stays when the login is renamed. NULL until GitHub was asked.
  github_id TEXT,
  linked_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);

-- Who started a run of a commit, as GitHub says: a push starts runs too.
CREATE TABLE commit_actors (
  site_id TEXT NOT NULL REFERENCES sites (id),
  commit_sha TEXT NOT NULL,
  github_id TEXT NOT NULL,
  login TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (site_id, commit_sha, github_id)
);
