import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const guide = readFileSync("docs/guides/monitor.md", "utf8");
const documented = new Set([...guide.matchAll(/^\| `(greenroom_\w+)` \|/gm)].map(([, name]) => name));

it.each(["dashboard.json", "alerts.yml"])("%s reads only metrics that the guide has", (file) => {
  const names = readFileSync(`docs/prometheus/${file}`, "utf8").match(/\bgreenroom_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(
    names.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")).filter((name) => !documented.has(name)),
  ).toEqual([]);
});

it("the dashboard asks for its data source, and names none", () => {
  const Target = z.object({ datasource: z.object({ uid: z.literal("${datasource}") }), expr: z.string() });
  const Panel = z.looseObject({
    id: z.number(),
    title: z.string(),
    targets: z.array(z.looseObject(Target.shape)).min(1),
  });
  const { panels } = z
    .looseObject({ panels: z.array(Panel) })
    .parse(JSON.parse(readFileSync("docs/prometheus/dashboard.json", "utf8")));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
