import { type Role, type Scope, SCOPES, type TokenRealm } from "@greenroom/contract";

/** How long the old token goes on working after a new one took its place, milliseconds. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;

/** How long a token of the device flow lives, milliseconds. */
export const DEVICE_TOKEN_LIFETIME_MS = 90 * 86_400_000;

/** Realm of the tokens an instance issues and accepts. */
export function realmOf(settings: { readonly development: boolean }): TokenRealm {
  return settings.development ? "test" : "live";
}

/** Scopes a member may give a token: a viewer's tokens only look. */
export function grantableScopes(role: Role): readonly Scope[] {
  return role === "viewer" ? SCOPES.filter((scope) => scope.endsWith(":read")) : SCOPES;
}

/** What each scope allows, as people read it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  "sites:read": "See sites",
  "sites:write": "Create, archive and restore sites",
  "deployments:read": "See deployments and their logs",
  "deployments:write": "Create and cancel previews",
  "targets:read": "See deployment targets",
  "targets:write": "Change deployment targets",
  "approvals:read": "See approval requests",
  "publish:request": "Request a release",
};
