import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import BetterSqlite3 from "better-sqlite3";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { backUp } from "../../../packages/service/admin/backup.ts";
import { listSnapshots } from "../../../packages/service/admin/backup-format.ts";
import type { BackupTarget } from "../../../packages/service/settings.ts";
import { restoreBackup } from "../../../packages/service/admin/restore.ts";
import { openAdminStore } from "../../../packages/service/admin/store.ts";
import { checkUpgrade, forgetOldUpgrades, keepBeforeUpgrade } from "../../../packages/service/admin/upgrade.ts";
import { compose, type RunningService } from "../../../packages/service/compose.ts";
import { systemClock } from "../../../packages/contract/clock.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { readFileList } from "../../../packages/service/store/files/file-lists.ts";
import { DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { listMigrations } from "../../../packages/service/store/engine/migrations.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { testSettings } from "../fixtures.ts";

// A data folder that commit 7974f0f made, before what a site keeps, values, domains and uploads: three deployments of a
// site of plain HTML, a request to release the last of them, and an audit log.
const OLDER_STORE = join(import.meta.dirname, "older-store.tar.gz");
const OLDER_SCHEMA = 115;

const log = pino({ level: "silent" });
const Seed = z.looseObject({ tokens: z.object({ pat: z.string() }), projectId: z.string() });
const Deployments = z.object({
  data: z.array(z.looseObject({ id: z.string(), status: z.string(), previewUrl: z.string().nullish() })),
});
const One = z.object({ data: z.looseObject({ id: z.string(), status: z.string() }) });

let root: string;
let data: string;
let before: readonly string[];
let running: RunningService | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "greenroom-upgrade-"));
  data = join(root, "data");
  mkdirSync(data, { mode: 0o700 });
  execFileSync("tar", ["--extract", "--gzip", "--no-same-owner", "--file", OLDER_STORE, "--directory", data]);
  before = dump(data);
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  rmSync(root, { recursive: true, force: true });
});

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

async function start(given: { readonly skipUpgradeSnapshot?: boolean } = {}): Promise<RunningService> {
  const settings = testSettings({ dataDirectory: data, unsafeNoSandbox: true, repositoryRoots: [root], ...given });
  running = await compose(settings, { clock: systemClock, log, environment: process.env });
  return running;
}

