import { UUID_PATTERN } from "@greenroom/contract";
import type { CommentContent } from "../github/comment/render.ts";
import type { CommentRow } from "../github/comment/data.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { tellDryRun } from "../dry-run.ts";
import { keyOf } from "./deploy.ts";
import type { Inputs } from "./inputs.ts";
import type { Plan } from "./plan.ts";

/** What a dry run describes. */
export interface DryRun {
  readonly plan: Extract<Plan, { kind: "deploy" }>;
  readonly inputs: Inputs;
  readonly trigger: Trigger;
}

/**
 * Says what a run would send, key, pull request and comment included, and sends nothing.
 */
export function describeDryRun(runner: Runner, dryRun: DryRun): void {
  const { plan } = dryRun;
  const outputs = { "commit-sha": plan.commitSha };
  tellDryRun(runner, { site: plan.site, lines: requestLines(dryRun), comment: commentOf(dryRun), outputs });
}

/**
 * Describes the request of a plan.
 * @returns One line each for address, key, body and pull request; the token is in none of them.
 */
function requestLines({ plan, inputs, trigger }: DryRun): readonly string[] {
  const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
  return [
    `Request: POST ${base}/sites/${encodeURIComponent(plan.site)}/deploy`,
    `Idempotency-Key: ${keyText(plan)}`,
    `Body: ${plan.body}`,
    `Pull request: ${pullText(inputs, trigger)}`,
  ];
}

function keyText({ keyScope, site, body }: DryRun["plan"]): string {
  if (keyScope.given === undefined && !UUID_PATTERN.test(site)) {
    return `derived from the id of site '${site}', which the service is asked for first`;
  }
  return keyOf(keyScope, { siteId: site, body, n: 1 });
}

function pullText({ pullNumber, comment }: Inputs, { pull }: Trigger): string {
  if (comment === "off") return "none, since the input 'comment' is 'off'";
  if (pullNumber !== undefined) return `#${pullNumber}`;
  if (pull === null) return "none belongs to this event";
  if (pull.kind === "search") return `the open one of branch '${pull.headBranch}', if there is one`;
  return `#${pull.number}`;
}

function commentOf({ plan, inputs, trigger }: DryRun): CommentContent | undefined {
  if (inputs.comment === "off") return undefined;
  const row: CommentRow = {
    siteId: plan.site,
    site: plan.site,
    status: "queued",
    commitSha: plan.commitSha,
    runUrl: trigger.run.url,
    runId: trigger.run.id,
    runAttempt: trigger.run.attempt,
  };
  const content = { group: inputs.commentGroup, rows: [row], createdByRun: trigger.run.id, run: row, written: [row] };
  const template = inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate };
  return { ...content, ...template };
}
