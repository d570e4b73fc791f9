import {
  CreateDeployment,
  type Deployment,
  IDEMPOTENCY_RETENTION_DAYS,
  type PullRequestLabel,
  TERMINAL_STATUSES,
  titleLine,
} from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { OUTPUT_LIMITS } from "@greenroom/contract/upload-limits";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor, SessionActor } from "../../domain/actor.ts";
import { ApiError, invalid, validated } from "../../domain/api-error.ts";
import { webApprovalUrl } from "../../domain/approval.ts";
import { fingerprint, readIdempotencyKey } from "../../domain/idempotency.ts";
import { newDeploymentId } from "../../domain/ids.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deploymentNotFound, readRecord } from "./deployments.ts";
import { askedAtOnce, insertRows } from "../engine/kept-plans.ts";
import { findSource, sourceRejected } from "../approvals/promotions.ts";
import { cancelsSuperseded } from "./queue.ts";
import type { DeploymentRow, IdempotencyKeyRow, SiteRow } from "../engine/schema.ts";
import { requireSite, siteNotFound } from "../sites/sites.ts";
import { firstExpiry } from "./uploads.ts";
import { inWorkspace, together } from "../engine/transaction.ts";

export interface Accepted {
  readonly status: 202;
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
 * Accepts a preview deployment, or replays the response its key got the first time.
 * Key, quota, deployment, first event and response are written in one transaction, so that concurrent duplicates wait
 * for each other and a crash leaves all or nothing.
 * @throws {ApiError} `site_not_found`, `idempotency_key_required`, `validation_failed`, `idempotency_conflict`,
 *   `source_deployment_required`, `deployment_not_found`, `source_deployment_not_ready`, `approval_required`,
 *   `repository_not_connected`, `prebuilt_refused`, `build_quota_exceeded`, in this order; `try_again` after ten seconds of waiting:
 *   it can still be accepted later, and a retry with the same key finds out
 * @see Interface §4
 */
export async function acceptPreview(context: ServiceContext, actor: Actor, request: DeployRequest): Promise<Accepted> {
  const { key, body } = await readRequest(context, actor, request);
  const pullRequest = body.pullRequest ?? request.pullRequest;
  const accepting = accept(context, actor, { ...request, key, body, pullRequest, sent: request.body });
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

interface ReadRequest {
  readonly siteId: string;
  readonly key: string;
  readonly body: CreateDeployment;
  readonly pullRequest: PullRequestLabel | undefined;
  readonly sent: unknown;
}

async function accept(context: ServiceContext, actor: Actor, { siteId, ...request }: ReadRequest): Promise<Accepted> {
  const { db } = context;
  const { workspaceId } = actor;
  const asked = { ...request, siteId: siteId.toLowerCase(), context, actor, workspaceId };
  // Tokens deploy on every push; what a person starts by hand is rare, and worth an entry of the audit log.
  const accepted =
    actor.kind === "token"
      ? await acceptTogether(db, asked)
      : await inWorkspace(db, workspaceId, (tx) => acceptByHand(tx, asked, actor));
  if (!accepted.replayed) {
    context.events.notify(accepted.deployment.id);
    context.builds.wake(accepted.cancelsSuperseded === true ? "any" : "build");
  }
  return accepted;
}

/** A request with what its response depends on besides the database. */
interface Asked extends ReadRequest {
  readonly context: ServiceContext;
  readonly actor: Actor;
  readonly workspaceId: string;
}

const acceptTogether = together(acceptAll);

async function acceptByHand(tx: Transaction, asked: Asked, actor: SessionActor): Promise<Accepted> {
  const [outcome] = await acceptAll(tx, [asked]);
  if (outcome?.status !== "fulfilled") throw outcome?.reason;
  const { deployment, replayed } = outcome.value;
  if (replayed) return outcome.value;
  const { id, siteId, branch = null, commitSha = null, createdAt: at } = deployment;
  const data = { siteId, environment: "preview", branch, commitSha };
  const subject = { type: "deployment", id };
  await appendAudit(tx, { ...auditedActor(actor), action: "deployment.started", subject, data, at });
  return outcome.value;
}

type Decided =
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "known"; readonly accepted: Accepted }
  | { readonly kind: "new"; readonly preview: NewPreview };

/** Accepts or refuses requests, each for a workspace of its own. One that is refused has written nothing. */
async function acceptAll(
  tx: Transaction,
  requests: readonly Asked[],
): Promise<readonly PromiseSettledResult<Accepted>[]> {
  const states = await loadStates(tx, requests);
  const decided: Decided[] = [];
  for (const asked of requests) {
    decided.push(await decide(tx, asked, states.get(asked.workspaceId)).catch(refused));
  }
  const inserted = await insertPreviews(
    tx,
    decided.flatMap((one) => (one.kind === "new" ? one.preview : [])),
  );
  return decided.map((one) => {
    if (one.kind === "refused") return { status: "rejected", reason: one.error };
    const accepted = one.kind === "known" ? one.accepted : inserted.get(one.preview.id);
    if (!accepted) throw new TypeError("A new preview was not inserted.");
    return { status: "fulfilled", value: accepted };
  });
}

function refused(error: unknown): Decided {
  if (error instanceof ApiError) return { kind: "refused", error };
  throw error;
}

async function decide(tx: Transaction, asked: Asked, found: AcceptState | undefined): Promise<Decided> {
  const { context, body, pullRequest } = asked;
  if (!found) throw siteNotFound();
  const { site } = found;
  const sentFingerprint = fingerprint({ siteId: site.id, body: asked.sent });
  const known = found.known && replay(found.known, sentFingerprint);
  if (!known) {
    if (body.prebuilt) requireUploadable(body, body.prebuilt);
    if (body.environment === "production") return rejectProduction(tx, context, { site, body });
    requireBuildable(asked, found);
  }
  if (found.closed && pullRequest) await reopen(tx, site.id, pullRequest.number);
  if (!known) return { kind: "new", preview: { ...asked, id: newDeploymentId(), site, fingerprint: sentFingerprint } };
  await nameOnce(tx, known.deployment, pullRequest);
  return { kind: "known", accepted: known };
}

function requireUploadable(
  { environment }: CreateDeployment,
  { files, bytes }: NonNullable<CreateDeployment["prebuilt"]>,
) {
  if (environment === "production") {
    throw invalid([{ path: "prebuilt", message: "is for previews; production publishes a ready one" }]);
  }
  const most = OUTPUT_LIMITS;
  if (files > most.files) throw invalid([{ path: "prebuilt.files", message: `must be at most ${most.files}` }]);
  if (bytes > most.totalBytes) {
    throw invalid([{ path: "prebuilt.bytes", message: `must be at most ${most.totalBytes}` }]);
  }
}

/** Whatever is wrong with key and body, a missing site is reported first. */
async function readRequest(
  { db }: ServiceContext,
  { workspaceId }: Actor,
  request: DeployRequest,
): Promise<{ readonly key: string; readonly body: CreateDeployment }> {
  try {
    return { key: readIdempotencyKey(request.key), body: validated(CreateDeployment, request.body) };
  } catch (error) {
    await requireSite(db, workspaceId, request.siteId);
    throw error;
  }
}

const SITE_COLUMNS = [
  "sites.id",
  "sites.workspace_id",
  "sites.production_label",
  "sites.primary_domain",
  "sites.repository_url",
  "sites.prebuilt",
  "sites.manifest",
] as const;

type SiteColumn = (typeof SITE_COLUMNS)[number] extends `sites.${infer Column}` ? Column : never;

type SiteState = Pick<SiteRow, SiteColumn>;

interface AcceptState {
  readonly site: SiteState;
  /** The request and response the key was used for before. */
  readonly known: Pick<IdempotencyKeyRow, "fingerprint" | "body"> | undefined;
  /** Builds of the workspace that run or wait. */
  readonly open: number;
  /** Whether the previews of its pull request are to be removed. */
  readonly closed: boolean;
}

/** Everything the responses depend on, in one query. */
const findStates = askedAtOnce(["workspace_id", "site_id", "key", "number"], (db, asked) =>
  db
    .selectFrom(asked)
    .innerJoin("sites", (join) =>
      join.onRef("sites.id", "=", "asked.site_id").onRef("sites.workspace_id", "=", "asked.workspace_id"),
    )
    .leftJoin("idempotency_keys as known", (join) =>
      join.onRef("known.workspace_id", "=", "asked.workspace_id").onRef("known.key", "=", "asked.key"),
    )
    .select(SITE_COLUMNS)
    .select((eb) => [
      "known.fingerprint as known_fingerprint",
      "known.body as known_body",
      eb
        .selectFrom("deployments")
        .select((count) => count.fn.countAll<number>().as("open"))
        .whereRef("deployments.workspace_id", "=", "sites.workspace_id")
        .where("deployments.status", "in", [sql.lit("queued" as const), sql.lit("building" as const)])
        .where("deployments.environment", "=", sql.lit("preview" as const))
        .as("open"),
      eb
        .selectFrom("closed_pull_requests")
        .select("closed_pull_requests.number")
        .whereRef("closed_pull_requests.site_id", "=", "sites.id")
        .where("closed_pull_requests.number", "=", sql<number>`cast(${sql.ref("asked.number")} as bigint)`)
        .as("closed"),
    ])
    .where("sites.status", "=", sql.lit("active" as const)),
);

/** @returns By workspace. */
async function loadStates(tx: Transaction, requests: readonly Asked[]): Promise<ReadonlyMap<string, AcceptState>> {
  const asked = requests.map(({ workspaceId, siteId, key, pullRequest }) => {
    return { workspace_id: workspaceId, site_id: siteId, key, number: String(pullRequest?.number ?? 0) };
  });
  const rows = await findStates(tx, asked);
  return new Map(rows.map((row) => [row.workspace_id, stateOf(row)]));
}

interface StateRow extends SiteState {
  readonly known_fingerprint: string | null;
  readonly known_body: string | null;
  readonly open: number | null;
  readonly closed: number | null;
}

function stateOf({ known_fingerprint, known_body, open, closed, ...site }: StateRow): AcceptState {
  const used = known_fingerprint !== null && known_body !== null;
  const known = used ? { fingerprint: known_fingerprint, body: known_body } : undefined;
  return { site, known, open: open ?? 0, closed: closed !== null };
}

/** A deployment of a pull request says that it is open: its previews stay. */
async function reopen(tx: Transaction, siteId: string, number: number): Promise<void> {
  await tx.deleteFrom("closed_pull_requests").where("site_id", "=", siteId).where("number", "=", number).execute();
}

function replay(known: NonNullable<AcceptState["known"]>, sentFingerprint: string): Accepted {
  if (known.fingerprint !== sentFingerprint) {
    throw new ApiError("idempotency_conflict", "This Idempotency-Key was used with a different request before.");
  }
  const { data } = JSON.parse(known.body) as { readonly data: Deployment };
  return { status: 202, body: known.body, replayed: true, deployment: data };
}

/**
 * Names the pull request of a deployment that has none: its commit was pushed before there was one. A name that it has
 * stays, and so does the stored response.
 */
async function nameOnce(
  tx: Transaction,
  { id, pullRequest: known }: Deployment,
  pullRequest: PullRequestLabel | undefined,
): Promise<void> {
  if (pullRequest === undefined || known !== undefined) return;
  await tx
    .updateTable("deployments")
    .set(labelColumns(pullRequest))
    .where("id", "=", id)
    .where("pull_request_number", "is", null)
    .execute();
}

function labelColumns(pullRequest: PullRequestLabel | undefined) {
  return {
    pull_request_number: pullRequest?.number ?? null,
    pull_request_title: pullRequest === undefined ? null : titleLine(pullRequest.title ?? ""),
  };
}

/** [§4 rules 4 to 6] A token never publishes: an approved release publishes by itself. */
async function rejectProduction(
  tx: Transaction,
  context: ServiceContext,
  { site, body }: { readonly site: SiteState; readonly body: CreateDeployment },
): Promise<never> {
  if (body.sourceDeploymentId === undefined) {
    throw new ApiError("source_deployment_required", "A production deployment needs sourceDeploymentId.");
  }
  const source = await findSource(tx, site.id, body.sourceDeploymentId);
  if (source.kind === "unknown") throw deploymentNotFound();
  if (source.kind !== "source") {
    throw sourceRejected(source.kind, "The source is not a ready preview of this site.");
  }
  const open = await tx
    .selectFrom("approval_requests")
    .select("id")
    .where("site_id", "=", site.id)
    .where("source_deployment_id", "=", source.row.id)
    .where("status", "=", "pending")
    .where("announced_at", "is not", null)
    .executeTakeFirst();
  throw new ApiError(
    "approval_required",
    "A person must approve this release on the web; approving publishes it.",
    open ? { webApprovalUrl: webApprovalUrl(context.addresses.baseUrl, open.id) } : {},
  );
}

interface NewPreview extends Asked {
  readonly id: string;
  readonly site: SiteState;
  readonly fingerprint: string;
}

function requireBuildable({ context, body }: Asked, { site, open }: AcceptState): void {
  if (body.prebuilt && site.prebuilt === "refused") {
    throw new ApiError("prebuilt_refused", "This site takes no files that were built elsewhere.");
  }
  if (site.repository_url === null && !body.prebuilt) {
    throw new ApiError("repository_not_connected", "The site has no repository to build from.");
  }
  requireBuildSlot(context, open);
}

/** @returns By the id of the deployment. */
async function insertPreviews(
  tx: Transaction,
  previews: readonly NewPreview[],
): Promise<ReadonlyMap<string, Accepted>> {
  if (previews.length === 0) return new Map();
  const made = previews.map((preview) => {
    const row = rowOf(preview);
    return { preview, row, accepted: acceptedAs(preview, row) };
  });
  await insertRows(tx, {
    deployments: made.map(({ row }) => row),
    deployment_events: made.map(({ row }) => firstEvent(row)),
    idempotency_keys: made.map(keyOf),
  });
  return new Map(made.map(({ row, accepted }) => [row.id, accepted]));
}

/** What a new preview has none of, as the database has it. */
const NOT_YET = {
  commit_message: null,
  commit_author: null,
  source_deployment_id: null,
  approval_request_id: null,
  framework: null,
  preview_label: null,
  file_list_digest: null,
  error_code: null,
  error_message: null,
  diagnostics: null,
  lease_owner: null,
  lease_expires_at: null,
  cancel_requested_at: null,
  log_sha256: null,
  hidden_at: null,
  removed_at: null,
  removed_because: null,
  started_at: null,
  finished_at: null,
} as const satisfies Partial<DeploymentRow>;

type NewRow = Omit<DeploymentRow, keyof typeof NOT_YET>;

function rowOf({ context: { clock }, actor, site, body, pullRequest, id }: NewPreview): NewRow {
  const { prebuilt } = body;
  return {
    id,
    workspace_id: actor.workspaceId,
    site_id: site.id,
    environment: "preview",
    status: "queued",
    branch: body.branch ?? null,
    commit_sha: body.commitSha ?? null,
    // Of what is built elsewhere the commit is not fetched: it is what the request says.
    branch_verified: prebuilt ? 0 : null,
    ...labelColumns(pullRequest),
    created_by_token_id: actor.kind === "token" ? actor.tokenId : null,
    created_by_user_id: actor.userId,
    upload: prebuilt ? "waiting" : null,
    upload_sha256: prebuilt?.sha256 ?? null,
    upload_files: prebuilt?.files ?? null,
    upload_bytes: prebuilt?.bytes ?? null,
    upload_expires_at: prebuilt ? firstExpiry(clock) : null,
    attempt: 0,
    last_event_seq: 1,
    log_lines: 0,
    log_bytes: 0,
    created_at: instant(clock),
  };
}

function firstEvent({ id, last_event_seq: seq, created_at: at }: NewRow) {
  return { deployment_id: id, seq, type: "status" as const, data: JSON.stringify({ status: "queued", at }), at };
}

function keyOf({ preview, accepted }: { readonly preview: NewPreview; readonly accepted: Accepted }) {
  const { workspaceId, key, fingerprint: sent } = preview;
  const { status, body, deployment } = accepted;
  const response = { deployment_id: deployment.id, status, body, created_at: deployment.createdAt };
  return { workspace_id: workspaceId, key, fingerprint: sent, ...response };
}

function acceptedAs({ context, site }: NewPreview, row: NewRow): Accepted {
  const { production_label, primary_domain, repository_url } = site;
  const view = { ...NOT_YET, ...row, production_label, primary_domain, repository_url, alias_label: null };
  const deployment = readRecord(view, context.addresses);
  const body = JSON.stringify({ ok: true, data: deployment });
  return { status: 202, body, replayed: false, cancelsSuperseded: cancelsSuperseded(site), deployment };
}

/** [§8] Counted in the transaction that adds the build, so that parallel requests cannot pass together. */
function requireBuildSlot({ settings }: ServiceContext, open: number): void {
  const allowed = settings.limits["builds-running"] + settings.limits["builds-queued"];
  if (open < allowed) return;
  throw new ApiError(
    "build_quota_exceeded",
    `The workspace has ${open} builds running or queued, and its limit is ${allowed}; wait for one to end, or cancel one.`,
  );
}

/** Keys deleted in one go, so that no request waits long behind it. */
const MAX_KEYS_AT_A_TIME = 1_000;

const DAY_MS = 86_400_000;

/**
 * Deletes idempotency keys that are old enough and whose deployment has ended.
 * @returns How many were deleted; call again until it is 0.
 */
export async function deleteExpiredIdempotencyKeys(db: Database, clock: Clock): Promise<number> {
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
          .where("old.created_at", "<", instant(clock, -IDEMPOTENCY_RETENTION_DAYS * DAY_MS))
          .where("deployments.status", "in", [...TERMINAL_STATUSES])
          .limit(MAX_KEYS_AT_A_TIME)
          .$asTuple("workspace_id", "key"),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
