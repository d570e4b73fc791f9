import { APPROVAL_ROLES, type Role, ROLES } from "@greenroom/contract";

/** Who decides about a workspace: its members and tokens, who can open its sites, and how they are built and served. */
export const ADMINS: readonly Role[] = ["owner", "admin"];

/** @param role Of an active member, undefined for anyone else; also below. */
export function isAdmin(role: Role | undefined): boolean {
  return role !== undefined && ADMINS.includes(role);
}

const DEVELOPERS: readonly Role[] = [...APPROVAL_ROLES, "developer"];

/** Whether a role can create sites, deploy them, set values and request releases. */
export function canDevelop(role: Role | undefined): boolean {
  return role !== undefined && DEVELOPERS.includes(role);
}

/** [§5.8] */
export function canDecide(role: Role | undefined): boolean {
  return role !== undefined && (APPROVAL_ROLES as readonly Role[]).includes(role);
}

/** Roles that a member can give and take: only owners appoint and remove owners. */
export function grantableRoles(role: Role | undefined): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}
