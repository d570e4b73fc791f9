-- Whether the service itself saw that the commit is on the branch that the request named. NULL: not looked at yet.
ALTER TABLE deployments ADD COLUMN branch_verified INTEGER;
