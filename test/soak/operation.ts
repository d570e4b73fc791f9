// What an operator has around the service in a week: backups, a disk that fills, an upgrade, a Prometheus with the alerts.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { listSnapshots } from "../../packages/service/admin/backup-format.ts";
import { restoreBackup } from "../../packages/service/admin/restore.ts";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { due, listMigrations } from "../../packages/service/store/engine/migrations.ts";
import { readFileVersions } from "../../packages/service/store/engine/sqlite.ts";
import { freePort } from "../engines/postgres.ts";

const DISK_BYTES = 768 * 1024 ** 2;

/** A disk of its own for the data folder; only root can make one. */
export function mountDisk(folder: string): Disposable {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=700`, "none", folder]);
  return { [Symbol.dispose]: () => void execFileSync("umount", ["--lazy", folder]) };
}

/** Fills the disk of a folder for a time. */
export async function fillDisk(folder: string, ms: number): Promise<void> {
  const file = join(folder, "fill");
  try {
    execFileSync("sh", ["-c", 'exec cat /dev/zero > "$0" 2>/dev/null', file]);
  } catch {
    // It ends when the disk is full.
  }
  await sleep(ms);
  rmSync(file);
}

/** Makes the store forget its newest migration: the next start is an upgrade. */
export function downgrade(data: string): void {
  const db = new BetterSqlite3(join(data, DATABASE_FILE));
  db.exec("DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)");
  db.close();
}

/** @returns What an upgrade did not do. */
export function checkUpgrade(data: string): readonly string[] {
  const left = due(listMigrations(), readFileVersions(join(data, DATABASE_FILE))?.applied ?? []);
  return left.map(({ number }) => `the upgrade left out migration ${number}`);
}

const Fired = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.object({ alertname: z.string() }) })) }),
});

export interface Watch extends AsyncDisposable {
  /** Names of the alerts that have fired. */
  fired(): Promise<readonly string[]>;
}

/** Starts a Prometheus with the alerts of the repository, whose waits are shorter by a factor. */
export async function watch(folder: string, metricsPort: number, factor: number): Promise<Watch> {
  const rules = readFileSync(resolve("docs/prometheus/alerts.yml"), "utf8").replace(
    /for: (\d+)([mh])/g,
    (_, count: string, unit: string) => `for: ${Math.ceil((Number(count) * (unit === "h" ? 3600 : 60)) / factor)}s`,
  );
  writeFileSync(join(folder, "alerts.yml"), rules);
  const scrape = { job_name: "greenroom", static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] };
  const config = {
    global: { scrape_interval: "2s", evaluation_interval: "2s" },
    rule_files: [join(folder, "alerts.yml")],
    scrape_configs: [scrape],
  };
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const port = await freePort();
  const flags = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`];
  const child = spawn("prometheus", [...flags, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
  return {
    async fired() {
      const query = 'count by (alertname) (last_over_time(ALERTS{alertstate="firing"}[6h]))';
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
      const { data } = Fired.parse(await (await fetch(url)).json());
      return data.result.map(({ metric }) => metric.alertname).toSorted();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

const Rows = z.array(z.object({ id: z.string() }));

/** Restores the newest snapshot. @returns What it does not have that the store had when it was taken. */
export async function checkBackups({
  data,
  backups,
  to,
}: {
  readonly data: string;
  readonly backups: string;
  readonly to: string;
}): Promise<{ readonly snapshots: number; readonly findings: readonly string[] }> {
  const from = { kind: "folder", path: backups } as const;
  const options = { environment: {}, signal: new AbortController().signal };
  const { snapshots } = await listSnapshots(from, options);
  const { snapshot } = await restoreBackup({ from, to }, options);
  const idsOf = (folder: string): ReadonlySet<string> => {
    const db = new BetterSqlite3(join(folder, DATABASE_FILE), { readonly: true });
    const rows = db.prepare("SELECT id FROM deployments WHERE created_at < ?").all(snapshot.takenAt);
    db.close();
    return new Set(Rows.parse(rows).map(({ id }) => id));
  };
  const lost = idsOf(data).difference(idsOf(to)).size;
  return { snapshots: snapshots.length, findings: lost === 0 ? [] : [`${lost} deployments are not in the backup`] };
}
