-- A repository is spoken to with a token, or as a GitHub App, which makes itself a token whenever it needs one.
-- The encrypted credential is then the App's private key.
ALTER TABLE repository_connections RENAME COLUMN sealed_token TO sealed_credential;
-- The App's id or client id. NULL: the credential is a token.
ALTER TABLE repository_connections ADD COLUMN app_id TEXT;
-- NULL: the installation is looked up by the repository.
ALTER TABLE repository_connections ADD COLUMN installation_id TEXT;
