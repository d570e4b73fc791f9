import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Deployment } from "../../../packages/contract/index.ts";
import { compose } from "../../../packages/service/compose.ts";
import { instant, systemClock } from "../../../packages/contract/clock.ts";
import type { ServiceContext } from "../../../packages/service/context.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { makeMember, makeWorkspace, stepUp } from "./fixture.ts";
import { bearer, browser, call, type As, type Served } from "./service.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";

const PAGE = "<!doctype html><title>release</title><p>first release";

/** A repository of one page. */
function makeRepository(folder: string): { readonly url: string; readonly commitSha: string } {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), PAGE);
  const identity = ["-c", "user.name=A", "-c", "user.email=a@greenroom.test", "-c", "commit.gpgsign=false"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  return { url: `file://${folder}`, commitSha: git("rev-parse", "HEAD") };
}

/** The whole service as it runs for real: builds, hosting, screens, on a socket, over a file. */
async function openInstance() {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-release-"));
  const log = pino({ level: "silent" });
  const running = await compose(
    {
      dataDirectory: join(folder, "data"),
      host: "127.0.0.1",
      port: 0,
      development: true,
      repositoryRoots: [folder],
      unsafeNoSandbox: true,
      trustedProxies: [],
      limits: DEFAULT_LIMITS,
    },
    { clock: systemClock, log, environment: process.env },
  );
  const service = { ...running.context, at: () => instant(running.context.clock) };
  const dispose = async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service, folder, [Symbol.asyncDispose]: dispose };
}

/** Waits until a deployment has ended. */
async function ended(context: Pick<ServiceContext, "db" | "events">, deploymentId: string): Promise<string> {
  for (;;) {
    const changed = Promise.withResolvers<void>();
    context.events.subscribe(deploymentId, changed.resolve);
    const { status } = await requireRow(context.db, "deployments", { id: deploymentId });
    if (status === "queued" || status === "building") await changed.promise;
    context.events.unsubscribe(deploymentId, changed.resolve);
    if (status !== "queued" && status !== "building") return status;
  }
}

/** Opens an address of a hosted site, whose name only browsers resolve. */
async function open(address: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const { host, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port, path: pathname, headers: { host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    sent.on("error", reject).end();
  });
}

async function askByMcp(service: Served, headers: As, input: Record<string, unknown>) {
  await using client = Object.assign(new Client({ name: "test", version: "1" }), {
    [Symbol.asyncDispose]: () => client.close(),
  });
  const url = new URL(`${service.addresses.baseUrl}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const { structuredContent } = await client.callTool({ name: "request_publish", arguments: input });
  return z.object({ requestId: z.string(), webApprovalUrl: z.string() }).parse(structuredContent);
}

describe("a release from preview to production", () => {
  it("a token builds and prepares, a person requests, another approves, and production serves the very files", async () => {
    await using instance = await openInstance();
    const { service } = instance;
    const { workspaceId, projectId } = await makeWorkspace(service);
    const developer = await makeMember(service, workspaceId, "developer");
    const approver = await makeMember(service, workspaceId, "approver");
    const token = await bearer(service, developer);
    const repository = makeRepository(join(instance.folder, "site"));
    const site = await call(service, token, {
      method: "POST",
      path: "/sites",
      body: { projectId, name: "Site", slug: "site", repositoryUrl: repository.url },
    });
    const { id: siteId, productionUrl } = z.object({ id: z.uuid(), productionUrl: z.url() }).parse(site.data);

    const deploy = (body: unknown, key: string) =>
      call(service, { ...token, "idempotency-key": key }, { method: "POST", path: `/sites/${siteId}/deploy`, body });
    const accepted = await deploy({ environment: "preview", commitSha: repository.commitSha, branch: "main" }, "p1");
    const { id: sourceDeploymentId } = Deployment.parse(accepted.data);
    expect(await ended(service, sourceDeploymentId)).toBe("ready");
    expect((await open(productionUrl)).status).toBe(404);

    const { requestId, webApprovalUrl } = await askByMcp(service, token, { siteId, sourceDeploymentId });
    const release = { environment: "production", sourceDeploymentId };
    expect((await deploy(release, "r0")).text).not.toContain(requestId);
    expect(await requestAsPerson(service, developer, { siteId, sourceDeploymentId })).toMatchObject({ id: requestId });
    const refused = await deploy(release, "r1");
    expect([refused.status, refused.code]).toEqual([428, "approval_required"]);
    expect(refused.text).toContain(webApprovalUrl);

    const { as, actor } = await browser(service, approver);
    await stepUp(service, actor, "approve", requestId);
    const decided = await call(service, as, {
      method: "POST",
      path: `/approvals/${requestId}/decision`,
      body: { decision: "approve" },
    });
    const { deploymentId } = z.object({ deploymentId: z.string() }).parse(decided.data);
    expect(await ended(service, deploymentId)).toBe("ready");
    expect(await open(productionUrl)).toEqual({ status: 200, text: PAGE });
    const request = await call(service, token, { path: `/approvals/${requestId}` });
    expect(request.data).toMatchObject({ status: "published", deploymentId });
    expect((await deploy(release, "r2")).code).toBe("approval_required");
    expect(await verifyAudit(service.db, workspaceId)).toMatchObject({ kind: "intact" });
  });
});
