import { expect, test } from "vitest";
import { ErrorEnvelope } from "../../packages/contract/index.ts";
import { send, deploy, newSite, section, target } from "./target.ts";

section("§1 the service", () => {
  test("every token of a workspace sees its sites, and no token of another workspace does", async () => {
    const { id } = await newSite();
    const { pat, mcp } = target.tokens;
    for (const token of [pat, mcp]) expect((await send(`/sites/${id}`, { token })).status).toBe(200);
    const otherToken = target.other.tokens.pat;
    expect((await send(`/sites/${id}`, { token: otherToken })).result).toBe("404 site_not_found");
    expect((await send("/sites", { token: otherToken })).data.map((site) => site.id)).not.toContain(id);
  });

  test("a deployment is accepted first and built afterwards; record and stream report its progress", async () => {
    const site = await newSite();
    const { status, data } = await deploy(site.id);
    expect([status, data.status]).toEqual([202, "queued"]);
    await target.finish(data.id, "ready");
    const { status: end } = (await send(`/deployments/${data.id}`)).data;
    expect(["ready", "failed"]).toContain(end);
    const events = await send(`/deployments/${data.id}/events`);
    expect(events.text).toContain('"status":"queued"');
    expect(events.text).toContain(`"status":"${end}"`);
  });

  test("a token cannot publish: a person has to approve the release", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    await target.finish(data.id, "ready");
    const body = { environment: "production", sourceDeploymentId: data.id };
    for (const token of [target.tokens.pat, target.tokens.mcp]) {
      const { result } = await deploy(site.id, { token, body });
      expect(result).toBe(target.builds ? "428 approval_required" : "409 source_deployment_not_ready");
    }
    const releases = await send(`/sites/${site.id}/deployments?environment=production`);
    expect(releases.data).toEqual([]);
  });

  test("deployment targets are listed without a site", async () => {
    expect((await send("/deployment-targets")).result).toBe("200 ok");
  });

  test("MCP offers request_publish and create_preview", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { Accept: "application/json, text/event-stream" };
    const response = await send("/mcp", { token: target.tokens.mcp, headers, body });
    expect(response.status).toBe(200);
    for (const name of ["request_publish", "create_preview"]) expect(response.text).toContain(`"${name}"`);
  });

  test("a request without TLS is rejected before it is authenticated", async () => {
    const response = await target.unencrypted("/sites");
    if (response === undefined) return;
    expect(response.ok).toBe(false);
    const { error } = ErrorEnvelope.parse(await response.json());
    expect([response.status, error.code]).toEqual([426, "tls_required"]);
  });
});
