import { rmSync } from "node:fs";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { type Route, ROUTES, SCOPES } from "../../../packages/contract/index.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { createReadiness } from "../../../packages/service/http/readiness.ts";
import { codeVersion } from "../../../packages/service/outside/version.ts";
import { folderOfTest, temporaryFolder } from "../../folders.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { addDeployment, addToken } from "../fixtures.ts";
import { update } from "../rows.ts";
import { type ApiResponse, send } from "./api.ts";
import { type App, app, context, first, openApp, other, request } from "./app.ts";

openApp({ dataDirectory: temporaryFolder("guard") });

const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const guarded = routes.filter(([, { access }]) => access !== "anonymous");

function pathOf({ path }: Route, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "00000000-0000-4000-8000-000000000000");
}

async function call(
  route: Route,
  ids: Readonly<Record<string, string>>,
  authorization: string | undefined,
): Promise<ApiResponse> {
  return send(app, pathOf(route, ids), {
    method: route.method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(route.body && { "Content-Type": "application/json" }),
      "Idempotency-Key": "k",
    },
    // A change of a comment, which says nothing to another route.
    ...(route.body && { body: { status: "resolved" } }),
  });
}

describe("the guard", () => {
  test("is in front of every route", async () => {
    for (const [name, route] of guarded) {
      for (const authorization of [undefined, `Bearer sk_test_${"x".repeat(43)}`]) {
        const response = await call(route, { siteId: first.site.id }, authorization);
        expect([name, response.result]).toEqual([name, "401 unauthenticated"]);
        expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      }
    }
  });

  test.each<[string, (token: string) => string]>([
    ["a word", () => "Bearer garbage"],
    ["a blank", () => "Bearer "],
    ["nothing", () => "Bearer"],
    ["a letter beyond ASCII", () => "Bearer \u00e9"],
    ["two blanks before the token", (token) => `Bearer  ${token}`],
    ["another scheme", (token) => `Basic ${token}`],
    ["no scheme", (token) => token],
    ["the prefix of another kind", (token) => `Bearer ${token.replace("sk_test_", "mcp_test_")}`],
    ["the prefix of another realm", (token) => `Bearer ${token.replace("sk_test_", "sk_live_")}`],
  ])("takes no token with %s", async (_, write) => {
    expect((await call(ROUTES.listSites, {}, write(first.tokens.pat))).result).toBe("401 unauthenticated");
  });

  test("each reason why a token does not act has a sentence, which its whole text alone gets", async () => {
    const expired = await addToken(context, first, { expiresAt: "2026-03-01T12:00:00.000Z" });
    const revoked = await addToken(context, first);
    const revokedAt = { revoked_at: "2026-03-01T11:00:00.000Z" };
    await context.db.updateTable("tokens").set(revokedAt).where("id", "=", revoked.id).execute();
    const live = await addToken(context, first, { realm: "live" });
    const said = async (token?: string) => (await send(app, "/sites", token === undefined ? {} : { token })).json.error;
    expect((await said(expired.token)).message).toBe("The token has expired. Make a new one.");
    expect((await said(revoked.token)).message).toBe("The token was revoked. Make a new one.");
    expect((await said(live.token)).message).toContain("This is a live token");
    expect((await said()).message).toContain("The request has no token");
    const unknown = await said(`sk_test_${"x".repeat(43)}`);
    expect(unknown.message).toContain("This service does not know the token");
    expect(await said(expired.token.slice(0, -1))).toEqual(unknown);
    expect(await said(expired.token.replace("sk_test_", "mcp_test_"))).toMatchObject({ code: "unauthenticated" });
  });

  test("a live instance only accepts live tokens", async () => {
    const live = createApp({ ...context, settings: { ...context.settings, development: false } });
    const { token } = await addToken(context, first, { realm: "live" });
    expect((await send(live, "/sites", { token })).status).toBe(200);
    expect((await send(live, "/sites", { token: first.tokens.pat })).result).toBe("401 unauthenticated");
  });

  test("a token is valid until the moment it expires", async () => {
    const { token } = await addToken(context, first, { expiresAt: "2026-03-01T12:00:01.000Z" });
    expect((await send(app, "/sites", { token })).status).toBe(200);
    context.clock.advance(1_000);
    expect((await send(app, "/sites", { token })).result).toBe("401 unauthenticated");
  });

  test("wants of each route its own scope and no other", async () => {
    for (const scope of SCOPES) {
      const without = await addToken(context, first, { scopes: SCOPES.filter((each) => each !== scope) });
      const only = await addToken(context, first, { scopes: [scope] });
      for (const [name, route] of guarded.filter(([, { access }]) => access === scope)) {
        const rejected = await call(route, { siteId: first.site.id }, `Bearer ${without.token}`);
        expect([name, rejected.result]).toEqual([name, "403 insufficient_scope"]);
        expect(rejected.json.error.message).toContain(scope);
        const passed = await call(route, { siteId: first.site.id }, `Bearer ${only.token}`);
        expect([name, passed.result]).not.toEqual([name, "403 insufficient_scope"]);
      }
    }
  });

  test("an unknown path needs a valid token before it gets 404", async () => {
    expect((await send(app, "/nothing")).result).toBe("401 unauthenticated");
    expect((await request("/nothing")).result).toBe("404 not_found");
    expect((await request("/sites/")).result).toBe("404 not_found");
  });

  test("another spelling of a path needs the same scope and the same session as the path itself", async () => {
    const { token } = await addToken(context, first, { scopes: ["targets:read"] });
    for (const path of ["/%73ites", "/s%69tes", "/%64eployments"]) {
      expect((await send(app, path, { token })).result, path).toBe("403 insufficient_scope");
      expect((await send(app, path)).result, path).toBe("401 unauthenticated");
    }
    const decision = { token: first.tokens.pat, body: { decision: "approve" } };
    expect((await send(app, "/%61pprovals/apr_x/decision", decision)).result).toBe("403 web_session_required");
  });

  test("a known path with another method gets 405 with the allowed methods", async () => {
    const response = await request("/sites", { method: "PUT" });
    expect(response.result).toBe("405 method_not_allowed");
    expect(response.headers.get("Allow")).toBe("GET, POST");
    const archived = await request("/sites/archived", { method: "DELETE" });
    expect([archived.result, archived.headers.get("Allow")]).toEqual(["405 method_not_allowed", "GET"]);
    for (const path of ["/openapi.json", "/healthz", "/readyz"]) {
      const rejected = await send(app, path, { method: "POST" });
      expect([rejected.result, rejected.headers.get("Allow")], path).toEqual(["405 method_not_allowed", "GET, HEAD"]);
      expect((await send(app, path, { method: "HEAD" })).status, path).toBe(200);
    }
    expect((await request("/deployments", { method: "POST" })).headers.get("Allow")).toBe("GET");
  });

  test("liveness says which code this is", async () => {
    const build = codeVersion();
    expect(build.commit).toMatch(/^[0-9a-f]{40}$/);
    expect((await send(app, "/healthz")).data).toEqual({ status: "alive", build });
  });

  test("readiness says what of builds no control group bounds, and why none can run commands", async () => {
    const builds = { ...context.builds, unbounded: () => ["memory"], problem: () => "There is no bwrap." };
    expect((await send(createApp({ ...context, builds }), "/readyz")).data).toEqual({
      status: "ready",
      builds: { unbounded: ["memory"], problem: "There is no bwrap." },
      reviews: { problem: null },
    });
    expect((await send(app, "/readyz")).data).toEqual({
      status: "ready",
      builds: { unbounded: [], problem: null },
      reviews: { problem: null },
    });
  });

  test("a service that cannot write any more is not ready, and lives, and is ready again once it can", async () => {
    let free = 1024 ** 2;
    const readiness = createReadiness(context, { stopping: undefined, freeBytes: () => Promise.resolve(free) });
    const full = createApp(context, { readiness });
    expect((await send(full, "/readyz")).result).toBe("503 try_again");
    expect((await send(full, "/healthz")).status).toBe(200);
    expect((await send(full, "/sites", { token: first.tokens.pat })).status).toBe(200);
    free = 1024 ** 3;
    expect((await send(full, "/readyz")).result).toBe("503 try_again");
    context.clock.advance(5_000);
    expect((await send(full, "/readyz")).status).toBe(200);
  });

  test("a service whose data folder goes away is not ready", async () => {
    const dataDirectory = folderOfTest("ready");
    const settings = { ...context.settings, dataDirectory };
    const readiness = createReadiness({ ...context, settings }, { stopping: undefined });
    await readiness.check();
    rmSync(dataDirectory, { recursive: true });
    context.clock.advance(5_000);
    const message = "The data folder is gone.";
    await expect(readiness.check()).rejects.toMatchObject({ code: "try_again", message });
  });

  test("an outage is one line of the log, with its cause, and its end another", async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    let failing = true;
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const freeBytes = async () => (failing ? Promise.reject(full) : 1024 ** 3);
    const readiness = createReadiness({ ...context, log }, { stopping: undefined, freeBytes });
    for (const isFull of [true, true, false]) {
      failing = isFull;
      await readiness.check().catch(() => undefined);
      context.clock.advance(5_000);
    }
    expect(lines).toMatchObject([
      { fault: "disk_full", err: { code: "ENOSPC" } },
      { msg: "the service is ready again" },
    ]);
  });

  test("a token's last use is recorded, and the token itself is never stored", async () => {
    await request("/sites");
    const rows = await context.db.selectFrom("tokens").selectAll().execute();
    expect(rows.filter(({ last_used_at }) => last_used_at !== null)).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.tokens.pat.slice("sk_test_".length));
  });
});

