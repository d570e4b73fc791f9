import { describe, expect, test } from "vitest";
import { startGithub } from "../../packages/testkit/github.ts";
import { run as runAction, TOKEN } from "./harness.ts";
import { RECORD, errorReply, type Reply, type Script, scriptedService, type SeenRequest } from "./scripted-service.ts";

const SOURCE = { ...RECORD, id: "dep_source1", status: "ready", previewUrl: "https://dep.preview.example/" };
const RELEASE = { ...RECORD, id: "dep_release1", environment: "production", sourceDeploymentId: SOURCE.id };

/** A service with one ready preview and nothing live; `deploy` is the response to the create. */
function serviceWith(deploy: Reply, more: Script = () => undefined): Script {
  return async (request) => {
    const { method, path } = request;
    const other = await more(request);
    if (other !== undefined) return other;
    if (method === "POST" && path.endsWith("/deploy")) return deploy;
    if (path === `/deployments/${SOURCE.id}`) return { status: 200, body: { ok: true, data: SOURCE } };
    if (path.startsWith(`/sites/${RECORD.siteId}/deployments`)) return { status: 200, body: { ok: true, data: [] } };
    return errorReply(404, "not_found", "There is no such path");
  };
}

async function release(script: Script, inputs: Readonly<Record<string, string>> = {}, times = 1) {
  await using service = await scriptedService(script);
  await using github = await startGithub();
  const given = { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId, "source-deployment-id": SOURCE.id };
  const once = () =>
    runAction({
      actionYml: "production/action.yml",
      event: { name: "workflow_dispatch", payload: { repository: github.repositoryPayload() } },
      timeoutMs: 60_000,
      inputs: { ...given, ...inputs },
      context: { apiUrl: github.apiUrl, token: github.token },
    });
  let run = await once();
  for (let again = 1; again < times; again += 1) run = await once();
  return { run, seen: [...service.seen] as readonly SeenRequest[], baseUrl: service.baseUrl };
}

const ACCEPTED: Reply = {
  status: 202,
  headers: { "idempotency-replayed": "false" },
  body: { ok: true, data: RELEASE },
};
const APPROVAL_REQUIRED = errorReply(428, "approval_required", "A person has to approve this release");

describe.concurrent("a service that publishes by itself", () => {
  const ended =
    (end: object): Script =>
    ({ path }) =>
      path === `/deployments/${RELEASE.id}`
        ? { status: 200, body: { ok: true, data: { ...RELEASE, ...end } } }
        : undefined;

  test("has its release followed to the end", async () => {
    const live = ended({ status: "ready", productionUrl: "https://docs.example/" });
    const { run } = await release(serviceWith(ACCEPTED, live), { "wait-minutes": "1" });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({
      status: "ready",
      "deployment-id": RELEASE.id,
      "production-url": "https://docs.example/",
    });
  });

  test("has a failed release reported by its code", async () => {
    const failed = ended({ status: "failed", error: { code: "source_unavailable", message: "Its files are gone" } });
    const { run } = await release(serviceWith(ACCEPTED, failed), { "wait-minutes": "1" });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "failed", "error-code": "source_unavailable" });
  });

  test("is not waited for by default", async () => {
    const { run, seen } = await release(serviceWith(ACCEPTED));
    expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RELEASE.id });
    expect(seen.filter(({ path }) => path.endsWith("/events"))).toEqual([]);
  });

  test("gets the same key and the same bytes from every run", async () => {
    const { seen } = await release(serviceWith(ACCEPTED), {}, 2);
    const creates = seen.filter(({ method }) => method === "POST");
    expect(creates).toHaveLength(2);
    expect(new Set(creates.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    const body = JSON.stringify({ environment: "production", sourceDeploymentId: SOURCE.id });
    expect(creates.map((create) => create.body)).toEqual([body, body]);
  });
});

describe.concurrent("a service without the tool request_publish", () => {
  test("has the link filled in from the template", async () => {
    const template = "https://console.example/sites/{siteId}/publish?source={deploymentId}";
    const { run } = await release(serviceWith(APPROVAL_REQUIRED), { "approval-url": template });
    expect(run.outputs).toMatchObject({
      status: "approval_pending",
      "approval-url": `https://console.example/sites/${RECORD.siteId}/publish?source=${SOURCE.id}`,
    });
  });

  const offering =
    (webApprovalUrl: (request: SeenRequest) => string): Script =>
    (request) => {
      if (request.method !== "POST" || !request.path.endsWith("/deploy")) return undefined;
      const error = { code: "approval_required", message: "Ask", webApprovalUrl: webApprovalUrl(request) };
      return { status: 428, body: { ok: false, error } };
    };

  test("has the link used that came with its error", async () => {
    const own = offering(({ headers }) => `http://${headers.host ?? ""}/approve/1`);
    const { run, baseUrl } = await release(serviceWith(APPROVAL_REQUIRED, own));
    expect(run.outputs).toMatchObject({ status: "approval_pending", "approval-url": `${baseUrl}/approve/1` });
  });
});

