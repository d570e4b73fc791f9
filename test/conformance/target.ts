import { pino } from "pino";
import { describe } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/service/http/app.ts";
import { listen } from "../../src/service/http/listen.ts";
import { approvalRoutes } from "../../src/service/http/routes/approvals.ts";
import { deviceRoutes } from "../../src/service/http/routes/device.ts";
import { targetRoutes } from "../../src/service/http/routes/targets.ts";
import type { Limits } from "../../src/service/settings.ts";
import { transition } from "../../src/service/store/transition.ts";
import { openTestParts, type SeededWorkspace, seedWorkspace, type TestParts } from "../service/fixtures.ts";
import { type Answer, type Asked, type Item, read } from "../service/http/calls.ts";

/** A service the suite is run against. */
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
  close(): Promise<void>;
}

const AT = "2026-03-01T12:00:01.000Z";

/** Stands in for the pipeline: the transitions are the store's own. */
async function finishInStore(parts: TestParts, id: string, to: "ready" | "failed"): Promise<void> {
  await parts.db.transaction().execute(async (writing) => {
    await transition(writing, id, { from: "queued", to: "building", at: AT, set: { started_at: AT } });
    const previewUrl = `http://p-${id.slice(4)}.preview.localhost:4010/`;
    const error = { code: "build_failed", message: "The build ended with exit code 1." };
    const ready = { set: { preview_label: `p-${id.slice(4)}`, file_list_digest: "d" }, event: { previewUrl } };
    await transition(writing, id, { from: "building", to, at: AT, ...(to === "ready" ? ready : { event: { error } }) });
  });
  parts.feed.publish(id);
}

function known(parts: TestParts, first: SeededWorkspace, other: SeededWorkspace) {
  return {
    tokens: first.tokens,
    projectId: first.projectId,
    other: { siteId: other.site.id, tokens: other.tokens },
    repositoryUrl: "https://git.example.com/site.git",
    builds: true,
    finish: (id: string, status: "ready" | "failed") => finishInStore(parts, id, status),
  };
}

async function inProcess(limit: Partial<Limits>): Promise<Target> {
  const parts = openTestParts({ limit });
  const { first, other } = await seedWorkspace(parts);
  const app = createApp(parts, { apps: [approvalRoutes(parts), targetRoutes(parts), deviceRoutes(parts)] });
  return {
    ...known(parts, first, other),
    fetch: async (path, init) => app.request(path, init),
    close: () => parts.db.destroy(),
  };
}

async function overSocket(limit: Partial<Limits>): Promise<Target> {
  const parts = openTestParts({ limit });
  const { first, other } = await seedWorkspace(parts);
  const listening = await listen({ settings: parts.settings, log: pino({ level: "silent" }) });
  const addresses = { ...parts.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  const running = { ...parts, addresses };
  const apps = [approvalRoutes(running), targetRoutes(running), deviceRoutes(running)];
  listening.serve({ app: createApp(running, { apps, stopping: listening.stopping }), addresses });
  return {
    ...known(parts, first, other),
    fetch: (path, init) => fetch(new URL(path, addresses.baseUrl), init),
    async close() {
      await listening.close();
      await parts.db.destroy();
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

/**
 * Any running service: `GREENROOM_READY` is the line `serve --seed demo --json` printed, or one of that shape,
 * `CONFORMANCE_BASE_URL` its address when it is another one, `REPOSITORY_URL` a repository it can build.
 * Give it generous limits, as in `--limit deploy-per-minute=1000`.
 */
function atAddress(baseUrl: string, ready: z.infer<typeof Ready>): Target {
  const target: Target = {
    ...ready,
    repositoryUrl: process.env["REPOSITORY_URL"] ?? "https://git.invalid/site.git",
    builds: process.env["REPOSITORY_URL"] !== undefined,
    fetch: (path, init) => fetch(new URL(path, baseUrl), init),
    async finish(id) {
      for (let polls = 0; polls < 100; polls += 1) {
        const { data } = await ask(target, `/deployments/${id}`);
        if (!["queued", "building"].includes(data.status)) return;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    close: async () => {},
  };
  return target;
}

/** Asks with the workspace's own token, unless another one or none is named. */
export async function ask(target: Target, path: string, { method, token, headers, body }: Asked = {}): Promise<Answer> {
  const bearer = token ?? target.tokens.pat;
  return read(
    await target.fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(bearer !== "" && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
}

/** A slug or key nobody used before. */
export const fresh = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}`;

export async function newSite(target: Target, slug = fresh("site")): Promise<Item> {
  const body = { projectId: target.projectId, name: slug, slug, repositoryUrl: target.repositoryUrl };
  return (await ask(target, "/sites", { body })).data;
}

export async function deploy(
  target: Target,
  siteId: string,
  {
    key = crypto.randomUUID(),
    body = { environment: "preview" },
  }: { readonly key?: string; readonly body?: unknown } = {},
): Promise<Answer> {
  return ask(target, `/sites/${siteId}/deploy`, { headers: key === "" ? {} : { "Idempotency-Key": key }, body });
}

/** Runs one section of the interface against every service there is. */
export function section(title: string, tests: (open: (limit?: Partial<Limits>) => Promise<Target>) => void): void {
  describe(`${title}, in process`, () => tests((limit = {}) => inProcess(limit)));
  describe(`${title}, over a socket`, () => tests((limit = {}) => overSocket(limit)));
  const line = process.env["GREENROOM_READY"];
  if (line === undefined) return;
  const ready = Ready.parse(JSON.parse(line));
  // vitest keeps BASE_URL for itself.
  const baseUrl = process.env["CONFORMANCE_BASE_URL"] ?? ready.baseUrl;
  describe(`${title}, at ${baseUrl}`, () => tests(async () => atAddress(baseUrl, ready)));
}
