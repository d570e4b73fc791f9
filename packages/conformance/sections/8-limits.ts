import { equal } from "node:assert/strict";
import { rule, type Section } from "../rule.ts";
import type { Answer } from "../service.ts";

/** More builds at once than the suite makes a service queue. */
const MANY = 60;

export const LIMITS: Section = {
  title: "8 Limits",
  rules: [
    rule("builds beyond the limit are rejected without Retry-After, until one ends", async (service) => {
      const site = await service.newSite();
      const made: string[] = [];
      let rejected: Answer | undefined;
      while (rejected === undefined && made.length < MANY) {
        const answer = await service.deploy(site.id);
        if (answer.status === 202) made.push(answer.item.id);
        else rejected = answer;
      }
      // A service that builds can be faster than the suite sends requests.
      if (rejected !== undefined) {
        equal(rejected.result, "429 build_quota_exceeded");
        equal(rejected.headers.get("Retry-After"), null);
        await service.cancel(made[0] ?? "");
        const next = await service.deploy(site.id);
        equal(next.status, 202);
        made.push(next.item.id);
      }
      for (const id of made) await service.cancel(id);
    }),
    rule("equal concurrent requests create one deployment", async (service) => {
      const site = await service.newSite();
      const key = crypto.randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.deploy(site.id, { key })));
      equal(new Set(answers.map(({ text }) => text)).size, 1);
      equal((await service.send(`/sites/${site.id}/deployments`)).ids.length, 1);
      await service.cancel(answers[0]?.item.id ?? "");
    }),
    rule("a page has at most 100 items", async (service) => {
      equal((await service.send("/deployments?limit=100")).status, 200);
      equal((await service.send("/deployments?limit=101")).result, "400 validation_failed");
    }),
  ],
};
