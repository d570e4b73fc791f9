import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import type { CreateShareLink } from "../../../packages/contract/index.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { ApiError } from "../../../packages/service/domain/api-error.ts";
import { hashSecret } from "../../../packages/service/domain/credentials.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { ROOM_PATH, ROOM_SCRIPTS } from "../../../packages/service/domain/room.ts";
import type { Columns } from "../../../packages/service/store/engine/rows.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { deleteExpired } from "../../../packages/service/store/people/expired.ts";
import { findPublicThumbnails, readReview } from "../../../packages/service/store/reviews/reviews.ts";
import {
  createPreviewToken,
  createShareLink,
  revokePreviewToken,
  revokeShareLink,
} from "../../../packages/service/store/sites/site-access.ts";
import { requireSite } from "../../../packages/service/store/sites/sites.ts";
import type { PageResponse } from "../../http.ts";
import { insert, insertReview, update } from "../rows.ts";
import { PASSWORD, signIn, Visitor } from "../screens/visitor.ts";
import { cookiesOf, openProtectedWorld, openSocket, OWN_FETCH, PAGE_VISIT, type ProtectedWorld } from "./protected.ts";

let world: ProtectedWorld;
let host: string;
let deploymentId: string;

beforeEach(async () => {
  world = await openProtectedWorld();
  ({ host, deploymentId } = await world.addHost("deployment"));
  await world.setAccess({ preview_access: "members" });
});
afterEach(() => world.close());

/** Path and query of the service that a host sends a visitor to. */
function wayOf(answer: PageResponse): string {
  const { origin, pathname, search } = new URL(answer.headers.location ?? "");
  expect([answer.status, origin]).toEqual([303, world.context.addresses.baseUrl]);
  return `${pathname}${search}`;
}

/** Path of the host that the service sends a member back to. */
function backOf(response: Response, to = host): string {
  const location = new URL(response.headers.get("location") ?? "");
  expect([response.status, location.hostname]).toEqual([303, to]);
  return `${location.pathname}${location.search}`;
}

/** Opens a page as a browser in which somebody is signed in. */
async function enter(visitor?: Visitor, to = host): Promise<{ readonly cookie: string; readonly last: PageResponse }> {
  const stranger = await world.get(to, "/", PAGE_VISIT);
  const member = visitor ?? (await signIn(world, "viewer"));
  const back = backOf(await member.get(wayOf(stranger)), to);
  const last = await world.get(to, back, { ...PAGE_VISIT, cookie: cookiesOf(stranger) });
  return { cookie: cookiesOf(last), last };
}

/** Has the production of the site served at a domain of its own. */
async function addDomain(name: string): Promise<void> {
  const { first, context } = world;
  const at = instant(context.clock);
  const times = { created_at: at, proven_at: at, checked_at: at, next_check_at: at };
  const ids = { id: newUuid(), workspace_id: first.workspaceId, site_id: first.site.id, created_by: first.users.owner };
  const states = { status: "active", proof: "found", address: "here" } as const;
  await insert(context.db, "site_domains", { ...ids, ...states, ...times, name });
}

/** A member in a browser. */
function actor(role: "owner" | "developer"): SessionActor {
  const { workspaceId, users } = world.first;
  return { kind: "session", workspaceId, sessionId: "s", userId: users[role], epoch: 1, name: "n", role };
}

const removed = () => ({ removed_at: instant(world.context.clock), removed_because: "deleted" }) as const;

const opens = async (cookie: string, to = host): Promise<number> =>
  (await world.get(to, "/", { ...OWN_FETCH, cookie })).status;

describe("a public site", () => {
  test("answers as if there were no protection", async () => {
    await world.setAccess({ preview_access: null });
    const page = await world.get(host, "/");
    expect([page.status, page.headers["cache-control"], page.headers.vary]).toEqual([
      200,
      "public, max-age=600",
      undefined,
    ]);
    expect(page.headers["set-cookie"]).toBeUndefined();
  });

  test("keeps the addresses working that were sent while it was protected", async () => {
    await world.setAccess({ preview_access: null });
    for (const path of ["/.well-known/greenroom/access?code=x", "/.well-known/greenroom/share/x"]) {
      const answer = await world.get(host, path, PAGE_VISIT);
      expect([path, answer.status, answer.headers.location]).toEqual([path, 303, "/"]);
    }
    expect((await world.get(host, "/.well-known/greenroom/session")).status).toBe(204);
  });
});

