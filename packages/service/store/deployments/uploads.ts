import type { StatusEvent } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import type { UploadEntry } from "@greenroom/contract/upload-files";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { inBatches, ROWS_A_STATEMENT } from "../../domain/batches.ts";
import { MINUTE_MS } from "../../domain/instants.ts";
import { type FreeSpace, freeShareOf, freeSpaceOf, shortageOf } from "../../outside/free-space.ts";
import type { Settings } from "../../settings.ts";
import type { Database } from "../engine/database.ts";
import { findRow, requireRow, updateRows } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { inTransaction, inWorkspace } from "../engine/transaction.ts";
import { plannedOf } from "../files/disk-room.ts";
import { filesOfSite } from "../files/file-lists.ts";
import { type KeepingDeps, leaveObjects } from "../files/kept-objects.ts";
import { releaseRoom, reserveRoom } from "../files/storage.ts";
import { transition } from "./transition.ts";

/** Without a file for this long an upload has been given up. */
export const UPLOAD_IDLE_MS = 5 * MINUTE_MS;

export const UPLOAD_MS = 2 * 60 * MINUTE_MS;

const MAX_NAMED = 2_000;

export type UploadRow = Pick<
  DeploymentRow,
  | "id"
  | "workspace_id"
  | "site_id"
  | "status"
  | "upload"
  | "upload_sha256"
  | "upload_files"
  | "upload_bytes"
  | "upload_expires_at"
  | "created_at"
>;

/** @throws {ApiError} `upload_closed` unless files of the deployment are awaited */
export function requireOpen(row: UploadRow, at: string): void {
  if (row.upload === null) throw closed("The service builds this deployment itself, and takes no files for it.");
  if (row.status !== "queued" || row.upload === "complete") throw closed("The upload of this deployment has ended.");
  if ((row.upload_expires_at ?? "") <= at) throw closed("The upload of this deployment took too long.");
}

function closed(message: string): ApiError {
  return new ApiError("upload_closed", message);
}

interface OpeningDeps extends KeepingDeps {
  readonly settings: Pick<Settings, "dataDirectory" | "objects" | "storageQuotaBytes">;
  /** What is left of the disk of a folder; by default the file system says. */
  readonly freeSpace?: (folder: string) => Promise<FreeSpace>;
}

/**
 * Stores the list of an upload and reserves room for its files; those that the site has already are not awaited. To know
 * the digest of a file is not to have it, so that those of other sites are as if they were not there.
 */
export async function openUpload(
  { db, objects, clock, settings, freeSpace = freeSpaceOf }: OpeningDeps,
  row: UploadRow,
  entries: readonly UploadEntry[],
): Promise<void> {
  const free = await freeSpace(settings.dataDirectory);
  const names = [...new Set(entries.map(({ sha256 }) => sha256))];
  const known = await filesOfSite({ db, objects }, { siteId: row.site_id, names });
  const at = instant(clock);
  await inWorkspace(db, row.workspace_id, async (tx) => {
    const waiting = { id: row.id, status: "queued", upload: "waiting" } as const;
    const open = { upload: "open", upload_expires_at: nextExpiry(row, clock) } as const;
    if (!(await updateRows(tx, "deployments", waiting, open)))
      return requireOpen(await requireRow(tx, "deployments", { id: row.id }), at);
    // Without figures and names, which would tell a token of one site about others.
    if (await reserveRoom(tx, row.workspace_id, entries, settings)) {
      const message = "The workspace has no room for these files. Delete previews that are no longer needed.";
      throw new ApiError("upload_rejected", message);
    }
    for (const batch of inBatches(entries)) {
      const rows = batch.map(({ path, sha256, size }) => ({
        deployment_id: row.id,
        path,
        sha256,
        size,
        present: known.get(sha256) === size ? (1 as const) : (0 as const),
      }));
      await tx.insertInto("upload_entries").values(rows).execute();
    }
    // With those of other uploads that are on their way. A bucket has room, and each front sees a part of them.
    const planned = settings.objects ? { bytes: 0, files: 0 } : await plannedOf(tx, at);
    const shortage = shortageOf(freeShareOf(free, planned));
    if (shortage !== undefined) {
      throw new ApiError("try_again", `The service's disk ${shortage} Its operator has to free some.`, {
        retryAfterSeconds: 30,
      });
    }
  });
}

/** Of the senders of files, those that may go on: open uploads, and builds and reviews of workers. */
export async function openSenders(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const uploads = db
    .selectFrom("deployments")
    .select("id")
    .where("id", "in", ids)
    .where("upload", "=", "open")
    .where("status", "=", "queued");
  const rows = await uploads.union(db.selectFrom("worker_claims").select("id").where("id", "in", ids)).execute();
  return new Set(rows.map(({ id }) => id));
}

function nextExpiry({ created_at: createdAt }: Pick<UploadRow, "created_at">, clock: Clock): string {
  const last = Date.parse(createdAt) + UPLOAD_MS;
  return new Date(Math.min(last, clock.now() + UPLOAD_IDLE_MS)).toISOString();
}

/** Files of an upload by their digest, whether or not they are there. */
export async function findEntries(
  db: Database,
  deploymentId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly size: number; readonly present: boolean }>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("upload_entries")
    .select(["sha256", "size", "present"])
    .where("deployment_id", "=", deploymentId)
    .where("sha256", "in", [...new Set(names)])
    .execute();
  return new Map(rows.map(({ sha256, size, present }) => [sha256, { size, present: present === 1 }]));
}

