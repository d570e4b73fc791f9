import type { CommentRow } from "../github/comment/data.ts";
import { sentences } from "../failure.ts";
import { described, type Facts } from "./facts.ts";
import { whoCannot } from "./headline.ts";
import { askedIn, type Outcome, outputStatus } from "./outcome.ts";

/** The heading of the comment; the fields are filled in from its row. */
export const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";

/**
 * Makes the row of the comment.
 * @param run The run that tells.
 * @returns Undefined for an end a pull request need not hear of.
 */
export function rowOf(
  outcome: Outcome,
  facts: Facts,
  run: { readonly id: number; readonly attempt: number; readonly url: string },
): CommentRow | undefined {
  const { siteId, source, site, previewUrl } = facts;
  if (siteId === undefined || source === undefined || outcome.kind === "skipped") return undefined;
  const asked = askedIn(outcome);
  const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
  const note = noteOf(outcome, facts);
  const waits = asked?.link !== undefined && outputStatus(outcome) === "approval_pending";
  return {
    siteId,
    site,
    status: outputStatus(outcome),
    deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
    commitSha: source.commitSha ?? "",
    runUrl: run.url,
    runId: run.id,
    runAttempt: run.attempt,
    ...(previewUrl === undefined ? {} : { previewUrl }),
    ...(productionUrl === undefined ? {} : { productionUrl }),
    ...(waits ? { approvalUrl: asked.link } : {}),
    ...("failure" in outcome ? { error: { code: outcome.failure.code, message: outcome.failure.message } } : {}),
    ...(note === "" ? {} : { note }),
  };
}

function noteOf(outcome: Outcome, { standing, source, nowMs }: Facts): string {
  if (outcome.kind === "rejected") return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
  const asked = askedIn(outcome);
  if (asked === undefined || outcome.kind === "expired" || outcome.kind === "superseded") return "";
  const next = source === undefined ? "" : `Would go live: ${described(source, nowMs)}`;
  const live = standing && (standing.live === undefined ? "nothing" : described(standing.live, nowMs));
  return sentences([next, live === undefined ? "" : `Live now: ${live}`, whoCannot(asked)]);
}
