import { deepEqual, equal, match, ok, partialDeepStrictEqual } from "node:assert/strict";
import { Deployment, Entitlements, ErrorEnvelope, Site, SiteDetail } from "@greenroom/contract";
import { rule, type Section } from "../rule.ts";

export const RESOURCES: Section = {
  title: "2 Resources",
  rules: [
    rule("a success is { ok: true, data }; the list of sites has entitlements beside it", async (service) => {
      const { envelope, headers } = await service.send("/sites");
      deepEqual(Object.keys(envelope).toSorted(), ["data", "entitlements", "ok"]);
      equal(envelope.ok, true);
      Entitlements.parse(envelope["entitlements"]);
      match(headers.get("Content-Type") ?? "", /^application\/json/);
    }),
    rule("an error is { ok: false, error: { code, message } }", async (service) => {
      const { envelope } = await service.send("/sites/none");
      const { error } = ErrorEnvelope.parse(envelope);
      equal(error.code, "site_not_found");
    }),
    rule("a site has every field of the table", async (service) => {
      const { projectId, repositoryUrl } = service.target;
      const site = await service.newSite();
      Site.parse(site);
      partialDeepStrictEqual(site, { projectId, status: "active", repositoryUrl });
      match(site.createdAt ?? "", /Z$/);
      ok((await service.send("/sites")).ids.includes(site.id));
    }),
    rule("reading one site includes its manifest and its latest deployment", async (service) => {
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      const detail = SiteDetail.parse((await service.send(`/sites/${site.id}`)).item);
      equal(detail.latestDeployment?.id, item.id);
      await service.cancel(item.id);
    }),
    rule("a deployment has every field of the table, and its URL once it is ready", async (service) => {
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      match(item.id, /^dep_/);
      await service.target.finish(item.id, "ready");
      const record = Deployment.parse((await service.send(`/deployments/${item.id}`)).item);
      partialDeepStrictEqual(record, { siteId: site.id, environment: "preview", createdAt: item.createdAt });
      equal(record.status, service.target.builds ? "ready" : "failed");
      if (service.target.builds) match(record.previewUrl ?? "", /^https?:/);
    }),
  ],
};
