import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test as base } from "vitest";
import { connectRepository, type IntegrationStore } from "../../../packages/service/admin/integrations.ts";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import type { Settings } from "../../../packages/service/settings.ts";
import { listDeliveries } from "../../../packages/service/store/announcements/deliveries.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { markPublished } from "../../../packages/service/store/approvals/promotions.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { keepObjects } from "../../../packages/service/store/files/kept-objects.ts";
import { type ObjectStore, openObjects } from "../../../packages/service/store/files/objects.ts";
import { claimComparison, finishComparison } from "../../../packages/service/store/reviews/comparison-queue.ts";
import { queueReview } from "../../../packages/service/store/reviews/comparisons.ts";
import { type Github, startGithub } from "../../../packages/testkit/github.ts";
import { ORGANIZATION } from "../../../packages/testkit/github/users.ts";
import { serve } from "../../http.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeScenario, openContext, stepUp } from "../approvals/fixture.ts";
import { NO_FILES, reportOf } from "../review/report.ts";

/** Commit of every preview the fixture makes. */
export const COMMIT = "a".repeat(40);
export const HOOK_SECRET = "hook-secret-of-the-app";

/** A workspace with a ready preview, and a clock that a test sets; the store is on disk only where a test needs it. */
export async function openScenario({ onDisk = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-notify-"));
  const store = openContext(onDisk ? join(folder, "greenroom.db") : undefined);
  const { db } = store;
  const context = { ...store, settings: { ...store.settings, dataDirectory: folder } };
  const scenario = await makeScenario(context);
  const operator: IntegrationStore = {
    db,
    clock: context.clock,
    operator: "root",
    dataDirectory: folder,
    development: true,
  };
  const notifiers: ReturnType<typeof createNotifier>[] = [];
  const notifier = (
    options: Parameters<typeof createNotifier>[1] = {},
    other: Partial<Omit<typeof context, "settings">> & { settings?: Settings } = {},
  ) => {
    const one = createNotifier({ ...context, ...other }, { random: () => 0, ...options });
    notifiers.push(one);
    return one;
  };
  const request = () => requestAsPerson(context, scenario.developer, scenario);
  const decide = async (requestId: string, decision: "approve" | "reject", gateId?: string) => {
    await stepUp(context, scenario.approver, decision, requestId);
    return decideApproval(context, scenario.approver, { requestId, decision, gateId });
  };
  const publish = (deploymentId: string) =>
    inDatabase(db, async (tx) => {
      await transition(tx, deploymentId, { from: "queued", to: "building" });
      await transition(tx, deploymentId, { from: "building", to: "ready" });
      await markPublished(tx, deploymentId);
    });
  return {
    ...scenario,
    context,
    folder,
    operator,
    notifier,
    request,
    decide,
    publish,
    log: () => listDeliveries(db, scenario.workspaceId, { limit: 100 }),
    connect: (github: Github, more: { environment?: string; token?: string } = {}) =>
      connectRepository(operator, {
        siteId: scenario.siteId,
        repository: "Lantern-Theatre/website",
        apiUrl: github.apiUrl,
        token: github.issueToken(APP),
        hookSecret: HOOK_SECRET,
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all(notifiers.map((one) => one.stop()));
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stored in place of a picture: what is mailed is not looked into. */
export const PICTURE = Buffer.from("RIFF a small picture WEBP");

/** Reviews the preview that is requested: one page changed, with a picture of it. @returns Where the picture is stored. */
export async function reviewSource({
  context,
  folder,
  sourceDeploymentId,
}: Pick<Awaited<ReturnType<typeof openScenario>>, "context" | "folder" | "sourceDeploymentId">): Promise<ObjectStore> {
  const report = reportOf(1, [{ path: "/prices", change: "changed" }]);
  const objects = openObjects(folder);
  const stored = await objects.putBytes(PICTURE);
  const at = context.at();
  await keepObjects({ ...context, objects }, [stored]);
  await inDatabase(context.db, (tx) => queueReview(tx, sourceDeploymentId));
  const lease = { owner: "a", at, expiresAt: "2099-01-01T00:00:00.000Z" };
  const claimed = await claimComparison(context.db, lease, { patientSince: at });
  const files = { ...NO_FILES, thumbnails: [stored.sha256] };
  const ended = { status: "ready", report, files, thumbnail: stored.sha256 } as const;
  await finishComparison(context.db, claimed?.id ?? "", ended, "a", at);
  return objects;
}

export const APP = { login: "greenroom-gate[bot]", id: 5_150_001, type: "Bot" } as const;

/** A run on GitHub that waits at an environment. */
export function addRun(github: Github, id = 7_001): number {
  github.state.runs.push({ id, gates: [] });
  return id;
}

/** The hook GitHub sends for a job that waits. */
export function ruleHook(
  github: Pick<Github, "apiUrl">,
  {
    sha,
    runId = 7_001,
    deliveryId = "0f7b2a10-0000-4000-8000-000000000001",
    environment = "production",
    ref = "refs/heads/main",
    callback = `${github.apiUrl}/repos/${ORGANIZATION.login}/website/actions/runs/${runId}/deployment_protection_rule`,
    secret = HOOK_SECRET,
  }: {
    sha: string;
    runId?: number;
    deliveryId?: string;
    environment?: string;
    ref?: string;
    callback?: string;
    secret?: string;
  },
) {
  const payload = {
    action: "requested",
    environment,
    event: "push",
    sha,
    ref,
    deployment_callback_url: callback,
    deployment: { sha },
    pull_requests: [],
    repository: { name: "website", owner: { login: "lantern-theatre" } },
    nonce: deliveryId,
  };
  return signedHook("deployment_protection_rule", payload, { deliveryId, secret });
}

/** A hook as GitHub signs it. */
export function signedHook(event: string, payload: object, { deliveryId = "", secret = HOOK_SECRET }) {
  const body = Buffer.from(JSON.stringify(payload));
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return { event, deliveryId, signature, body };
}

export { startGithub };

export type Scenario = Awaited<ReturnType<typeof openScenario>>;

interface Fixtures {
  readonly onDisk: boolean;
  readonly scenario: Scenario;
  /** GitHub, to which the site is connected; a request that the real one would not understand fails the test. */
  readonly github: Github;
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly elsewhere: Awaited<ReturnType<typeof startReceiver>>;
}

/** A test gets what it names, and it is closed afterwards. */
export const test = base.extend<Fixtures>({
  onDisk: false,
  scenario: async ({ onDisk }, use) => {
    await using scenario = await openScenario({ onDisk });
    await use(scenario);
  },
  github: async ({ scenario }, use) => {
    await using github = await startGithub();
    await scenario.connect(github);
    await use(github);
    expect(github.violations).toEqual([]);
  },
  receiver: async ({ onDisk: _onDisk }, use) => {
    await using receiver = await startReceiver();
    await use(receiver);
  },
  elsewhere: async ({ onDisk: _onDisk }, use) => {
    await using receiver = await startReceiver();
    await use(receiver);
  },
});

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks; `state.respond` makes the responses, 204 by default. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const open = new Set<string>();
  const state = {
    respond: (response: ServerResponse, _heard: ReceivedRequest): void => void response.writeHead(204).end(),
    concurrent: 0,
  };
  const server = await serve(async (request, response) => {
    const one = { headers: request.headers, body: await text(request) };
    const id = String(request.headers["webhook-id"]);
    if (open.has(id)) state.concurrent += 1;
    open.add(id);
    response.on("close", () => open.delete(id));
    received.push(one);
    state.respond(response, one);
  });
  return {
    url: `${server.url}/hook?key=1`,
    received,
    state,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
