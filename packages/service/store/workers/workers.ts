import type { TokenRealm } from "@greenroom/contract";
import { inBatches } from "../../domain/batches.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import type { Grant } from "../../domain/grants.ts";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { changeRow, findRow, insertRow, requireRow } from "../engine/rows.ts";
import type { ComparisonRow, DeploymentRow, SiteRow, WorkerRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant } from "../people/grants.ts";

export const WORKER_TOKEN_PREFIXES: Readonly<Record<TokenRealm, string>> = { live: "wk_live_", test: "wk_test_" };

/** @returns The worker and its token, which is nowhere else. */
export async function addWorker(
  tx: Transaction,
  { name, slots, realm }: Pick<WorkerRow, "name" | "slots"> & { readonly realm: TokenRealm },
): Promise<{ readonly token: string; readonly row: WorkerRow }> {
  const token = `${WORKER_TOKEN_PREFIXES[realm]}${newSecret()}`;
  const row = await insertRow(tx, "workers", {
    ...sealed(tx, "workers", { id: newUuid(), name, hash: hashSecret(token) }),
    slots,
    created_at: tx.at,
  });
  return { token, row };
}

/** Allows a worker for some workspaces; without this it is for all. */
export async function allowWorkspaces(
  tx: Transaction,
  workerId: string,
  workspaceIds: readonly string[],
): Promise<void> {
  const rows = workspaceIds.map((id) => ({ worker_id: workerId, workspace_id: id }));
  if (rows.length > 0) await tx.insertInto("worker_workspaces").values(rows).execute();
}

/** The workspaces whose builds and reviews a worker takes; undefined: of all. */
export async function workspacesOf(db: Database, workerId: string): Promise<readonly string[] | undefined> {
  const allowed = db.selectFrom("worker_workspaces").select("workspace_id").where("worker_id", "=", workerId);
  const rows = await allowed.execute();
  return rows.length === 0 ? undefined : rows.map(({ workspace_id: id }) => id);
}

