import { describe, expect, test } from "vitest";
import { createApp } from "../../../packages/service/http/app.ts";
import { screens } from "../../../packages/service/screens/app.ts";
import { freshCode, openWorld, PASSWORD, setMembership, textOf, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

const rows = () => world.context.db.selectFrom("sessions").selectAll().execute();

describe("sign-in", () => {
  test("redirects from a deep link to password and second factor and back to it", async () => {
    const visitor = new Visitor(world);
    const next = "/app/room/dep_x1?path=%2Four+prices%2F";
    const link = await visitor.get(next);
    expect(link.status).toBe(303);
    expect(link.headers.get("location")).toBe(`/app/signin?next=${encodeURIComponent(next)}`);
    const entered = await visitor.post("/app/signin", { email: "Owner@First.Test ", password: PASSWORD, next });
    expect(entered.headers.get("location")).toBe(`/app/second-factor?next=${encodeURIComponent(next)}`);
    const done = await visitor.submit("/app/second-factor", { code: await freshCode(world), next });
    expect(done.headers.get("location")).toBe(next);
  });

  test("says what a visitor wanted to open, the same for a host that is not there, and takes no other text", async () => {
    const visitor = new Visitor(world);
    const toHost = async (host: string) => {
      const query = new URLSearchParams({ host, challenge: "a".repeat(64), path: "Lw" });
      return textOf(
        await visitor.text(`/app/signin?next=${encodeURIComponent(`/app/preview-access?${query.toString()}`)}`),
      );
    };
    const own = `${world.first.site.production_label}.preview.localhost`;
    expect(await toHost(own)).toContain(`${own} is for members of its workspace. Sign in to open it.`);
    expect((await toHost(own)).replaceAll(own, "none.example")).toBe(await toHost("none.example"));
    expect(await toHost("Call 555 <b>")).not.toContain("is for members");
  });

  test("gives a session a new id and a new secret after the second factor, and the old ones are no longer valid", async () => {
    const visitor = new Visitor(world);
    await visitor.enter("owner");
    const before = visitor.cookie;
    await visitor.submit("/app/second-factor", { code: await freshCode(world) });
    expect(visitor.cookie).not.toBe(before);
    const [first, second] = await rows();
    expect(second?.id).not.toBe(first?.id);
    expect(first?.revoked_at).not.toBeNull();
    visitor.cookie = before;
    expect((await visitor.get("/app/sites")).headers.get("location")).toContain("/app/signin");
  });

  test("does not keep a cookie that was set before the sign-in", async () => {
    const visitor = new Visitor(world);
    visitor.cookie = "planted";
    await visitor.enter("admin");
    expect(visitor.cookie).not.toBe("planted");
  });

  test("stores only the hash of the cookie", async () => {
    const visitor = await world.signIn("owner");
    expect(JSON.stringify(await rows())).not.toContain(visitor.cookie);
  });

  test("sets a cookie that scripts cannot read and other sites cannot send", async () => {
    const response = await new Visitor(world).post("/app/signin", { email: "owner@first.test", password: PASSWORD });
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^greenroom=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  /** The service under https, to which a browser sends the password of a member. */
  async function enterSecurely(who: string, url = "https://green.test", origin = url): Promise<Response> {
    const { context } = world;
    const addresses = { ...context.addresses, scheme: "https:" as const, baseUrl: "https://green.test" };
    const secure = { ...context, addresses };
    const body = new URLSearchParams({ email: `${who}@first.test`, password: PASSWORD });
    const app = createApp(secure, { apps: [screens(secure)] });
    return app.request(`${url}/app/signin`, { method: "POST", body, headers: { Origin: origin } });
  }

  test("marks the cookies Secure and __Host- on https", async () => {
    const [session] = (await enterSecurely("owner")).headers.getSetCookie();
    expect(session).toMatch(/^__Host-greenroom=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [, device] = (await enterSecurely("admin")).headers.getSetCookie();
    expect(device).toMatch(/^__Host-greenroom-device=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  test("responds to an unknown email and a wrong password with the same page", async () => {
    const [unknown, wrong] = [new Visitor(world), new Visitor(world)];
    const a = await unknown.enter("x", "wrong");
    const b = await wrong.enter("owner", "wrong");
    expect([a.status, b.status]).toEqual([401, 401]);
    expect((await a.text()).replaceAll("x@first.test", "")).toBe((await b.text()).replaceAll("owner@first.test", ""));
  });

  test("accepts a form from another name of this machine on plain http only", async () => {
    const body = new URLSearchParams({ email: "admin@first.test", password: PASSWORD });
    const sent = { method: "POST", body, headers: { Origin: "http://localhost:4010" } };
    expect((await world.app.request("http://localhost:4010/app/signin", sent)).status).toBe(303);
    expect((await enterSecurely("admin", "http://localhost:4010")).status).toBe(403);
  });

  test.each(["https://evil.test", "null", ""])("rejects a form from the origin %j", async (origin) => {
    const visitor = new Visitor(world);
    visitor.origin = origin;
    const response = await visitor.enter("admin");
    expect(response.status).toBe(403);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test("never leads elsewhere after signing in", async () => {
    const response = await new Visitor(world).enter("admin", PASSWORD, "//evil.test");
    expect(response.headers.get("location")).toBe("/app/sites");
  });
});

describe("second factor", () => {
  test("is required for every screen, and wrong codes are counted per user", async () => {
    const visitor = new Visitor(world);
    await visitor.enter("owner");
    expect((await visitor.get("/app/sites")).headers.get("location")).toContain("/app/second-factor");
    for (let made = 0; made < 8; made += 1) {
      expect((await visitor.submit("/app/second-factor", { code: "000000" })).status).toBe(401);
    }
    const right = await visitor.submit("/app/second-factor", { code: await freshCode(world) });
    expect(await right.text()).toContain("Too many wrong codes");
    world.context.clock.advance(15 * 60_000);
    expect((await visitor.submit("/app/second-factor", { code: await freshCode(world) })).status).toBe(303);
  });

  test("accepts each code once, in any session", async () => {
    const code = await freshCode(world);
    const [one, two] = [new Visitor(world), new Visitor(world)];
    for (const visitor of [one, two]) await visitor.enter("owner");
    expect((await one.submit("/app/second-factor", { code })).status).toBe(303);
    expect((await two.submit("/app/second-factor", { code })).status).toBe(401);
  });
});

describe("a session", () => {
  test("expires after twelve idle hours, and after seven days of use", async () => {
    const idle = await world.signIn("owner");
    world.context.clock.advance(12 * 3_600_000);
    expect((await idle.get("/app/sites")).status).toBe(303);
    const busy = await world.signIn("owner");
    for (let hour = 0; hour < 7 * 24 - 1; hour += 6) {
      expect((await busy.get("/app/sites")).status).toBe(200);
      world.context.clock.advance(6 * 3_600_000);
    }
    expect((await busy.get("/app/sites")).status).toBe(303);
  });

  test("ends in the service when the user signs out", async () => {
    const visitor = await world.signIn("owner");
    const { cookie } = visitor;
    expect((await visitor.submit("/app/signout", {}, "/app/sites")).headers.get("location")).toBe("/app/signin");
    expect(visitor.cookie).toBeUndefined();
    visitor.cookie = cookie;
    expect((await visitor.get("/app/sites")).status).toBe(303);
  });

  test("loses its workspace as soon as the member is removed", async () => {
    const visitor = await world.signIn("viewer");
    await setMembership(world, world.first.users.viewer, { removed_at: "2026-01-01T00:00:00.000Z" });
    const response = await visitor.get("/app/sites");
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("you are not a member of a workspace");
  });
});

describe("every screen", () => {
  test("cannot be framed, run scripts of other origins, or be cached", async () => {
    const visitor = await world.signIn("owner");
    for (const path of ["/app/signin", "/app/sites", "/app/account", "/app/nowhere", `/app/approvals/apr_none`]) {
      const { headers } = await visitor.get(path);
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cache-control": "no-store",
      });
    }
  });

  test("does not accept a bearer token", async () => {
    for (const token of Object.values(world.first.tokens)) {
      const response = await world.app.request("http://127.0.0.1:4010/app/sites", {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(response.headers.get("location")).toContain("/app/signin");
    }
  });
});

test("requests without a credential count once for the API and the screens", async () => {
  const limited = await openWorld({ limit: { "anonymous-per-minute": 2 } });
  const { baseUrl } = limited.context.addresses;
  const ask = async () => (await limited.app.request(`${baseUrl}/sites`)).status;
  expect([await ask(), await ask()]).toEqual([401, 401]);
  expect((await new Visitor(limited).get("/app/guest/unknown")).status).toBe(429);
  await limited.context.db.destroy();
});
