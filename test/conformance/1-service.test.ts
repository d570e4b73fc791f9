import { afterEach, beforeEach, expect, test } from "vitest";
import { ErrorEnvelope } from "../../packages/contract/index.ts";
import { ask, deploy, newSite, section, type Target } from "./target.ts";

section("§1 the service", (open) => {
  let target: Target;
  beforeEach(async () => {
    target = await open();
  });
  afterEach(() => target.close());

  test("every token of a workspace sees its sites, no token of another does", async () => {
    const { id } = await newSite(target);
    const { pat, mcp } = target.tokens;
    for (const token of [pat, mcp]) expect((await ask(target, `/sites/${id}`, { token })).status).toBe(200);
    const stranger = target.other.tokens.pat;
    expect((await ask(target, `/sites/${id}`, { token: stranger })).said).toBe("404 site_not_found");
    expect((await ask(target, "/sites", { token: stranger })).data.map((site) => site.id)).not.toContain(id);
  });

  test("a deployment is accepted first and built afterwards; record and stream tell how it goes", async () => {
    const site = await newSite(target);
    const { status, data } = await deploy(target, site.id);
    expect([status, data.status]).toEqual([202, "queued"]);
    await target.finish(data.id, "ready");
    const { status: end } = (await ask(target, `/deployments/${data.id}`)).data;
    expect(["ready", "failed"]).toContain(end);
    const events = await ask(target, `/deployments/${data.id}/events`);
    expect(events.text).toContain('"status":"queued"');
    expect(events.text).toContain(`"status":"${end}"`);
  });

  test("a token never makes a release: a person has to approve it", async () => {
    const site = await newSite(target);
    const { data } = await deploy(target, site.id);
    await target.finish(data.id, "ready");
    const answer = await deploy(target, site.id, { body: { environment: "production", sourceDeploymentId: data.id } });
    expect(answer.said).toBe(target.builds ? "428 approval_required" : "409 source_deployment_not_ready");
    const releases = await ask(target, `/sites/${site.id}/deployments?environment=production`);
    expect(releases.data).toEqual([]);
  });

  test("deployment targets belong to the workspace, not to a site", async () => {
    expect((await ask(target, "/deployment-targets")).said).toBe("200 ok");
  });

  test("MCP offers request_publish and create_preview", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { Accept: "application/json, text/event-stream" };
    const answer = await ask(target, "/mcp", { token: target.tokens.mcp, headers, body });
    expect(answer.status).toBe(200);
    for (const name of ["request_publish", "create_preview"]) expect(answer.text).toContain(`"${name}"`);
  });

  test("a request without TLS is refused, and nothing is told about what it asked for", async () => {
    const answer = await target.unencrypted("/sites");
    if (answer === undefined) return;
    expect(answer.ok).toBe(false);
    const { error } = ErrorEnvelope.parse(await answer.json());
    expect([answer.status, error.code]).toEqual([426, "tls_required"]);
  });
});
