import type { BuildDiagnostic, BuildErrorCode, StatusEvent } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { releaseLease } from "../store/queue.ts";
import { transition } from "../store/transition.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import type { BuildJob } from "./job.ts";
import { inEverything } from "../store/writing.ts";

type Reason = NonNullable<StatusEvent["error"]>;

/** Reason of a deployment that a user canceled. */
export const CANCELED: Reason = { code: "canceled_by_user", message: "The deployment was canceled." };

/** Reason of a queued deployment whose branch has a newer one, on sites that ask for it. */
export const SUPERSEDED: Reason = {
  code: "superseded",
  message: "A newer deployment of the branch replaced it before it started.",
};

const ARCHIVED: Reason = { code: "site_archived", message: "Its site was archived." };

/**
 * Stores how a job that did not become ready ended.
 * @param thrown What the job threw.
 */
export async function finishUnready(job: BuildJob, thrown: unknown): Promise<void> {
  if (thrown instanceof BuildStopped) return finishStopped(job, thrown);
  if (thrown instanceof BuildFailure) {
    const { code, message, diagnostics } = thrown;
    return finish(job, "failed", { code, message }, diagnostics);
  }
  job.service.log.error({ err: thrown, deploymentId: job.row.id }, "a build failed with an error of the service");
  return finish(job, "failed", unexpected(thrown, job.row.environment === "production"));
}

/** An error of ours: its text stays in the service's log, since it may name paths of the machine. */
function unexpected(thrown: unknown, production: boolean): Reason {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC") {
    return { code: "storage_exhausted", message: "The service's disk is full." };
  }
  const code: BuildErrorCode = production ? "source_unavailable" : "build_failed";
  return { code, message: "The service failed unexpectedly; its own log has the details. Deploy again." };
}

async function finishStopped(job: BuildJob, { reason }: BuildStopped): Promise<void> {
  const { db, clock } = job.service;
  switch (reason) {
    case "lost":
      return;
    case "stopping": {
      const at = instant(clock);
      return releaseLease(db, job.row.id, { owner: job.leaseOwner, at, expiresAt: at });
    }
    case "canceled": {
      const site = await db.selectFrom("sites").select("status").where("id", "=", job.site.id).executeTakeFirst();
      return finish(job, "canceled", site?.status === "archived" ? ARCHIVED : CANCELED);
    }
  }
}

async function finish(
  { service, row, log, leaseOwner }: BuildJob,
  to: "failed" | "canceled",
  error: Reason,
  diagnostics: readonly BuildDiagnostic[] = [],
): Promise<void> {
  if (to === "failed") log.line("system", `Failed (${error.code}): ${error.message}`, "error");
  else log.line("system", error.message, "warn");
  await log.flush();
  const at = instant(service.clock);
  const set = diagnostics.length === 0 ? {} : { diagnostics: JSON.stringify(diagnostics) };
  await inEverything(service.db, (tx) =>
    transition(tx, row.id, { from: "building", to, at, leaseOwner, set, event: { error } }),
  );
  service.events.notify(row.id);
}
