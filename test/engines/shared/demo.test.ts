import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listMigrations } from "../../../packages/service/store/engine/migrations.ts";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { spawnCommand } from "../../cli/command.ts";
import { folderOfTest } from "../../folders.ts";
import { testBucketUrl, testCredentials } from "../objects.ts";
import { createOwnDatabase, type OwnDatabase } from "./fixture.ts";

/** Runs `greenroom demo --once` on a database and a bucket that its environment names. */
async function openDemo() {
  const database = await createOwnDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const folder = folderOfTest("demo-test");
  const env = { ...testCredentials(), XDG_STATE_HOME: join(folder, "state"), GREENROOM_OBJECTS: testBucketUrl() };
  const run = (url: string, ...args: string[]) =>
    spawnCommand(["demo", "--once", "--json", ...args], { env: { ...env, GREENROOM_DATABASE: url }, cwd: folder })
      .ended;
  return { database, folder, run };
}

test("the demo finds on the servers what its last run left there, though no folder is named", async () => {
  const { database, run } = await openDemo();
  // This server lets everybody in.
  const withPassword = (password: string): string => database.url.replace("greenroom@", `greenroom:${password}@`);
  const first = await run(withPassword("canary1"));
  expect(first.code, first.stderr).toBe(0);
  const result = JSON.parse(first.stdout);
  expect(result).toMatchObject({ status: "ready", previewPage: { status: 200 }, reused: false });
  expect(first.stderr).toMatch(/stays in the database own_\w+ on 127\.0\.0\.1:\d+ and s3:\/\/greenroom\//);
  expect(await database.query("SELECT id FROM deployments")).toEqual([{ id: result.deploymentId }]);
  expect(await database.query("SELECT id FROM buckets")).toHaveLength(1);

  const second = await run(withPassword("canary2"));
  expect(second.code, second.stderr).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ deploymentId: result.deploymentId, reused: true });
  expect(first.stderr + second.stderr).not.toContain("canary");
});

const FILLED: readonly (readonly [string, (database: OwnDatabase, folder: string) => Promise<unknown>])[] = [
  ["the tables of another program", (database) => database.query("CREATE TABLE workspaces (name text)")],
  [
    "a store that a version before has filled",
    async ({ url }, dataDirectory) => {
      const db = await openPostgres({ url, dataDirectory, migrations: listMigrations().slice(0, -1) });
      await inDatabase(db, (tx) => createWorkspace(tx, "Ours"));
      await db.destroy();
    },
  ],
];

test.each(FILLED)("the demo changes nothing in a database with %s", async (_what, fill) => {
  const { database, folder, run } = await openDemo();
  await fill(database, folder);
  const look = async () => [
    await database.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"),
    await database.query("SELECT * FROM workspaces"),
  ];
  const before = await look();
  const { code, stderr } = await run(database.url);
  expect(code).toBe(1);
  expect(stderr).toContain("Give another --database or none, or the --data folder of the run that filled it.");
  expect(await look()).toEqual(before);
});

test("the demo does not take the accounts from a data folder that has a database of its own", async () => {
  const { database, folder, run } = await openDemo();
  writeFileSync(join(folder, "greenroom.db"), "");
  const { code, stderr } = await run(database.url, "--data", folder);
  expect(code).toBe(1);
  expect(stderr).toContain("has a database of its own, whose accounts would be lost. Give another --data.");
  expect(await database.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([]);
});