describe("the log", () => {
  test("has route, status and the caller, and no secret, query or body", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const logged = createApp({ ...context, log });
    await send(logged, "/deployments?cursor=secret-query", { token: first.tokens.pat });
    await send(logged, "/sites", { token: "sk_test_secret-guess" });
    await send(logged, `/sites/${first.site.id}/deploy`, {
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

describe("a workspace and another", () => {
  test("an id of another workspace gets the same response as an unknown id, and so it does below a site of one's own", async () => {
    await update(context.db, "sites", { id: other.site.id }, { preview_access: "link" });
    const deploymentId = await addDeployment(context, other, {
      status: "ready",
      preview_label: "x-y",
      file_list_digest: "d",
    });
    const owner = await addToken(context, other, { userId: other.users.owner });
    const made = async (path: string, body: object) =>
      (await send(app, `/sites/${other.site.id}/${path}`, { token: owner.token, body })).data.id;
    const asked = { siteId: other.site.id, sourceDeploymentId: deploymentId };
    const person = { userId: other.users.developer, workspaceId: other.workspaceId };
    const theirs = {
      siteId: other.site.id,
      deploymentId,
      requestId: (await requestAsPerson(context, person, asked)).id,
      id: other.projectId,
      linkId: await made("share-links", { expiresInSeconds: 3_600 }),
      tokenId: await made("preview-tokens", { name: "x" }),
      variableId: await made("variables", { name: "A", value: "abcd" }),
      commentId: await made("comments", { deploymentId, body: "Hi" }),
    };
    for (const [name, id] of Object.entries(theirs)) expect([name, id]).toEqual([name, expect.any(String)]);
    const unknown = {
      deploymentId: "dep_00000000000000000000000000",
      requestId: "apr_11111111111111111111111111",
      id: "00000000-0000-4000-8000-000000000001",
      commentId: "cmt_11111111111111111111111111",
    };
    const withIds = guarded.filter(([, { path, access }]) => path.includes("{") && access !== "web_session");
    expect(withIds.length).toBeGreaterThan(8);
    const { token } = await addToken(context, first, { userId: first.users.owner });
    for (const [name, route] of withIds) {
      const response = await call(route, theirs, `Bearer ${token}`);
      const blank = await call(route, unknown, `Bearer ${token}`);
      expect([name, response.status, response.text]).toEqual([name, 404, blank.text]);
      const ids = Object.keys(theirs).filter((id) => id !== "siteId" && route.path.includes(`{${id}}`));
      if (ids.length === 0 || !route.path.includes("{siteId}")) continue;
      const below = await call(route, { ...theirs, siteId: first.site.id }, `Bearer ${token}`);
      expect([name, below.status]).toEqual([name, 404]);
    }
  });

  test("a deployment is not there below another site of its own workspace", async () => {
    const site = { projectId: first.projectId, name: "Docs", slug: "docs" };
    const { id: siteId } = (await request("/sites", { body: site })).data;
    const deploymentId = await addDeployment(context, first, { status: "ready", file_list_digest: "d" });
    const below = guarded.filter(([, { path }]) => path.includes("{siteId}") && path.includes("{deploymentId}"));
    expect(below.length).toBeGreaterThan(2);
    for (const [name, route] of below) {
      const { result } = await call(route, { siteId, deploymentId }, `Bearer ${first.tokens.pat}`);
      expect([name, result]).toEqual([name, "404 deployment_not_found"]);
    }
    const comment = await request(`/sites/${siteId}/comments`, { body: { deploymentId, body: "Hi" } });
    expect(comment.result).toBe("404 deployment_not_found");
  });

  test("a project of the other gets the same response as an unknown project", async () => {
    const site = { projectId: other.projectId, name: "x", slug: "x" };
    const response = await request("/sites", { body: site });
    const blank = await send(app, "/sites", {
      token: first.tokens.pat,
      body: { ...site, projectId: "00000000-0000-4000-8000-000000000000" },
    });
    expect(response.result).toBe("404 project_not_found");
    expect(response.text).toBe(blank.text);
  });
});

describe("rate limits", () => {
  let limited: App;
  beforeEach(() => {
    const limits = {
      ...context.settings.limits,
      "mcp-per-minute": 3,
      "anonymous-per-minute": 3,
      "deploy-per-minute": 2,
    };
    limited = createApp({ ...context, settings: { ...context.settings, limits } });
  });

  test("a request of a token beyond its limit a minute is rejected with Retry-After, and those of others are not", async () => {
    for (let n = 0; n < 3; n += 1)
      expect((await send(limited, "/sites", { token: first.tokens.mcp })).status).toBe(200);
    const rejected = await send(limited, "/sites", { token: first.tokens.mcp });
    expect(rejected.result).toBe("429 rate_limited");
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(rejected.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    expect((await send(limited, "/sites", { token: first.tokens.pat })).status).toBe(200);
    expect((await send(limited, "/sites", { token: other.tokens.mcp })).status).toBe(200);
  });

  test("invalid tokens are limited by IP address, valid tokens are not", async () => {
    const guesses = await Promise.all(
      Array.from({ length: 5 }, async () => send(limited, "/sites", { token: "sk_test_no" })),
    );
    expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 401, 429, 429]);
    expect((await send(limited, "/sites", { token: first.tokens.pat })).status).toBe(200);
  });

  test("deployments have a stricter limit, which replays count against", async () => {
    const deploy = async () =>
      send(limited, `/sites/${first.site.id}/deploy`, {
        token: first.tokens.pat,
        headers: { "Idempotency-Key": "k" },
        body: { environment: "preview" },
      });
    expect([(await deploy()).status, (await deploy()).status, (await deploy()).result]).toEqual([
      202,
      202,
      "429 rate_limited",
    ]);
  });
});
