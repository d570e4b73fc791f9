/*
 * The conformance suite: one file for each section of the interface, run against the service in process, over a
 * socket, and at any URL.
 *
 *   vitest run test/conformance
 *
 * runs the first two. For a service elsewhere, start one with example data and keep the line it prints:
 *
 *   greenroom serve --dev --seed demo --json --limit deploy-per-minute=1000 > ready.json
 *   GREENROOM_READY="$(cat ready.json)" vitest run test/conformance -t ', at '
 *
 * The line has the URL, a project and tokens of two workspaces; a line of that shape written by hand serves
 * for any other implementation. BASE_URL=https://... overrides the line's URL, as behind a proxy.
 * REPOSITORY_URL=https://... is a repository the service can build; without one, previews are expected to fail.
 */
import { pino } from "pino";
import { afterEach, beforeEach, describe } from "vitest";
import { z } from "zod";
import { createApp } from "../../packages/service/http/app.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { approvalRoutes } from "../../packages/service/http/routes/approvals.ts";
import { domainRoutes } from "../../packages/service/http/routes/domains.ts";
import { oauthRoutes } from "../../packages/service/http/routes/oauth.ts";
import { targetRoutes } from "../../packages/service/http/routes/targets.ts";
import { trustRuleRoutes } from "../../packages/service/http/routes/trust-rules.ts";
import { mcpRoutes } from "../../packages/service/mcp/endpoint.ts";
import type { Limits } from "../../packages/service/settings.ts";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../service/fixtures.ts";
import { type ApiResponse, type RequestOptions, type Item, readResponse, requestOf } from "../service/http/api.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";

/** A service under test. */
export interface Target {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly tokens: { readonly pat: string; readonly mcp: string };
  readonly projectId: string;
  /** A workspace the tokens must never see. */
  readonly other: { readonly siteId: string; readonly tokens: { readonly pat: string } };
  /** Repository sites are made with. */
  readonly repositoryUrl: string;
  /** True when the repository can be built, so that previews become ready. */
  readonly builds: boolean;
  /** Brings a deployment to its end. */
  finish(deploymentId: string, status: "ready" | "failed"): Promise<void>;
  /**
   * Sends a request without TLS to a service that requires it.
   * @returns Undefined when there is no connection at all, or the service is in development.
   */
  unencrypted(path: string): Promise<Response | undefined>;
  close(): Promise<void>;
}

const AT = "2026-03-01T12:00:01.000Z";

/** Replaces the pipeline: the transitions are the store's own. */
async function finishInStore(context: TestContext, id: string, to: "ready" | "failed"): Promise<void> {
  await inDatabase(context.db, async (tx) => {
    await transition(tx, id, { from: "queued", to: "building", at: AT, set: { started_at: AT } });
    const previewUrl = `http://p-${id.slice(4)}.preview.localhost:4010/`;
    const error = { code: "build_failed", message: "The build ended with exit code 1." };
    const ready = { set: { preview_label: `p-${id.slice(4)}`, file_list_digest: "d" }, event: { previewUrl } };
    await transition(tx, id, { from: "building", to, at: AT, ...(to === "ready" ? ready : { event: { error } }) });
  });
  context.events.notify(id);
}

function known(context: TestContext, first: SeededWorkspace, other: SeededWorkspace) {
  return {
    tokens: first.tokens,
    projectId: first.projectId,
    other: { siteId: other.site.id, tokens: other.tokens },
    repositoryUrl: "https://git.example.com/site.git",
    builds: true,
    finish: (id: string, status: "ready" | "failed") => finishInStore(context, id, status),
  };
}

const appsOf = (context: TestContext) => [
  approvalRoutes(context),
  targetRoutes(context),
  trustRuleRoutes(context),
  domainRoutes(context),
  oauthRoutes(context),
  mcpRoutes(context),
];

async function inProcess(limit: Partial<Limits>): Promise<Target> {
  const context = openTestContext({ limit });
  const { first, other } = await seedWorkspace(context);
  const app = createApp(context, { apps: appsOf(context) });
  return {
    ...known(context, first, other),
    fetch: async (path, init) => app.request(path, init),
    // There is no connection in process.
    unencrypted: async () => undefined,
    close: () => context.db.destroy(),
  };
}

