import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Role, ROLES } from "../../packages/contract/index.ts";
import { canOverride } from "../../packages/service/domain/approval.ts";
import { grantableScopes } from "../../packages/service/domain/authentication.ts";
import { canDecide, canDevelop, grantableRoles, isAdmin } from "../../packages/service/domain/roles.ts";

/** What the code allows, by the words that begin a row of the guide. */
const RULES: readonly (readonly [row: string, mayDo: (role: Role) => boolean])[] = [
  ["see sites", (role) => grantableScopes(role).includes("sites:read")],
  ["create, archive and restore sites", (role) => canDevelop(role) && grantableScopes(role).includes("sites:write")],
  ["deploy", (role) => canDevelop(role) && grantableScopes(role).includes("deployments:write")],
  ["request a release", canDevelop],
  ["comment on previews", () => true],
  ["block a release", canDevelop],
  ["clear a comment", canDecide],
  ["approve over", (role) => canOverride(null, role)],
  ["approve or reject", canDecide],
  ["change the settings", isAdmin],
  ["add domains", isAdmin],
  ["protect previews", isAdmin],
  ["say which workflow runs", isAdmin],
  ["connect private repositories", isAdmin],
  ["connect Slack", isAdmin],
  ["see and revoke tokens", isAdmin],
  ["add and remove members", (role) => isAdmin(role) && grantableRoles(role).includes("developer")],
  ["make and remove owners", (role) => grantableRoles(role).includes("owner")],
  ["confirm that a member", (role) => role === "owner"],
  ["read the audit log", isAdmin],
];

describe("the table of roles", () => {
  const rows = readFileSync("docs/roles.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;

  it("has every role", () => {
    expect(head.slice(1)).toEqual(ROLES);
  });

  it.each(body)("says of '%s' what the service does", (what, ...cells) => {
    const rule = RULES.find(([row]) => what.startsWith(row));
    expect(rule, what).toBeDefined();
    expect(cells.map((cell) => cell === "yes")).toEqual(ROLES.map((role) => rule?.[1](role)));
  });

  it("leaves out nothing", () => {
    expect(body).toHaveLength(RULES.length);
  });
});
