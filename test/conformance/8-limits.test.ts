import { afterEach, expect, test } from "vitest";
import { ask, deploy, newSite, section, type Target } from "./target.ts";

/** More builds at once than any configuration of the suite allows. */
const MANY = 60;

section("§8 limits", (open) => {
  let target: Target;
  afterEach(() => target.close());

  test("builds beyond the limit are refused without Retry-After, until one ends", async () => {
    target = await open({ "builds-running": 1, "builds-queued": 2 });
    const site = await newSite(target);
    const made: string[] = [];
    let refused;
    while (refused === undefined && made.length < MANY) {
      const answer = await deploy(target, site.id);
      if (answer.status === 202) made.push(answer.data.id);
      else refused = answer;
    }
    // A service that builds may be faster than the suite asks.
    if (refused !== undefined) {
      expect(refused.said).toBe("429 build_quota_exceeded");
      expect(refused.headers.get("Retry-After")).toBeNull();
      await ask(target, `/deployments/${made[0]}/cancel`, { method: "POST" });
      const next = await deploy(target, site.id);
      expect(next.status).toBe(202);
      made.push(next.data.id);
    }
    for (const id of made) await ask(target, `/deployments/${id}/cancel`, { method: "POST" });
  });

  test("equal requests at once are one deployment", async () => {
    target = await open();
    const site = await newSite(target);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => deploy(target, site.id, { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await ask(target, `/sites/${site.id}/deployments`)).data).toHaveLength(1);
    await ask(target, `/deployments/${answers[0]?.data.id}/cancel`, { method: "POST" });
  });

  test("a page holds at most 100", async () => {
    target = await open();
    expect((await ask(target, "/deployments?limit=100")).status).toBe(200);
    expect((await ask(target, "/deployments?limit=101")).said).toBe("400 validation_failed");
  });
});
