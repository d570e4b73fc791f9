import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reportOf } from "../../packages/cli/errors.ts";
import { openDatabase } from "../../packages/service/store/database.ts";
import { createUser } from "../../packages/service/store/users.ts";
import { inEverything } from "../../packages/service/store/writing.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-file-"));
  file = join(folder, "greenroom.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
    inEverything(db, async (tx) => {
      for (let n = 0; n < 1000; n += 1) {
        await createUser(tx, { email: `${n}@example.com`, name: "x".repeat(200), at: "2026-01-01T00:00:00.000Z" });
      }
    });
  expect(await failureOf(write)).toMatchObject({ code: "SQLITE_FULL" });
  await sql.raw("PRAGMA max_page_count = 100000").execute(db);
  await write();
  await db.destroy();
});

describe("a database that cannot be used is told as the operator's to mend, with the file and what to do", () => {
  test.each([
    ["is damaged", async () => writeFileSync(file, "no database".repeat(500)), "greenroom admin restore"],
    ["has a damaged page", damage, "greenroom admin restore"],
    ["lies where a file is", async () => void (file = join(asFile(), "greenroom.db")), "--data, not a file."],
  ])("one that %s", async (_what, prepare, hint) => {
    await prepare();
    const { exit, message } = reportOf(await failureOf(() => openDatabase(file)));
    expect(exit).toBe("refused");
    expect(message).toContain(`The database ${file} cannot be used: `);
    expect(message).toContain(hint);
  });

  test("one that is empty although there was one before, and not one that is new", async () => {
    writeFileSync(file, "");
    await openDatabase(file).destroy();
    writeFileSync(file, "");
    mkdirSync(join(folder, "audit-heads"), { recursive: true });
    writeFileSync(join(folder, "audit-heads", "workspace"), "{}");
    const { exit, message } = reportOf(await failureOf(() => openDatabase(file)));
    expect([exit, message]).toEqual(["refused", expect.stringContaining(`${file} is empty, and there was one before`)]);
  });

  test("one of a newer version", async () => {
    const db = openDatabase(file);
    await sql`INSERT INTO migrations (number) VALUES (999999)`.execute(db);
    await db.destroy();
    const { exit, message } = reportOf(await failureOf(() => openDatabase(file)));
    expect([exit, message]).toEqual(["refused", expect.stringContaining("written by a newer version (schema 999999")]);
  });
});

async function damage(): Promise<void> {
  const whole = join(folder, "whole.db");
  await openDatabase(whole).destroy();
  copyFileSync(whole, file);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 4096);
  writeFileSync(file, bytes);
}

function asFile(): string {
  const path = join(folder, "data");
  writeFileSync(path, "");
  return path;
}
