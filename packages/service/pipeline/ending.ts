import type { BuildErrorCode, StatusEvent } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { releaseLease } from "../store/queue.ts";
import { transition } from "../store/transition.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import type { BuildParts, Work } from "./work.ts";

type Reason = NonNullable<StatusEvent["error"]>;

/** Why a deployment that a person stopped ended. */
export const CANCELED: Reason = { code: "canceled_by_user", message: "It was canceled." };

/** Why a waiting deployment ended when a newer one of its branch was asked for, on sites that want that. */
export const SUPERSEDED: Reason = {
  code: "superseded",
  message: "A newer deployment of its branch took its place before it was begun.",
};

const ARCHIVED: Reason = { code: "site_archived", message: "Its site was archived." };

/**
 * Writes down how a build that did not become ready ended.
 * @param thrown What the build threw.
 */
export async function endBuild(work: Work, thrown: unknown): Promise<void> {
  if (thrown instanceof BuildStopped) return stopped(work, thrown);
  if (thrown instanceof BuildFailure) return end(work, "failed", { code: thrown.code, message: thrown.message });
  work.context.log.error({ err: thrown, deploymentId: work.row.id }, "a build met a fault of the service");
  return end(work, "failed", unexpected(thrown, work.row.environment === "production"));
}

/** A fault of ours: its text stays in the service's log, since it may name places of the machine. */
function unexpected(thrown: unknown, production: boolean): Reason {
  const full = thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC";
  if (full) return reason("storage_exhausted", "The service's disk is full.");
  return reason(
    production ? "source_unavailable" : "build_failed",
    "The service met an unexpected fault; its own log says more. Deploy again.",
  );
}

function reason(code: BuildErrorCode, message: string): Reason {
  return { code, message };
}

async function stopped(work: Work, { reason }: BuildStopped): Promise<void> {
  switch (reason) {
    case "lost":
      return;
    case "stopping": {
      const at = instant(work.context.clock);
      return releaseLease(work.context.db, work.row.id, { owner: work.leaseOwner, at, expiresAt: at });
    }
    case "canceled":
      return end(work, "canceled", (await isArchived(work.context, work.site.id)) ? ARCHIVED : CANCELED);
  }
}

async function isArchived({ db }: BuildParts, siteId: string): Promise<boolean> {
  const site = await db.selectFrom("sites").select("status").where("id", "=", siteId).executeTakeFirst();
  return site?.status === "archived";
}

async function end(work: Work, to: "failed" | "canceled", error: Reason): Promise<void> {
  const { context, row, log, leaseOwner } = work;
  log.line(
    "system",
    to === "failed" ? `Failed (${error.code}): ${error.message}` : error.message,
    to === "failed" ? "error" : "warn",
  );
  await log.flush();
  const at = instant(context.clock);
  await context.db
    .transaction()
    .execute((tx) => transition(tx, row.id, { from: "building", to, at, leaseOwner, event: { error } }));
  context.events.notify(row.id);
}