async function overSocket(limit: Partial<Limits>): Promise<Target> {
  const context = openTestContext({ limit });
  const { first, other } = await seedWorkspace(context);
  const listening = await listen({ settings: context.settings, log: pino({ level: "silent" }) });
  const addresses = { ...context.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  const running = { ...context, addresses };
  const app = createApp(running, { apps: appsOf(running), stopping: listening.stopping });
  listening.serve({ app, addresses });
  const strict = await listen({
    settings: { ...context.settings, development: false },
    log: pino({ level: "silent" }),
  });
  strict.serve({ app, addresses });
  return {
    ...known(context, first, other),
    fetch: (path, init) => fetch(new URL(path, addresses.baseUrl), init),
    unencrypted: (path) => fetch(new URL(path, `http://127.0.0.1:${strict.port}`)),
    async close() {
      await listening.close();
      await strict.close();
      await context.db.destroy();
    },
  };
}

const Tokens = z.object({ pat: z.string(), mcp: z.string() });
const Ready = z.looseObject({
  baseUrl: z.url(),
  projectId: z.uuid(),
  tokens: Tokens,
  other: z.looseObject({ siteId: z.uuid(), tokens: Tokens }),
});

function atAddress(baseUrl: string, ready: z.infer<typeof Ready>): Target {
  return {
    ...ready,
    repositoryUrl: process.env["REPOSITORY_URL"] ?? "https://git.invalid/site.git",
    builds: process.env["REPOSITORY_URL"] !== undefined,
    fetch: (path, init) => fetch(new URL(path, baseUrl), init),
    async finish(id) {
      for (let polls = 0; polls < 100; polls += 1) {
        const { data } = await send(`/deployments/${id}`);
        if (!["queued", "building"].includes(data.status)) return;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    async unencrypted(path) {
      const { protocol, host } = new URL(baseUrl);
      if (protocol !== "https:") return undefined;
      return fetch(new URL(path, `http://${host}`), { redirect: "manual" }).catch(() => undefined);
    },
    close: async () => {},
  };
}

/** The service that the running test uses. */
export let target: Target;

/** Sends a request with the workspace's own token, unless another one or none is given. */
export async function send(path: string, { token = target.tokens.pat, ...options }: RequestOptions = {}) {
  return readResponse(await target.fetch(path, requestOf({ ...(token !== "" && { token }), ...options })));
}

/** A slug or key that was not used before. */
export const fresh = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}`;

export async function newSite(slug = fresh("site")): Promise<Item> {
  const body = { projectId: target.projectId, name: slug, slug, repositoryUrl: target.repositoryUrl };
  return (await send("/sites", { body })).data;
}

export async function deploy(
  siteId: string,
  { key = crypto.randomUUID(), body = { environment: "preview" }, token }: DeployOptions = {},
): Promise<ApiResponse> {
  const headers: Record<string, string> = key === "" ? {} : { "Idempotency-Key": key };
  return send(`/sites/${siteId}/deploy`, { headers, body, ...(token !== undefined && { token }) });
}

interface DeployOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly token?: string;
}

/** Runs one section of the interface against every service there is, each test against a new one. */
export function section(title: string, tests: () => void, limit: Partial<Limits> = {}): void {
  const against = (where: string, open: () => Promise<Target> | Target): void => {
    describe(`${title}, ${where}`, () => {
      beforeEach(async () => {
        target = await open();
      });
      afterEach(() => target.close());
      tests();
    });
  };
  against("in process", () => inProcess(limit));
  against("over a socket", () => overSocket(limit));
  const line = process.env["GREENROOM_READY"];
  // vitest gives BASE_URL a meaning of its own; its configuration passes ours on under this name.
  const givenUrl = process.env["CONFORMANCE_BASE_URL"];
  if (line === undefined) {
    if (givenUrl === undefined) return;
    throw new Error("BASE_URL needs GREENROOM_READY beside it: the service's ready line with its tokens.");
  }
  const ready = Ready.parse(JSON.parse(line));
  const baseUrl = givenUrl ?? ready.baseUrl;
  against(`at ${baseUrl}`, () => atAddress(baseUrl, ready));
}