async function pageOf({ context }: RunningService, previewUrl: string): Promise<string> {
  const { port } = new URL(context.addresses.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const host = new URL(previewUrl).hostname;
  request({ host: "127.0.0.1", port, headers: { host: `${host}:${port}` } }, (response) => resolve(text(response)))
    .on("error", reject)
    .end();
  return await promise;
}

function client({ context }: RunningService) {
  const { tokens, projectId } = Seed.parse(JSON.parse(readFileSync(join(data, "seed.json"), "utf8")));
  const headers = { authorization: `Bearer ${tokens.pat}`, "content-type": "application/json" };
  const ask = async (path: string, body?: object) => {
    const key = { "idempotency-key": randomUUID() };
    const init = body ? { method: "POST", headers: { ...headers, ...key }, body: JSON.stringify(body) } : { headers };
    const response = await fetch(new URL(path, context.addresses.baseUrl), init);
    const answer: unknown = await response.json();
    expect(JSON.stringify(answer), path).toContain(`"ok":true`);
    return answer;
  };
  return { ask, projectId };
}

const kept = (): BackupTarget => ({ kind: "folder", path: join(data, "before-upgrade") });
const options = { signal: new AbortController().signal, environment: {} };

describe.skipIf(ON_POSTGRES)("a store of an older version", () => {
  test("has everything after the first start of this one, which runs on with it", async () => {
    const service = await start();
    const { ask, projectId } = client(service);
    const { data: deployments } = Deployments.parse(await ask("/deployments"));
    expect(deployments.map(({ status }) => status)).toEqual(["ready", "ready", "ready"]);
    const pages = await Promise.all(deployments.map(({ previewUrl }) => pageOf(service, previewUrl ?? "")));
    expect(pages.map((page) => /Version \d/.exec(page)?.[0])).toEqual(["Version 3", "Version 2", "Version 1"]);
    const { db, objects } = service.context;
    expect(await db.selectFrom("unconverted_list_entries").selectAll().execute()).toEqual([]);
    const lists = await db.selectFrom("file_lists").select(["digest", "file_count"]).execute();
    expect(lists).toHaveLength(3);
    for (const { digest, file_count: count } of lists)
      expect((await readFileList(objects, digest))?.files).toHaveLength(count);
    expect(await db.selectFrom("approval_requests").select("status").execute()).toEqual([{ status: "pending" }]);
    for (const { id } of await db.selectFrom("workspaces").select("id").execute()) {
      expect((await verifyAudit(db, id)).findings).toEqual([]);
    }

    const repository = join(root, "repository");
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
        encoding: "utf8",
      }).trim();
    mkdirSync(repository);
    writeFileSync(join(repository, "index.html"), "<h1>After the upgrade</h1>");
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-q", "-m", "One");
    const site = { projectId, name: "New", slug: "new", repositoryUrl: `file://${repository}` };
    const { data: made } = z.object({ data: z.looseObject({ id: z.string() }) }).parse(await ask("/sites", site));
    const order = { environment: "preview", commitSha: git("rev-parse", "HEAD"), branch: "main" };
    const { data: deployment } = One.parse(await ask(`/sites/${made.id}/deploy`, order));
    const status = async () => One.parse(await ask(`/deployments/${deployment.id}`)).data.status;
    await expect.poll(status, { timeout: 60_000 }).toBe("ready");
  });

  test("is kept as it was, and an older version finds every row and file of it in the folder that is restored", async () => {
    const service = await start();
    await service.close();
    const { snapshots } = await listSnapshots(kept(), options);
    expect(snapshots).toMatchObject([{ objects: 3 }]);
    const to = join(root, "back");
    expect(await restoreBackup({ from: kept(), to }, options)).toMatchObject({ auditChecked: false });
    expect(dump(to)).toEqual(before);
    for (const { sha256 } of objectsOf(to)) {
      expect(existsSync(join(to, "objects", sha256.slice(0, 2), sha256))).toBe(true);
    }
    // A second start changes nothing, and keeps nothing more.
    await (await start()).close();
    expect((await listSnapshots(kept(), options)).snapshots).toHaveLength(1);
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
    const due = listMigrations().filter(({ number }) => number > OLDER_SCHEMA);
    const check = await checkUpgrade({ dataDirectory: data });
    expect(check).toMatchObject({ lastVersion: null, isRunning: false, lastBackupAt: null, problem: undefined });
    expect(check.migrations).toEqual(due.map(({ number, additive }) => ({ number, additive })));
    expect(check.disk?.freeBytes).toBeGreaterThan(check.disk?.neededBytes ?? 0);
    expect(dump(data)).toEqual(before);
    const service = await start();
    expect(await checkUpgrade({ dataDirectory: data })).toMatchObject({ migrations: [], isRunning: true });
    expect((await checkUpgrade({ dataDirectory: data })).lastVersion).toMatch(/^\d+\.\d+\.\d+$/);
    await service.close();
  });

  test("that cannot be kept is not upgraded, unless the operator says that there is a backup", async () => {
    const connection = new BetterSqlite3(join(data, DATABASE_FILE));
    connection.pragma("foreign_keys = OFF");
    connection.exec("INSERT INTO file_list_entries (list_digest, path, sha256, size) VALUES ('none', 'a', 'none', 1)");
    connection.close();
    const damaged = dump(data);
    await expect(start()).rejects.toMatchObject({
      fault: "database_damaged",
      message: expect.stringContaining("--skip-upgrade-snapshot"),
    });
    expect(dump(data)).toEqual(damaged);
    await (await start({ skipUpgradeSnapshot: true })).close();
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

function objectsOf(dataDirectory: string): readonly { readonly sha256: string }[] {
  const connection = new BetterSqlite3(join(dataDirectory, DATABASE_FILE), { readonly: true });
  const rows = connection.prepare("SELECT sha256 FROM objects").all();
  connection.close();
  return z.array(z.object({ sha256: z.string() })).parse(rows);
}
