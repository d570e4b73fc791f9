import { isTerminal } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { instant } from "../domain/clock.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Parts } from "../parts.ts";
import { appendAudit, auditedActor } from "./audit.ts";
import type { Writing } from "./database.ts";
import { type DeploymentView, requireDeployment } from "./deployments.ts";
import type { DeploymentRow } from "./schema.ts";
import { transition } from "./transition.ts";

/** Why a deployment was canceled. */
export type CancelReason = "canceled_by_user" | "site_archived";

const MESSAGES: Readonly<Record<CancelReason, string>> = {
  canceled_by_user: "Somebody canceled the deployment.",
  site_archived: "The site was archived.",
};

/**
 * Cancels a deployment that waits or is being built; one that is canceled already stays so.
 * @returns The deployment after it.
 * @throws {Refusal} `deployment_not_found`, `deployment_not_cancelable`
 * @see Interface §3
 */
export async function cancelDeployment(parts: Parts, actor: Actor, deploymentId: string): Promise<DeploymentView> {
  const { workspaceId } = actor;
  const at = instant(parts.clock);
  const view = await parts.db.transaction().execute(async (writing) => {
    const found = await requireDeployment(writing, workspaceId, deploymentId);
    if (found.status === "canceled") return found;
    if (isTerminal(found.status)) {
      throw new Refusal("deployment_not_cancelable", `The deployment ended as '${found.status}' already.`);
    }
    await cancelOpen(writing, found, { reason: "canceled_by_user", at });
    await appendAudit(writing, {
      ...auditedActor(actor),
      action: "deployment.canceled",
      subject: { type: "deployment", id: found.id },
      data: { before: found.status, after: "canceled", siteId: found.site_id, environment: found.environment },
      at,
    });
    return requireDeployment(writing, workspaceId, deploymentId);
  });
  tellCanceled(parts, [view.id]);
  return view;
}

/**
 * Cancels an open deployment inside a transaction; its worker finds that the row is no longer its own.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function cancelOpen(
  writing: Writing,
  row: Pick<DeploymentRow, "id" | "status">,
  { reason, at }: { readonly reason: CancelReason; readonly at: string },
): Promise<void> {
  await transition(writing, row.id, {
    from: row.status,
    to: "canceled",
    at,
    set: { cancel_requested_at: at },
    event: { error: { code: reason, message: MESSAGES[reason] } },
  });
}

/** Tells readers and the queue, after the transaction that canceled has committed. */
export function tellCanceled(parts: Pick<Parts, "feed" | "builds">, deploymentIds: readonly string[]): void {
  for (const id of deploymentIds) {
    parts.feed.publish(id);
    parts.builds.cancel(id);
  }
  if (deploymentIds.length > 0) parts.builds.wake();
}
