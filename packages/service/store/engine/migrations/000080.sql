-- Errors that were found in the log of a failed build, a JSON array of the contract's BuildDiagnostic.
ALTER TABLE deployments ADD COLUMN diagnostics TEXT;
