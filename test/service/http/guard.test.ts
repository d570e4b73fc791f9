import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Route, ROUTES, SCOPES } from "../../../packages/contract/index.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { approvalRoutes } from "../../../packages/service/http/routes/approvals.ts";
import { targetRoutes } from "../../../packages/service/http/routes/targets.ts";
import {
  addDeployment,
  addToken,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  type TestContext,
} from "../fixtures.ts";
import { type Answer, ask } from "./calls.ts";

let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  context = openTestContext();
  ({ first, other } = await seedWorkspace(context));
  app = createApp(context, { apps: [approvalRoutes(context), targetRoutes(context)] });
});
afterEach(() => context.db.destroy());

const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const guarded = routes.filter(([, { access }]) => access !== "anonymous");

/** A path of the route with ids that may or may not exist. */
function pathOf({ path }: Route, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "00000000-0000-4000-8000-000000000000");
}

async function call(
  route: Route,
  ids: Readonly<Record<string, string>>,
  authorization: string | undefined,
): Promise<Answer> {
  return ask(app, pathOf(route, ids), {
    method: route.method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(route.body && { "Content-Type": "application/json" }),
      "Idempotency-Key": "k",
    },
    ...(route.body && { body: {} }),
  });
}

describe("the guard", () => {
  test.each(guarded)("%s refuses every credential that does not count, in the same words", async (_, route) => {
    const revoked = await addToken(context, first);
    await context.db
      .updateTable("tokens")
      .set({ revoked_at: "2026-03-01T11:00:00.000Z" })
      .where("id", "=", revoked.id)
      .execute();
    const ids = { siteId: first.site.id };
    const tokens = [
      `Bearer sk_test_${"x".repeat(43)}`,
      "Bearer garbage",
      "Bearer ",
      "Bearer",
      "Bearer \u00e9",
      `Bearer ${first.tokens.pat} `.replace("Bearer ", "Bearer  "),
      `Basic ${first.tokens.pat}`,
      first.tokens.pat,
      `Bearer ${first.tokens.pat.replace("sk_test_", "mcp_test_")}`,
      `Bearer ${first.tokens.pat.replace("sk_test_", "sk_live_")}`,
      `Bearer ${revoked.token}`,
      `Bearer ${(await addToken(context, first, { expiresAt: "2026-03-01T12:00:00.000Z" })).token}`,
      `Bearer ${(await addToken(context, first, { realm: "live" })).token}`,
    ];
    const answers = await Promise.all(tokens.map(async (token) => call(route, ids, token)));
    const texts = new Set(answers.map(({ text }) => text));
    expect(texts.size).toBe(1);
    const missing = await call(route, ids, undefined);
    for (const answer of [...answers, missing]) {
      expect(answer.said).toBe("401 unauthenticated");
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  test("a live instance accepts live tokens only", async () => {
    const live = createApp({ ...context, settings: { ...context.settings, development: false } });
    const { token } = await addToken(context, first, { realm: "live" });
    expect((await ask(live, "/sites", { token })).status).toBe(200);
    expect((await ask(live, "/sites", { token: first.tokens.pat })).said).toBe("401 unauthenticated");
  });

  test("a token counts until the moment it expires", async () => {
    const { token } = await addToken(context, first, { expiresAt: "2026-03-01T12:00:01.000Z" });
    expect((await ask(app, "/sites", { token })).status).toBe(200);
    context.clock.advance(1_000);
    expect((await ask(app, "/sites", { token })).said).toBe("401 unauthenticated");
  });

  test("a token ends with the membership of the person behind it", async () => {
    await context.db
      .updateTable("memberships")
      .set({ removed_at: "2026-03-01T11:00:00.000Z" })
      .where("user_id", "=", first.users.developer)
      .execute();
    expect((await ask(app, "/sites", { token: first.tokens.pat })).said).toBe("401 unauthenticated");
    const bot = await addToken(context, first, { userId: null });
    expect((await ask(app, "/sites", { token: bot.token })).status).toBe(200);
  });

  test.each(guarded)("%s wants its own scope and no other", async (_, route) => {
    if (typeof route.access === "string") return;
    const { scope } = route.access;
    const without = await addToken(context, first, { scopes: SCOPES.filter((each) => each !== scope) });
    const refused = await call(route, { siteId: first.site.id }, `Bearer ${without.token}`);
    expect(refused.said).toBe("403 insufficient_scope");
    expect(refused.json.error.message).toContain(scope);
    const only = await addToken(context, first, { scopes: [scope] });
    const passed = await call(route, { siteId: first.site.id }, `Bearer ${only.token}`);
    expect(passed.said).not.toBe("403 insufficient_scope");
  });

  test.each(routes.filter(([, { access }]) => access === "web_session"))(
    "%s is closed to every token",
    async (_, route) => {
      for (const token of [first.tokens.pat, first.tokens.mcp]) {
        expect((await call(route, {}, `Bearer ${token}`)).said).toBe("403 web_session_required");
      }
    },
  );

  test("an unknown path is refused to strangers before they learn that nothing is there", async () => {
    expect((await ask(app, "/nothing")).said).toBe("401 unauthenticated");
    expect((await ask(app, "/nothing", { token: first.tokens.pat })).said).toBe("404 not_found");
    expect((await ask(app, "/sites/", { token: first.tokens.pat })).said).toBe("404 not_found");
  });

  test("another spelling of a path needs the same scope and the same session as the path itself", async () => {
    const { token } = await addToken(context, first, { scopes: ["targets:read"] });
    for (const path of ["/%73ites", "/s%69tes", "/%64eployments"]) {
      expect((await ask(app, path, { token })).said, path).toBe("403 insufficient_scope");
      expect((await ask(app, path)).said, path).toBe("401 unauthenticated");
    }
    const decision = { token: first.tokens.pat, body: { decision: "approve" } };
    expect((await ask(app, "/%61pprovals/apr_x/decision", decision)).said).toBe("403 web_session_required");
  });

  test("a known path with another method names those it knows", async () => {
    const answer = await ask(app, "/sites", { method: "PUT", token: first.tokens.pat });
    expect(answer.said).toBe("405 method_not_allowed");
    expect(answer.headers.get("Allow")).toBe("GET, POST");
    const archived = await ask(app, "/sites/archived", { method: "DELETE", token: first.tokens.pat });
    expect([archived.said, archived.headers.get("Allow")]).toEqual(["405 method_not_allowed", "GET"]);
    for (const path of ["/openapi.json", "/healthz", "/readyz"]) {
      const refused = await ask(app, path, { method: "POST" });
      expect([refused.said, refused.headers.get("Allow")], path).toEqual(["405 method_not_allowed", "GET, HEAD"]);
      expect((await ask(app, path, { method: "HEAD" })).status, path).toBe(200);
    }
    expect((await ask(app, "/deployments", { method: "POST", token: first.tokens.pat })).headers.get("Allow")).toBe(
      "GET",
    );
  });

  test("a token's last use is noted, and the token is stored nowhere", async () => {
    await ask(app, "/sites", { token: first.tokens.pat });
    const rows = await context.db.selectFrom("tokens").selectAll().execute();
    expect(rows.filter(({ last_used_at }) => last_used_at !== null)).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.tokens.pat.slice("sk_test_".length));
  });
});

describe("the log", () => {
  test("tells route, status and who asked, and no secret, query or body", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const logged = createApp({ ...context, log });
    await ask(logged, "/deployments?cursor=secret-query", { token: first.tokens.pat });
    await ask(logged, "/sites", { token: "sk_test_secret-guess" });
    await ask(logged, `/sites/${first.site.id}/deploy`, {
      token: first.tokens.mcp,
      headers: { "Idempotency-Key": "secret-key", Cookie: "greenroom=secret-cookie" },
      body: { environment: "preview", branch: "secret-branch" },
    });
    const text = lines.join("");
    expect(text).toContain('"route":"createDeployment","status":202');
    expect(text).toContain(first.workspaceId);
    for (const secret of ["secret-", first.tokens.pat.slice(8), first.tokens.mcp.slice(9), "Bearer"]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("a workspace and its neighbour", () => {
  test("every id of one answers the other's token exactly as an unknown one", async () => {
    const deploymentId = await addDeployment(context, other, { status: "ready", preview_label: "x-y" });
    await context.db.updateTable("sites").set({ status: "archived" }).where("id", "=", other.site.id).execute();
    const archived = { siteId: other.site.id };
    await context.db.updateTable("sites").set({ status: "active" }).where("id", "=", other.site.id).execute();
    const visible = {
      siteId: other.site.id,
      deploymentId,
      requestId: "apr_00000000000000000000000000",
      id: other.projectId,
    };
    const unknown = {
      siteId: "00000000-0000-4000-8000-000000000000",
      deploymentId: "dep_00000000000000000000000000",
      requestId: "apr_11111111111111111111111111",
      id: "00000000-0000-4000-8000-000000000001",
    };
    const withIds = guarded.filter(([, { path, access }]) => path.includes("{") && access !== "web_session");
    expect(withIds.length).toBeGreaterThan(8);
    for (const [name, route] of withIds) {
      for (const ids of [visible, archived]) {
        const answer = await call(route, ids, `Bearer ${first.tokens.pat}`);
        const blank = await call(route, unknown, `Bearer ${first.tokens.pat}`);
        expect([name, answer.status, answer.text]).toEqual([name, blank.status, blank.text]);
        expect(answer.status, name).toBe(404);
      }
    }
  });

  test("lists hold nothing of the other", async () => {
    await addDeployment(context, other);
    const { token } = { token: first.tokens.pat };
    expect((await ask(app, "/deployments", { token })).data).toEqual([]);
    expect((await ask(app, `/deployments?siteId=${other.site.id}`, { token })).data).toEqual([]);
    const sites = await ask(app, "/sites", { token });
    expect(sites.data.map(({ id }) => id)).toEqual([first.site.id]);
    expect(sites.json.entitlements.currentSites).toBe(1);
  });

  test("a project of the other is an unknown project", async () => {
    const site = { projectId: other.projectId, name: "x", slug: "x" };
    const answer = await ask(app, "/sites", { token: first.tokens.pat, body: site });
    const blank = await ask(app, "/sites", {
      token: first.tokens.pat,
      body: { ...site, projectId: "00000000-0000-4000-8000-000000000000" },
    });
    expect(answer.said).toBe("404 project_not_found");
    expect(answer.text).toBe(blank.text);
  });
});

describe("rate limits", () => {
  beforeEach(() => {
    context = {
      ...context,
      settings: {
        ...context.settings,
        limits: { ...context.settings.limits, "mcp-per-minute": 60, "anonymous-per-minute": 3, "deploy-per-minute": 2 },
      },
    };
    app = createApp(context);
  });

  test("the 61st request of an MCP token in a minute waits as long as Retry-After says", async () => {
    for (let n = 0; n < 60; n += 1) expect((await ask(app, "/sites", { token: first.tokens.mcp })).status).toBe(200);
    const refused = await ask(app, "/sites", { token: first.tokens.mcp });
    expect(refused.said).toBe("429 rate_limited");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThanOrEqual(59);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    expect((await ask(app, "/sites", { token: first.tokens.pat })).status).toBe(200);
    expect((await ask(app, "/sites", { token: other.tokens.mcp })).status).toBe(200);
  });

  test("guesses of tokens are limited by address, valid tokens are not", async () => {
    const guesses = await Promise.all(
      Array.from({ length: 5 }, async () => ask(app, "/sites", { token: "sk_test_no" })),
    );
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    expect((await ask(app, "/sites", { token: first.tokens.pat })).status).toBe(200);
  });

  test("deployments have a stricter cap, and a replayed one counts", async () => {
    const deploy = async () =>
      ask(app, `/sites/${first.site.id}/deploy`, {
        token: first.tokens.pat,
        headers: { "Idempotency-Key": "k" },
        body: { environment: "preview" },
      });
    expect([(await deploy()).status, (await deploy()).status, (await deploy()).said]).toEqual([
      202,
      202,
      "429 rate_limited",
    ]);
  });
});
