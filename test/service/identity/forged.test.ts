import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { SCOPES } from "../../../packages/contract/index.ts";
import { rotateSecrets } from "../../../packages/service/admin/workspaces.ts";
import { hashSecret } from "../../../packages/service/domain/credentials.ts";
import { requestApproval } from "../../../packages/service/store/approvals/requests.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { useNewestGeneration } from "../../../packages/service/store/engine/sealed-rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import {
  decideDeviceGrant,
  pollDeviceGrant,
  startDeviceGrant,
} from "../../../packages/service/store/people/device-grants.ts";
import { grantStepUp, readStepUps } from "../../../packages/service/store/people/factors.ts";
import { findSession, openSession } from "../../../packages/service/store/people/sessions.ts";
import { createSetupLink, findSetupLink } from "../../../packages/service/store/people/setup-links.ts";
import { findToken, issueToken } from "../../../packages/service/store/people/tokens.ts";
import { findVisit, issueCode, redeemCode, useShareLink } from "../../../packages/service/store/people/visits.ts";
import {
  changeAccess,
  createPreviewToken,
  createShareLink,
  findPreviewToken,
} from "../../../packages/service/store/sites/site-access.ts";
import { addWorker, findWorker } from "../../../packages/service/store/workers/workers.ts";
import { personIn } from "../../request-as-person.ts";
import { codeOf, makeMember, openApprovals, openRequest, signIn, stepUp } from "../approvals/fixture.ts";
import { openTestContext, seedWorkspace } from "../fixtures.ts";
import { insert } from "../rows.ts";

async function openTeam() {
  const context = openTestContext();
  const { first, other } = await seedWorkspace(context);
  const { db, clock } = context;
  const write = <Result>(run: (tx: Transaction) => Promise<Result>) => inDatabase(db, run);
  return { db, clock, nowMs: clock.now(), at: instant(clock), write, first, other };
}

type Team = Awaited<ReturnType<typeof openTeam>>;

let team: Team;
beforeEach(async () => {
  team = await openTeam();
});
afterEach(() => team.db.destroy());
type Acts = () => Promise<boolean>;

async function openedSession(
  { write, first }: Team,
  userId = first.users.developer,
  level: "password" | "full" = "full",
) {
  const opening = { workspaceId: first.workspaceId, level, address: "a", userAgent: "b" } as const;
  return write((tx) => openSession(tx, { ...opening, userId, epoch: 1 }));
}

const person = ({ first }: Team) => personIn({ workspaceId: first.workspaceId, userId: first.users.admin }, "admin");

const makeSession = async (team: Team): Promise<Acts> => {
  const { cookie } = await openedSession(team, undefined, "password");
  return async () => (await findSession(team.db, cookie, team.at)) !== undefined;
};

const makeStepUp = async (team: Team): Promise<Acts> => {
  const [{ id: sessionId }, { id: otherId }] = [
    (await openedSession(team)).session,
    (await openedSession(team)).session,
  ];
  const purpose = { action: "approve", subjectId: "apr_1" } as const;
  await team.write((tx) => grantStepUp(tx, { sessionId, purpose, factor: "password" }));
  const uses = [
    { sessionId, purpose },
    { sessionId, purpose: { action: "approve", subjectId: "apr_2" } as const },
    { sessionId: otherId, purpose },
  ];
  return async () => {
    const found = await Promise.all(uses.map((use) => readStepUps(team.db, { ...use, at: team.at })));
    return found.flat().length > 0;
  };
};

const makeToken = async ({ write, db, first, at }: Team): Promise<Acts> => {
  const whose = { workspaceId: first.workspaceId, userId: first.users.developer, epoch: 1 } as const;
  const given = { ...whose, kind: "pat", realm: "test" } as const;
  const rest = { name: "t", scopes: SCOPES.slice(0, 1), issuedVia: "web", expiresAt: null, at } as const;
  const { token } = await write((tx) => issueToken(tx, { ...given, ...rest }));
  await db.deleteFrom("tokens").where("hash", "!=", hashSecret(token)).execute();
  return async () => typeof (await findToken(db, token, at)) !== "string";
};

const makeDevice =
  (allow: boolean) =>
  async ({ write, db, first }: Team): Promise<Acts> => {
    const clientName = "editor";
    const { deviceCode } = await startDeviceGrant(db, { clientName, scopes: ["sites:read"], address: "a" });
    const by = { userId: first.users.developer, epoch: 1, workspaceId: first.workspaceId };
    const decision = { allow, by };
    await write((tx) => decideDeviceGrant(tx, { ...decision, deviceCodeHash: hashSecret(deviceCode) }));
    return async () => typeof (await write((tx) => pollDeviceGrant(tx, deviceCode, clientName))) !== "string";
  };

const makeLink = async ({ write, db, first, at }: Team): Promise<Acts> => {
  const by = { userId: first.users.owner, epoch: 1, workspaceId: first.workspaceId };
  const secret = await write((tx) => createSetupLink(tx, first.users.developer, by));
  return async () => (await findSetupLink(db, secret, at)) !== undefined;
};

