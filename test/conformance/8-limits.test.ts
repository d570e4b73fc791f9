import { afterEach, expect, test } from "vitest";
import { send, deploy, newSite, section, type Target } from "./target.ts";

/** More builds at once than any configuration of the suite allows. */
const MANY = 60;

section("§8 limits", (open) => {
  let target: Target;
  afterEach(() => target.close());

  test("builds beyond the limit are rejected without Retry-After, until one ends", async () => {
    target = await open({ "builds-running": 1, "builds-queued": 2 });
    const site = await newSite(target);
    const made: string[] = [];
    let rejected;
    while (rejected === undefined && made.length < MANY) {
      const response = await deploy(target, site.id);
      if (response.status === 202) made.push(response.data.id);
      else rejected = response;
    }
    // A service that builds can be faster than the suite sends requests.
    if (rejected !== undefined) {
      expect(rejected.result).toBe("429 build_quota_exceeded");
      expect(rejected.headers.get("Retry-After")).toBeNull();
      await send(target, `/deployments/${made[0]}/cancel`, { method: "POST" });
      const next = await deploy(target, site.id);
      expect(next.status).toBe(202);
      made.push(next.data.id);
    }
    for (const id of made) await send(target, `/deployments/${id}/cancel`, { method: "POST" });
  });

  test("equal concurrent requests create one deployment", async () => {
    target = await open();
    const site = await newSite(target);
    const key = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, async () => deploy(target, site.id, { key })));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await send(target, `/sites/${site.id}/deployments`)).data).toHaveLength(1);
    await send(target, `/deployments/${responses[0]?.data.id}/cancel`, { method: "POST" });
  });

  test("a page has at most 100 items", async () => {
    target = await open();
    expect((await send(target, "/deployments?limit=100")).status).toBe(200);
    expect((await send(target, "/deployments?limit=101")).result).toBe("400 validation_failed");
  });
});
