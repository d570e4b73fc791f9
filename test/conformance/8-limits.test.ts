import { expect, test } from "vitest";
import { send, deploy, newSite, section } from "./target.ts";

/** More builds at once than any configuration of the suite allows. */
const MANY = 60;

section(
  "§8 limits",
  () => {
    test("builds beyond the limit are rejected without Retry-After, until one ends", async () => {
      const site = await newSite();
      const made: string[] = [];
      let rejected;
      while (rejected === undefined && made.length < MANY) {
        const response = await deploy(site.id);
        if (response.status === 202) made.push(response.data.id);
        else rejected = response;
      }
      // A service that builds can be faster than the suite sends requests.
      if (rejected !== undefined) {
        expect(rejected.result).toBe("429 build_quota_exceeded");
        expect(rejected.headers.get("Retry-After")).toBeNull();
        await send(`/deployments/${made[0]}/cancel`, { method: "POST" });
        const next = await deploy(site.id);
        expect(next.status).toBe(202);
        made.push(next.data.id);
      }
      for (const id of made) await send(`/deployments/${id}/cancel`, { method: "POST" });
    });

    test("equal concurrent requests create one deployment", async () => {
      const site = await newSite();
      const key = crypto.randomUUID();
      const responses = await Promise.all(Array.from({ length: 20 }, async () => deploy(site.id, { key })));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect((await send(`/sites/${site.id}/deployments`)).data).toHaveLength(1);
      await send(`/deployments/${responses[0]?.data.id}/cancel`, { method: "POST" });
    });

    test("a page has at most 100 items", async () => {
      expect((await send("/deployments?limit=100")).status).toBe(200);
      expect((await send("/deployments?limit=101")).result).toBe("400 validation_failed");
    });
  },
  { "builds-running": 1, "builds-queued": 2 },
);