const shared = async (team: Team) => {
  const { write, first } = team;
  await write((tx) => changeAccess(tx, person(team), first.site, { previewAccess: "link" }));
  return { ...first.site, preview_access: "link" } as const;
};

const makeShareLink = async (team: Team): Promise<Acts> => {
  const { write, db, first, other, at } = team;
  const site = await shared(team);
  const link = await write((tx) => createShareLink(tx, person(team), site, { expiresInSeconds: 3_600 }));
  return async () => {
    const sites = [first.site.id, other.site.id];
    const visit = { at, secret: link.secret, deploymentId: undefined, host: "h" };
    const opened = await Promise.all(sites.map((siteId) => useShareLink(db, { ...visit, siteId })));
    return opened.some((one) => one !== undefined);
  };
};

const makePreviewToken = async (team: Team): Promise<Acts> => {
  const { write, db, first, other, at } = team;
  const { token } = await write((tx) => createPreviewToken(tx, person(team), first.site, "p"));
  return async () => {
    const sites = [first.site.id, other.site.id];
    const found = await Promise.all(sites.map((siteId) => findPreviewToken(db, { siteId, token, at })));
    return found.some((one) => one !== undefined);
  };
};

const makeCode = async (team: Team) => {
  const { db, first } = team;
  const { id: sessionId } = (await openedSession(team)).session;
  const code = {
    host: "h",
    siteId: first.site.id,
    by: { session_id: sessionId },
    challenge: "c",
    path: "/",
  } as const;
  return { code: await issueCode(db, code), redeeming: { host: "h", siteId: first.site.id } };
};

const makeVisitCode = async (team: Team): Promise<Acts> => {
  const { code, redeeming } = await makeCode(team);
  return async () => {
    return (await redeemCode(team.db, { ...redeeming, code, challenges: ["c", "d"] })) !== undefined;
  };
};

const makeVisit = async (team: Team): Promise<Acts> => {
  const { code, redeeming } = await makeCode(team);
  const opened = await redeemCode(team.db, { ...redeeming, code, challenges: ["c"] });
  return async () => (await findVisit(team.db, opened?.cookie ?? "", team.at)) !== undefined;
};

const makeWorker = async ({ write, db, at }: Team): Promise<Acts> => {
  const { token } = await write((tx) => addWorker(tx, { name: "w", slots: 1, realm: "test" }));
  return async () => (await findWorker(db, token, at)) !== undefined;
};

const APPROVER = "(SELECT id FROM users WHERE email = 'approver@first.test')";
const OTHER_SITE = "(SELECT id FROM sites ORDER BY id DESC LIMIT 1)";
const NEWEST_SESSION = "(SELECT id FROM sessions ORDER BY id DESC LIMIT 1)";
const OTHER_SESSION = "(SELECT id FROM sessions ORDER BY id LIMIT 1)";

describe("an attacker who can write to the database cannot change what somebody acts by:", () => {
  it.each<[string, (team: Team) => Promise<Acts>, string]>([
    ["whose a session is", makeSession, `UPDATE sessions SET user_id = ${APPROVER}`],
    ["that a session lacks the second factor", makeSession, "UPDATE sessions SET level = 'full'"],
    ["for whose session a factor was given", makeStepUp, `UPDATE step_ups SET session_id = ${NEWEST_SESSION}`],
    ["what a factor was given for", makeStepUp, "UPDATE step_ups SET purpose = 'approve apr_2'"],
    ["what was shown when it was given", makeStepUp, "UPDATE step_ups SET comparison_id = 'cmp_other'"],
    ["which factor it was", makeStepUp, "UPDATE step_ups SET factor = 'passkey'"],
    ["how long a factor counts", makeStepUp, "UPDATE step_ups SET expires_at = '2099-01-01T00:00:00.000Z'"],
    ["whose a token is", makeToken, `UPDATE tokens SET user_id = ${APPROVER}`],
    ["that a token is somebody's", makeToken, "UPDATE tokens SET user_id = NULL, epoch = NULL"],
    ["the scopes of a token", makeToken, "UPDATE tokens SET scopes = 'sites:write'"],
    ["who allowed a device", makeDevice(true), `UPDATE device_grants SET user_id = ${APPROVER}`],
    ["what a device may", makeDevice(true), "UPDATE device_grants SET scopes = 'sites:write'"],
    ["whose a setup link is", makeLink, `UPDATE setup_links SET user_id = ${APPROVER}`],
    ["that somebody made a setup link", makeLink, "UPDATE setup_links SET created_by = NULL"],
    ["whom the maker of a setup link holds", makeLink, "UPDATE setup_links SET people = '[]'"],
    ["which site a share link opens", makeShareLink, `UPDATE share_links SET site_id = ${OTHER_SITE}`],
    ["who made a share link", makeShareLink, `UPDATE share_links SET created_by = ${APPROVER}`],
    ["which site a preview token opens", makePreviewToken, `UPDATE preview_tokens SET site_id = ${OTHER_SITE}`],
    ["for which browser a code is", makeVisitCode, "UPDATE visit_codes SET challenge = 'd'"],
    ["whose session a visit is by", makeVisit, `UPDATE visits SET session_id = ${OTHER_SESSION}`],
    ["which worker a token is of", makeWorker, "UPDATE workers SET name = 'another'"],
  ])("%s", async (_, make, change) => {
    await openedSession(team, team.first.users.approver);
    expect(await (await make(team))()).toBe(true);
    const acts = await make(team);
    const before = JSON.stringify(await rowsOf(team, change));
    await sql.raw(change).execute(team.db);
    expect(JSON.stringify(await rowsOf(team, change))).not.toBe(before);
    expect(await acts()).toBe(false);
  });

  const rowsOf = async ({ db }: Team, change: string) =>
    (await sql.raw(`SELECT * FROM ${/^UPDATE (\w+)/.exec(change)?.[1] ?? ""}`).execute(db)).rows;

  it("and a device that was denied is never allowed", async () => {
    const acts = await makeDevice(false)(team);
    await sql.raw("UPDATE device_grants SET status = 'approved'").execute(team.db);
    expect(await acts()).toBe(false);
  });
});

