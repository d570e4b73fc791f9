import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { createUser } from "../../packages/service/store/people/users.ts";
import { folderOfTest } from "../folders.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = folderOfTest("file");
  file = join(folder, "greenroom.db");
});

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing failed");
}

test("a write to a full disk fails with that error, and not with one about its rollback", async () => {
  const db = openDatabase(file);
  const { page_count } = await sql<{ page_count: number }>`PRAGMA page_count`
    .execute(db)
    .then(({ rows }) => rows[0] ?? { page_count: 0 });
  await sql.raw(`PRAGMA max_page_count = ${page_count}`).execute(db);
  const write = () =>
    inDatabase(db, async (tx) => {
      for (let n = 0; n < 20; n += 1) {
        await createUser(tx, { email: `${n}@example.com`, name: "x".repeat(10_000) });
      }
    });
  expect(await failureOf(write)).toMatchObject({ code: "SQLITE_FULL" });
  await sql.raw("PRAGMA max_page_count = 100000").execute(db);
  await write();
  await db.destroy();
});

test("a database of zero bytes in a new folder is one that a killed first start left", async () => {
  writeFileSync(file, "");
  await openDatabase(file).destroy();
});
