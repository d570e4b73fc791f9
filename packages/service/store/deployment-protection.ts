import type { ApprovalStatus } from "@greenroom/contract";
import { z } from "zod";
import { newUuid } from "../domain/ids.ts";
import type { Database, Transaction } from "./database.ts";
import { queueDeliveries } from "./deliveries.ts";
import type { GithubGateRow, RepositoryConnectionRow } from "./schema.ts";

/** Most waiting jobs of one connection that one change looks at; a repository runs far fewer at a time. */
const MAX_GATES = 500;

const Commits = z.array(z.string());

/** A GitHub job that waits for a deployment protection rule is called a gate here; a publish request decides it. */
interface GateApproval {
  readonly status: ApprovalStatus;
  /** Commit of the source. */
  readonly commitSha: string | null;
}

/** The response to a waiting job; undefined while the request is pending. */
function gateVerdict(status: ApprovalStatus): "approved" | "rejected" | undefined {
  if (status === "pending") return undefined;
  return status === "approved" || status === "published" ? "approved" : "rejected";
}

/** A hook of a protection rule whose signature is valid. */
interface ReceivedHook {
  readonly deliveryId: string;
  readonly signature: string;
  readonly at: string;
}

/**
 * Records a hook, in the transaction of what it leads to.
 * @returns False when it was received before.
 */
export async function recordHook(tx: Transaction, { deliveryId, signature, at }: ReceivedHook): Promise<boolean> {
  const known = await tx
    .selectFrom("hook_receipts")
    .select("delivery_id")
    .where((eb) => eb.or([eb("delivery_id", "=", deliveryId), eb("signature", "=", signature)]))
    .executeTakeFirst();
  if (known) return false;
  await tx.insertInto("hook_receipts").values({ delivery_id: deliveryId, signature, received_at: at }).execute();
  return true;
}

/**
 * Stores a waiting job. It gets its response at once when its release was decided already; otherwise the pull requests
 * behind its commit are looked up.
 * @returns The gate's id; that of the same run when it waits already.
 */
export async function openGate(
  tx: Transaction,
  connection: RepositoryConnectionRow,
  { runId, sha, at }: { readonly runId: string; readonly sha: string; readonly at: string },
): Promise<string> {
  const waiting = await tx
    .selectFrom("github_gates")
    .select("id")
    .where("connection_id", "=", connection.id)
    .where("run_id", "=", runId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const gate: GithubGateRow = {
    id: newUuid(),
    connection_id: connection.id,
    run_id: runId,
    commits: JSON.stringify([sha]),
    state: "waiting",
    created_at: at,
    decided_at: null,
    approval_id: null,
    ref: null,
    merged_heads: "[]",
  };
  await tx.insertInto("github_gates").values(gate).execute();
  if (!(await decideByNewest(tx, { gate, connection, at }))) {
    await queueDeliveries(tx, [delivery(connection, { kind: "gate_lookup", gateId: gate.id, at })]);
  }
  return gate.id;
}

/** Adds the commits a lookup found behind a gate's own, and checks again whether their release was decided. */
export async function widenGate(
  tx: Transaction,
  { gate, connection }: { readonly gate: GithubGateRow; readonly connection: RepositoryConnectionRow },
  { commits, at }: { readonly commits: readonly string[]; readonly at: string },
): Promise<void> {
  const all = JSON.stringify([...new Set([...commitsOf(gate), ...commits])]);
  await tx.updateTable("github_gates").set({ commits: all }).where("id", "=", gate.id).execute();
  await decideByNewest(tx, { gate: { ...gate, commits: all }, connection, at });
}

/** Full commit hashes that count as the commit of a gate's run; its own is the first. */
export function commitsOf(gate: Pick<GithubGateRow, "commits">): readonly string[] {
  return Commits.parse(JSON.parse(gate.commits));
}

/** Decides the gates that waited for a publish request, in the transaction that decides it. */
export async function decideGates(
  tx: Transaction,
  {
    connectionId,
    approval,
    at,
  }: { readonly connectionId: string; readonly approval: GateApproval; readonly at: string },
): Promise<void> {
  const verdict = gateVerdict(approval.status);
  if (verdict === undefined || approval.commitSha === null) return;
  const connection = await tx
    .selectFrom("repository_connections")
    .selectAll()
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  const gates = await tx
    .selectFrom("github_gates")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", "waiting")
    .orderBy("id", "desc")
    .limit(MAX_GATES)
    .execute();
  for (const gate of gates) {
    if (commitsOf(gate).includes(approval.commitSha)) await decide(tx, { gate, connection, at }, verdict);
  }
}

interface OpenGate {
  readonly gate: GithubGateRow;
  readonly connection: RepositoryConnectionRow;
  readonly at: string;
}

async function decideByNewest(tx: Transaction, open: OpenGate): Promise<boolean> {
  const newest = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .select("approval_requests.status")
    .where("approval_requests.site_id", "=", open.connection.site_id)
    .where("deployments.commit_sha", "in", commitsOf(open.gate))
    .orderBy("approval_requests.created_at", "desc")
    .orderBy("approval_requests.id", "desc")
    .limit(1)
    .executeTakeFirst();
  const verdict = newest && gateVerdict(newest.status);
  if (verdict === undefined) return false;
  await decide(tx, open, verdict);
  return true;
}

async function decide(
  tx: Transaction,
  { gate, connection, at }: OpenGate,
  verdict: "approved" | "rejected",
): Promise<void> {
  const moved = await tx
    .updateTable("github_gates")
    .set({ state: verdict, decided_at: at })
    .where("id", "=", gate.id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return;
  await queueDeliveries(tx, [delivery(connection, { kind: "gate_answer", gateId: gate.id, at })]);
}

function delivery(
  { workspace_id: workspaceId }: RepositoryConnectionRow,
  { kind, gateId, at }: { readonly kind: "gate_lookup" | "gate_answer"; readonly gateId: string; readonly at: string },
) {
  return { kind, receiverId: gateId, workspaceId, announcementId: null, subject: gateId, at };
}

export async function findGate(
  db: Database,
  id: string,
): Promise<{ readonly gate: GithubGateRow; readonly connection: RepositoryConnectionRow } | undefined> {
  const gate = await db.selectFrom("github_gates").selectAll().where("id", "=", id).executeTakeFirst();
  if (!gate) return undefined;
  const connection = await db
    .selectFrom("repository_connections")
    .selectAll()
    .where("id", "=", gate.connection_id)
    .executeTakeFirst();
  return connection && { gate, connection };
}
