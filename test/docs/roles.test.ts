import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Role, ROLES } from "../../packages/contract/index.ts";
import { canOverride } from "../../packages/service/domain/approval.ts";
import { grantableRoles, grantableScopes } from "../../packages/service/domain/authentication.ts";
import { canDecide, canRequest } from "../../packages/service/domain/two-people.ts";
import { AUDITORS } from "../../packages/service/screens/page.ts";
import { CHANNEL_ADMINS } from "../../packages/service/screens/people/channels.ts";
import { MEMBER_ADMINS } from "../../packages/service/screens/people/members.ts";
import { TOKEN_ADMINS } from "../../packages/service/screens/people/tokens.ts";
import { TRUSTING_ROLES } from "../../packages/service/store/people/trust-rules.ts";
import { ACCESS_ROLES } from "../../packages/service/store/sites/site-access.ts";
import { DOMAIN_ROLES } from "../../packages/service/store/sites/site-domains.ts";
import { SITE_EDITORS } from "../../packages/service/store/sites/site-settings.ts";

/** What the code allows, by the words that begin a row of the guide. */
const RULES: readonly (readonly [row: string, mayDo: (role: Role) => boolean])[] = [
  ["see sites", (role) => grantableScopes(role).includes("sites:read")],
  ["create, archive and restore sites", (role) => grantableScopes(role).includes("sites:write")],
  ["deploy", (role) => grantableScopes(role).includes("deployments:write")],
  ["request a release", canRequest],
  ["comment on previews", () => true],
  ["block a release", canRequest],
  ["clear a comment", canDecide],
  ["approve over", (role) => canOverride(null, role)],
  ["approve or reject", canDecide],
  ["change the settings", (role) => SITE_EDITORS.includes(role)],
  ["add domains", (role) => DOMAIN_ROLES.includes(role)],
  ["protect previews", (role) => ACCESS_ROLES.includes(role)],
  ["say which workflow runs", (role) => TRUSTING_ROLES.includes(role)],
  ["connect private repositories", (role) => AUDITORS.includes(role)],
  ["connect Slack", (role) => CHANNEL_ADMINS.includes(role)],
  ["see and revoke tokens", (role) => TOKEN_ADMINS.includes(role)],
  ["add and remove members", (role) => MEMBER_ADMINS.includes(role) && grantableRoles(role).includes("developer")],
  ["make and remove owners", (role) => grantableRoles(role).includes("owner")],
  ["confirm that a member", (role) => role === "owner"],
  ["read the audit log", (role) => AUDITORS.includes(role)],
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