/** Notes that files of an upload are stored, which keeps the collector from them, and gives it more time. */
export async function noteUploaded(
  db: Database,
  clock: Clock,
  row: UploadRow,
  names: readonly string[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (names.length > 0) {
      await tx
        .updateTable("upload_entries")
        .set({ present: 1 })
        .where("deployment_id", "=", row.id)
        .where("sha256", "in", [...names].sort())
        .execute();
    }
    await updateRows(
      tx,
      "deployments",
      { id: row.id, status: "queued", upload: "open" },
      { upload_expires_at: nextExpiry(row, clock) },
    );
  });
}

/** Files that an upload still awaits: the first of them, and how many there are. */
export async function missingOf(
  db: Database,
  deploymentId: string,
): Promise<{ readonly names: readonly string[]; readonly count: number }> {
  const missing = db.selectFrom("upload_entries").where("deployment_id", "=", deploymentId).where("present", "=", 0);
  const { count } = await missing
    .select((eb) => eb.fn.count<number>("sha256").distinct().as("count"))
    .executeTakeFirstOrThrow();
  const names = await missing.select("sha256").distinct().orderBy("sha256").limit(MAX_NAMED).execute();
  return { names: names.map(({ sha256 }) => sha256), count };
}

/** Ends an upload: the queue publishes it. */
export async function completeUpload(db: Database, clock: Clock, row: UploadRow): Promise<void> {
  await inWorkspace(db, row.workspace_id, async (tx) => {
    const now = await requireRow(tx, "deployments", { id: row.id });
    if (now.upload === "complete" && now.error_code === null) return;
    requireOpen(now, instant(clock));
    const { count } = await missingOf(tx, row.id);
    if (now.upload === "waiting") throw new ApiError("upload_incomplete", "The list of files was not sent.");
    if (count > 0) throw new ApiError("upload_incomplete", `${count} files were not sent.`);
    await updateRows(tx, "deployments", { id: row.id }, { upload: "complete", upload_expires_at: null });
  });
}

/** The list of an upload, with what became of its files since. */
export async function readEntries(
  db: Database,
  deploymentId: string,
): Promise<readonly (UploadEntry & { readonly stored: boolean })[]> {
  const rows = await db
    .selectFrom("upload_entries as e")
    .leftJoin("objects as o", (join) => join.onRef("o.sha256", "=", "e.sha256").on("o.removing_at", "is", null))
    .select(["e.path", "e.sha256", "e.size", "o.size as stored_size"])
    .where("e.deployment_id", "=", deploymentId)
    .where("e.present", "=", 1)
    .orderBy("e.path")
    .execute();
  return rows.map(({ stored_size: stored, ...entry }) => ({ ...entry, stored: stored === entry.size }));
}

const GIVEN_UP: NonNullable<StatusEvent["error"]> = {
  code: "upload_unfinished",
  message: "The upload stopped before its last file.",
};

/** Ends deployments whose upload took too long, and deletes the lists of those that have ended, with their room. */
export async function expireUploads(context: Pick<ServiceContext, "db" | "clock" | "events">): Promise<void> {
  const { db, clock, events } = context;
  const at = instant(clock);
  const late = await db
    .selectFrom("deployments")
    .select(["id", "workspace_id", "status"])
    .where("upload_expires_at", "is not", null)
    .where((eb) => eb.or([eb("upload_expires_at", "<=", at), eb("status", "!=", "queued")]))
    .limit(ROWS_A_STATEMENT)
    .execute();
  for (const { id, workspace_id: workspaceId } of late) {
    const ended = await inWorkspace(db, workspaceId, async (tx) => {
      const row = await requireRow(tx, "deployments", { id });
      const set = { upload_expires_at: null };
      if (row.status !== "queued") {
        await updateRows(tx, "deployments", { id }, set);
        return undefined;
      }
      // A file may have come meanwhile, or the last one.
      if (row.upload_expires_at === null || row.upload_expires_at > at) return undefined;
      return transition(tx, id, { from: "queued", to: "failed", set, event: { error: GIVEN_UP } });
    });
    if (ended) events.notify(id);
  }
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom("upload_entries")
      .where("deployment_id", "in", (eb) =>
        eb
          .selectFrom("deployments as d")
          .innerJoin("upload_entries as e", "e.deployment_id", "d.id")
          .select("d.id")
          .where("d.status", "in", ["ready", "failed", "canceled"])
          .limit(ROWS_A_STATEMENT),
      )
      .returning("sha256")
      .execute();
    await leaveObjects(
      tx,
      ended.map(({ sha256 }) => sha256),
    );
  });
  await releaseRoom(db);
}

export interface Uploader {
  readonly tokenId: string | null;
  readonly tokenName: string | null;
  readonly trustRuleId: string | null;
  /** Account on GitHub that started the run of a token of a trust rule. */
  readonly login: string | null;
}

export async function findUploader(
  db: Database,
  { created_by_token_id: tokenId }: Pick<DeploymentRow, "created_by_token_id">,
): Promise<Uploader> {
  const token = tokenId === null ? undefined : await findRow(db, "tokens", { id: tokenId });
  return {
    tokenId,
    tokenName: token?.name ?? null,
    trustRuleId: token?.trust_rule_id ?? null,
    login: token?.run_actor_login ?? null,
  };
}