it("a session whose row somebody wrote opens nothing, also with the seal of another", async () => {
  const { db, first, at } = team;
  const { session: own } = await openedSession(team);
  const forged = { ...own, id: "forged", hash: hashSecret("known"), user_id: first.users.approver };
  await insert(db, "sessions", forged);
  expect(await findSession(db, "known", at)).toBeUndefined();
});

it("after a rotation nothing that was made before acts, and what is made then does", async () => {
  const { db } = team;
  const makers = [makeSession, makeStepUp, makeToken, makeDevice(true), makeLink, makeShareLink];
  const all = [...makers, makePreviewToken, makeVisitCode, makeVisit, makeWorker];
  const before = await Promise.all(all.map((make) => make(team)));
  await rotateSecrets({ db, clock: team.clock, operator: null });
  // As the next start does.
  await useNewestGeneration(db);
  for (const acts of before) expect(await acts()).toBe(false);
  for (const make of all) expect(await (await make(team))()).toBe(true);
});

describe("a decision refers to a sign-in in the audit log", () => {
  it("so that a session from before somebody joined the workspace decides and requests nothing", async () => {
    await using opened = await openRequest();
    const { context, scenario } = opened;
    const elsewhere = await openedElsewhere(opened);
    const actor = { ...scenario.approver, sessionId: elsewhere.sessionId };
    expect(await codeOf(opened.decide(opened.requested.id, "approve", { actor }))).toBe("unauthenticated");
    const { siteId, sourceDeploymentId } = scenario;
    await stepUp(context, actor, "request", sourceDeploymentId);
    const requested = requestApproval(context, actor, { siteId, sourceDeploymentId });
    expect(await codeOf(requested)).toBe("unauthenticated");
    expect(await opened.statusOf(opened.requested.id)).toBe("pending");
    expect(await verifyAudit(context.db, scenario.workspaceId)).toMatchObject({ kind: "intact" });
  });

  /** A session of the approver that the log does not have, as one who could make seals would write it. */
  async function openedElsewhere({ context, scenario }: Awaited<ReturnType<typeof openRequest>>) {
    const { db } = context;
    const { userId, workspaceId } = scenario.approver;
    const places = db.updateTable("memberships").where("user_id", "=", userId).where("workspace_id", "=", workspaceId);
    await places.set({ removed_at: context.at() }).execute();
    const session = await signIn(context, scenario.approver);
    await places.set({ removed_at: null }).execute();
    return session;
  }

  it("and a release that was written into the database is found", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { id } = await opened.request();
    await opened.decide(id);
    expect(await verifyAudit(context.db, scenario.workspaceId)).toMatchObject({ kind: "intact" });
    const [release] = await opened.releases();
    if (!release) throw new Error("nothing was released");
    const forged = { ...release, id: "dep_forged", approval_request_id: null };
    await insert(context.db, "deployments", forged);
    expect(await verifyAudit(context.db, scenario.workspaceId)).toMatchObject({
      findings: [{ kind: "unapproved", deploymentId: "dep_forged" }],
    });
  });

  it("and names session and factor of everybody who acts", async () => {
    await using opened = await openApprovals();
    const { scenario } = opened;
    const other = await makeMember(opened.context, scenario.workspaceId, "developer");
    const { id } = await opened.request();
    await opened.request(other);
    await stepUp(opened.context, scenario.approver, "approve", id);
    await opened.decide(id);
    const acting = (await opened.audit()).filter(({ actor }) => actor[0] === "user");
    expect(acting.map(({ action }) => action)).toEqual([
      "approval.requested",
      "approval.requester_added",
      "approval.approved",
    ]);
    for (const { data } of acting) expect(data).toMatchObject({ factor: "totp", sessionId: expect.any(String) });
  });
});
