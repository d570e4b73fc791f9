import type { CommentContent } from "../github/comment/render.ts";
import type { CommentRow } from "../github/comment/data.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { tellDryRun } from "../dry-run.ts";
import type { Inputs } from "./inputs.ts";
import type { Wanted } from "./plan.ts";
import { COMMENT_TEXT } from "./row.ts";

/** What a dry run describes. */
export interface DryRun {
  readonly wanted: Wanted;
  readonly inputs: Inputs;
  readonly trigger: Trigger;
}

/**
 * Says what a run would look for and ask, and sends nothing.
 */
export function describeDryRun(runner: Runner, dryRun: DryRun): void {
  const { site } = dryRun.inputs;
  tellDryRun(runner, { site, lines: requestLines(dryRun), comment: commentOf(dryRun), outputs: {} });
}

function requestLines({ wanted, inputs, trigger }: DryRun): readonly string[] {
  const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
  const source = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
  return [
    `Source: ${sourceText(wanted)}`,
    `Request: POST ${base}/sites/${encodeURIComponent(inputs.site)}/deploy`,
    "Idempotency-Key: derived from the repository, the id of the site and the source",
    `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId: source })}`,
    `Approval: asked for with the tool request_publish at ${inputs.mcpUrl.href}`,
    `Pull request: ${pullText(inputs, trigger)}`,
  ];
}

function sourceText(wanted: Wanted): string {
  if (wanted.kind === "named") return `deployment ${wanted.deploymentId}, or the preview it was released from`;
  const sha = wanted.sha.slice(0, 7);
  return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}

function pullText({ pullNumber, comment }: Inputs, { pull }: Trigger): string {
  if (comment === "off") return "none, since the input 'comment' is 'off'";
  if (pullNumber !== undefined) return `#${pullNumber}`;
  return pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one";
}

function commentOf({ wanted, inputs, trigger }: DryRun): CommentContent | undefined {
  if (inputs.comment === "off") return undefined;
  const row: CommentRow = {
    siteId: inputs.site,
    site: inputs.site,
    status: "approval_pending",
    commitSha: wanted.kind === "commit" ? wanted.sha : "",
    runUrl: trigger.run.url,
    runId: trigger.run.id,
    runAttempt: trigger.run.attempt,
  };
  const { id: createdByRun } = trigger.run;
  return { group: inputs.commentGroup, rows: [row], createdByRun, run: row, written: [row], template: COMMENT_TEXT };
}
