import { expect, test } from "vitest";
import { soak } from "./soak.ts";

test("nothing is lost when the service is killed while deployments are made", { timeout: 600_000 }, async () => {
  const reported: string[] = [];
  const { findings, figures } = await soak({
    deployments: 40,
    serviceKills: 3,
    spanMs: 48_000,
    factor: 12,
    seed: 7,
    progress: (text) => reported.push(text),
  });
  expect(findings, reported.join("\n")).toEqual([]);
  expect(figures.find(({ name }) => name === "kills of the service")?.value).toBe(3);
});
