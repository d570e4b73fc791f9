import { urlBelow } from "@greenroom/client/transport";
import { routePath } from "@greenroom/contract/paths";
import type { RowStatus } from "./github/comment/data.ts";
import { renderComment } from "./github/comment/render.ts";
import type { Runner } from "./github/runner.ts";
import type { Trigger } from "./github/trigger.ts";
import { logLines, logText, markdown } from "./github/untrusted-text.ts";
import type { ConnectionInputs, ReportingInputs } from "./inputs.ts";
import { writeOutputs } from "./messages.ts";

export interface DryRun {
  readonly inputs: Pick<ConnectionInputs, "baseUrl" | "site"> & ReportingInputs;
  readonly trigger: Trigger;
  readonly idempotencyKey: string;
  /** More lines of the request. */
  readonly more: readonly string[];
  /** Which pull request would be commented on, unless an input says it. */
  readonly pull: string;
  readonly status: RowStatus;
  readonly commitSha: string;
  readonly template: string | undefined;
  readonly outputs?: Readonly<Record<string, string>>;
}

export function printDryRun(runner: Runner, dryRun: DryRun): void {
  const { inputs, trigger, commitSha, status, template } = dryRun;
  const { baseUrl, site, comment, commentGroup: group, pullNumber } = inputs;
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const given = pullNumber === undefined ? dryRun.pull : `#${pullNumber}`;
  const pull = comment === "off" ? "none, since the input 'comment' is 'off'" : given;
  const lines = [
    "Dry run: nothing is sent to the service or to GitHub.",
    `Request: POST ${urlBelow(baseUrl, routePath("createDeployment", { siteId: site })).href}`,
    `Idempotency-Key: ${dryRun.idempotencyKey}`,
    ...dryRun.more,
    `Pull request: ${pull}`,
  ];
  for (const line of lines) runner.info(logText(line));
  if (comment !== "off") {
    const row = { siteId: site, site, status, commitSha, runUrl, runId, runAttempt };
    const content = { group, rows: [row], createdByRun: runId, run: row, written: [row], template };
    for (const line of ["Comment:", String(renderComment(content))].flatMap(logLines)) runner.info(line);
  }
  writeOutputs(runner, { status: "skipped", ...dryRun.outputs });
  runner.appendSummary(
    markdown`### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`,
  );
}
