import { expect, test } from "vitest";
import { Deployment, Entitlements, ErrorEnvelope, Site, SiteDetail } from "../../packages/contract/index.ts";
import { send, deploy, newSite, section, target } from "./target.ts";

section("§2 resources", () => {
  test("a success is { ok: true, data }; the list of sites has entitlements beside it", async () => {
    const { json, headers } = await send("/sites");
    expect(Object.keys(json).toSorted()).toEqual(["data", "entitlements", "ok"]);
    expect(json.ok).toBe(true);
    expect(Entitlements.safeParse(json.entitlements).error).toBeUndefined();
    expect(headers.get("Content-Type")).toMatch(/^application\/json/);
  });

  test("an error is { ok: false, error: { code, message } }", async () => {
    const { json } = await send("/sites/none");
    expect(ErrorEnvelope.safeParse(json).error).toBeUndefined();
    expect(json.error).toEqual({ code: "site_not_found", message: expect.any(String) as string });
  });

  test("a site has every field of the table", async () => {
    const site = await newSite();
    expect(Site.safeParse(site).error).toBeUndefined();
    expect(site).toMatchObject({ projectId: target.projectId, status: "active", repositoryUrl: target.repositoryUrl });
    expect(site.createdAt).toMatch(/Z$/);
    expect((await send("/sites")).data).toContainEqual(site);
  });

  test("reading one site includes its manifest and its latest deployment", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    const detail = await send(`/sites/${site.id}`);
    expect(SiteDetail.safeParse(detail.data).error).toBeUndefined();
    expect(detail.data.latestDeployment?.id).toBe(data.id);
    await send(`/deployments/${data.id}/cancel`, { method: "POST" });
  });

  test("a deployment has every field of the table, and its URL once it is ready", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    expect(data.id).toMatch(/^dep_/);
    await target.finish(data.id, "ready");
    const record = (await send(`/deployments/${data.id}`)).data;
    expect(Deployment.safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({ siteId: site.id, environment: "preview", createdAt: data.createdAt });
    if (target.builds)
      expect(record).toMatchObject({ status: "ready", previewUrl: expect.stringMatching(/^https?:/) as string });
    else expect(record.status).toBe("failed");
  });
});
