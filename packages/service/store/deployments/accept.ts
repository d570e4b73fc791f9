import {
  CreateDeployment,
  type Deployment,
  IDEMPOTENCY_RETENTION_DAYS,
  type PullRequestLabel,
  TERMINAL_STATUSES,
  titleLine,
} from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor, SessionActor } from "../../domain/actor.ts";
import { ApiError, invalid, validated } from "../../domain/api-error.ts";
import { webApprovalUrl } from "../../domain/approval.ts";
import { uploadLimits } from "../../domain/build-limits.ts";
import { fingerprint, readIdempotencyKey } from "../../domain/idempotency.ts";
import { newDeploymentId } from "../../domain/ids.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { findSource, sourceRejected } from "../approvals/promotions.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { OPEN_DEPLOYMENTS } from "../engine/partial-indexes.ts";
import { changeRow, deleteRows, findRow, insertRow } from "../engine/rows.ts";
import type { DeploymentRow, SiteRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";
import { requireDeveloper } from "../people/users.ts";
import { requireSite } from "../sites/sites.ts";
import { noteBranch } from "./branch-list.ts";
import { authorOfBuilds, selectBudgetSpent, STARTS_AT } from "./build-budget.ts";
import { appendEvent } from "./deployment-events.ts";
import { deploymentNotFound, toDeployment } from "./deployments.ts";
import { cancelsSuperseded, isDue } from "./queue.ts";
import { UPLOAD_IDLE_MS } from "./uploads.ts";

export interface Accepted {
  /** The exact JSON of the first response. */
  readonly body: string;
  /** True when the key was known and nothing was created. */
  readonly replayed: boolean;
  /** Whether it can end older previews that wait. */
  readonly cancelsSuperseded?: boolean;
  readonly deployment: Deployment;
}

interface DeployRequest {
  readonly siteId: string;
  /** Parsed body as it was sent, with fields unknown to this version. */
  readonly body: unknown;
  /** Value of `Idempotency-Key`. */
  readonly key: string | undefined;
  /** As the header of the request names it; what the body says goes before. */
  readonly pullRequest?: PullRequestLabel | undefined;
}

/** Longest wait for other requests of the instance before the client must retry. */
const MAX_WAIT_MS = 10_000;

/**
 * Accepts a preview deployment, or replays the response its key got the first time. [§4]
 * Key, quota, deployment, first event and response are written in one transaction, so that concurrent duplicates wait
 * for each other and a crash leaves all or nothing.
 * @throws {ApiError} `site_not_found`, `idempotency_key_required`, `validation_failed`, `forbidden_role`,
 *   `idempotency_conflict`, `source_deployment_required`, `deployment_not_found`, `source_deployment_not_ready`,
 *   `approval_required`, `repository_not_connected`, `prebuilt_refused`, `build_quota_exceeded`, in this order;
 *   `try_again` after ten seconds of waiting: it can still be accepted later, and a retry with the same key finds out
 */
export async function acceptPreview(context: ServiceContext, actor: Actor, request: DeployRequest): Promise<Accepted> {
  const accepting = accept(context, actor, await readRequest(context, actor, request));
  const done = new AbortController();
  const waited = context.clock.sleep(MAX_WAIT_MS, done.signal).then(
    () => "late" as const,
    () => "late" as const,
  );
  const outcome = await Promise.race([accepting, waited]).finally(() => done.abort());
  if (outcome !== "late") return outcome;
  accepting.catch((error: unknown) => context.log.warn({ err: error }, "a deployment failed after its client left"));
  throw new ApiError("try_again", "The service is busy; send the same request again.", { retryAfterSeconds: 1 });
}

interface ValidRequest {
  readonly siteId: string;
  readonly key: string;
  readonly body: CreateDeployment;
  readonly pullRequest: PullRequestLabel | undefined;
  /** The body as it was sent, which tells a replay from another request. */
  readonly sent: unknown;
}

/** Whatever is wrong with key and body, a missing site is reported first. */
async function readRequest(
  { db }: ServiceContext,
  { workspaceId }: Actor,
  { siteId, key, body: sent, pullRequest }: DeployRequest,
): Promise<ValidRequest> {
  try {
    const body = validated(CreateDeployment, sent);
    return { siteId, key: readIdempotencyKey(key), body, pullRequest: body.pullRequest ?? pullRequest, sent };
  } catch (error) {
    await requireSite(db, workspaceId, siteId);
    throw error;
  }
}

async function accept(context: ServiceContext, actor: Actor, request: ValidRequest): Promise<Accepted> {
  const accepted = await asActor(context.db, actor, async (tx) => {
    const site = await requireSite(tx, actor.workspaceId, request.siteId);
    await requireDeveloper(tx, actor);
    return (await replay(tx, site, request)) ?? (await insertPreview(tx, context, { actor, site, request }));
  });
  if (!accepted.replayed) {
    context.events.notify(accepted.deployment.id);
    context.builds.wake(accepted.cancelsSuperseded === true ? "any" : "build");
  }
  return accepted;
}

async function replay(tx: Transaction, site: SiteRow, request: ValidRequest): Promise<Accepted | undefined> {
  const used = await findRow(tx, "idempotency_keys", { workspace_id: site.workspace_id, key: request.key });
  if (!used) return undefined;
  if (used.fingerprint !== fingerprint({ siteId: site.id, body: request.sent })) {
    throw new ApiError("idempotency_conflict", "This Idempotency-Key was used with a different request before.");
  }
  const { data: deployment } = JSON.parse(used.body) as { readonly data: Deployment };
  await reopen(tx, site.id, request.pullRequest);
  await addPullRequest(tx, deployment, request.pullRequest);
  return { body: used.body, replayed: true, deployment };
}

/** A deployment of a pull request says that it is open: its previews stay. */
async function reopen(tx: Transaction, siteId: string, pullRequest: PullRequestLabel | undefined): Promise<void> {
  if (!pullRequest) return;
  await deleteRows(tx, "closed_pull_requests", { site_id: siteId, number: pullRequest.number });
}

/**
 * Names the pull request of a deployment that has none: its commit was pushed before there was one. A name that it has
 * stays, and so does the stored response.
 */
async function addPullRequest(
  tx: Transaction,
  deployment: Deployment,
  pullRequest: PullRequestLabel | undefined,
): Promise<void> {
  if (pullRequest === undefined || deployment.pullRequest !== undefined) return;
  const named = await changeRow(
    tx,
    "deployments",
    { id: deployment.id, pull_request_number: null },
    pullRequestColumns(pullRequest),
  );
  if (named && named.hidden_at === null) await noteBranch(tx, named);
}

function pullRequestColumns(pullRequest: PullRequestLabel | undefined) {
  return {
    pull_request_number: pullRequest?.number ?? null,
    pull_request_title: pullRequest ? titleLine(pullRequest.title ?? "") : null,
  };
}

async function insertPreview(
  tx: Transaction,
  context: ServiceContext,
  { actor, site, request }: { readonly actor: Actor; readonly site: SiteRow; readonly request: ValidRequest },
): Promise<Accepted> {
  const { body, key, pullRequest, sent } = request;
  if (body.prebuilt) requireUploadable(context.settings, body, body.prebuilt);
  if (body.environment === "production") return await rejectProduction(tx, context, site, body);
  requireBuildable(site, body);
  const made = previewRow(tx, actor, site, request);
  const heldUntil = await requirePlace(tx, context.settings, site, made);
  await reopen(tx, site.id, pullRequest);
  const row = await insertRow(tx, "deployments", { ...made, held_until: heldUntil });
  await noteBranch(tx, row);
  await appendEvent(tx, row, { type: "status", data: { status: "queued", at: tx.at } });
  // No branch has a host for it yet.
  const deployment = toDeployment({ ...site, ...row, alias_label: null }, context.addresses);
  const response = JSON.stringify({ ok: true, data: deployment });
  await insertRow(tx, "idempotency_keys", {
    workspace_id: site.workspace_id,
    key,
    fingerprint: fingerprint({ siteId: site.id, body: sent }),
    deployment_id: row.id,
    body: response,
    created_at: tx.at,
  });
  // Tokens deploy on every push; what a person starts by hand is rare, and worth an entry of the audit log.
  if (actor.kind === "session") await auditStart(tx, actor, row);
  return { body: response, replayed: false, cancelsSuperseded: cancelsSuperseded(site), deployment };
}

function previewRow({ at }: Transaction, actor: Actor, site: SiteRow, { body, pullRequest }: ValidRequest) {
  const { prebuilt } = body;
  return {
    id: newDeploymentId(),
    workspace_id: site.workspace_id,
    site_id: site.id,
    environment: "preview",
    status: "queued",
    branch: body.branch ?? null,
    commit_sha: body.commitSha ?? null,
    // The commit of an upload is not fetched: what the request says of it is kept.
    branch_verified: prebuilt ? 0 : null,
    ...pullRequestColumns(pullRequest),
    created_by_token_id: actor.kind === "token" ? actor.tokenId : null,
    created_by_user_id: actor.userId,
    author: prebuilt ? null : authorOfBuilds(actor, body.branch ?? null),
    upload: prebuilt ? "waiting" : null,
    upload_sha256: prebuilt?.sha256 ?? null,
    upload_files: prebuilt?.files ?? null,
    upload_bytes: prebuilt?.bytes ?? null,
    upload_expires_at: prebuilt ? later(at, UPLOAD_IDLE_MS) : null,
    attempt: 0,
    last_event_seq: 1,
    log_lines: 0,
    log_bytes: 0,
    created_at: at,
  } as const;
}

async function auditStart(tx: Transaction, actor: SessionActor, row: DeploymentRow): Promise<void> {
  const { id, site_id: siteId, environment, branch, commit_sha: commitSha } = row;
  await appendAudit(tx, {
    ...auditedActor(actor),
    action: "deployment.started",
    subject: { type: "deployment", id },
    data: { siteId, environment, branch, commitSha },
  });
}

function requireUploadable(
  settings: ServiceContext["settings"],
  { environment }: CreateDeployment,
  { files, bytes }: NonNullable<CreateDeployment["prebuilt"]>,
) {
  if (environment === "production") {
    throw invalid([{ path: "prebuilt", message: "is for previews; production publishes a ready one" }]);
  }
  const most = uploadLimits(settings.buildLimits);
  if (files > most.files) throw invalid([{ path: "prebuilt.files", message: `must be at most ${most.files}` }]);
  if (bytes > most.totalBytes) {
    throw invalid([{ path: "prebuilt.bytes", message: `must be at most ${most.totalBytes}` }]);
  }
}

/** [§4 rules 4 to 6] A token never publishes: an approved release publishes by itself. */
async function rejectProduction(
  tx: Transaction,
  context: ServiceContext,
  site: SiteRow,
  body: CreateDeployment,
): Promise<never> {
  if (body.sourceDeploymentId === undefined) {
    throw new ApiError("source_deployment_required", "A production deployment needs sourceDeploymentId.");
  }
  const source = await findSource(tx, site.id, body.sourceDeploymentId);
  if (source.kind === "unknown") throw deploymentNotFound();
  if (source.kind !== "source") {
    throw sourceRejected(source.kind, "The source is not a ready preview of this site.");
  }
  const pending = { site_id: site.id, source_deployment_id: source.row.id, status: "pending" } as const;
  const open = await findRow(tx, "approval_requests", pending);
  throw new ApiError(
    "approval_required",
    "A person must approve this release on the web; approving publishes it.",
    open && open.requested_at !== null ? { webApprovalUrl: webApprovalUrl(context.addresses.baseUrl, open.id) } : {},
  );
}

function requireBuildable(site: SiteRow, body: CreateDeployment): void {
  if (body.prebuilt && site.prebuilt === "refused") {
    throw new ApiError("prebuilt_refused", "This site takes no files that were built elsewhere.");
  }
  if (site.repository_url === null && !body.prebuilt) {
    throw new ApiError("repository_not_connected", "The site has no repository to build from.");
  }
}

/**
 * [§8] Counted in the transaction that adds the deployment, so that parallel requests cannot pass together. Uploads have
 * as many places of their own: those that are opened and left block no other build. So have builds that are over the
 * budget of their author, by author: a flood of one blocks no other.
 * @returns Until when it waits for the budget of its author; null when it does not.
 */
async function requirePlace(
  tx: Transaction,
  { limits }: ServiceContext["settings"],
  site: SiteRow,
  row: Pick<DeploymentRow, "upload" | "author" | "created_at">,
): Promise<string | null> {
  const allowed = limits["builds-running"] + limits["builds-queued"];
  const open = tx
    .selectFrom("deployments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", site.workspace_id)
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("environment", "=", sql.lit("preview" as const));
  // In one statement: others wait for the lock of the workspace.
  const { spent, due, held } = await tx
    .selectNoFrom([
      selectBudgetSpent(tx, site, row).as("spent"),
      open
        .where("upload", row.upload === null ? "is" : "is not", null)
        .where(isDue(row.created_at))
        .as("due"),
      open
        .where("site_id", "=", site.id)
        .where("author", "=", row.author)
        .where(STARTS_AT, ">", row.created_at)
        .as("held"),
    ])
    .executeTakeFirstOrThrow();
  const count = (spent === null ? due : held) ?? 0;
  if (count < allowed) return spent === null ? null : later(spent, DAY_MS);
  const what =
    spent !== null
      ? "builds of this author that wait for a developer to let them through"
      : row.upload === null
        ? "builds running or queued"
        : "uploads open or queued";
  throw new ApiError(
    "build_quota_exceeded",
    `The workspace has ${count} ${what}, and its limit is ${allowed}; wait for one to end, or cancel one.`,
  );
}

/** Keys deleted in one go, so that no request waits long behind it. */
const MAX_KEYS_AT_A_TIME = 1_000;

/** Deletes idempotency keys that are old enough and whose deployment has ended. @returns How many. */
export async function deleteExpiredIdempotencyKeys(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteSomeKeys(db, instant(clock, -IDEMPOTENCY_RETENTION_DAYS * DAY_MS));
    total += deleted;
    if (deleted < MAX_KEYS_AT_A_TIME || signal?.aborted === true) return total;
  }
}

async function deleteSomeKeys(db: Database, before: string): Promise<number> {
  const result = await db
    .deleteFrom("idempotency_keys")
    .where((eb) =>
      eb(
        eb.refTuple("workspace_id", "key"),
        "in",
        eb
          .selectFrom("idempotency_keys as old")
          .innerJoin("deployments", "deployments.id", "old.deployment_id")
          .select(["old.workspace_id", "old.key"])
          .where("old.created_at", "<", before)
          .where("deployments.status", "in", [...TERMINAL_STATUSES])
          .limit(MAX_KEYS_AT_A_TIME)
          .$asTuple("workspace_id", "key"),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
