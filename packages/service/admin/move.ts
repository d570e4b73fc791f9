import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import { inBatches } from "../domain/batches.ts";
import { type Bucket, describeBucket } from "../domain/bucket.ts";
import { describeDatabase } from "../domain/database-url.ts";
import { newUuid } from "../domain/ids.ts";
import { unlessAbsent } from "../outside/absent.ts";
import { verifyAudit } from "../store/audit/audit-check.ts";
import {
  copyTable,
  blockWrites,
  firstDifference,
  lockTables,
  isEmpty,
  planTables,
  type TablePlan,
} from "../store/engine/copy-tables.ts";
import { auditSealOf, type Database, DATABASE_FILE } from "../store/engine/database.ts";
import { openStore, readVersions, type StorePlace } from "../store/engine/open-store.ts";
import { insertRow, updateRows } from "../store/engine/rows.ts";
import type { MoveRow } from "../store/engine/schema.ts";
import { holdFolder } from "../store/engine/serving-lock.ts";
import { inDatabase } from "../store/engine/transaction.ts";
import { NEEDED } from "../store/files/kept-objects.ts";
import type { ObjectStore, StoredObject } from "../store/files/objects.ts";
import { openObjectStore } from "../store/files/open-objects.ts";
import { SIDE_FILES } from "./checked-copy.ts";
import { AdminError, auditBroken } from "./store.ts";

export interface WholePlace extends StorePlace {
  /** Absent: the files are in the data folder. */
  readonly objects?: Bucket;
}

export type MoveStep =
  | { readonly kind: "files"; readonly done: number; readonly total: number }
  | { readonly kind: "table"; readonly table: string; readonly rows: number }
  | { readonly kind: "compared"; readonly table: string }
  | { readonly kind: "verified"; readonly workspaceId: string; readonly rows: number }
  | { readonly kind: "copied" }
  /** The source does not serve any more. */
  | { readonly kind: "left" };

export interface MoveOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Has the credentials of buckets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onWarning: (message: string) => void;
  readonly onStep?: (step: MoveStep) => void;
}

export interface MoveResult {
  readonly from: string;
  readonly to: string;
  readonly files: number;
  readonly tables: number;
  readonly rows: number;
  readonly auditLogs: number;
}

/**
 * The old place never serves again. It can be cut off at any time and run again; while a service runs on the store, it
 * copies the files and then asks for its end.
 */
export async function moveStore(
  { from, to }: { readonly from: WholePlace; readonly to: WholePlace },
  options: MoveOptions,
): Promise<MoveResult> {
  if (resolve(from.dataDirectory) === resolve(to.dataDirectory)) {
    throw new AdminError("invalid", "A store moves to another data folder. Name one with --to-data.");
  }
  if (from.database === undefined && !existsSync(join(from.dataDirectory, DATABASE_FILE))) {
    throw new AdminError(
      "no_store",
      `There is no store in ${from.dataDirectory}. Give --data, --database and --objects as serve has them.`,
    );
  }
  await using source = owned(await openStore(from, { existing: true, moving: true }));
  const names = { from: describePlace(from), to: describePlace(to) };
  const { clock } = options;
  const leaving = await beginAt(source.db, { id: newUuid(), state: "leaving", place: names.to, at: instant(clock) });
  await prepareFolder(from, to);
  await using target = owned(await openStore(to, { moving: true }));
  const plans = planTables();
  const here: MoveRow = { id: leaving.id, state: "arriving", place: names.from, at: instant(clock) };
  const arriving = await arrive(target.db, plans, { leaving, here });
  const moving: Moving = { source: source.db, target: target.db, plans, options };
  const counts =
    leaving.state === "left" ? await countAll(moving) : await bring(moving, { from, to, moveId: leaving.id });
  if (arriving.state === "arriving") await setState(target.db, leaving.id, "arrived");
  return { ...names, ...counts, tables: plans.length };
}

interface Moving {
  readonly source: Database;
  readonly target: Database;
  readonly plans: readonly TablePlan[];
  readonly options: MoveOptions;
}

interface Stores {
  readonly source: ObjectStore;
  readonly target: ObjectStore;
}

type Counts = Pick<MoveResult, "files" | "rows" | "auditLogs">;

function owned(db: Database): AsyncDisposable & { readonly db: Database } {
  return { db, [Symbol.asyncDispose]: () => db.destroy() };
}

/** How a place is named to people; it holds no credential. */
export function describePlace({ dataDirectory, database, objects }: WholePlace): string {
  if (database === undefined) return dataDirectory;
  return `the database ${describeDatabase(database.url)}${objects ? ` and the files in ${describeBucket(objects)}` : ""}`;
}

async function openFiles(place: WholePlace, db: Database, { clock, environment, onWarning }: MoveOptions) {
  const log = { warn: (_: unknown, message?: string) => onWarning(message ?? "") };
  return await openObjectStore(place, { db, clock, log, environment });
}

