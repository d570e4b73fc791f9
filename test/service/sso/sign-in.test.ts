import { describe, expect, test } from "vitest";
import { findSsoIdentity } from "../../../packages/service/store/people/sso.ts";
import { roleOf } from "../../../packages/service/store/people/users.ts";
import { openWorld, Visitor } from "../screens/visitor.ts";
import { ADA, BASE, openSsoWorld, signInBySso, useSso } from "./world.ts";

const sso = useSso();

function enter(browser = sso.world.browser(), login = "ada", next?: string): Promise<Response> {
  return signInBySso(sso.world, { browser, issuer: sso.provider.issuer, login, ...(next !== undefined && { next }) });
}

/** Where a browser is sent to sign in, and where it is sent back. */
async function callbackOf(browser = sso.world.browser(), login = "ada"): Promise<string> {
  const away = await browser.get(`${BASE}/app/sso`);
  return browser.signInAt(sso.provider, away.headers.get("location") ?? "", login);
}

const users = () => sso.world.context.db.selectFrom("users").selectAll().execute();
const sessions = () => sso.world.context.db.selectFrom("sessions").selectAll().execute();

async function expectNobody(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  expect(await sessions()).toEqual([]);
  return response.text();
}

describe("a first sign-in", () => {
  test("makes an account with the role of a group, and comes back to where it began", async () => {
    const browser = sso.world.browser();
    const done = await enter(browser, "ada", "/app/approvals/apr_x1");
    expect([done.status, done.headers.get("location")]).toEqual([303, "/app/approvals/apr_x1"]);
    expect((await browser.get(`${BASE}/app/sites`)).status).toBe(200);
    const identity = await findSsoIdentity(sso.world.context.db, { issuer: sso.provider.issuer, subject: "ada" });
    expect(await roleOf(sso.world.context.db, sso.world.first.workspaceId, identity?.user_id ?? "")).toBe("developer");
  });

  test("is rejected without a group that has a role, and leaves no account", async () => {
    sso.provider.people.set("bob", { ...ADA, email: "bob@company.test", groups: ["sales"] });
    const before = await users();
    expect(await expectNobody(await enter(undefined, "bob"), 403)).toContain("opens nothing here");
    expect(await users()).toEqual(before);
  });

  test("takes over no one whose email the provider claims", async () => {
    sso.provider.people.set("eve", { ...ADA, email: "Owner@First.Test" });
    const before = await users();
    expect(await expectNobody(await enter(undefined, "eve"), 403)).toContain("link your company account");
    expect(await users()).toEqual(before);
    expect(await sso.world.context.db.selectFrom("sso_identities").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["no email", { email: undefined }],
    ["an email that the provider does not believe", { email_verified: false }],
    ["an email with a line break", { email: "ada@company.test\r\nBcc: x@y.test" }],
    ["a name that turns the direction of text around", { name: "Ada \u202egnp.exe" }],
    ["a name with a line break", { name: "Ada\nAdmin" }],
    ["a name of a thousand characters", { name: "A".repeat(1_000) }],
  ])("is rejected with %s", async (_, claims) => {
    sso.provider.people.set("ada", { ...ADA, ...claims });
    await expectNobody(await enter(), 403);
  });
});

describe("a later sign-in", () => {
  test("finds the account by issuer and subject, whatever email the provider says then", async () => {
    await enter();
    const before = await users();
    sso.provider.people.set("ada", { ...ADA, email: "owner@first.test", name: "Olga" });
    expect((await enter()).headers.get("location")).toBe("/app/sites");
    expect(await users()).toEqual(before);
  });

  test("is rejected for an account that is turned off", async () => {
    await enter();
    await sso.world.context.db.updateTable("users").set({ disabled_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect((await enter()).status).toBe(403);
  });

  test("works after the provider changed its keys", async () => {
    await enter();
    await sso.provider.rotate();
    expect((await enter()).headers.get("location")).toBe("/app/sites");
  });
});

describe("a callback", () => {
  test("works once", async () => {
    const browser = sso.world.browser();
    const callback = await callbackOf(browser);
    const secret = browser.cookie(BASE, "greenroom-sso") ?? "";
    expect((await browser.get(callback)).status).toBe(303);
    const again = sso.world.browser();
    again.setCookie(BASE, "greenroom-sso", secret);
    expect((await again.get(callback)).status).toBe(400);
    expect(await sessions()).toHaveLength(1);
  });

  test("works only in the browser that began, so that no one is signed in as someone else", async () => {
    const callback = await callbackOf();
    await expectNobody(await sso.world.browser().get(callback), 400);
    const victim = sso.world.browser();
    await callbackOf(victim);
    await expectNobody(await victim.get(callback), 400);
  });

  test("works for ten minutes", async () => {
    const browser = sso.world.browser();
    const callback = await callbackOf(browser);
    sso.world.context.clock.advance(10 * 60_000);
    await expectNobody(await browser.get(callback), 400);
  });

  test("signs no one in with the code of another sign-in", async () => {
    const [stolen, browser] = [await callbackOf(), sso.world.browser()];
    const own = new URL(await callbackOf(browser));
    own.searchParams.set("code", new URL(stolen).searchParams.get("code") ?? "");
    await expectNobody(await browser.get(own.href), 403);
  });

  test("signs no one in when the person rejected at the provider", async () => {
    const browser = sso.world.browser();
    const state = new URL(await callbackOf(browser)).searchParams.get("state") ?? "";
    const query = new URLSearchParams({
      error: "access_denied",
      error_description: "<b>x",
      state,
      iss: sso.provider.issuer,
    });
    const text = await expectNobody(await browser.get(`${BASE}/app/sso/callback?${query.toString()}`), 403);
    expect(text).not.toContain("<b>x");
  });

  test("keeps no session that was there before", async () => {
    const browser = sso.world.browser();
    browser.setCookie(BASE, "greenroom", "planted");
    await enter(browser);
    expect(browser.cookie(BASE, "greenroom")).toMatch(/^[\w-]{43}$/);
  });

  test.each(["//evil.test", "https://evil.test", "/\\evil.test", "/app/../x"])("does not lead to %s", async (next) => {
    expect((await enter(undefined, "ada", next)).headers.get("location")).toBe("/app/sites");
  });

  test("stores no secret of the sign-in and no token of the provider", async () => {
    const browser = sso.world.browser();
    await callbackOf(browser);
    const { db } = sso.world.context;
    const attempts = JSON.stringify(await db.selectFrom("sso_attempts").selectAll().execute());
    expect(attempts).not.toContain(browser.cookie(BASE, "greenroom-sso"));
    await enter();
    const grants = await db.selectFrom("sso_grants").selectAll().execute();
    expect(grants[0]?.sealed).toMatch(/^v1\.[\w-]+$/);
  });
});

describe("a provider that does not respond", () => {
  test("is said to be down, and nothing is begun", async () => {
    await sso.provider[Symbol.asyncDispose]();
    const response = await sso.world.browser().get(`${BASE}/app/sso`);
    expect(await expectNobody(response, 503)).toContain("does not respond");
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await sso.world.context.db.selectFrom("sso_attempts").selectAll().execute()).toEqual([]);
  });

  test("signs no one in when it stops between the two halves of a sign-in", async () => {
    const browser = sso.world.browser();
    const callback = await callbackOf(browser);
    await sso.provider[Symbol.asyncDispose]();
    await expectNobody(await browser.get(callback), 503);
  });

  test("is waited for no longer than the service says", async () => {
    const slow = await openSsoWorld({ issuer: sso.provider.issuer, timeoutMs: 200 });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    sso.provider.hold = promise;
    expect((await slow.browser().get(`${BASE}/app/sso`)).status).toBe(503);
    resolve(undefined);
    await slow.context.db.destroy();
  });
});

describe("without single sign-on", () => {
  test("its paths are not there", async () => {
    const plain = await openWorld();
    const visitor = new Visitor(plain);
    for (const path of ["/app/sso", "/app/sso/callback"]) expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.post("/app/sso/logout", { logout_token: "x" })).status).toBe(404);
    expect(await visitor.text("/app/signin")).not.toContain("company account");
    await plain.context.db.destroy();
  });
});
