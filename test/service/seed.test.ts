import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { requireSeedable, SEED_FILE, seedDemo } from "../../packages/service/admin/seed.ts";
import { openDatabase } from "../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { createWorkspace } from "../../packages/service/store/people/workspaces.ts";
import { folderOfTest } from "../folders.ts";
import { openTestContext, testSettings, type TestContext } from "./fixtures.ts";

function openContext(): TestContext & { readonly file: string } {
  const dataDirectory = folderOfTest("seed");
  const context = openTestContext({ dataDirectory });
  onTestFinished(() => context.db.destroy());
  return { ...context, file: join(dataDirectory, SEED_FILE) };
}

test("a second start has the accounts of the first", async () => {
  const context = openContext();
  const seed = await seedDemo(context);
  expect(await seedDemo(context)).toEqual(seed);
});

test("accounts that are written down and not in the store are created again, and those in it are not covered up", async () => {
  const [lost, context] = [openContext(), openContext()];
  await seedDemo(lost);
  copyFileSync(lost.file, context.file);
  const seed = await seedDemo(context);
  expect(JSON.parse(readFileSync(context.file, "utf8"))).toEqual(seed);
  expect(await seedDemo(context)).toEqual(seed);

  copyFileSync(lost.file, context.file);
  await expect(seedDemo(context)).rejects.toThrow("--seed demo needs an empty data folder.");
  expect(await context.db.selectFrom("workspaces").selectAll().execute()).toHaveLength(2);
});

test("a data folder with a store of somebody is not opened for example data", async () => {
  const dataDirectory = folderOfTest("seed");
  const settings = testSettings({ dataDirectory });
  await requireSeedable(settings);
  const db = openDatabase(join(dataDirectory, "greenroom.db"));
  await requireSeedable(settings);
  await inDatabase(db, (tx) => createWorkspace(tx, "Ours"));
  await db.destroy();
  await expect(requireSeedable(settings)).rejects.toThrow("--seed demo needs an empty data folder.");
});
