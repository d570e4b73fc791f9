import { CreateDeployment, type Deployment } from "../../contract/index.ts";
import type { Actor } from "../domain/actor.ts";
import { instant } from "../domain/clock.ts";
import { webApprovalUrl } from "../domain/approval.ts";
import { validated } from "../domain/validated.ts";
import { fingerprint, readIdempotencyKey } from "../domain/idempotency.ts";
import { newDeploymentId } from "../domain/ids.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Parts } from "../parts.ts";
import type { Writing } from "./database.ts";
import { deploymentNotFound, readRecord } from "./deployments.ts";
import { appendEvent } from "./events.ts";
import { findSource } from "./promotions.ts";
import type { DeploymentRow, SiteRow } from "./schema.ts";
import { requireSite } from "./sites.ts";

/** The answer to an accepted deployment, now or earlier. */
export interface Accepted {
  readonly status: 202;
  /** The exact JSON of the first answer. */
  readonly body: string;
  /** True when the key was known and nothing new came to be. */
  readonly replayed: boolean;
  readonly deployment: Deployment;
}

/** A request for a deployment. */
export interface DeployRequest {
  readonly siteId: string;
  /** Parsed body as it was sent, with fields unknown to this version. */
  readonly body: unknown;
  /** Value of `Idempotency-Key`. */
  readonly key: string | undefined;
}

/**
 * Accepts a preview deployment, or replays the answer its key got the first time.
 * Key, quota, deployment, first event and answer are written in one transaction, so that twins wait for
 * each other and a crash leaves all or nothing.
 * @throws {Refusal} `site_not_found`, `idempotency_key_required`, `validation_failed`, `idempotency_conflict`,
 *   `source_deployment_required`, `deployment_not_found`, `source_deployment_not_ready`, `approval_required`,
 *   `repository_not_connected`, `build_quota_exceeded`, in this order
 * @see Interface §4
 */
export async function acceptPreview(parts: Parts, actor: Actor, request: DeployRequest): Promise<Accepted> {
  const accepted = await parts.db.transaction().execute(async (writing) => {
    const site = await requireSite(writing, actor.workspaceId, request.siteId);
    const key = readIdempotencyKey(request.key);
    const body = validated(CreateDeployment, request.body);
    const mark = fingerprint({ siteId: site.id, body: request.body });
    const known = await replay(writing, { workspaceId: actor.workspaceId, key, mark });
    if (known) return known;
    if (body.environment === "production") return refusePublish(writing, parts, { site, body });
    return insertPreview(writing, parts, { actor, site, body, key, mark });
  });
  if (!accepted.replayed) {
    parts.feed.publish(accepted.deployment.id);
    parts.builds.wake();
  }
  return accepted;
}

async function replay(
  writing: Writing,
  { workspaceId, key, mark }: { readonly workspaceId: string; readonly key: string; readonly mark: string },
): Promise<Accepted | undefined> {
  const row = await writing
    .selectFrom("idempotency_keys")
    .select(["fingerprint", "body"])
    .where("workspace_id", "=", workspaceId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.fingerprint !== mark) {
    throw new Refusal("idempotency_conflict", "This Idempotency-Key was used with a different request before.");
  }
  const { data } = JSON.parse(row.body) as { readonly data: Deployment };
  return { status: 202, body: row.body, replayed: true, deployment: data };
}

/** [§4 rules 4 to 6] A token never publishes: an approved release publishes by itself. */
async function refusePublish(
  writing: Writing,
  parts: Parts,
  { site, body }: { readonly site: SiteRow; readonly body: CreateDeployment },
): Promise<never> {
  if (body.sourceDeploymentId === undefined) {
    throw new Refusal("source_deployment_required", "A production deployment needs sourceDeploymentId.");
  }
  const source = await findSource(writing, site.id, body.sourceDeploymentId);
  if (source.kind === "unknown") throw deploymentNotFound();
  if (source.kind !== "source") {
    throw new Refusal("source_deployment_not_ready", "The source is not a ready preview of this site.");
  }
  const open = await writing
    .selectFrom("approval_requests")
    .select("id")
    .where("site_id", "=", site.id)
    .where("source_deployment_id", "=", source.row.id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  throw new Refusal(
    "approval_required",
    "A person has to approve this release on the web; approving publishes it.",
    open ? { webApprovalUrl: webApprovalUrl(parts.addresses.baseUrl, open.id) } : {},
  );
}

interface NewPreview {
  readonly actor: Actor;
  readonly site: SiteRow;
  readonly body: CreateDeployment;
  readonly key: string;
  readonly mark: string;
}

async function insertPreview(writing: Writing, parts: Parts, given: NewPreview): Promise<Accepted> {
  const { actor, site, key, mark } = given;
  if (site.repository_url === null) {
    throw new Refusal("repository_not_connected", "The site has no repository to build from.");
  }
  await requireBuildSlot(writing, parts, actor.workspaceId);
  const at = instant(parts.clock);
  const row = await insertQueued(writing, given, at);
  await appendEvent(writing, row.id, { event: { type: "status", data: { status: "queued", at } }, at });
  const view = { ...row, production_label: site.production_label, alias_label: null };
  const deployment = readRecord(view, parts.addresses);
  const answer = JSON.stringify({ ok: true, data: deployment });
  await writing
    .insertInto("idempotency_keys")
    .values({
      workspace_id: actor.workspaceId,
      key,
      fingerprint: mark,
      deployment_id: row.id,
      status: 202,
      body: answer,
      created_at: at,
    })
    .execute();
  return { status: 202, body: answer, replayed: false, deployment };
}

async function insertQueued(writing: Writing, given: NewPreview, at: string): Promise<DeploymentRow> {
  const { actor, site, body } = given;
  return writing
    .insertInto("deployments")
    .values({
      id: newDeploymentId(),
      workspace_id: actor.workspaceId,
      site_id: site.id,
      environment: "preview",
      status: "queued",
      branch: body.branch ?? null,
      commit_sha: body.commitSha ?? null,
      created_by_token_id: actor.kind === "token" ? actor.tokenId : null,
      created_by_user_id: actor.userId,
      attempt: 0,
      last_event_seq: 0,
      log_lines: 0,
      log_bytes: 0,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** [§8] Counted in the transaction that adds the build, so that parallel requests cannot pass together. */
async function requireBuildSlot(writing: Writing, { settings }: Parts, workspaceId: string): Promise<void> {
  const allowed = settings.limits["builds-running"] + settings.limits["builds-queued"];
  const { open } = await writing
    .selectFrom("deployments")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("status", "in", ["queued", "building"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", "preview")
    .executeTakeFirstOrThrow();
  if (open < allowed) return;
  throw new Refusal(
    "build_quota_exceeded",
    `The workspace has ${open} builds that run or wait, and ${allowed} are allowed; wait for one to end, or cancel one.`,
  );
}
