import { deepEqual, equal, match, ok } from "node:assert/strict";
import { ErrorEnvelope } from "@greenroom/contract";
import { rule, type Section } from "../rule.ts";
import type { Service } from "../service.ts";

export const SERVICE: Section = {
  title: "1 The service",
  rules: [
    rule("a token of a workspace sees its sites", async (service) => {
      const { id } = await service.newSite();
      equal((await service.send(`/sites/${id}`)).status, 200);
    }),
    rule(
      "an MCP token sees them too, and no token of another workspace does",
      async (service) => {
        const { id } = await service.newSite();
        const { tokens, other } = service.target;
        equal((await service.send(`/sites/${id}`, { token: tokens.mcp ?? "" })).status, 200);
        const token = other?.token ?? "";
        equal((await service.send(`/sites/${id}`, { token })).result, "404 site_not_found");
        ok(!(await service.send("/sites", { token })).ids.includes(id));
      },
      "mcp token",
      "another workspace",
    ),
    rule(
      "a deployment is accepted first and built afterwards; record and stream report its progress",
      async (service) => {
        const site = await service.newSite();
        const { status, item } = await service.deploy(site.id);
        deepEqual([status, item.status], [202, "queued"]);
        await service.target.finish(item.id, "ready");
        const { status: end } = (await service.send(`/deployments/${item.id}`)).item;
        ok(["ready", "failed"].includes(end), `It ended as ${end}.`);
        const events = await service.send(`/deployments/${item.id}/events`);
        match(events.text, /"status":"queued"/);
        ok(events.text.includes(`"status":"${end}"`));
      },
    ),
    rule("a personal token cannot publish: a person has to approve the release", (service) =>
      cannotPublish(service, service.target.tokens.pat),
    ),
    rule(
      "an MCP token cannot publish either",
      (service) => cannotPublish(service, service.target.tokens.mcp ?? ""),
      "mcp token",
    ),
    rule("deployment targets are listed without a site", async (service) => {
      equal((await service.send("/deployment-targets")).result, "200 ok");
    }),
    rule(
      "MCP offers request_publish and create_preview",
      async (service) => {
        const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
        const headers = { Accept: "application/json, text/event-stream" };
        const response = await service.send("/mcp", { token: service.target.tokens.mcp ?? "", headers, body });
        equal(response.status, 200);
        for (const name of ["request_publish", "create_preview"]) ok(response.text.includes(`"${name}"`), name);
      },
      "mcp token",
    ),
    rule("a request without TLS is rejected before it is authenticated", async ({ target }) => {
      const response = await target.unencrypted("/sites");
      if (response === undefined) return;
      const { error } = ErrorEnvelope.parse(await response.json());
      deepEqual([response.status, error.code], [426, "tls_required"]);
    }),
  ],
};

async function cannotPublish(service: Service, token: string): Promise<void> {
  const site = await service.newSite();
  const { item } = await service.deploy(site.id);
  await service.target.finish(item.id, "ready");
  const body = { environment: "production", sourceDeploymentId: item.id };
  const { result } = await service.deploy(site.id, { token, body });
  equal(result, service.target.builds ? "428 approval_required" : "409 source_deployment_not_ready");
  deepEqual((await service.send(`/sites/${site.id}/deployments?environment=production`)).ids, []);
}
