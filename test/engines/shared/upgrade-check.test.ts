import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { listMigrations } from "../../../packages/service/store/engine/migrations.ts";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { startCommand } from "../../cli/command.ts";
import { createOwnDatabase } from "./fixture.ts";

test("what an upgrade would change in a database on a server is said before, and nothing is changed", async () => {
  await using database = await createOwnDatabase();
  const check = async (...more: readonly string[]) => {
    const { url } = database;
    const args = ["admin", "upgrade-check", "--database", url, ...more];
    return startCommand(args, { env: {}, cwd: tmpdir() }).ended;
  };
  const rows = () => database.query("SELECT number FROM migrations ORDER BY number");

  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining("no store in this database") });
  expect(await database.query("SELECT to_regclass('migrations') AS found")).toEqual([{ found: null }]);

  await (await openPostgres({ url: database.url, dataDirectory: undefined })).destroy();
  expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to change") });

  // As a version before left it: it did not know the newest change.
  const [newest] = listMigrations().toReversed();
  await database.query(`DELETE FROM migrations WHERE number = ${newest?.number}`);
  const before = await rows();
  const { code, stdout } = await check();
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`${newest?.number}.*\\n! snapshot .*pg_dump`))]);
  expect(stdout).not.toContain("greenroom admin backup");
  expect(JSON.parse((await check("--json")).stdout)).toMatchObject({
    migrations: [{ number: newest?.number }],
    disk: null,
    isRunning: false,
    problem: null,
  });
  expect(await rows()).toEqual(before);

  await database.query("INSERT INTO migrations (number) VALUES (999999)");
  expect(await check()).toMatchObject({
    code: 24,
    stdout: expect.stringContaining("The database was written by a newer version"),
  });
});
