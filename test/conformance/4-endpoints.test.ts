import { expect, test } from "vitest";
import { TargetCapability } from "../../packages/contract/index.ts";
import { send, deploy, fresh, newSite, section, target } from "./target.ts";

section("§4 endpoints", () => {
  const cancel = async (id: string) => send(`/deployments/${id}/cancel`, { method: "POST" });

  test("rule 1: a deployment needs an Idempotency-Key", async () => {
    const site = await newSite();
    expect((await deploy(site.id, { key: "" })).result).toBe("428 idempotency_key_required");
  });

  test("rule 2: the same key with the same request returns the first response", async () => {
    const site = await newSite();
    const key = crypto.randomUUID();
    const first = await deploy(site.id, { key });
    const again = await deploy(site.id, { key });
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect((await send(`/sites/${site.id}/deployments`)).data).toHaveLength(1);
    await cancel(first.data.id);
  });

  test("rule 3: the same key with a changed request is a conflict", async () => {
    const site = await newSite();
    const key = crypto.randomUUID();
    const { data } = await deploy(site.id, { key });
    const changed = await deploy(site.id, { key, body: { environment: "preview", branch: "next" } });
    expect(changed.result).toBe("409 idempotency_conflict");
    await cancel(data.id);
  });

  test("rules 4 to 6: production needs a source and a person's approval, and a token can bypass neither", async () => {
    const site = await newSite();
    expect((await deploy(site.id, { body: { environment: "production" } })).result).toBe(
      "428 source_deployment_required",
    );
    const { data } = await deploy(site.id);
    const body = { environment: "production", sourceDeploymentId: data.id };
    expect((await deploy(site.id, { body })).result).toBe("409 source_deployment_not_ready");
    expect((await deploy(site.id, { body: { ...body, sourceDeploymentId: "dep_none" } })).result).toBe(
      "404 deployment_not_found",
    );
    await target.finish(data.id, "ready");
    if (target.builds) expect((await deploy(site.id, { body })).result).toBe("428 approval_required");
  });

  test("a request with only the environment is accepted, one without it is not", async () => {
    const site = await newSite();
    expect((await deploy(site.id, { body: {} })).result).toBe("400 validation_failed");
    const { data, status } = await deploy(site.id, { body: { environment: "preview" } });
    expect(status).toBe(202);
    await cancel(data.id);
  });

  test("there is no POST /deployments", async () => {
    expect((await send("/deployments", { body: {} })).result).toBe("405 method_not_allowed");
  });

  test("both lists of deployments have the same filters, complete and in pages", async () => {
    const site = await newSite();
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift((await deploy(site.id)).data.id);
    await cancel(made[0] ?? "");
    const ids = async (path: string) => (await send(path)).data.map(({ id }) => id);
    expect((await ids(`/sites/${site.id}/deployments`)).toSorted()).toEqual(made.toSorted());
    expect(await ids(`/deployments?siteId=${site.id}`)).toEqual(await ids(`/sites/${site.id}/deployments`));
    expect(await ids(`/deployments?siteId=${site.id}&status=canceled`)).toEqual([made[0]]);
    expect(await ids(`/deployments?siteId=${site.id}&environment=production`)).toEqual([]);
    expect(await ids(`/deployments?siteId=${site.id}&until=2020-01-01T00:00:00Z`)).toEqual([]);
    const paged: string[] = [];
    let cursor: string | null | undefined = "";
    while (typeof cursor === "string") {
      const page = await send(`/deployments?siteId=${site.id}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.json.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(paged).toEqual(await ids(`/deployments?siteId=${site.id}`));
    for (const id of made) await cancel(id);
  });

  test("a site needs a free slug and a project of the workspace", async () => {
    const slug = fresh("once");
    await newSite(slug);
    const body = { projectId: target.projectId, name: slug, slug };
    expect((await send("/sites", { body })).result).toBe("409 slug_taken");
    const nowhere = { ...body, slug: fresh("x"), projectId: crypto.randomUUID() };
    expect((await send("/sites", { body: nowhere })).result).toBe("404 project_not_found");
    expect((await send("/sites", { body: { ...body, slug: "Not A Slug" } })).result).toBe("400 validation_failed");
  });

  test("deployment targets can be created for enabled capabilities only", async () => {
    const { data } = await send("/deployment-targets/capabilities");
    const capabilities = TargetCapability.array().parse(data);
    const enabled = capabilities.find((each) => each.enabled);
    expect(enabled).toBeDefined();
    const { provider, mode, runtime } = enabled ?? { provider: "", mode: "", runtime: "" };
    const made = await send("/deployment-targets", { body: { name: "t", provider, mode, runtime } });
    expect(made.status).toBe(201);
    const renamed = await send(`/deployment-targets/${made.data.id}`, { method: "PATCH", body: { name: "u" } });
    expect(renamed.data.name).toBe("u");
    expect((await send("/deployment-targets")).data.map(({ id }) => id)).toContain(made.data.id);
    expect((await send(`/deployment-targets/${made.data.id}`, { method: "DELETE" })).data).toEqual({
      id: made.data.id,
      deleted: true,
    });
    const none = { name: "t", provider: "nowhere", mode: "managed", runtime: "none" };
    expect((await send("/deployment-targets", { body: none })).result).toBe("400 deployment_target_not_implemented");
  });

  test("the device flow starts without a token and responds in the format of OAuth", async () => {
    const response = await target.fetch("/oauth/device", {
      method: "POST",
      body: new URLSearchParams({ client_id: "suite" }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      device_code: expect.any(String) as string,
      user_code: expect.any(String) as string,
    });
  });
});
