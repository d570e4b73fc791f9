import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { SCOPES } from "../../../packages/contract/index.ts";
import { hashSecret } from "../../../packages/service/domain/credentials.ts";
import { denialOf } from "../../../packages/service/domain/two-people.ts";
import { readDecidingMembers } from "../../../packages/service/store/approvals/acts.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { factorsOf } from "../../../packages/service/store/people/factors.ts";
import { epochOf } from "../../../packages/service/store/people/grants.ts";
import { createSetupLink } from "../../../packages/service/store/people/setup-links.ts";
import { standingsOf } from "../../../packages/service/store/people/standings.ts";
import { issueToken } from "../../../packages/service/store/people/tokens.ts";
import { addMember, removeMember, roleOf } from "../../../packages/service/store/people/users.ts";
import { update } from "../rows.ts";
import { csrfOf, freshCode, PASSWORD } from "../screens/visitor.ts";
import { type Browser, CLIENT_ID, openProvider } from "./provider.ts";
import { ADA, BASE, openPlainApp, openSsoWorld, signInBySso, useSso } from "./world.ts";

const MINUTE_MS = 60_000;

const sso = useSso();

/** Somebody whom the provider signed in. */
async function enter(login = "ada", browser = sso.world.browser()): Promise<Browser> {
  const done = await signInBySso(sso.world, { browser, issuer: sso.provider.issuer, login });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app/sites"]);
  return browser;
}

async function userOf(subject: string): Promise<string> {
  const row = await requireRow(sso.world.context.db, "sso_identities", { subject });
  return row.user_id;
}

const statusOf = async (browser: Browser, path = "/app/sites") => (await browser.get(`${BASE}${path}`)).status;
const isIn = async (browser: Browser) => (await statusOf(browser)) === 200;

async function tokenOf(userId: string, workspaceId = sso.world.first.workspaceId): Promise<string> {
  const { clock, db } = sso.world.context;
  const given = { workspaceId, userId, kind: "pat", realm: "test", name: "laptop", scopes: SCOPES } as const;
  const issued = { ...given, issuedVia: "device", expiresAt: null, at: instant(clock) } as const;
  return (await inDatabase(db, async (tx) => issueToken(tx, { ...issued, epoch: await epochOf(tx, userId) }))).token;
}

async function statusWith(token: string): Promise<number> {
  return (await sso.world.app.request(`${BASE}/sites`, { headers: { Authorization: `Bearer ${token}` } })).status;
}

async function submit(browser: Browser, path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const page = await (await browser.get(`${BASE}${path}`)).text();
  return browser.post(`${BASE}${path}`, { csrf: csrfOf(page), ...fields });
}

async function signInLocally(email: string, browser = sso.world.browser()): Promise<Browser> {
  const entered = await browser.post(`${BASE}/app/signin`, { email, password: PASSWORD });
  if (entered.headers.get("location")?.startsWith("/app/second-factor") === true) {
    await submit(browser, "/app/second-factor", { code: await freshCode(sso.world) });
  }
  return browser;
}

/** Where a page that is left by itself leads. */
function leadOf(response: Response): string {
  return /^0; url=(.+)$/.exec(response.headers.get("refresh") ?? "")?.[1] ?? "";
}

describe("a person that the provider removed", () => {
  test("has no session within a minute, on any device", async () => {
    const devices = [await enter(), await enter()];
    sso.world.context.clock.advance(MINUTE_MS / 2);
    expect(await Promise.all(devices.map(isIn))).toEqual([true, true]);
    sso.provider.people.delete("ada");
    sso.world.context.clock.advance(MINUTE_MS);
    expect(await Promise.all(devices.map(isIn))).toEqual([false, false]);
  });

  test("has no token and no device that works within a minute", async () => {
    await enter();
    const token = await tokenOf(await userOf("ada"));
    sso.world.context.clock.advance(2 * MINUTE_MS);
    expect(await statusWith(token)).toBe(200);
    sso.provider.people.delete("ada");
    sso.world.context.clock.advance(MINUTE_MS);
    expect(await statusWith(token)).toBe(401);
    sso.provider.people.set("ada", ADA);
    expect(await statusWith(token)).toBe(401);
    await enter();
    expect(await statusWith(token)).toBe(200);
  });

  test("decides nothing: the interface takes the session no more", async () => {
    const browser = await enter();
    sso.provider.people.delete("ada");
    sso.world.context.clock.advance(MINUTE_MS);
    const cookie = `greenroom=${browser.cookie(BASE, "greenroom") ?? ""}`;
    const headers = { Origin: BASE, Cookie: cookie, "Content-Type": "application/json" };
    const body = JSON.stringify({ decision: "approve" });
    const url = `${BASE}/approvals/apr_x/decision`;
    expect((await sso.world.app.request(url, { method: "POST", headers, body })).status).toBe(401);
    const rows = await sso.world.context.db.selectFrom("sessions").select("revoked_at").execute();
    expect(rows).toEqual([{ revoked_at: instant(sso.world.context.clock) }]);
  });

  test("cannot come back with a password that was set before", async () => {
    const userId = await link("developer@first.test", "ada");
    sso.provider.people.delete("ada");
    sso.world.context.clock.advance(MINUTE_MS);
    const response = await sso.world
      .browser()
      .post(`${BASE}/app/signin`, { email: "developer@first.test", password: PASSWORD });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("company account only");
    expect(await openSessionsOf(userId)).toBe(0);
  });
});

