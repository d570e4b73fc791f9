import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { OperatorFault } from "../domain/operator-fault.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import { versionText } from "../outside/version.ts";
import type { BackupTarget } from "../settings.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import {
  type AppliedMigration,
  due,
  listMigrations,
  requireKnownVersion,
  type Versions,
} from "../store/engine/migrations.ts";
import { readVersions, type StorePlace } from "../store/engine/open-store.ts";
import { holdFolder } from "../store/engine/serving-lock.ts";
import { listSnapshots } from "./backup-format.ts";
import { neededBytes, takeSnapshot } from "./backup.ts";
import { AdminError } from "./store.ts";

/** Folder in the data folder with what was there before the last upgrades; a backup like others. */
export const BEFORE_UPGRADE = "before-upgrade";
const KEPT = 2;
const KEPT_MS = 14 * 24 * 3_600_000;

/**
 * The files of the snapshot cost nothing: they become names of the same bytes.
 * @param skip The operator has a backup.
 */
export async function keepBeforeUpgrade(
  dataDirectory: string,
  { clock, log, skip }: { readonly clock: Clock; readonly log: Logger; readonly skip: boolean },
): Promise<void> {
  if (!existsSync(join(dataDirectory, DATABASE_FILE))) return;
  const { applied } = (await readVersions({ dataDirectory })) ?? { applied: [] };
  const missing = due(listMigrations(), applied).map(({ number }) => number);
  if (applied.length === 0 || missing.length === 0) return;
  requireKnownVersion("data folder", applied, listMigrations());
  if (skip) {
    log.warn({ migrations: missing }, "the database is upgraded without a snapshot of what was before");
    return;
  }
  const path = join(dataDirectory, BEFORE_UPGRADE);
  const { signal } = new AbortController();
  const options = { signal, nowMs: clock.now(), keep: KEPT, environment: {} };
  const { snapshot } = await takeSnapshot(
    { from: dataDirectory, to: { kind: "folder", path } },
    { ...options, wants: "stored", adopts: true },
  ).catch((error: unknown) => {
    throw asFault(error);
  });
  const back = `greenroom admin restore --from ${path} --snapshot ${snapshot.id} --data NEW_FOLDER`;
  log.info({ snapshot: snapshot.id, migrations: missing, back }, "the database is upgraded; what was before is kept");
}

function asFault(error: unknown): unknown {
  const skip = "With a backup of the version before, start once with --skip-upgrade-snapshot.";
  if (error instanceof OperatorFault)
    return new OperatorFault(error.fault, `${error.message} ${skip}`, { cause: error });
  if (!(error instanceof AdminError)) return error;
  const what = `The database was not upgraded, since what is there could not be kept. ${error.message} ${skip}`;
  return new OperatorFault(error.code === "in_use" ? "in_use" : "database_damaged", what, { cause: error });
}

/** Forgets what was before an upgrade once no one goes back any more: its files take room that others need. */
export async function forgetOldUpgrades(dataDirectory: string, clock: Pick<Clock, "now">): Promise<void> {
  const path = join(dataDirectory, BEFORE_UPGRADE);
  if (!existsSync(path)) return;
  const target: BackupTarget = { kind: "folder", path };
  const { snapshots } = await listSnapshots(target, { environment: {} }).catch((error: unknown) => {
    // What an upgrade that could not begin left.
    if (error instanceof AdminError && error.code === "no_store") return { snapshots: [] };
    throw error;
  });
  const newestMs = Math.max(...snapshots.map(({ takenAt }) => Date.parse(takenAt)));
  if (clock.now() - newestMs >= KEPT_MS) await rm(path, { recursive: true, force: true });
}

export interface UpgradeCheck {
  readonly version: string;
  /** Version of the service that started last; null when it did not say. */
  readonly lastVersion: string | null;
  readonly lastAliveAt: string | null;
  readonly isRunning: boolean;
  /** Migrations that would run; the version before works after those that only add. */
  readonly migrations: readonly { readonly number: number; readonly additive: boolean }[];
  readonly lastBackupAt: string | null;
  /** Room for the snapshot before; null for a database on a server, which has none. */
  readonly disk: { readonly freeBytes: number; readonly neededBytes: number } | null;
  /** Why this version would not start. */
  readonly problem: OperatorFault | undefined;
}

/** Changes nothing. */
export async function checkUpgrade(place: StorePlace): Promise<UpgradeCheck> {
  const { dataDirectory, database } = place;
  const versions = database || existsSync(join(dataDirectory, DATABASE_FILE)) ? await readVersions(place) : undefined;
  if (!versions) {
    throw new AdminError(
      "no_store",
      database
        ? "There is no store in this database. Give --database the URL that serve uses."
        : `There is no store in ${dataDirectory}. Give --data the folder that serve uses.`,
    );
  }
  const migrations = due(listMigrations(), versions.applied).map(({ number, additive }) => ({ number, additive }));
  const disk = database ? null : await readRoom(dataDirectory);
  return {
    version: versionText(),
    lastVersion: timeOf(versions, "alive")?.version ?? null,
    lastAliveAt: timeOf(versions, "alive")?.at ?? null,
    isRunning: versions.isServed ?? isServing(dataDirectory),
    migrations,
    lastBackupAt: timeOf(versions, "backup")?.at ?? null,
    disk,
    problem:
      problemOf(database ? "database" : "data folder", versions.applied) ??
      (migrations.length > 0 ? roomProblem(dataDirectory, disk) : undefined),
  };
}

function timeOf({ lastTimes }: Versions, name: string): Versions["lastTimes"][number] | undefined {
  return lastTimes.find((one) => one.name === name);
}

function isServing(dataDirectory: string): boolean {
  using held = holdFolder(dataDirectory, "serve");
  return held === undefined;
}

async function readRoom(dataDirectory: string): Promise<NonNullable<UpgradeCheck["disk"]>> {
  const { bytes: freeBytes } = await freeSpaceOf(dataDirectory);
  const { size } = await stat(join(dataDirectory, DATABASE_FILE));
  return { freeBytes, neededBytes: neededBytes(size) };
}

function problemOf(what: string, applied: readonly AppliedMigration[]): OperatorFault | undefined {
  try {
    requireKnownVersion(what, applied, listMigrations());
    return undefined;
  } catch (error) {
    if (error instanceof OperatorFault) return error;
    throw error;
  }
}

function roomProblem(dataDirectory: string, disk: UpgradeCheck["disk"]): OperatorFault | undefined {
  if (!disk || disk.freeBytes >= disk.neededBytes) return undefined;
  const mebibytes = Math.ceil(disk.neededBytes / 1024 ** 2);
  return new OperatorFault(
    "disk_full",
    `The snapshot before the upgrade needs ${mebibytes} MiB in ${dataDirectory}, and there is less. See what is left: df -h ${dataDirectory}. Free some space.`,
  );
}
