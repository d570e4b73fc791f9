import { deepEqual, equal, ok, partialDeepStrictEqual } from "node:assert/strict";
import { rule, type Section } from "../rule.ts";
import { fresh, type Service } from "../service.ts";

const archive = (service: Service, siteId: string) => service.send(`/sites/${siteId}`, { method: "DELETE" });
const restore = (service: Service, siteId: string) => service.send(`/sites/${siteId}/restore`, { method: "POST" });

export const STATES: Section = {
  title: "3 States",
  rules: [
    rule("a deployment starts queued, and its final status never changes", async (service) => {
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      equal(item.status, "queued");
      await service.target.finish(item.id, "failed");
      const ended = await service.send(`/deployments/${item.id}`);
      ok(["ready", "failed"].includes(ended.item.status));
      equal((await service.cancel(item.id)).result, "409 deployment_not_cancelable");
      equal((await service.send(`/deployments/${item.id}`)).text, ended.text);
    }),
    rule("canceling a canceled deployment again succeeds", async (service) => {
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      for (let times = 0; times < 2; times += 1) {
        partialDeepStrictEqual((await service.cancel(item.id)).item, { id: item.id, status: "canceled" });
      }
    }),
    rule("an archived site moves to the list of archived sites and frees its slug", async (service) => {
      const slug = fresh("gone");
      const { id } = await service.newSite(slug);
      partialDeepStrictEqual((await archive(service, id)).item, { id, status: "archived" });
      ok(!(await service.send("/sites")).ids.includes(id));
      ok((await service.send("/sites/archived")).ids.includes(id));
      equal((await archive(service, id)).result, "404 site_not_found");
      equal((await service.newSite(slug)).status, "active");
      equal((await restore(service, id)).result, "409 slug_taken");
    }),
    rule("a restored site is active and empty", async (service) => {
      const { id } = await service.newSite();
      const { item } = await service.deploy(id);
      await archive(service, id);
      equal((await service.send(`/deployments/${item.id}`)).item.status, "canceled");
      partialDeepStrictEqual((await restore(service, id)).item, { id, status: "active" });
      equal((await service.send(`/sites/${id}`)).item["latestDeployment"], null);
      deepEqual((await service.send(`/sites/${id}/deployments`)).ids, []);
      equal((await restore(service, id)).result, "404 site_not_found");
    }),
  ],
};
