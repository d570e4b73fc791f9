import { isTerminal } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { appendAudit, auditedActor } from "./audit.ts";
import type { Transaction } from "./database.ts";
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
 * @throws {ApiError} `deployment_not_found`, `deployment_not_cancelable`
 * @see Interface §3
 */
export async function cancelDeployment(
  context: ServiceContext,
  actor: Actor,
  deploymentId: string,
): Promise<DeploymentView> {
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const view = await context.db.transaction().execute(async (tx) => {
    const found = await requireDeployment(tx, workspaceId, deploymentId);
    if (found.status === "canceled") return found;
    if (isTerminal(found.status)) {
      throw new ApiError("deployment_not_cancelable", `The deployment ended as '${found.status}' already.`);
    }
    await cancelOpen(tx, found, { reason: "canceled_by_user", at });
    await appendAudit(tx, {
      ...auditedActor(actor),
      action: "deployment.canceled",
      subject: { type: "deployment", id: found.id },
      data: { before: found.status, after: "canceled", siteId: found.site_id, environment: found.environment },
      at,
    });
    return requireDeployment(tx, workspaceId, deploymentId);
  });
  tellCanceled(context, [view.id]);
  return view;
}

/**
 * Cancels an open deployment inside a transaction; its worker finds that the row is no longer its own.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function cancelOpen(
  tx: Transaction,
  row: Pick<DeploymentRow, "id" | "status">,
  { reason, at }: { readonly reason: CancelReason; readonly at: string },
): Promise<void> {
  await transition(tx, row.id, {
    from: row.status,
    to: "canceled",
    at,
    set: { cancel_requested_at: at },
    event: { error: { code: reason, message: MESSAGES[reason] } },
  });
}

/** Tells readers and the queue, after the transaction that canceled has committed. */
export function tellCanceled(context: Pick<ServiceContext, "feed" | "builds">, deploymentIds: readonly string[]): void {
  for (const id of deploymentIds) {
    context.feed.publish(id);
    context.builds.cancel(id);
  }
  if (deploymentIds.length > 0) context.builds.wake();
}
