import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { instant, systemClock } from "../../../packages/contract/clock.ts";
import { Deployment } from "../../../packages/contract/index.ts";
import { compose } from "../../../packages/service/compose.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { visit } from "../../http.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeRepository } from "../pipeline/build-fixture.ts";
import { makeMember, makeWorkspace, stepUp } from "./fixture.ts";
import { bearer, browser, call, type As, type Served } from "./service.ts";

const PAGE = "<!doctype html><title>release</title><p>first release";

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
    const repository = makeRepository(join(instance.folder, "site"), { "index.html": PAGE });
    const site = await call(service, token, {
      method: "POST",
      path: "/sites",
      body: { projectId, name: "Site", slug: "site", repositoryUrl: repository.url },
    });
    const { id: siteId, productionUrl } = z.object({ id: z.uuid(), productionUrl: z.url() }).parse(site.data);

    const deploy = (body: unknown, key: string) =>
      call(service, { ...token, "idempotency-key": key }, { method: "POST", path: `/sites/${siteId}/deploy`, body });
    const accepted = await deploy({ environment: "preview", commitSha: repository.sha, branch: "main" }, "p1");
    const { id: sourceDeploymentId } = Deployment.parse(accepted.data);
    const statusOf = async (id: string) => (await requireRow(service.db, "deployments", { id })).status;
    await expect.poll(() => statusOf(sourceDeploymentId)).toBe("ready");
    const production = new URL(productionUrl);
    expect((await visit(production)).status).toBe(404);

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
    await expect.poll(() => statusOf(deploymentId)).toBe("ready");
    expect(await visit(production)).toMatchObject({ status: 200, text: PAGE });
    const request = await call(service, token, { path: `/approvals/${requestId}` });
    expect(request.data).toMatchObject({ status: "published", deploymentId });
    expect((await deploy(release, "r2")).code).toBe("approval_required");
    expect(await verifyAudit(service.db, workspaceId)).toMatchObject({ kind: "intact" });
  });
});
