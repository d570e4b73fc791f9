import { instant } from "@greenroom/contract/clock";
import { DEFAULT_DAILY_BUILDS } from "@greenroom/contract/limits";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor, SessionActor } from "../../domain/actor.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { isHeld } from "../../domain/next-action.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Transaction } from "../engine/database.ts";
import { updateRows } from "../engine/rows.ts";
import type { DeploymentRow, SiteRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";
import { requireDeveloper } from "../people/users.ts";
import { requireDeployment } from "./deployments.ts";

/**
 * Whose budget a build counts in: an account on GitHub for a run, a person, or a branch where a token belongs to no
 * person: a team that shares one has many authors.
 */
export function authorOfBuilds(actor: Actor, branch: string | null): string {
  if (actor.kind === "token" && actor.run) return `github:${actor.run.githubId}`;
  if (actor.kind === "token" && actor.userId === null) return `token:${actor.tokenId}:${branch ?? ""}`;
  return `user:${actor.userId}`;
}

/** When a build counts: an unfinished wait counts at its end. */
export const STARTS_AT = sql<string>`COALESCE(held_until, created_at)`;

/**
 * Selects when the oldest build started that leaves its author no budget for a new one within a day; nothing while there
 * is some. What was canceled while it waited counts for nothing: the index `deployments_author` leaves it out too.
 */
export function selectBudgetSpent(
  tx: Transaction,
  { id: siteId, daily_builds: budget }: SiteRow,
  { author, created_at: at }: Pick<DeploymentRow, "author" | "created_at">,
) {
  return tx
    .selectFrom("deployments")
    .select(STARTS_AT.as("at"))
    .where("site_id", "=", siteId)
    .where("author", "=", author)
    .where(STARTS_AT, ">", later(at, -DAY_MS))
    .where((eb) => eb.or([eb("status", "!=", sql.lit("canceled" as const)), eb("started_at", "is not", null)]))
    .orderBy(STARTS_AT, "desc")
    .limit(1)
    .offset((budget ?? DEFAULT_DAILY_BUILDS) - 1);
}

/** One that is no longer held stays as it is. */
export async function letThrough(context: ServiceContext, actor: SessionActor, deploymentId: string): Promise<void> {
  const at = instant(context.clock);
  const { workspaceId } = actor;
  const row = await asActor(context.db, actor, async (tx) => {
    await requireDeveloper(tx, actor);
    const found = await requireDeployment(tx, workspaceId, deploymentId);
    if (!isHeld(found, at)) return found;
    await updateRows(tx, "deployments", { id: found.id }, { held_until: at });
    await appendAudit(tx, {
      ...auditedActor(actor),
      action: "deployment.let_through",
      subject: { type: "deployment", id: found.id },
      data: { siteId: found.site_id, branch: found.branch, commitSha: found.commit_sha, author: found.author },
    });
    return found;
  });
  context.events.notify(row.id);
  context.builds.wake();
}
