import { expect, test } from "vitest";
import { send, deploy, fresh, newSite, section, target } from "./target.ts";

section("§3 states", () => {
  const act = async (path: string, method = "POST") => send(path, { method });

  test("a deployment starts queued, and its final status never changes", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    expect(data.status).toBe("queued");
    await target.finish(data.id, "failed");
    const ended = await send(`/deployments/${data.id}`);
    expect(["ready", "failed"]).toContain(ended.data.status);
    expect((await act(`/deployments/${data.id}/cancel`)).result).toBe("409 deployment_not_cancelable");
    expect((await send(`/deployments/${data.id}`)).text).toBe(ended.text);
  });

  test("canceling a canceled deployment again succeeds", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    const canceled = await act(`/deployments/${data.id}/cancel`);
    expect(canceled.data).toMatchObject({ id: data.id, status: "canceled" });
    expect((await act(`/deployments/${data.id}/cancel`)).data.status).toBe("canceled");
  });

  test("an archived site moves to the list of archived sites and frees its slug", async () => {
    const slug = fresh("gone");
    const site = await newSite(slug);
    expect((await act(`/sites/${site.id}`, "DELETE")).data).toMatchObject({ id: site.id, status: "archived" });
    const ids = async (path: string) => (await send(path)).data.map(({ id }) => id);
    expect(await ids("/sites")).not.toContain(site.id);
    expect(await ids("/sites/archived")).toContain(site.id);
    expect((await act(`/sites/${site.id}`, "DELETE")).result).toBe("404 site_not_found");
    const next = await newSite(slug);
    expect(next.status).toBe("active");
    expect((await act(`/sites/${site.id}/restore`)).result).toBe("409 slug_taken");
  });

  test("a restored site is active and empty", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    await act(`/sites/${site.id}`, "DELETE");
    expect((await send(`/deployments/${data.id}`)).data.status).toBe("canceled");
    expect((await act(`/sites/${site.id}/restore`)).data).toMatchObject({ id: site.id, status: "active" });
    expect((await send(`/sites/${site.id}`)).data.latestDeployment).toBeNull();
    expect((await send(`/sites/${site.id}/deployments`)).data).toEqual([]);
    expect((await act(`/sites/${site.id}/restore`)).result).toBe("404 site_not_found");
  });
});