test.concurrent("a run that waits only reads after its request", async () => {
  const pending: Script = ({ path }) =>
    path.startsWith("/approvals/") ? errorReply(404, "not_found", "No requests are shown") : undefined;
  const template = "https://console.example/{siteId}/{deploymentId}";
  const inputs = { "approval-url": template, "wait-minutes": "0.1" };
  const { run, seen } = await release(serviceWith(APPROVAL_REQUIRED, pending), inputs);
  expect(run.outputs).toMatchObject({ status: "approval_pending" });
  const last = seen.findLastIndex(({ method }) => method !== "GET");
  expect(seen.slice(last + 1).length).toBeGreaterThan(0);
  const sent = seen.filter(({ method }) => method !== "GET").map(({ path }) => path);
  expect(new Set(sent)).toEqual(new Set([`/sites/${RECORD.siteId}/deploy`, "/mcp"]));
  expect(sent.filter((path) => path.endsWith("/deploy"))).toHaveLength(1);
});

describe.concurrent("a run that waits for a decision", () => {
  /** A service that responds to the one request of a run with a request and a release as a test says. */
  const deciding = (approval: object, released: object, link?: string): Script =>
    serviceWith(APPROVAL_REQUIRED, ({ path, body, headers }) => {
      if (path.startsWith("/mcp")) {
        const { id } = JSON.parse(body) as { readonly id: number };
        const structuredContent = { webApprovalUrl: link ?? `http://${headers.host}/approve/1`, requestId: "apr_1" };
        return { status: 200, body: { jsonrpc: "2.0", id, result: { structuredContent } } };
      }
      if (path === "/approvals/apr_1") return { status: 200, body: { ok: true, data: approval } };
      if (path !== `/deployments/${RELEASE.id}`) return undefined;
      return { status: 200, body: { ok: true, data: { ...RELEASE, status: "ready", ...released } } };
    });
  const live = { status: "published", deploymentId: RELEASE.id };
  const URL_OF_LIVE = "https://docs.example/";

  test("sees a rejection although the link of the request is none to the service, with a template in its place", async () => {
    const script = deciding({ id: "apr_1", status: "rejected" }, {}, "https://elsewhere.example/approve/1");
    const { run } = await release(script, { "approval-url": "https://web.example/{siteId}", "wait-minutes": "1" });
    expect(run.outputs).toMatchObject({ status: "rejected", "error-code": "approval_rejected" });
  });

  test("ends when another request has taken the place of its own", async () => {
    const { run } = await release(deciding({ id: "apr_1", status: "superseded" }, {}), { "wait-minutes": "1" });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "superseded", "error-code": "approval_superseded" });
  });

  test("ends with the release that was asked for", async () => {
    const script = deciding({ id: "apr_1", ...live }, { productionUrl: URL_OF_LIVE });
    const { run } = await release(script, { "wait-minutes": "1" });
    expect(run.outputs).toMatchObject({ status: "ready", "production-url": URL_OF_LIVE });
  });

  test.each([
    ["of another preview", { sourceDeploymentId: "dep_other" }],
    ["of another site", { siteId: "0198a5c4-0000-7000-8000-000000000002" }],
    ["to no production", { environment: "preview" }],
  ])("does not take a release %s for its own", async (_what, other) => {
    const script = deciding({ id: "apr_1", ...live }, { productionUrl: URL_OF_LIVE, ...other });
    const { run } = await release(script, { "wait-minutes": "1" });
    expect(run.outputs).toMatchObject({ "error-code": "deployment_mismatch" });
    expect(run.outputs["status"]).not.toBe("ready");
    expect(JSON.stringify([run.outputs, run.summary])).not.toContain(URL_OF_LIVE);
  });

  test("does not take a release of another preview for its own where requests cannot be read", async () => {
    const other = { ...RELEASE, status: "ready", sourceDeploymentId: "dep_other", productionUrl: URL_OF_LIVE };
    const script = deciding({}, {});
    const unreadable: Script = (request) => {
      if (request.path.startsWith("/approvals/")) return errorReply(404, "not_found", "No requests are shown");
      const isList = request.path.startsWith(`/sites/${RECORD.siteId}/deployments`);
      const data = [{ ...other, id: "dep_other", status: "building" }, other];
      return isList ? { status: 200, body: { ok: true, data } } : script(request);
    };
    const { run } = await release(unreadable, { "wait-minutes": "0.06" });
    expect(run.outputs).toMatchObject({ status: "approval_pending" });
    expect(run.outputs["production-url"]).toBeUndefined();
  });

  test("ends when its token was revoked meanwhile", async () => {
    const script = deciding({}, {});
    const revoked: Script = (request) =>
      request.path.startsWith("/approvals/") ? errorReply(401, "unauthenticated", "Revoked") : script(request);
    const { run } = await release(revoked, { "wait-minutes": "0.2" });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "approval_pending", "error-code": "unauthenticated" });
  });

  test.each([
    ["with another id", { id: "apr_2" }],
    ["for another preview", { id: "apr_1", sourceDeploymentId: "dep_other" }],
  ])("does not take the decision of a request %s for its own", async (_what, other) => {
    const script = deciding({ ...other, status: "rejected" }, {});
    const { run } = await release(script, { "wait-minutes": "0.06" });
    expect(run.outputs).toMatchObject({ status: "approval_pending" });
  });
});