export async function listWorkers(db: Database): Promise<WorkerRow[]> {
  return db
    .selectFrom("workers")
    .selectAll()
    .where("revoked_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1_000)
    .execute();
}

/** Its builds are taken over when their leases run out. */
export async function revokeWorker(tx: Transaction, id: string): Promise<WorkerRow | undefined> {
  return changeRow(tx, "workers", { id, revoked_at: null }, { revoked_at: tx.at });
}

export async function findWorker(db: Database, token: string, at: string): Promise<WorkerRow | undefined> {
  const row = await findRow(db, "workers", { hash: hashSecret(token) });
  return row && (await endOfGrant(db, workerGrant(db, row), at)) === undefined ? row : undefined;
}

/** The operator made it: it outlives everybody. */
function workerGrant(db: Database, row: WorkerRow): Grant {
  const sealed = isSealed(db, "workers", row);
  return { kind: "worker_token", maker: undefined, expiresAt: null, revokedAt: row.revoked_at, sealed };
}

const TOUCH_EVERY_MS = 60_000;

export async function touchWorker(db: Database, row: WorkerRow, at: string): Promise<void> {
  if (row.last_seen_at !== null && Date.parse(at) - Date.parse(row.last_seen_at) < TOUCH_EVERY_MS) return;
  await db.updateTable("workers").set({ last_seen_at: at }).where("id", "=", row.id).execute();
}

export async function countHeld(
  db: Database,
  workerId: string,
  lane: NonNullable<DeploymentRow["lane"]>,
  at: string,
): Promise<number> {
  const { count } = await held(db)
    .where("c.worker_id", "=", workerId)
    .where("d.lane", "=", lane)
    .where("d.lease_expires_at", ">", at)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function held(db: Database) {
  return db
    .selectFrom("worker_claims as c")
    .innerJoin("deployments as d", (join) =>
      join.onRef("d.id", "=", "c.deployment_id").onRef("d.lease_owner", "=", "c.id"),
    )
    .where("d.status", "=", "building");
}

export async function addClaim(
  db: Database,
  claim: { readonly id: string; readonly workerId: string; readonly at: string } & (
    | { readonly deploymentId: string }
    | { readonly comparisonId: string }
  ),
): Promise<void> {
  const { id, workerId, at } = claim;
  const what = "deploymentId" in claim ? { deployment_id: claim.deploymentId } : { comparison_id: claim.comparisonId };
  const row = { id, worker_id: workerId, ...what, claimed_at: at };
  await db.insertInto("worker_claims").values(row).execute();
}

export interface HeldClaim {
  readonly row: DeploymentRow;
  readonly site: SiteRow;
}

/** @param since Claims from before it count no more. */
export async function findHeld(
  db: Database,
  id: string,
  workerId: string,
  since: string,
): Promise<HeldClaim | undefined> {
  const row = await held(db)
    .where("c.id", "=", id)
    .where("c.worker_id", "=", workerId)
    .where("c.claimed_at", ">", since)
    .selectAll("d")
    .executeTakeFirst();
  if (!row) return undefined;
  const site = await requireRow(db, "sites", { id: row.site_id });
  return { row, site };
}

export async function holdsComparison(db: Database, workerId: string, at: string): Promise<boolean> {
  const row = await heldComparisons(db)
    .where("c.worker_id", "=", workerId)
    .where("r.lease_expires_at", ">", at)
    .select("c.id")
    .executeTakeFirst();
  return row !== undefined;
}

function heldComparisons(db: Database) {
  return db
    .selectFrom("worker_claims as c")
    .innerJoin("comparisons as r", (join) =>
      join.onRef("r.id", "=", "c.comparison_id").onRef("r.lease_owner", "=", "c.id"),
    )
    .where("r.status", "=", "running");
}

/** @param since Claims from before it count no more. */
export async function findHeldComparison(
  db: Database,
  id: string,
  workerId: string,
  since: string,
): Promise<ComparisonRow | undefined> {
  return heldComparisons(db)
    .where("c.id", "=", id)
    .where("c.worker_id", "=", workerId)
    .where("c.claimed_at", ">", since)
    .selectAll("r")
    .executeTakeFirst();
}

/** Notes that files are about to be sent. @returns Whether they are within the limits of their claim. */
export async function expectFiles(
  db: Database,
  claimId: string,
  files: readonly { readonly sha256: string; readonly size: number }[],
  max: { readonly files: number; readonly bytes: number },
): Promise<boolean> {
  const names = files.map(({ sha256 }) => sha256);
  return inTransaction(db, async (tx) => {
    const known = await sizesOf(tx, claimId).where("sha256", "in", names).execute();
    const sizes = new Map(known.map(({ sha256, size }) => [sha256, size]));
    const added = files.filter(({ sha256 }) => !sizes.has(sha256));
    if (files.some(({ sha256, size }) => (sizes.get(sha256) ?? size) !== size)) return false;
    if (added.length === 0) return true;
    const sum = await tx
      .selectFrom("worker_files")
      .select((eb) => [eb.fn.countAll<number>().as("files"), eb.fn.sum<number>("size").as("bytes")])
      .where("claim_id", "=", claimId)
      .executeTakeFirstOrThrow();
    const bytes = added.reduce((total, { size }) => total + size, sum.bytes ?? 0);
    if (sum.files + added.length > max.files || bytes > max.bytes) return false;
    await tx
      .insertInto("worker_files")
      .values(added.map(({ sha256, size }) => ({ claim_id: claimId, sha256, size, stored: 0 as const })))
      .onConflict((conflict) => conflict.columns(["claim_id", "sha256"]).doNothing())
      .execute();
    return true;
  });
}

const sizesOf = (db: Database, claimId: string) =>
  db.selectFrom("worker_files").select(["sha256", "size"]).where("claim_id", "=", claimId);

export async function filesArrived(db: Database, claimId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .updateTable("worker_files")
    .set({ stored: 1 })
    .where("claim_id", "=", claimId)
    .where("sha256", "in", names)
    .execute();
}

export async function sentFiles(
  db: Database,
  claimId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const batch of inBatches(names)) {
    const sent = await sizesOf(db, claimId).where("stored", "=", 1).where("sha256", "in", batch).execute();
    for (const { sha256, size } of sent) sizes.set(sha256, size);
  }
  return sizes;
}

export async function deleteEndedClaims(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .selectFrom("worker_claims as c")
      .leftJoin("deployments as d", (join) =>
        join.onRef("d.id", "=", "c.deployment_id").onRef("d.lease_owner", "=", "c.id"),
      )
      .leftJoin("comparisons as r", (join) =>
        join.onRef("r.id", "=", "c.comparison_id").onRef("r.lease_owner", "=", "c.id"),
      )
      .select("c.id")
      .where("d.id", "is", null)
      .where("r.id", "is", null)
      .limit(500)
      .execute();
    const ids = ended.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.deleteFrom("worker_files").where("claim_id", "in", ids).execute();
    await tx.deleteFrom("worker_claims").where("id", "in", ids).execute();
  });
}