/** A move that was interrupted resumes. */
async function beginAt(db: Database, row: MoveRow): Promise<MoveRow> {
  return await inDatabase(db, async (tx) => {
    const rows = await tx.selectFrom("moves").selectAll().execute();
    const known = rows.find(({ state }) => state === "left") ?? rows.find(({ state }) => state === "leaving");
    if (known?.state === "left" && known.place !== row.place) {
      throw new AdminError("invalid", `This store was moved to ${known.place}. Move it from there.`);
    }
    if (rows.some(({ state }) => state === "arriving")) {
      throw new AdminError("invalid", "This store has not arrived here yet. Finish the move to it first.");
    }
    if (!known) {
      await insertRow(tx, "moves", row);
      return row;
    }
    if (known.state === "leaving") await updateRows(tx, "moves", { id: known.id }, { place: row.place });
    return known;
  });
}

/** Takes an empty target, or one where the same move was cut off. */
async function arrive(
  target: Database,
  plans: readonly TablePlan[],
  { leaving, here }: { readonly leaving: MoveRow; readonly here: MoveRow },
): Promise<MoveRow> {
  return await inDatabase(target, async (tx) => {
    const rows = await tx.selectFrom("moves").selectAll().execute();
    const same = rows.find(({ id }) => id === leaving.id);
    if (same && rows.length === 1 && (same.state === "arriving" || leaving.state === "left")) return same;
    if (leaving.state === "left") {
      throw new AdminError(
        "invalid",
        `This store was moved to ${leaving.place}, not to this target. Move it from there.`,
      );
    }
    if (rows.length > 0 || !(await isEmpty(tx, plans))) {
      throw new AdminError("place_taken", "The target holds a store already. Name an empty database or folder.");
    }
    await insertRow(tx, "moves", here);
    return here;
  });
}

async function setState(db: Database, id: string, state: MoveRow["state"]): Promise<void> {
  await db.updateTable("moves").set({ state }).where("id", "=", id).execute();
}

/** Brings keys and credentials to the new data folder, which has no others. */
async function prepareFolder(from: WholePlace, to: WholePlace): Promise<void> {
  await mkdir(to.dataDirectory, { recursive: true, mode: 0o700 });
  if (to.database !== undefined && existsSync(join(to.dataDirectory, DATABASE_FILE))) {
    const what = `${to.dataDirectory} has a database already.`;
    throw new AdminError("place_taken", `${what} Name an empty folder with --to-data.`);
  }
  for (const name of SIDE_FILES) {
    const [source, target] = [join(from.dataDirectory, name), join(to.dataDirectory, name)];
    if (!existsSync(source)) continue;
    if (!existsSync(target)) {
      await copyFile(source, target);
      await chmod(target, 0o600);
    } else if (!(await readFile(source)).equals(await readFile(target))) {
      const what = `${name} in ${to.dataDirectory} is not that of ${from.dataDirectory}.`;
      throw new AdminError("place_taken", `${what} Name an empty folder with --to-data.`);
    }
  }
}

async function bring(
  moving: Moving,
  { from, to, moveId }: { readonly from: WholePlace; readonly to: WholePlace; readonly moveId: string },
): Promise<Counts> {
  const { source, target, plans, options } = moving;
  const stores: Stores = {
    source: await openFiles(from, source, options),
    target: await openFiles(to, target, options),
  };
  const done = new Set<string>();
  // Also while the service runs: what it adds meanwhile comes with the second round.
  await copyFiles(moving, { stores, done, mode: "as they are" });
  using _held = await requireStopped(from);
  await copyFiles(moving, { stores, done, mode: "all of them" });
  const counts = await inDatabase(source, async (leavingTx) => {
    await lockTables(leavingTx, plans);
    for await (const batch of neededObjects(leavingTx)) {
      if (batch.some(({ sha256 }) => !done.has(sha256))) throw inUse();
    }
    const counted = await inDatabase(target, async (tx) => {
      await lockTables(tx, plans);
      const fresh = await isEmpty(tx, plans);
      let rows = 0;
      for (const plan of plans) {
        options.signal.throwIfAborted();
        const copied = fresh ? await copyTable(leavingTx, tx, plan) : 0;
        rows += copied;
        options.onStep?.({ kind: "table", table: plan.name, rows: copied });
      }
      for (const plan of plans) {
        const key = await firstDifference(leavingTx, tx, plan);
        if (key !== undefined) throw differs(plan.name, key, fresh);
        options.onStep?.({ kind: "compared", table: plan.name });
      }
      const auditLogs = await copyAuditLogs(moving, tx);
      return { rows: fresh ? rows : await countRows(tx, plans), auditLogs };
    });
    options.onStep?.({ kind: "copied" });
    await setState(leavingTx, moveId, "left");
    await blockWrites(leavingTx, plans);
    return counted;
  });
  options.onStep?.({ kind: "left" });
  return { ...counts, files: done.size };
}

