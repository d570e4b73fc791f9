import { expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { addPreview, requestByDeveloper, textOf, useWorld } from "./visitor.ts";

const world = useWorld();

const DAY_MS = 86_400_000;

test("the overview of a site says how builds and decisions of the last two weeks went", async () => {
  const { context, first } = world;
  const at = (ms: number) => instant(context.clock, ms);
  const built = (seconds: number, columns: object = {}) =>
    addPreview(world, { started_at: at(0), finished_at: at(seconds * 1_000), ...columns });
  const owner = await world.signIn("owner");
  const path = `/app/sites/${first.site.id}`;
  expect(await owner.text(path)).not.toContain("insights");
  for (const seconds of [10, 20, 30]) await built(seconds);
  await built(90, { status: "failed" });
  for (const columns of [{ status: "canceled" }, { upload: "{}" }, { created_at: at(-15 * DAY_MS) }])
    await built(900, columns);
  const request = await requestByDeveloper(world, await built(40, { branch: "b" }));
  await owner.submit(request, { decision: "rejected", notes: "no" });
  expect(textOf(await owner.text(path))).toContain(
    "Last 14 days Builds 5 Succeeded 80 % Median build 20 s 95 of 100 builds within 40 s",
  );
});