describe("a session of single sign-on", () => {
  test("asks the provider about twice a minute, however often it is used", async () => {
    const browser = await enter();
    const before = sso.provider.requests.length;
    for (let seconds = 0; seconds < 120; seconds += 5) {
      expect(await isIn(browser)).toBe(true);
      sso.world.context.clock.advance(5_000);
    }
    const refreshes = sso.provider.requests.slice(before).filter((line) => line === "POST /token");
    expect(refreshes.length).toBeLessThanOrEqual(4);
  });

  test("asks once for many requests at a time, whose refresh token could be used once only", async () => {
    const browser = await enter();
    sso.world.context.clock.advance(2 * MINUTE_MS);
    const before = sso.provider.requests.length;
    expect(await Promise.all(Array.from({ length: 8 }, () => isIn(browser)))).toEqual(Array(8).fill(true));
    expect(sso.provider.requests.slice(before).filter((line) => line === "POST /token")).toHaveLength(1);
  });

  test("waits while the provider is down, does nothing, and goes on when it is back", async () => {
    const browser = await enter();
    const token = await tokenOf(await userOf("ada"));
    sso.world.context.clock.advance(MINUTE_MS);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const quick = await openSsoWorld({ issuer: sso.provider.issuer, timeoutMs: 200, on: sso.world });
    sso.provider.hold = promise;
    const cookie = `greenroom=${browser.cookie(BASE, "greenroom") ?? ""}`;
    const response = await quick.app.request(`${BASE}/app/sites`, { headers: { Cookie: cookie } });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("The company sign-in does not respond");
    const api = await quick.app.request(`${BASE}/sites`, { headers: { Authorization: `Bearer ${token}` } });
    expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"]);
    sso.provider.hold = undefined;
    resolve(undefined);
    expect(await isIn(browser)).toBe(true);
  });

  test("ends after twelve hours, whatever the provider says", async () => {
    const browser = await enter();
    sso.world.context.clock.advance(12 * 60 * MINUTE_MS);
    expect(await isIn(browser)).toBe(false);
  });

  test("without refresh tokens lasts while the access token does", async () => {
    await using bare = await openProvider({ baseUrl: () => BASE, refreshTokens: false });
    bare.people.set("ada", ADA);
    const plain = await openSsoWorld({ issuer: bare.issuer });
    const browser = plain.browser();
    await signInBySso(plain, { browser, issuer: bare.issuer, login: "ada" });
    plain.context.clock.advance(MINUTE_MS);
    expect(await isIn(browser)).toBe(true);
    bare.people.delete("ada");
    plain.context.clock.advance(MINUTE_MS);
    expect(await isIn(browser)).toBe(false);
    await plain.context.db.destroy();
  });

  test("that ends takes nothing from the person's tokens while another lasts", async () => {
    const [ending, other] = [await enter(), await enter()];
    const token = await tokenOf(await userOf("ada"));
    const { app, context, first } = sso.world;
    context.clock.advance(MINUTE_MS / 2 + 1);
    expect(await isIn(other)).toBe(true);
    const { id } = await requireRow(context.db, "sessions", {
      hash: hashSecret(ending.cookie(BASE, "greenroom") ?? ""),
    });
    await update(context.db, "sso_grants", { session_id: id }, { sealed: "what no provider knows" });
    expect(await isIn(ending)).toBe(false);
    const set = await app.request(`${BASE}/sites/${first.site.id}/variables`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ kind: "plain", name: "COLOUR", value: "red", environment: "preview" }),
    });
    expect(set.status).toBe(200);
  });

  test("is of no use to a service that has no single sign-on any more", async () => {
    const browser = await enter();
    const token = await tokenOf(await userOf("ada"));
    const app = openPlainApp(sso.world);
    sso.world.context.clock.advance(MINUTE_MS);
    const cookie = `greenroom=${browser.cookie(BASE, "greenroom") ?? ""}`;
    expect((await app.request(`${BASE}/app/sites`, { headers: { Cookie: cookie } })).status).toBe(303);
    expect((await app.request(`${BASE}/sites`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  });
});

describe("signing out", () => {
  test("ends the session here and leads to the end of the one at the provider", async () => {
    const browser = await enter();
    const cookie = browser.cookie(BASE, "greenroom") ?? "";
    const page = await (await browser.get(`${BASE}/app/sites`)).text();
    const response = await browser.post(`${BASE}/app/signout`, { csrf: csrfOf(page) });
    const end = new URL(leadOf(response));
    expect(end.origin).toBe(sso.provider.issuer);
    expect(end.searchParams.get("post_logout_redirect_uri")).toBe(`${BASE}/app/signin`);
    browser.setCookie(BASE, "greenroom", cookie);
    expect(await isIn(browser)).toBe(false);
  });

  test("at the provider ends the sessions here", async () => {
    const [browser, other] = [await enter(), await enter()];
    const asked = await (await browser.get(`${sso.provider.issuer}/session/end?client_id=${CLIENT_ID}`)).text();
    const [, action = "", xsrf = ""] = /action="([^"]+)"[^]*name="xsrf" value="([^"]+)"/.exec(asked) ?? [];
    await browser.post(action, { xsrf, logout: "yes" });
    expect([await isIn(browser), await isIn(other)]).toEqual([false, true]);
  });

  test.each([
    ["nothing", {}],
    ["a token that is none", { logout_token: "x.y.z" }],
  ])("is not believed by %s", async (_, fields) => {
    const browser = await enter();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    const response = await sso.world.app.request(`${BASE}/app/sso/logout`, { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });
});

async function openSessionsOf(userId: string): Promise<number> {
  const rows = await sso.world.context.db
    .selectFrom("sessions")
    .select("proven_until")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  return rows.filter(({ proven_until: until }) => until === null || until > instant(sso.world.context.clock)).length;
}

/** Links the account of a member to a person at the provider. */
async function link(email: string, login: string, browser?: Browser): Promise<string> {
  const own = browser ?? (await signInLocally(email));
  const begun = await submit(own, "/app/account", { do: "sso_link" });
  const done = await own.get(await own.signInAt(sso.provider, leadOf(begun), login));
  expect(done.headers.get("location")).toBe("/app/account?done=linked");
  return userOf(login);
}

describe("linking an account", () => {
  test("is done by who is signed in to it, and from then on the provider's person has it", async () => {
    const userId = await link("developer@first.test", "ada");
    expect(userId).toBe(sso.world.first.users.developer);
    const browser = await enter();
    expect(await (await browser.get(`${BASE}/app/account`)).text()).toContain("developer@first.test");
    const actions = await sso.world.context.db.selectFrom("audit_log").select("action").execute();
    expect(actions.map(({ action }) => action)).toContain("sso.linked");
  });

  test("ends every other session of the account, and counts as confirmed with a confirmed second factor", async () => {
    const thief = await signInLocally("approver@first.test");
    await link("approver@first.test", "ada");
    expect(await isIn(thief)).toBe(false);
    const { workspaceId, users } = sso.world.first;
    const standings = await standingsOf(sso.world.context.db, workspaceId);
    expect(standings.get(users.approver)).toMatchObject({ epoch: 1, confirmed: true });
  });

  test("ends a session that a password opened meanwhile", async () => {
    const thief = await signInLocally("approver@first.test");
    await link("approver@first.test", "ada");
    // As if it had been opened while the account was linked.
    await update(
      sso.world.context.db,
      "sessions",
      { user_id: sso.world.first.users.approver, proven_until: null },
      { revoked_at: null },
    );
    expect(await isIn(thief)).toBe(false);
  });

  test("needs the second factor again when it was not just given", async () => {
    const browser = await signInLocally("developer@first.test");
    sso.world.context.clock.advance(6 * MINUTE_MS);
    const response = await submit(browser, "/app/account", { do: "sso_link" });
    expect([response.status, leadOf(response)]).toEqual([400, ""]);
  });

  test("of a person without a password, a factor is added only after a new sign-in at the provider", async () => {
    const browser = await enter();
    const add = async () => (await submit(browser, "/app/account", { do: "totp_start" })).status;
    expect(await add()).toBe(400);
    const begun = await submit(browser, "/app/account", { do: "prove" });
    expect(leadOf(begun)).toContain("prompt=login");
    const proven = await browser.get(await browser.signInAt(sso.provider, leadOf(begun), "ada"));
    expect(proven.headers.get("location")).toBe("/app/account?done=proven");
    expect(await add()).toBe(303);
    // Somebody else signs in there.
    const other = await submit(browser, "/app/account", { do: "prove" });
    await sso.world.context.db.updateTable("sso_identities").set({ subject: "grace" }).execute();
    expect((await browser.get(await browser.signInAt(sso.provider, leadOf(other), "ada"))).status).toBe(403);
  });

  test("gives a later owner of the provider's subject no second factor, and no way to change it", async () => {
    const userId = await link("approver@first.test", "ada");
    sso.provider.people.set("ada", { ...ADA, name: "Eve", email: "eve@company.test" });
    const eve = await enter();
    const begun = await submit(eve, "/app/account", { do: "prove" });
    const proven = await eve.get(await eve.signInAt(sso.provider, leadOf(begun), "ada"));
    expect(proven.headers.get("location")).toBe("/app/account?done=proven");
    for (const change of ["totp_start", "totp_off", "recovery_new"]) {
      expect([change, (await submit(eve, "/app/account", { do: change })).status]).toEqual([change, 400]);
    }
    expect((await factorsOf(sso.world.context.db, userId)).totp).toBe(true);
  });

  test("is not finished in another session than the one that began it", async () => {
    const browser = await signInLocally("developer@first.test");
    const begun = await submit(browser, "/app/account", { do: "sso_link" });
    const callback = await browser.signInAt(sso.provider, leadOf(begun), "ada");
    await signInLocally("viewer@first.test", browser);
    expect((await browser.get(callback)).status).toBe(403);
    expect(await sso.world.context.db.selectFrom("sso_identities").selectAll().execute()).toEqual([]);
  });

  test("is rejected for a person who has an account, and for an account that has a person", async () => {
    await link("developer@first.test", "ada");
    sso.provider.people.set("bob", { ...ADA, email: "bob@company.test" });
    const browser = await signInLocally("viewer@first.test");
    const begun = await submit(browser, "/app/account", { do: "sso_link" });
    const again = await browser.get(await browser.signInAt(sso.provider, leadOf(begun), "ada"));
    expect(again.status).toBe(409);
    expect(await userOf("ada")).toBe(sso.world.first.users.developer);
  });
});

describe("groups", () => {
  const roleNow = async (subject = "ada") =>
    roleOf(sso.world.context.db, sso.world.first.workspaceId, await userOf(subject));

  test("give a role at each sign-in, and take it away, with the tokens that went beyond it", async () => {
    await reopen(["web", "developer"], ["lead", "admin"]);
    sso.provider.people.set("ada", { ...ADA, groups: ["web", "lead"] });
    await enter();
    expect(await roleNow()).toBe("admin");
    const token = await tokenOf(await userOf("ada"));
    sso.provider.people.set("ada", ADA);
    await enter();
    expect(await roleNow()).toBe("developer");
    sso.provider.people.set("ada", { ...ADA, groups: [] });
    await enter();
    expect(await roleNow()).toBeUndefined();
    expect(await statusWith(token)).toBe(401);
    const actions = await sso.world.context.db.selectFrom("audit_log").select(["action", "data"]).execute();
    expect(actions.filter(({ data }) => data.includes('"via":"groups"')).map(({ action }) => action)).toEqual([
      "member.added",
      "member.role_changed",
      "member.removed",
    ]);
  });

  test("take a role away within a minute of use", async () => {
    await reopen(["web", "developer"], ["lead", "admin"]);
    sso.provider.people.set("ada", { ...ADA, groups: ["lead"] });
    const browser = await enter();
    sso.provider.people.set("ada", ADA);
    sso.world.context.clock.advance(MINUTE_MS);
    expect(await isIn(browser)).toBe(true);
    expect(await roleNow()).toBe("developer");
  });

  test("never take the last owner", async () => {
    await reopen(["boss", "owner"]);
    sso.provider.people.set("ada", { ...ADA, groups: ["boss"] });
    await enter();
    const { db } = sso.world.context;
    const ada = await userOf("ada");
    await db
      .updateTable("memberships")
      .set({ role: "admin" })
      .where("role", "=", "owner")
      .where("user_id", "!=", ada)
      .execute();
    sso.provider.people.set("ada", { ...ADA, groups: [] });
    await enter();
    expect(await roleNow()).toBe("owner");
  });

  test("leave alone who was added by hand and is in none, also after a group had brought them", async () => {
    await reopen(["web", "developer"]);
    await enter();
    const { db } = sso.world.context;
    const { workspaceId } = sso.world.first;
    const userId = await userOf("ada");
    await inDatabase(db, (tx) => removeMember(tx, { workspaceId, userId }));
    await inDatabase(db, (tx) => addMember(tx, { workspaceId, userId, role: "approver" }));
    sso.provider.people.set("ada", { ...ADA, groups: [] });
    await enter();
    expect(await roleNow()).toBe("approver");
  });

  test("open no workspace that no rule names", async () => {
    await enter();
    expect(await roleOf(sso.world.context.db, sso.world.other.workspaceId, await userOf("ada"))).toBeUndefined();
  });

  const reopen = (...rules: (readonly [group: string, role: "owner" | "admin" | "developer"])[]) =>
    sso.reopen({
      sso: ({ first }) => ({ groups: rules.map(([group, role]) => ({ group, workspaceId: first.workspaceId, role })) }),
    });
});

describe("two accounts of one person", () => {
  test("do not publish alone: who came by the company sign-in decides for no local account until confirmed", async () => {
    await enter();
    sso.provider.people.set("bob", { ...ADA, email: "bob@company.test" });
    await enter("bob");
    const { db } = sso.world.context;
    const { workspaceId, users } = sso.world.first;
    const [ada, bob] = [await userOf("ada"), await userOf("bob")];
    const rule = async (asker: string, decider: string) => {
      const { members: _, ...panel } = await readDecidingMembers(db, workspaceId);
      const people = panel.standings.get(asker)?.people ?? new Set();
      return denialOf({ ...panel, requestActs: [{ account: asker, people }] }, { userId: decider, role: "approver" })
        ?.rule;
    };
    expect(await rule(users.developer, ada)).toBe("unconfirmed");
    expect(await rule(ada, users.approver)).toBe("holder");
    expect(await rule(ada, bob)).toBe("unconfirmed");
    expect(await rule(users.developer, users.approver)).toBeUndefined();
    const standings = await standingsOf(db, workspaceId);
    expect(standings.get(ada)?.people.has(users.approver)).toBe(true);
    expect(standings.get(ada)?.people.has(bob)).toBe(false);
  });
});

describe("with local sign-in turned off", () => {
  beforeEach(() => sso.reopen({ settings: { localSignIn: ["owner@first.test"] } }));

  test("the page shows the company account only", async () => {
    const text = await (await sso.world.browser().get(`${BASE}/app/signin`)).text();
    expect(text).toContain("Use your company account");
    expect(text).not.toContain('type="password"');
  });

  test("the operator's account still has its password, and no other has", async () => {
    expect(await isIn(await signInLocally("owner@first.test"))).toBe(true);
    expect(await isIn(await signInLocally("admin@first.test"))).toBe(false);
    const right = await sso.world
      .browser()
      .post(`${BASE}/app/signin`, { email: "viewer@first.test", password: PASSWORD });
    expect([right.status, await right.text()]).toEqual([401, expect.stringContaining("company account only")]);
    const wrong = await sso.world.browser().post(`${BASE}/app/signin`, { email: "viewer@first.test", password: "x" });
    expect(await wrong.text()).toContain("Wrong email or password");
    expect(await (await sso.world.browser().get(`${BASE}/app/signin?local`)).text()).toContain('type="password"');
  });

  test("setup links and sessions of others are over", async () => {
    const { db } = sso.world.context;
    const secret = await inDatabase(db, (tx) => createSetupLink(tx, sso.world.first.users.viewer, null));
    expect(await statusOf(sso.world.browser(), `/app/setup/${secret}`)).toBe(404);
    const fields = { password: "another green room", again: "another green room" };
    expect((await sso.world.browser().post(`${BASE}/app/setup/${secret}`, fields)).status).toBe(404);
  });
});
