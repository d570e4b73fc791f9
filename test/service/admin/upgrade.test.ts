import { existsSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../../packages/contract/clock.ts";
import { listSnapshots } from "../../../packages/service/admin/backup-format.ts";
import { backUp } from "../../../packages/service/admin/backup.ts";
import { restoreBackup } from "../../../packages/service/admin/restore.ts";
import { openAdminStore } from "../../../packages/service/admin/store.ts";
import { checkUpgrade, forgetOldUpgrades, keepBeforeUpgrade } from "../../../packages/service/admin/upgrade.ts";
import type { BackupTarget } from "../../../packages/service/settings.ts";
import { DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { listMigrations } from "../../../packages/service/store/engine/migrations.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { seedWorkspace } from "../fixtures.ts";

const log = pino({ level: "silent" });

let root: string;
let data: string;
let before: readonly string[];

beforeEach(async () => {
  root = folderOfTest("upgrade");
  data = join(root, "data");
  const db = openDatabase(join(data, DATABASE_FILE));
  await seedWorkspace({ db, clock: systemClock });
  await db.destroy();
  // As a version left it that knew none of these migrations.
  change("UPDATE migrations SET number = -number, additive = 1");
  before = dump(data);
});

function change(statement: string): void {
  const connection = new BetterSqlite3(join(data, DATABASE_FILE));
  connection.pragma("foreign_keys = OFF");
  connection.exec(statement);
  connection.close();
}

/** Every row of a database, as text. */
function dump(dataDirectory: string): readonly string[] {
  const connection = new BetterSqlite3(join(dataDirectory, DATABASE_FILE), { readonly: true });
  const Names = z.array(z.object({ name: z.string() }));
  try {
    const tables = Names.parse(
      connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all(),
    );
    return tables.flatMap(({ name }) =>
      connection
        .prepare(`SELECT * FROM "${name}" ORDER BY rowid`)
        .all()
        .map((row) => `${name} ${JSON.stringify(row)}`),
    );
  } finally {
    connection.close();
  }
}

const kept = (): BackupTarget => ({ kind: "folder", path: join(data, "before-upgrade") });
const options = { signal: new AbortController().signal, environment: {} };

describe.skipIf(ON_POSTGRES)("a store of an older version", () => {
  test("is kept as it was, and an older version finds every row of it in the folder that is restored", async () => {
    await keepBeforeUpgrade(data, { log, skip: false, clock: systemClock });
    expect((await listSnapshots(kept(), options)).snapshots).toHaveLength(1);
    const to = join(root, "back");
    expect(await restoreBackup({ from: kept(), to }, options)).toMatchObject({ auditChecked: false });
    expect(dump(to)).toEqual(before);
  });

  test("that is of this version already is not kept", async () => {
    change("UPDATE migrations SET number = -number");
    await keepBeforeUpgrade(data, { log, skip: false, clock: systemClock });
    expect(existsSync(join(data, "before-upgrade"))).toBe(false);
  });

  test("is not changed by the commands of the operator, whose backup of it is as it was", async () => {
    await expect(openAdminStore({ dataDirectory: data })).rejects.toMatchObject({
      code: "not_upgraded",
      message: expect.stringContaining("greenroom admin upgrade-check"),
    });
    const to: BackupTarget = { kind: "folder", path: join(root, "backup") };
    await backUp({ from: data, to }, { ...options, nowMs: Date.now() });
    await restoreBackup({ from: to, to: join(root, "restored") }, options);
    expect(dump(join(root, "restored"))).toEqual(before);
    expect(dump(data)).toEqual(before);
  });

  test("is looked at before: what would change, whether the version before works after it, and whether there is room", async () => {
    const check = await checkUpgrade({ dataDirectory: data });
    expect(check).toMatchObject({ lastVersion: null, isRunning: false, lastBackupAt: null, problem: undefined });
    expect(check.migrations).toEqual(listMigrations().map(({ number, additive }) => ({ number, additive })));
    expect(check.disk?.freeBytes).toBeGreaterThan(check.disk?.neededBytes ?? 0);
    expect(dump(data)).toEqual(before);
  });

  test("that cannot be kept is not upgraded, unless the operator says that there is a backup", async () => {
    change(
      "INSERT INTO memberships (workspace_id, user_id, role, confirmed, created_at) VALUES ('none', 'none', 'owner', 1, '')",
    );
    const damaged = dump(data);
    const start = (skip: boolean) => keepBeforeUpgrade(data, { log, skip, clock: systemClock });
    await expect(start(false)).rejects.toMatchObject({
      fault: "database_damaged",
      message: expect.stringContaining("--skip-upgrade-snapshot"),
    });
    expect(dump(data)).toEqual(damaged);
    await start(true);
    await forgetOldUpgrades(data, systemClock);
    expect(existsSync(join(data, "before-upgrade"))).toBe(false);
  });

  test("is kept with the one before it, and both are forgotten two weeks later", async () => {
    const atMs = Date.parse("2026-11-22T12:00:00.000Z");
    const keep = (ms: number) =>
      keepBeforeUpgrade(data, { log, skip: false, clock: { ...systemClock, now: () => atMs + ms } });
    for (const ms of [0, 1_000, 2_000]) await keep(ms);
    const takenAt = async () => (await listSnapshots(kept(), options)).snapshots.map((one) => one.takenAt);
    expect(await takenAt()).toEqual(["2026-11-22T12:00:01.000Z", "2026-11-22T12:00:02.000Z"]);
    const dayMs = 24 * 3_600_000;
    await forgetOldUpgrades(data, { now: () => atMs + 13 * dayMs });
    expect(await takenAt()).toHaveLength(2);
    await forgetOldUpgrades(data, { now: () => atMs + 15 * dayMs });
    expect(existsSync(join(data, "before-upgrade"))).toBe(false);
  });
});