describe("an unknown person at a protected host", () => {
  const NOT_A_PAGE: readonly (readonly [string, Readonly<Record<string, string>>, string?])[] = [
    ["a script", OWN_FETCH],
    [
      "an image",
      { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image", "sec-fetch-site": "cross-site", accept: "*/*" },
    ],
    ["a frame", { ...PAGE_VISIT, "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" }],
    ["a service worker", { "sec-fetch-mode": "same-origin", "sec-fetch-dest": "serviceworker", accept: "*/*" }],
    ["a program", { accept: "*/*" }],
    ["a program that says nothing", {}],
    ["HEAD", PAGE_VISIT, "HEAD"],
  ];

  test("gets 401 with a line of text when it is not a person who opens a page", async () => {
    for (const [who, headers, method] of NOT_A_PAGE) {
      const answer = await world.get(host, "/", headers, method);
      const { status, headers: got, text } = answer;
      expect([who, status, got.location, got["set-cookie"]]).toEqual([who, 401, undefined, undefined]);
      expect(got).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      expect(got["content-type"]).toBe("text/plain; charset=utf-8");
      expect(text.length).toBeLessThan(200);
    }
  });

  test("learns nothing of the site: every path, file, redirect and state gets the same answer", async () => {
    const paths = ["/", "/nothing", "/old", "/assets/app-BxYz12aB.js", "/%2e%2e/", "/.well-known/greenroom/files.txt"];
    const answers = new Set<string>();
    const bare = async (path: string, headers = {}) => {
      const { status, text, headers: got } = await world.get(host, path, headers);
      const { date: _date, ...rest } = got;
      return JSON.stringify([status, rest, text]);
    };
    for (const path of paths) {
      answers.add(await bare(path));
      answers.add(await bare(path, { "if-none-match": "*", range: "bytes=0-1" }));
    }
    await world.setAccess({ status: "archived" });
    answers.add(await bare("/"));
    await world.setAccess({ status: "active" });
    await world.context.db.updateTable("hosts").set({ deployment_id: null }).execute();
    answers.add(await bare("/"));
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).not.toMatch(/secret|greenroom\.json/);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "has another slug now",
      async () => {
        const { workspaceId: workspace_id, site } = world.first;
        const former = { label: "former", slug: "former", until: "2099-01-01T00:00:00.000Z" };
        await insert(world.context.db, "former_slugs", { ...former, workspace_id, site_id: site.id });
        await world.setAccess({ production_access: "members" });
        host = "former.preview.localhost";
      },
    ],
    ["was archived", () => world.setAccess({ status: "archived" })],
    [
      "was removed",
      async () => {
        await update(world.context.db, "deployments", { id: deploymentId }, removed());
      },
    ],
    [
      "has another domain as its main one",
      async () => {
        await world.addHost("production");
        for (const name of ["example.com", "www.example.com"]) await addDomain(name);
        await update(world.context.db, "sites", { id: world.first.site.id }, { primary_domain: "www.example.com" });
        await world.setAccess({ production_access: "members" });
        host = "example.com";
      },
    ],
    [
      "is not published",
      () => update(world.context.db, "hosts", { deployment_id: deploymentId }, { deployment_id: null }),
    ],
  ])("gets no more by the frame of the review room where the site %s", async (_, happen) => {
    await happen();
    for (const path of [ROOM_PATH, ...Object.keys(ROOM_SCRIPTS)]) {
      const { status, headers } = await world.get(host, path);
      expect([path, status, headers.location]).toEqual([path, 401, undefined]);
    }
  });

  test("gets no more from a preflight or another method than from a public host", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-headers": "greenroom-preview-token" };
    for (const method of ["OPTIONS", "POST", "PUT", "DELETE"]) {
      const answer = await world.get(host, "/", headers, method);
      expect([method, answer.status]).toEqual([method, 405]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("is sent to the service with the page it wanted, and a cookie of this host alone", async () => {
    const answer = await world.get(host, "/a/b?c=d", PAGE_VISIT);
    const query = new URLSearchParams(wayOf(answer).split("?")[1]);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    const [, value = ""] =
      /^greenroom-signing-in=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/.exec(cookie) ?? [];
    expect(query.get("host")).toBe(host);
    expect(query.get("challenge")).toBe(hashSecret(value));
    expect(Buffer.from(query.get("path") ?? "", "base64url").toString()).toBe("/a/b?c=d");
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  });

  test("without Sec-Fetch headers is a page visit when HTML is asked for", async () => {
    expect((await world.get(host, "/", { accept: "text/html" })).status).toBe(303);
  });
});

describe("a member", () => {
  test("comes in by redirects alone, with a cookie of this host that scripts do not see", async () => {
    const { last, cookie } = await enter();
    expect([last.status, last.headers.location]).toEqual([303, "/"]);
    expect(last.headers["set-cookie"]?.[0]).toMatch(
      /^greenroom-visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    const page = await world.get(host, "/", { ...PAGE_VISIT, cookie });
    expect([page.status, page.text]).toEqual([200, "<h1>secret</h1>"]);
  });

  test("gets cookies with the __Host- prefix and Secure over https", async () => {
    const secure = await openProtectedWorld({ scheme: "https:", baseUrl: "https://greenroom.test" });
    const place = await secure.addHost("deployment");
    await secure.setAccess({ preview_access: "members" });
    const answer = await secure.get(place.host, "/", PAGE_VISIT);
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-greenroom-signing-in=.*; Secure$/);
    // Without the prefix a page of another host could have set it.
    const tossed = await secure.get(place.host, "/", { ...OWN_FETCH, cookie: "greenroom-visit=x" });
    expect(tossed.status).toBe(401);
    await secure.close();
  });

  test("comes in at another process too, and both keep nothing that the database does not have", async () => {
    const { cookie } = await enter();
    const elsewhere = await openSocket(world.context);
    expect((await elsewhere.get(host, "/", { ...OWN_FETCH, cookie })).status).toBe(200);
    await elsewhere.close();
  });

  test("whatever else they get is for them alone, never indexed, and of this host only", async () => {
    const { cookie } = await enter();
    const { headers } = await world.get(host, "/", { cookie });
    const cases: readonly (readonly [number, string, Readonly<Record<string, string>>, string?])[] = [
      [200, "/", {}],
      [200, "/", {}, "HEAD"],
      [200, "/assets/app-BxYz12aB.js", {}],
      [304, "/", { "if-none-match": headers.etag ?? "" }],
      [206, "/", { range: "bytes=0-3" }],
      [416, "/", { range: "bytes=999-" }],
      [404, "/nothing", {}],
      [308, "/old", {}],
      [200, "/.well-known/greenroom/files.txt", {}],
    ];
    for (const [status, path, more, method] of cases) {
      const answer = await world.get(host, path, { cookie, ...more }, method);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers["cache-control"], path).toBe("private, no-cache");
      for (const name of ["access-control-allow-origin", "cdn-cache-control", "expires"]) {
        expect(answer.headers[name], `${name} of ${path}`).toBeUndefined();
      }
      expect(answer.headers.vary, path).toContain("cookie, greenroom-preview-token");
      expect(answer.headers, path).toMatchObject({
        "cross-origin-resource-policy": "same-origin",
        "x-robots-tag": "noindex",
      });
    }
    const set = (columns: Columns<"deployments">) =>
      update(world.context.db, "deployments", { id: deploymentId }, columns);
    const notices = [
      await world.get(host, "/%2e%2e/", { cookie }),
      await set({ file_list_digest: "0".repeat(64) }).then(() => world.get(host, "/", { cookie })),
      await set(removed()).then(() => world.get(host, "/", { cookie })),
    ];
    expect(notices.map(({ status }) => status)).toEqual([400, 500, 410]);
    for (const { headers } of notices) {
      expect(headers).toMatchObject({ "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
    }
  });

  test("of another workspace, and one who asks for a host that there is not, see the same page and get no code", async () => {
    const outsider = await signIn(world, "owner@other.test");
    const way = wayOf(await world.get(host, "/", PAGE_VISIT));
    const [there, nowhere] = [await outsider.get(way), await outsider.get(way.replace("shop-", "none-"))];
    expect([there.status, nowhere.status]).toEqual([404, 404]);
    expect(await there.text()).toBe((await nowhere.text()).replace("none-", "shop-"));
    expect(await world.context.db.selectFrom("visit_codes").selectAll().execute()).toEqual([]);
  });

  test("of two workspaces comes in whichever is the current one", async () => {
    const { context, first, other } = world;
    const at = instant(context.clock);
    const membership = {
      workspace_id: first.workspaceId,
      user_id: other.users.owner,
      role: "viewer",
      confirmed: 1,
      created_at: at,
    } as const;
    await insert(context.db, "memberships", membership);
    const { cookie } = await enter(await signIn(world, "owner@other.test"));
    expect(await opens(cookie)).toBe(200);
  });

  test("whose password was given and whose second factor was not is not in yet", async () => {
    const browser = new Visitor(world);
    await browser.post("/app/signin", { email: "viewer@first.test", password: PASSWORD });
    const way = wayOf(await world.get(host, "/", PAGE_VISIT));
    expect((await browser.get(way)).headers.get("location")).toBe(`/app/second-factor?next=${encodeURIComponent(way)}`);
  });

  test("is sent on by a page when the visit ends a sign-in, since forms lead to no other host", async () => {
    const member = await signIn(world, "viewer");
    const way = wayOf(await world.get(host, "/a?b=c", PAGE_VISIT));
    const headers = {
      Cookie: `greenroom=${member.cookie}`,
      "Sec-Fetch-Site": "same-origin",
      "Sec-Fetch-Mode": "navigate",
    };
    const response = await world.app.request(`${world.context.addresses.baseUrl}${way}`, { headers });
    const target = `http://${host}:4010/a?b=c`;
    expect([response.status, response.headers.get("refresh")]).toEqual([200, `0; url=${target}`]);
    expect(await response.text()).toContain(`href="${target}"`);
  });
});

describe("a visit ends", () => {
  const ENDS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["when the session is ended", () => change("sessions", { revoked_at: "2026-01-01T00:00:00.000Z" })],
    ["when the session has only a password", () => change("sessions", { level: "password" })],
    ["when the member is removed", () => change("memberships", { removed_at: "2026-01-01T00:00:00.000Z" })],
    ["when the account is disabled", () => change("users", { disabled_at: "2026-01-01T00:00:00.000Z" })],
    ["when the session is deleted", () => world.context.db.deleteFrom("sessions").execute()],
  ];
  const change = (table: "sessions" | "memberships" | "users", columns: Record<string, string>) =>
    world.context.db.updateTable(table).set(columns).execute();

  test.each(ENDS)("%s, at once", async (_, end) => {
    const { cookie } = await enter();
    expect(await opens(cookie)).toBe(200);
    await end();
    expect(await opens(cookie)).toBe(401);
  });

  test("when the word of the provider is over, that signed the member in", async () => {
    const { cookie } = await enter();
    const { clock } = world.context;
    await change("sessions", { proven_until: new Date(clock.now() + 60_000).toISOString() });
    clock.advance(59_000);
    expect(await opens(cookie)).toBe(200);
    clock.advance(1_000);
    expect(await opens(cookie)).toBe(401);
  });

  test("when the session was idle for half a day, however busy the preview was", async () => {
    const { cookie } = await enter();
    for (let hour = 0; hour < 11; hour += 1) {
      world.context.clock.advance(3_600_000);
      expect(await opens(cookie)).toBe(200);
    }
    world.context.clock.advance(3_600_000);
    expect(await opens(cookie)).toBe(401);
  });

  test("when its host has become another site's", async () => {
    const { cookie } = await enter();
    const { context, other } = world;
    await update(context.db, "sites", { id: other.site.id }, { preview_access: "members" });
    await update(context.db, "hosts", { deployment_id: deploymentId }, { site_id: other.site.id });
    expect(await opens(cookie)).toBe(401);
  });

  test("and leaves no row behind", async () => {
    await enter();
    const { db, clock } = world.context;
    clock.advance(13 * 3_600_000);
    await deleteExpired(db, clock.now());
    expect(await db.selectFrom("visits").selectAll().execute()).toEqual([]);
  });
});

describe("a code", () => {
  async function code(): Promise<{ readonly back: string; readonly visitor: string }> {
    const stranger = await world.get(host, "/", PAGE_VISIT);
    const member = await signIn(world, "viewer");
    return { back: backOf(await member.get(wayOf(stranger))), visitor: cookiesOf(stranger) };
  }

  const redeem = (back: string, cookie: string, to = host) =>
    world.get(to, back, { ...PAGE_VISIT, ...(cookie !== "" && { cookie }) });

  test("is good once", async () => {
    const { back, visitor } = await code();
    expect((await redeem(back, visitor)).status).toBe(303);
    const again = await redeem(back, visitor);
    expect([again.status, again.headers["set-cookie"]]).toEqual([400, undefined]);
  });

  test.each<[string, { readonly waitMs?: number; readonly elsewhere?: boolean; readonly cookie?: string }]>([
    ["after half a minute", { waitMs: 31_000 }],
    ["on another host of the site", { elsewhere: true }],
    ["without the cookie of the browser that asked", { cookie: "" }],
    ["with the cookie of another browser", { cookie: `greenroom-signing-in=${"x".repeat(43)}` }],
  ])("is of no use %s, so that no one is signed in as someone else", async (_, { waitMs = 0, elsewhere, cookie }) => {
    const to = elsewhere === true ? (await world.addHost("deployment")).host : host;
    const { back, visitor } = await code();
    world.context.clock.advance(waitMs);
    const answer = await redeem(back, cookie ?? visitor, to);
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([400, undefined]);
  });

  test("is not used up by who only looks at the address", async () => {
    const { back, visitor } = await code();
    await world.get(host, back, { ...PAGE_VISIT, cookie: visitor }, "HEAD");
    await world.get(host, back, { ...OWN_FETCH, cookie: visitor });
    expect((await redeem(back, visitor)).status).toBe(303);
  });

  test("without the cookie of its sign-in says that it is missing, and is not used up", async () => {
    const { back, visitor } = await code();
    const without = await world.get(host, back, PAGE_VISIT);
    expect([without.status, without.text]).toEqual([400, expect.stringContaining("sent no cookie")]);
    expect((await redeem(back, visitor)).status).toBe(303);
  });

  test("made up, empty or sent twice opens nothing", async () => {
    const stranger = await world.get(host, "/", PAGE_VISIT);
    for (const query of ["", "?code=", "?code=x", `?code=${"x".repeat(4_000)}`, "?code=x&code=y", "?code=%00"]) {
      const path = `/.well-known/greenroom/access${query}`;
      expect((await world.get(host, path, { ...PAGE_VISIT, cookie: cookiesOf(stranger) })).status).toBe(400);
    }
  });

  test("of two tabs that were opened together lets both in", async () => {
    const one = await world.get(host, "/", PAGE_VISIT);
    const visitor = cookiesOf(one);
    const two = await world.get(host, "/assets/", { ...PAGE_VISIT, cookie: visitor });
    const member = await signIn(world, "viewer");
    for (const way of [one, two]) {
      const back = backOf(await member.get(wayOf(way)));
      expect((await redeem(back, visitor)).status).toBe(303);
    }
  });
});

describe("a cookie", () => {
  test("of one host opens no other host of the site, nor its production", async () => {
    await world.setAccess({ production_access: "members" });
    const [second, production] = [await world.addHost("deployment"), await world.addHost("production")];
    const { cookie } = await enter();
    expect([await opens(cookie), await opens(cookie, second.host), await opens(cookie, production.host)]).toEqual([
      200, 401, 401,
    ]);
  });

  test("that a neighbour tossed before the right one does not shut its owner out", async () => {
    const { cookie } = await enter();
    expect(await opens(`greenroom-visit=tossed; greenroom-visit=; ${cookie}`)).toBe(200);
  });

  test("that no one gave out opens nothing", async () => {
    const long = `greenroom-visit=${"a".repeat(5_000)}`;
    for (const cookie of ["", "greenroom-visit=", "greenroom-visit", long, "greenroom-visit=%00;;=;"]) {
      expect([cookie, await opens(cookie)]).toEqual([cookie, 401]);
    }
  });

  test.each(["same-site", "cross-site"])(
    "sent with a request that a page of a %s host makes gets nothing of the files",
    async (site) => {
      const { cookie } = await enter();
      const parts = [
        ["cors", "empty"],
        ["no-cors", "script"],
        ["no-cors", "image"],
        ["navigate", "iframe"],
      ] as const;
      for (const [mode, dest] of parts) {
        const headers = { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest, cookie };
        const answer = await world.get(host, "/", headers);
        expect([mode, dest, answer.status]).toEqual([mode, dest, 403]);
        expect(answer.text).not.toContain("secret");
      }
      const link = await world.get(host, "/", { ...PAGE_VISIT, "sec-fetch-site": site, cookie });
      expect(link.status).toBe(200);
    },
  );
});

describe("the way through the service", () => {
  const address = (over: Readonly<Record<string, string>>): string => {
    const query = { host, challenge: "a".repeat(64), path: Buffer.from("/").toString("base64url"), ...over };
    return `/app/preview-access?${new URLSearchParams(query).toString()}`;
  };

  const PATHS = [
    "//evil.example/",
    "/\\evil.example/",
    "\\evil.example",
    "https://evil.example/",
    "evil.example",
    "/a\r\nSet-Cookie: a=b",
    "/\u0000",
    "/ü",
    "",
  ];
  const HOSTS = ["evil.example", "x.preview.localhost.evil.example", "preview.localhost", "a@evil.example", "x/y", ""];
  const CHALLENGES = ["", "x", "A".repeat(64), "a".repeat(63)];

  test("leads nowhere by a path, a host or a challenge that no host of ours has sent", async () => {
    const member = await signIn(world, "viewer");
    const wrong = [
      ...PATHS.map((path) => ({ path: Buffer.from(path).toString("base64url") })),
      ...HOSTS.map((name) => ({ host: name })),
      ...CHALLENGES.map((challenge) => ({ challenge })),
    ];
    for (const over of wrong) {
      const response = await member.get(address(over));
      expect([over, response.headers.get("location"), response.headers.get("refresh")]).toEqual([over, null, null]);
      expect([400, 404], JSON.stringify(over)).toContain(response.status);
    }
  });

  test("is for page visits: a script of a preview that calls it gets no code", async () => {
    const member = await signIn(world, "viewer");
    const headers = { Cookie: `greenroom=${member.cookie}`, "Sec-Fetch-Mode": "cors" };
    const response = await world.app.request(`${world.context.addresses.baseUrl}${address({})}`, { headers });
    expect(response.status).toBe(400);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("of a very long page ends at the first page of the host", async () => {
    const stranger = await world.get(host, `/${"a".repeat(3_000)}`, PAGE_VISIT);
    const back = backOf(await (await signIn(world, "viewer")).get(wayOf(stranger)));
    const last = await world.get(host, back, { ...PAGE_VISIT, cookie: cookiesOf(stranger) });
    expect(last.headers.location).toBe("/");
  });

  test("of a host that is public by now ends at its page without a code", async () => {
    const way = wayOf(await world.get(host, "/a", PAGE_VISIT));
    await world.setAccess({ preview_access: null });
    expect(backOf(await (await signIn(world, "viewer")).get(way))).toBe("/a");
  });
});

test("production is protected by itself, and is not indexed then", async () => {
  const { host: production } = await world.addHost("production");
  expect((await world.get(production, "/")).headers["x-robots-tag"]).toBe("all");
  await world.setAccess({ production_access: "members", preview_access: null });
  expect((await world.get(production, "/")).status).toBe(401);
  expect((await world.get(host, "/")).status).toBe(200);
  const { cookie } = await enter(undefined, production);
  const page = await world.get(production, "/", { cookie });
  expect([page.status, page.headers["x-robots-tag"]]).toEqual([200, "noindex"]);
});

test("production at a domain of the team's own is protected as at its production host, with cookies of that domain alone", async () => {
  await world.addHost("production");
  const domain = "www.example.com";
  await addDomain(domain);
  expect((await world.get(domain, "/")).status).toBe(200);
  await world.setAccess({ production_access: "members" });
  for (const path of ["/", "/old", "/assets/app-BxYz12aB.js"]) {
    const stranger = await world.get(domain, path);
    expect([stranger.status, stranger.text.includes("secret")]).toEqual([401, false]);
  }
  const { cookie, last } = await enter(undefined, domain);
  expect((last.headers["set-cookie"] ?? []).some((one) => /domain=/i.test(one))).toBe(false);
  const page = await world.get(domain, "/", { cookie });
  expect([page.status, page.headers["x-robots-tag"]]).toEqual([200, "noindex"]);
  expect(await opens(cookie, `${world.first.site.production_label}.preview.localhost`)).toBe(401);
});

test("the host of a former slug says the new one to who can open the site, and to no one else", async () => {
  const { workspaceId: workspace_id, site } = world.first;
  const { production_label } = site;
  const former_slug = { label: "former", slug: "former", until: "2099-01-01T00:00:00.000Z" };
  await insert(world.context.db, "former_slugs", { ...former_slug, workspace_id, site_id: site.id });
  const former = "former.preview.localhost";
  const moved = `http://${production_label}.preview.localhost:4010/a`;
  expect((await world.get(former, "/a", PAGE_VISIT)).headers.location).toBe(moved);
  await world.setAccess({ production_access: "members" });
  const stranger = await world.get(former, "/a");
  expect([stranger.status, JSON.stringify(stranger.headers)]).toEqual([
    401,
    expect.not.stringContaining(production_label),
  ]);
  const { cookie } = await enter(undefined, former);
  const member = await world.get(former, "/a", { ...PAGE_VISIT, cookie });
  expect([member.status, member.headers.location]).toEqual([308, moved]);
  expect(member.headers["cache-control"]).toBe("private, no-cache");
});

describe("a share link", () => {
  async function share(link: Partial<CreateShareLink> = {}): Promise<{ readonly path: string; readonly id: string }> {
    const { context, first } = world;
    const made = await inWorkspace(context.db, first.workspaceId, async (tx) =>
      createShareLink(tx, actor("developer"), await requireSite(tx, first.workspaceId, first.site.id), {
        expiresInSeconds: 3_600,
        ...link,
      }),
    );
    return { path: `/.well-known/greenroom/share/${made.secret}`, id: made.link.id };
  }

  beforeEach(() => world.setAccess({ preview_access: "link" }));

  test("lets someone without an account in, with a cookie that ends with it", async () => {
    const { path } = await share();
    const opened = await world.get(host, path, PAGE_VISIT);
    expect([opened.status, opened.headers.location, opened.headers["referrer-policy"]]).toEqual([
      303,
      "/",
      "no-referrer",
    ]);
    expect(opened.headers["set-cookie"]?.[0]).toContain("; Max-Age=3600");
    const cookie = cookiesOf(opened);
    expect(await opens(cookie)).toBe(200);
    world.context.clock.advance(3_599_000);
    expect(await opens(cookie)).toBe(200);
    world.context.clock.advance(1_000);
    expect([await opens(cookie), (await world.get(host, path, PAGE_VISIT)).status]).toEqual([401, 404]);
  });

  test("opens every preview of the site, each with a cookie of its own, and members come in without one", async () => {
    const second = await world.addHost("branch");
    const { path } = await share();
    const cookie = cookiesOf(await world.get(second.host, path, PAGE_VISIT));
    expect([await opens(cookie, second.host), await opens(cookie)]).toEqual([200, 401]);
    const member = await enter();
    expect(await opens(member.cookie)).toBe(200);
  });

  test("of one preview opens that one alone, also where a branch shows it until it shows the next one", async () => {
    const { db } = world.context;
    const [branch, second] = [await world.addHost("branch"), await world.addHost("deployment")];
    const { path } = await share({ deploymentId: branch.deploymentId });
    expect((await world.get(second.host, path, PAGE_VISIT)).status).toBe(404);
    const cookie = cookiesOf(await world.get(branch.host, path, PAGE_VISIT));
    expect(await opens(cookie, branch.host)).toBe(200);
    await db.updateTable("hosts").set({ deployment_id: second.deploymentId }).where("kind", "=", "branch").execute();
    expect(await opens(cookie, branch.host)).toBe(401);
  });

  test("is never good for production, for another site, or while previews are for members only", async () => {
    await world.setAccess({ production_access: "members" });
    const production = await world.addHost("production");
    const theirs = await world.addHost("deployment", world.other);
    await world.context.db.updateTable("sites").set({ preview_access: "link" }).execute();
    const { path } = await share();
    const cookie = cookiesOf(await world.get(host, path, PAGE_VISIT));
    for (const to of [production.host, theirs.host]) {
      expect([to, (await world.get(to, path, PAGE_VISIT)).status, await opens(cookie, to)]).toEqual([to, 404, 401]);
    }
    await world.setAccess({ preview_access: "members" });
    expect([(await world.get(host, path, PAGE_VISIT)).status, await opens(cookie)]).toEqual([404, 401]);
  });

  test.each([
    [
      "is revoked",
      ({ context, first }: ProtectedWorld, linkId: string): Promise<unknown> =>
        inWorkspace(context.db, first.workspaceId, (tx) =>
          revokeShareLink(tx, actor("developer"), { site: first.site, linkId }),
        ),
    ],
    [
      "its maker leaves, who knows it",
      ({ context: { db }, first }: ProtectedWorld): Promise<unknown> =>
        update(db, "memberships", { user_id: first.users.developer }, { removed_at: "2026-01-01T00:00:00.000Z" }),
    ],
  ])("ends at once, with all that began by it, when it %s", async (_, end) => {
    const { path, id } = await share();
    const cookie = cookiesOf(await world.get(host, path, PAGE_VISIT));
    expect(await opens(cookie)).toBe(200);
    await end(world, id);
    expect([await opens(cookie), (await world.get(host, path, PAGE_VISIT)).status]).toEqual([401, 404]);
  });

  test("sets no cookie for a script, an image or who only looks at the address", async () => {
    const { path } = await share();
    for (const answer of [
      await world.get(host, path, OWN_FETCH),
      await world.get(host, path, { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }),
      await world.get(host, path, PAGE_VISIT, "HEAD"),
    ]) {
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([404, undefined]);
    }
  });

  test("cannot fill the database: the oldest of very many visits ends for one more", async () => {
    const { db } = world.context;
    const { path, id } = await share();
    const expires_at = "2099-01-01T00:00:00.000Z";
    const row = { host, site_id: world.first.site.id, share_link_id: id, expires_at, seal: "" };
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      ...row,
      hash: `h${n}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
    }));
    await insert(db, "visits", rows);
    expect(await opens(cookiesOf(await world.get(host, path, PAGE_VISIT)))).toBe(200);
    const left = await db.selectFrom("visits").select("hash").execute();
    expect([left.length, left.some(({ hash }) => hash === "h0")]).toEqual([1_000, false]);
  });
});

describe("a preview token", () => {
  async function token(): Promise<{ readonly token: string; readonly id: string }> {
    const { context, first } = world;
    return await inWorkspace(context.db, first.workspaceId, (tx) =>
      createPreviewToken(tx, actor("owner"), first.site, "playwright"),
    );
  }

  const send = (text: string, to = host, path = "/", more = {}) =>
    world.get(to, path, { "greenroom-preview-token": text, ...more });

  test("opens every preview of its site by a header, for no one else's cache", async () => {
    const made = await token();
    const page = await send(made.token);
    expect([page.status, page.text, page.headers["cache-control"]]).toEqual([
      200,
      "<h1>secret</h1>",
      "private, no-cache",
    ]);
    expect((await send(made.token, host, "/", PAGE_VISIT)).status).toBe(200);
    const row = await world.context.db.selectFrom("preview_tokens").selectAll().executeTakeFirstOrThrow();
    expect(row.last_used_at).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(made.token);
  });

  test("is good nowhere else: not for production, another site, in a query, in a cookie or as a bearer", async () => {
    await world.setAccess({ production_access: "members" });
    const production = await world.addHost("production");
    const theirs = await world.addHost("deployment", world.other);
    await world.context.db.updateTable("sites").set({ preview_access: "members" }).execute();
    const made = await token();
    const answers = [
      await send(made.token, production.host),
      await send(made.token, theirs.host),
      await world.get(host, `/?Greenroom-Preview-Token=${made.token}`),
      await world.get(host, "/", { cookie: `greenroom-visit=${made.token}` }),
      await world.get(host, "/", { authorization: `Bearer ${made.token}` }),
      await send("grpt_x"),
      await send(""),
      await send(`${made.token}, ${made.token}`),
      await send(`${world.first.site.id} ${made.token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    for (const { text } of answers) expect(text).not.toContain(made.token);
  });

  test("is neither taken nor rejected while the provider of its maker does not respond", async () => {
    const made = await token();
    const { context, first } = world;
    const { clock, db } = context;
    const ada = { issuer: "https://id.test", subject: "ada", user_id: first.users.owner, confirmed: 1 } as const;
    await insert(db, "sso_identities", { ...ada, proven_until: instant(clock), created_at: instant(clock) });
    const unreachable = () => Promise.reject(new ApiError("try_again", "The company sign-in does not respond."));
    const checks = { proveUser: unreachable, refreshSession: unreachable };
    const elsewhere = await openSocket({ ...context, sso: { checks } });
    const answer = await elsewhere.get(host, "/", { "greenroom-preview-token": made.token });
    await elsewhere.close();
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
  });

  test("that is wrong is said to be, also beside a cookie that is right", async () => {
    const { cookie } = await enter();
    const answer = await send("grpt_wrong", host, "/", { ...PAGE_VISIT, cookie });
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining("no token of this site that works")]);
  });

  test("is exchanged for a cookie of one host, by the header alone", async () => {
    const second = await world.addHost("deployment");
    const made = await token();
    const session = await send(made.token, host, "/.well-known/greenroom/session");
    expect([session.status, session.text]).toEqual([204, ""]);
    const cookie = cookiesOf(session);
    expect([await opens(cookie), await opens(cookie, second.host)]).toEqual([200, 401]);
    // Without the header there is no way round in circles either.
    const member = await enter();
    for (const headers of [PAGE_VISIT, { ...PAGE_VISIT, cookie: member.cookie }]) {
      expect((await world.get(host, "/.well-known/greenroom/session", headers)).status).toBe(401);
    }
  });

  test("lets a cookie in for as long as the cookie itself says", async () => {
    const session = await send((await token()).token, host, "/.well-known/greenroom/session");
    const [, seconds] = /Max-Age=(\d+)/.exec(String(session.headers["set-cookie"])) ?? [];
    const cookie = cookiesOf(session);
    world.context.clock.advance(Number(seconds) * 1_000 - 1);
    expect(await opens(cookie)).toBe(200);
    world.context.clock.advance(1);
    expect(await opens(cookie)).toBe(401);
  });

  test("ends at once when it is revoked, with the cookies by it", async () => {
    const { context, first } = world;
    const made = await token();
    const cookie = cookiesOf(await send(made.token, host, "/.well-known/greenroom/session"));
    expect([await opens(cookie), (await send(made.token)).status]).toEqual([200, 200]);
    await inWorkspace(context.db, first.workspaceId, (tx) =>
      revokePreviewToken(tx, actor("owner"), { site: first.site, tokenId: made.id }),
    );
    expect([await opens(cookie), (await send(made.token)).status]).toEqual([401, 401]);
  });
});

test("a picture of a preview is public only while its previews are", async () => {
  const { db } = world.context;
  await world.setAccess({ preview_access: null });
  const sha256 = "a".repeat(64);
  const at = "2026-03-01T11:00:00.000Z";
  await insert(db, "objects", { sha256, size: 1, created_at: at });
  const shows = { thumbnail_sha256: sha256, thumbnailName: "n", pictures: [sha256] };
  await insertReview(db, deploymentId, { status: "ready", ...shows });
  const shown = async () => {
    const asked = { deploymentId, whyNone: undefined, addresses: world.context.addresses, publicThumbnails: true };
    const { thumbnailUrl } = await readReview(db, world.first.workspaceId, asked);
    return [[...(await findPublicThumbnails(db, "n"))], thumbnailUrl !== undefined];
  };
  expect(await shown()).toEqual([[sha256], true]);
  for (const preview_access of ["members", "link"] as const) {
    await world.setAccess({ preview_access });
    expect(await shown()).toEqual([[], false]);
  }
});
