import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Service, type Target } from "../../packages/conformance/service.ts";
import { SECTIONS } from "../../packages/conformance/suite.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { oauthRoutes } from "../../packages/service/http/routes/oauth.ts";
import { mcpRoutes } from "../../packages/service/mcp/endpoint.ts";
import type { Limits } from "../../packages/service/settings.ts";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { serve } from "../http.ts";
import { openTestContext, seedWorkspace, type TestContext } from "../service/fixtures.ts";

// The rules that anyone can check with `npx @greenroom/conformance`, against the service on a socket.

const AT = "2026-03-01T12:00:01.000Z";

/** Replaces the pipeline: the transitions are the store's own. */
async function finishInStore(context: TestContext, id: string, to: "ready" | "failed"): Promise<void> {
  await inDatabase(context.db, async (tx) => {
    await transition(tx, id, { from: "queued", to: "building", set: { started_at: AT } });
    const previewUrl = `http://p-${id.slice(4)}.preview.localhost:4010/`;
    const error = { code: "build_failed", message: "The build ended with exit code 1." };
    const ready = { set: { preview_label: `p-${id.slice(4)}`, file_list_digest: "d" }, event: { previewUrl } };
    await transition(tx, id, { from: "building", to, ...(to === "ready" ? ready : { event: { error } }) });
  });
  context.events.notify(id);
}

interface Running extends Target {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The service on a socket, and on another one as behind https, where it refuses what comes without. */
async function openService(limit: Partial<Limits>): Promise<Running> {
  const context = openTestContext({ limit });
  const { first, other } = await seedWorkspace(context);
  const listening = await listen(context.settings, pino({ level: "silent" }));
  const addresses = { ...context.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  const running = { ...context, addresses };
  const app = createApp(running, { apps: [oauthRoutes(running), mcpRoutes(running)], stopping: listening.stopping });
  listening.serve({ app, addresses });
  const strict = await listen({ ...context.settings, development: false }, pino({ level: "silent" }));
  strict.serve({ app, addresses });
  return {
    tokens: first.tokens,
    projectId: first.projectId,
    other: { siteId: other.site.id, token: other.tokens.pat },
    repositoryUrl: "https://git.example.com/site.git",
    builds: true,
    finish: (id, status) => finishInStore(context, id, status),
    baseUrl: addresses.baseUrl,
    fetch: (path, init) => fetch(new URL(path, addresses.baseUrl), init),
    unencrypted: (path) => fetch(new URL(path, `http://127.0.0.1:${strict.port}`)),
    async close() {
      await listening.close();
      await strict.close();
      await context.db.destroy();
    },
  };
}

/** Limits that its rules have to meet. */
const LIMITS_OF: Readonly<Record<string, Partial<Limits>>> = {
  "8 Limits": { "builds-running": 1, "builds-queued": 2 },
};

describe.each(SECTIONS)("§$title", ({ title, rules }) => {
  test.each(rules)("$name", async ({ check }) => {
    const target = await openService(LIMITS_OF[title] ?? {});
    try {
      await check(new Service(target));
    } finally {
      await target.close();
    }
  });
});

const Report = z.object({
  holds: z.number(),
  broken: z.number(),
  leftOut: z.number(),
  findings: z.array(z.object({ section: z.string(), rule: z.string(), verdict: z.looseObject({ kind: z.string() }) })),
});

/** Runs the command as `npx @greenroom/conformance` does. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { code, stdout, stderr } = await new Promise<{ code: number | null; stdout: string; stderr: string }>(
    (done) => {
      const main = resolve("packages/conformance/main.ts");
      const child = execFile(process.execPath, [main, ...args], { env }, (_, stdout, stderr) =>
        done({ code: child.exitCode, stdout, stderr }),
      );
    },
  );
  return { code, stdout, stderr };
}

describe("the command", () => {
  let service: Running;
  beforeAll(
    async () =>
      void (service = await openService({
        "builds-queued": 10,
        "deploy-per-minute": 1_000,
        "pat-per-minute": 10_000,
        "anonymous-per-minute": 10_000,
      })),
  );
  afterAll(() => service.close());

  test("reports each rule of a service, and leaves out what it was given nothing for", async () => {
    // Builds of this service end by the test's own hand, so that those rules are not what is looked at here.
    const { stdout } = await run([service.baseUrl, "--project", service.projectId, "--json"], {
      CONFORMANCE_TOKEN: service.tokens.pat,
      CONFORMANCE_BUILD_TIMEOUT_SECONDS: "0.2",
    });
    const { findings } = Report.parse(JSON.parse(stdout));
    expect(findings.length).toBe(SECTIONS.flatMap(({ rules }) => rules).length);
    const of = (kind: string) => findings.filter(({ verdict }) => verdict.kind === kind).map(({ rule }) => rule);
    expect(of("left_out")).toContain("MCP offers request_publish and create_preview");
    expect(of("holds")).toContain("rule 3: the same key with a changed request is a conflict");
  });

  test("says what is wrong with a service that answers anything, and ends with 1", async () => {
    await using server = await serve((_, response) => void response.end('{"ok":true,"data":[]}'));
    const { code, stdout } = await run([server.url, "--project", "p"], { CONFORMANCE_TOKEN: "t" });
    expect(code).toBe(1);
    expect(stdout).toContain("BROKEN   §4 Endpoints: rule 1: a deployment needs an Idempotency-Key");
    expect(stdout).toMatch(/\d+ rules hold, \d+ are broken, \d+ were left out\.\n$/);
  });

  test("needs a URL and a token", async () => {
    expect(await run([], {})).toMatchObject({ code: 2, stderr: expect.stringContaining("Give BASE_URL") as string });
  });
});
