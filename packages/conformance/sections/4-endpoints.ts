import { deepEqual, equal, ok, partialDeepStrictEqual } from "node:assert/strict";
import { TargetCapability } from "@greenroom/contract";
import { z } from "zod";
import { rule, type Section } from "../rule.ts";
import { fresh } from "../service.ts";

export const ENDPOINTS: Section = {
  title: "4 Endpoints",
  rules: [
    rule("rule 1: a deployment needs an Idempotency-Key", async (service) => {
      const site = await service.newSite();
      equal((await service.deploy(site.id, { key: "" })).result, "428 idempotency_key_required");
    }),
    rule("rule 2: the same key with the same request returns the first response", async (service) => {
      const site = await service.newSite();
      const key = crypto.randomUUID();
      const first = await service.deploy(site.id, { key });
      const again = await service.deploy(site.id, { key });
      deepEqual([again.status, again.text], [202, first.text]);
      equal(again.headers.get("Idempotency-Replayed"), "true");
      equal(first.headers.get("Idempotency-Replayed"), null);
      equal((await service.send(`/sites/${site.id}/deployments`)).ids.length, 1);
      await service.cancel(first.item.id);
    }),
    rule("rule 3: the same key with a changed request is a conflict", async (service) => {
      const site = await service.newSite();
      const key = crypto.randomUUID();
      const { item } = await service.deploy(site.id, { key });
      const changed = await service.deploy(site.id, { key, body: { environment: "preview", branch: "next" } });
      equal(changed.result, "409 idempotency_conflict");
      await service.cancel(item.id);
    }),
    rule(
      "rules 4 to 6: production needs a source and a person's approval, and a token can bypass neither",
      async (service) => {
        const site = await service.newSite();
        const release = async (body: object) =>
          (await service.deploy(site.id, { body: { environment: "production", ...body } })).result;
        equal(await release({}), "428 source_deployment_required");
        const { item } = await service.deploy(site.id);
        equal(await release({ sourceDeploymentId: item.id }), "409 source_deployment_not_ready");
        equal(await release({ sourceDeploymentId: "dep_none" }), "404 deployment_not_found");
        await service.target.finish(item.id, "ready");
        if (service.target.builds) equal(await release({ sourceDeploymentId: item.id }), "428 approval_required");
      },
    ),
    rule("a request with only the environment is accepted, one without it is not", async (service) => {
      const site = await service.newSite();
      equal((await service.deploy(site.id, { body: {} })).result, "400 validation_failed");
      const { item, status } = await service.deploy(site.id);
      equal(status, 202);
      await service.cancel(item.id);
    }),
    rule("there is no POST /deployments", async (service) => {
      equal((await service.send("/deployments", { body: {} })).result, "405 method_not_allowed");
    }),
    rule("both lists of deployments have the same filters, complete and in pages", async (service) => {
      const site = await service.newSite();
      const made: string[] = [];
      for (let n = 0; n < 3; n += 1) made.unshift((await service.deploy(site.id)).item.id);
      await service.cancel(made[0] ?? "");
      const ids = async (path: string) => (await service.send(path)).ids;
      const all = await ids(`/deployments?siteId=${site.id}`);
      deepEqual(all.toSorted(), made.toSorted());
      deepEqual(await ids(`/sites/${site.id}/deployments`), all);
      deepEqual(await ids(`/deployments?siteId=${site.id}&status=canceled`), [made[0]]);
      deepEqual(await ids(`/deployments?siteId=${site.id}&environment=production`), []);
      deepEqual(await ids(`/deployments?siteId=${site.id}&until=2020-01-01T00:00:00Z`), []);
      const paged: string[] = [];
      let cursor: string | null | undefined = "";
      while (typeof cursor === "string" && paged.length <= made.length) {
        const page = await service.send(
          `/deployments?siteId=${site.id}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        paged.push(...page.ids);
        cursor = page.envelope.nextCursor;
      }
      equal(cursor, null);
      deepEqual(paged, all);
      for (const id of made) await service.cancel(id);
    }),
    rule("a site needs a free slug and a project of the workspace", async (service) => {
      const slug = fresh("once");
      await service.newSite(slug);
      const create = async (body: object) =>
        (await service.send("/sites", { body: { projectId: service.target.projectId, name: slug, slug, ...body } }))
          .result;
      equal(await create({}), "409 slug_taken");
      equal(await create({ slug: fresh("x"), projectId: crypto.randomUUID() }), "404 project_not_found");
      equal(await create({ slug: "Not A Slug" }), "400 validation_failed");
    }),
    rule("deployment targets can be created for enabled capabilities only", async (service) => {
      const { envelope } = await service.send("/deployment-targets/capabilities");
      const enabled = z
        .array(TargetCapability)
        .parse(envelope.data)
        .find((each) => each.enabled);
      ok(enabled, "No capability is enabled.");
      const { provider, mode, runtime } = enabled;
      const made = await service.send("/deployment-targets", { body: { name: "t", provider, mode, runtime } });
      equal(made.status, 201);
      const path = `/deployment-targets/${made.item.id}`;
      equal((await service.send(path, { method: "PATCH", body: { name: "u" } })).item["name"], "u");
      ok((await service.send("/deployment-targets")).ids.includes(made.item.id));
      partialDeepStrictEqual((await service.send(path, { method: "DELETE" })).envelope.data, {
        id: made.item.id,
        deleted: true,
      });
      const none = { name: "t", provider: "nowhere", mode: "managed", runtime: "none" };
      const refused = await service.send("/deployment-targets", { body: none });
      equal(refused.result, "400 deployment_target_not_implemented");
    }),
    rule("the device flow starts without a token and responds in the format of OAuth", async ({ target }) => {
      const body = new URLSearchParams({ client_id: "suite" });
      const response = await target.fetch("/oauth/device", { method: "POST", body });
      equal(response.status, 200);
      z.object({ device_code: z.string(), user_code: z.string() }).parse(await response.json());
    }),
  ],
};
