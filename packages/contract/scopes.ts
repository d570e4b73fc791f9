/** What a token can do; one verb for each group of routes. There is no scope to approve. [§5.7: names not shown] */
export const SCOPES = [
  "sites:read",
  "sites:write",
  "deployments:read",
  "deployments:write",
  "targets:read",
  "targets:write",
  "approvals:read",
  "publish:request",
  "comments:read",
  "comments:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that a token of a trust rule can have: what a run needs for one site, and nothing that changes sites. */
export const TRUST_SCOPES = [
  "sites:read",
  "deployments:read",
  "deployments:write",
  "approvals:read",
  "publish:request",
] as const satisfies readonly Scope[];

export type TrustScope = (typeof TRUST_SCOPES)[number];