async function countAll({ target, plans }: Moving): Promise<Counts> {
  let files = 0;
  for await (const batch of neededObjects(target)) files += batch.length;
  const workspaces = await target.selectFrom("workspaces").select("id").execute();
  return { rows: await countRows(target, plans), files, auditLogs: workspaces.length };
}

async function countRows(db: Database, plans: readonly TablePlan[]): Promise<number> {
  let rows = 0;
  for (const { name } of plans) {
    const counted = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db);
    rows += counted.rows[0]?.count ?? 0;
  }
  return rows;
}

/** The newest row of each audit log is recorded at the new place too, and every log is checked there. */
async function copyAuditLogs({ source, target, options }: Moving, tx: Parameters<typeof verifyAudit>[0]) {
  const workspaces = await tx.selectFrom("workspaces").select("id").orderBy("id").execute();
  for (const { id } of workspaces) {
    const recorded = auditSealOf(source).recorded(id);
    if (recorded) auditSealOf(target).record(id, recorded);
    const { rows, head, findings } = await verifyAudit(tx, id);
    const wrong = findings.find(({ kind }) => kind !== "unrecorded");
    if (wrong) throw auditBroken(id, "moved");
    if (head && findings.length === 0) auditSealOf(target).record(id, head);
    options.onStep?.({ kind: "verified", workspaceId: id, rows });
  }
  return workspaces.length;
}

async function requireStopped(place: WholePlace): Promise<Disposable | undefined> {
  const held = place.database ? undefined : holdFolder(place.dataDirectory, "move");
  if (place.database ? (await readVersions(place))?.isServed : !held) throw inUse();
  return held;
}

function inUse(): AdminError {
  return new AdminError(
    "in_use",
    "A service runs on this store. Its files were copied; stop it everywhere, then run this command again.",
  );
}

function differs(table: string, key: string, fresh: boolean): AdminError {
  if (fresh)
    return new AdminError("damaged", `The copy of ${table} ${key} is not what was copied. Run this command again.`);
  return new AdminError(
    "place_taken",
    `The target has an older copy of this store: ${table} ${key} differs. Empty the database or delete the folder, then run this command again.`,
  );
}

const OBJECTS_A_PAGE = 500;
const ASKED_AT_A_TIME = 16;

/** Objects that rows name, and those that the record says are stored, which a later build would not send again. */
async function* neededObjects(db: Database): AsyncGenerator<readonly StoredObject[]> {
  for (let after = ""; ;) {
    const { rows } = await sql<StoredObject>`
      SELECT sha256, size FROM objects WHERE sha256 > ${after} AND (stored_at IS NOT NULL OR ${sql.raw(NEEDED)})
      ORDER BY sha256 LIMIT ${sql.lit(OBJECTS_A_PAGE)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.sha256;
    yield rows;
  }
}

type CopyMode = "as they are" | "all of them";

async function copyFiles(
  { source, options }: Moving,
  { stores, done, mode }: { readonly stores: Stores; readonly done: Set<string>; readonly mode: CopyMode },
): Promise<void> {
  const { signal, onStep } = options;
  let total = 0;
  for await (const batch of neededObjects(source)) total += batch.length;
  for await (const batch of neededObjects(source)) {
    if (signal.aborted) throw new AdminError("stopped", "Stopped. Run this command again to resume.", signal.reason);
    const missing: StoredObject[] = [];
    const fresh = batch.filter(({ sha256 }) => !done.has(sha256));
    for (const asked of inBatches(fresh, ASKED_AT_A_TIME)) {
      const found = await Promise.all(asked.map((object) => stores.target.has(object)));
      missing.push(...asked.filter((_, index) => found[index] !== true));
    }
    const put: StoredObject[] = [];
    for (const object of missing) if (await putObject(stores, object, mode)) put.push(object);
    await stores.target.flush(put, undefined, signal);
    const sent = new Set(put);
    for (const object of fresh) if (!missing.includes(object) || sent.has(object)) done.add(object.sha256);
    onStep?.({ kind: "files", done: done.size, total });
  }
}

/** @returns Whether it was there: while a service runs, its collector may have removed it. */
async function putObject(stores: Stores, { sha256, size }: StoredObject, mode: CopyMode): Promise<boolean> {
  const handle = await stores.source.open(sha256).catch(unlessAbsent);
  if (!handle) {
    if (mode === "as they are") return false;
    throw new AdminError(
      "damaged",
      `The stored file ${sha256} is missing. Deploy its commit again, then run this again.`,
    );
  }
  await using file = handle;
  const copied = await stores.target.putFile(file);
  if (copied.sha256 === sha256 && copied.size === size) return true;
  throw new AdminError(
    "damaged",
    `The stored file ${sha256} was changed. Deploy its commit again, then run this again.`,
  );
}
