import type { ApprovalStatus } from "@greenroom/contract";
import {
  ANSWER_WINDOW_MS,
  isBranch,
  isExpected,
  isInWindow,
  isOfCommit,
  type Gate,
} from "../../domain/deployment-protection.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { queueDeliveries } from "../announcements/deliveries.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, readTexts, requireRow, updateRows } from "../engine/rows.ts";
import type { ApprovalRequestRow, DeploymentRow, GithubGateRow, RepositoryConnectionRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";

/** Most waiting jobs of one connection that one change reads; a repository runs far fewer at a time. */
const MAX_GATES = 500;

/** A release request as gates depend on it: a decision about it answers one gate, once. */
interface GateApproval {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly commitSha: string | null;
  readonly branch: string | null;
  /** Null without a decision by a person. */
  readonly decidedAt: string | null;
}

function gateVerdict(status: ApprovalStatus): "approved" | "rejected" | undefined {
  if (status === "pending") return undefined;
  return status === "approved" || status === "published" ? "approved" : "rejected";
}

/**
 * Stores a waiting job. It gets its response at once when its release was decided just before; otherwise the pull
 * requests behind its commit are looked up. A run that waits already is stored once.
 */
export async function openGate(
  tx: Transaction,
  connection: RepositoryConnectionRow,
  { runId, sha, ref }: { readonly runId: string; readonly sha: string; readonly ref: string | null },
): Promise<void> {
  const run = { connection_id: connection.id, run_id: runId, state: "waiting" } as const;
  if (await findRow(tx, "github_gates", run)) return;
  const gate = await insertRow(tx, "github_gates", {
    ...run,
    id: newUuid(),
    commits: JSON.stringify([sha]),
    created_at: tx.at,
    ref,
    merged_heads: "[]",
  });
  if (!(await answerLate(tx, { gate, connection }))) {
    await queueDeliveries(tx, [delivery(connection, "gate_lookup", gate.id)]);
  }
}

export interface MergedPull {
  readonly head: string;
  readonly base: string;
}

/** Adds the pull requests a lookup found behind a gate's commit, and checks again whether their release was decided. */
export async function widenGate(
  tx: Transaction,
  { gate, connection }: OpenGate,
  merged: readonly MergedPull[],
): Promise<void> {
  const heads = merged.filter(({ base }) => isBranch(gate.ref, base)).map(({ head }) => head);
  const found = {
    commits: JSON.stringify([...new Set([...commitsOf(gate), ...merged.map(({ head }) => head)])]),
    merged_heads: JSON.stringify(heads),
  };
  await updateRows(tx, "github_gates", { id: gate.id }, found);
  await answerLate(tx, { gate: { ...gate, ...found }, connection });
}

/** Full commit hashes that count as the commit of a gate's run; its own is the first. */
export function commitsOf(gate: Pick<GithubGateRow, "commits">): readonly string[] {
  return readTexts(gate.commits);
}

function readGate(gate: GithubGateRow): Gate {
  return { commits: commitsOf(gate), ref: gate.ref, mergedHeads: readTexts(gate.merged_heads) };
}

export async function decideGates(tx: Transaction, connectionId: string, approval: GateApproval): Promise<void> {
  const verdict = gateVerdict(approval.status);
  if (verdict === undefined) return;
  const connection = await requireRow(tx, "repository_connections", { id: connectionId });
  const waiting = (await listWaiting(tx, connectionId)).filter((gate) => isOfCommit(readGate(gate), approval));
  if (approval.decidedAt === null) {
    for (const gate of waiting) {
      const { commits } = readGate(gate);
      if (await hasOpenRequest(tx, connection.site_id, { commits, prepared: true })) continue;
      await decide(tx, { gate, connection }, verdict, null);
    }
    return;
  }
  const bound = await findRow(tx, "github_gates", { approval_id: approval.id });
  const decides = approval.status === "approved" || approval.status === "rejected";
  const gate = bound ?? (decides ? waiting.find((one) => isExpected(readGate(one), approval)) : undefined);
  if (gate) await decide(tx, { gate, connection }, verdict, approval.id);
}

async function listWaiting(db: Database, connectionId: string): Promise<GithubGateRow[]> {
  return db
    .selectFrom("github_gates")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", "waiting")
    .where("approval_id", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_GATES)
    .execute();
}

/** Whether a decision about one of the commits is pending. @param prepared Whether one that waits for a request counts. */
async function hasOpenRequest(
  tx: Transaction,
  siteId: string,
  { commits, prepared }: { readonly commits: readonly string[]; readonly prepared: boolean },
): Promise<boolean> {
  let open = tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .select("approval_requests.id")
    .where("approval_requests.site_id", "=", siteId)
    .where("approval_requests.status", "=", "pending")
    .where("deployments.commit_sha", "in", commits);
  if (!prepared) open = open.where("approval_requests.requested_at", "is not", null);
  return (await open.limit(1).executeTakeFirst()) !== undefined;
}

/** The gate that a decision is about, with those of the same commit that it is not about. */
export interface GatesOfRequest {
  readonly connection: RepositoryConnectionRow;
  /** Answered by the decision, or to be answered by it. */
  readonly gate: GithubGateRow | undefined;
  /** Each waits for a separate approval. */
  readonly others: readonly GithubGateRow[];
}

type RequestOfGates = Pick<ApprovalRequestRow, "id" | "site_id" | "source_deployment_id" | "status">;

/** @returns Undefined when no protection rule is connected. */
export async function findGates(db: Database, request: RequestOfGates): Promise<GatesOfRequest | undefined> {
  const connection = await findRow(db, "repository_connections", { site_id: request.site_id });
  if (!connection || connection.sealed_hook_secret === null) return undefined;
  const { commit_sha: commitSha, branch } = await requireRow(db, "deployments", { id: request.source_deployment_id });
  const source = { commitSha, branch };
  const waiting = (await listWaiting(db, connection.id)).filter((gate) => isOfCommit(readGate(gate), source));
  const answered = await findRow(db, "github_gates", { approval_id: request.id });
  const next = waiting.find((gate) => isExpected(readGate(gate), source)) ?? waiting[0];
  const gate = answered ?? (request.status === "pending" ? next : undefined);
  return { connection, gate, others: waiting.filter(({ id }) => id !== gate?.id) };
}

/** Whether a gate waits for an approval of a preview, also of one that is live. */
export async function hasWaitingGate(db: Database, source: Pick<DeploymentRow, "id" | "site_id">): Promise<boolean> {
  const request = { id: "", site_id: source.site_id, source_deployment_id: source.id, status: "pending" as const };
  return (await findGates(db, request))?.gate !== undefined;
}

/** Names the gate that a decision answers. @returns False when no such gate of the request's commit waits any more. */
export async function bindGate(tx: Transaction, request: RequestOfGates, gateId: string): Promise<boolean> {
  const found = await findGates(tx, request);
  const gate = [found?.gate, ...(found?.others ?? [])].find((one) => one?.id === gateId && one.state === "waiting");
  if (!gate) return false;
  const open = { id: gate.id, state: "waiting", approval_id: null } as const;
  return updateRows(tx, "github_gates", open, { approval_id: request.id });
}

export interface OpenGate {
  readonly gate: GithubGateRow;
  readonly connection: RepositoryConnectionRow;
}

const MAX_DECISIONS = 20;

/**
 * Answers a gate by a decision that was made shortly before and answered none: the approver could not see the run, so
 * it must be where the release belongs, and no newer release may have come after.
 */
async function answerLate(tx: Transaction, open: OpenGate): Promise<boolean> {
  const { gate, connection } = open;
  const run = readGate(gate);
  if (await hasOpenRequest(tx, connection.site_id, { commits: run.commits, prepared: false })) return false;
  const decided = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .innerJoin("release_acts as decision", (join) =>
      join.onRef("decision.request_id", "=", "approval_requests.id").on("decision.kind", "<>", "requested"),
    )
    .leftJoin("github_gates", "github_gates.approval_id", "approval_requests.id")
    .select([
      "approval_requests.id",
      "approval_requests.status",
      "approval_requests.branch",
      "decision.at as decidedAt",
      "approval_requests.deployment_id as releaseId",
      "deployments.commit_sha as commitSha",
    ])
    .where("approval_requests.site_id", "=", connection.site_id)
    .where("decision.at", ">", later(gate.created_at, -ANSWER_WINDOW_MS))
    .where("deployments.commit_sha", "in", run.commits)
    .where("github_gates.id", "is", null)
    .orderBy("decision.at", "desc")
    .orderBy("approval_requests.id", "desc")
    .limit(MAX_DECISIONS)
    .execute();
  const newest = decided.find((one) => isExpected(run, one));
  const verdict = newest && gateVerdict(newest.status);
  if (!newest || verdict === undefined || !isInWindow(gate.created_at, newest.decidedAt)) return false;
  if (verdict === "approved" && (await isOvertaken(tx, newest.releaseId))) return false;
  await decide(tx, open, verdict, newest.id);
  return true;
}

/** Whether a later release of the site is live or on its way: what came before it is then a rollback. */
async function isOvertaken(db: Database, releaseId: string | null): Promise<boolean> {
  const later = await db
    .selectFrom("deployments as release")
    .innerJoin("deployments as later", "later.site_id", "release.site_id")
    .select("later.id")
    .where("release.id", "=", releaseId)
    .where("later.environment", "=", "production")
    .where("later.status", "in", ["queued", "building", "ready"])
    .whereRef("later.created_at", ">", "release.created_at")
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Reads the response for GitHub about a gate that was decided. An approval that could not be delivered before a newer
 * release came is taken back: the run would roll back what is live.
 */
export async function answerOf(db: Database, gate: GithubGateRow): Promise<"approved" | "rejected" | undefined> {
  if (gate.state !== "approved" || gate.approval_id === null) return gate.state === "waiting" ? undefined : gate.state;
  const approval = await findRow(db, "approval_requests", { id: gate.approval_id });
  if (!approval || !(await isOvertaken(db, approval.deployment_id))) return "approved";
  await inTransaction(db, (tx) => updateRows(tx, "github_gates", { id: gate.id }, { state: "rejected" }));
  return "rejected";
}

async function decide(
  tx: Transaction,
  { gate, connection }: OpenGate,
  verdict: "approved" | "rejected",
  approvalId: string | null,
): Promise<void> {
  const decided = { state: verdict, approval_id: approvalId };
  if (!(await updateRows(tx, "github_gates", { id: gate.id, state: "waiting" }, decided))) return;
  await queueDeliveries(tx, [delivery(connection, "gate_answer", gate.id)]);
}

function delivery(
  { workspace_id: workspaceId }: RepositoryConnectionRow,
  kind: "gate_lookup" | "gate_answer",
  gateId: string,
) {
  return { kind, receiverId: gateId, workspaceId, subject: gateId };
}

export async function findGate(db: Database, id: string): Promise<OpenGate | undefined> {
  const gate = await findRow(db, "github_gates", { id });
  if (!gate) return undefined;
  const connection = await findRow(db, "repository_connections", { id: gate.connection_id });
  return connection && { gate, connection };
}
