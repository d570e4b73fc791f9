import { urlBelow } from "@greenroom/client/transport";
import { systemClock } from "@greenroom/contract/clock";
import { routePath } from "@greenroom/contract/paths";
import { renderComment } from "./github/comment/render.ts";
import type { Runner } from "./github/runner.ts";
import { readTrigger, type Trigger } from "./github/trigger.ts";
import { logLines, logText, markdown, type MarkdownText, outputText } from "./github/untrusted-text.ts";
import { type ActionProcess, listenForStop, startRunner } from "./action-process.ts";
import { type DescribedPlan, type Failure, failureText, internalFailure, sentences, type Unsent } from "./messages.ts";

/** How a run ended, in short. */
export interface Headline {
  /** `info` goes to the log only, the others become an annotation. */
  readonly level: "info" | "notice" | "warning" | "error";
  readonly title: string;
  /** One or two sentences; may hold words of the service. */
  readonly text: string;
}

/** Something that is worth an annotation beside the headline; its text is untrusted. */
export interface Annotation extends Headline {
  readonly place?: { readonly file: string; readonly line: number; readonly column?: number };
}

/** Values of outputs; untrusted until they are written. */
export type Outputs = Readonly<Partial<Record<string, string | undefined>>>;

/** What a run says of its end. */
export interface Report {
  readonly headline: Headline;
  /** Lines of the build log that go with the headline; untrusted. */
  readonly excerpt?: readonly string[];
  readonly annotations?: readonly Annotation[];
  readonly outputs: Outputs;
  readonly summary: MarkdownText;
  readonly conclusion: "pass" | "fail";
}

/** Writes a report to log, summary and outputs, and makes the step pass or fail by it. */
export function writeReport(runner: Runner, report: Report): void {
  const { headline, excerpt = [], annotations = [] } = report;
  writeOutputs(runner, report.outputs);
  annotate(runner, headline, excerpt);
  for (const annotation of annotations) annotate(runner, annotation);
  runner.appendSummary(report.summary);
  if (report.conclusion === "fail") runner.fail();
}

/**
 * Writes an annotation to the log.
 * @param lines Further lines of it; untrusted.
 */
export function annotate(
  runner: Pick<Runner, "info" | "notice" | "warning" | "error">,
  { level, title, text, place }: Annotation,
  lines: readonly string[] = [],
): void {
  if (level === "info") return runner.info(logText(text));
  runner[level]([logText(text), ...lines.flatMap((line) => logLines(line))], { title, ...place });
}

/** Writes outputs, each at once, so that a killed step keeps what was known. */
export function writeOutputs(runner: Pick<Runner, "setOutput">, outputs: Outputs): void {
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined) runner.setOutput(name, outputText(value));
  }
}

/** What started a run, and what ends it. */
export interface Start {
  readonly runner: Runner;
  readonly env: ActionProcess["env"];
  readonly event: Trigger;
  /** Aborts when the run is canceled. */
  readonly stop: AbortSignal;
  /** Milliseconds of the system's `monotonic()`. */
  readonly startedAt: number;
}

/**
 * Runs an action. It reports its end itself once it has sent anything; what ends it before, or breaks it, is reported here.
 * @param noun What the action makes, such as `Deployment`.
 */
export async function runAction(
  process: ActionProcess,
  noun: string,
  act: (start: Start) => Promise<Unsent | undefined>,
): Promise<void> {
  const startedAt = systemClock.monotonic();
  const runner = startRunner(process);
  using stop = listenForStop(process);
  try {
    const event = readTrigger(process.env, runner.eventPayload());
    const unsent = await act({ runner, env: process.env, event, stop: stop.signal, startedAt });
    if (unsent?.kind === "skipped") writeReport(runner, skippedReport(unsent.reason));
    if (unsent?.kind === "refused") writeReport(runner, failedReport("refused", `${noun} refused`, unsent.failure));
    if (unsent?.kind === "dry_run") printPlan(runner, unsent.plan);
  } catch (error) {
    // A bug of ours is reported like any other end; outputs that were written before stay.
    writeReport(runner, failedReport("failed", "Internal error", internalFailure(error)));
  }
}

function skippedReport({ message, hint }: Extract<Unsent, { kind: "skipped" }>["reason"]): Report {
  const text = sentences([message, hint]);
  return {
    headline: { level: "notice", title: "Skipped", text },
    outputs: { status: "skipped" },
    summary: markdown`### ⏭️ Skipped\n\n${text}\n`,
    conclusion: "pass",
  };
}

function failedReport(status: "refused" | "failed", title: string, failure: Failure): Report {
  const text = failureText(failure);
  return {
    headline: { level: "error", title, text },
    outputs: { status, "error-code": failure.code },
    summary: markdown`### ❌ ${title}\n\n${text}\n`,
    conclusion: "fail",
  };
}

function printPlan(runner: Runner, plan: DescribedPlan): void {
  const { inputs, trigger, commitSha, status, template } = plan;
  const { baseUrl, site, comment, commentGroup: group, pullNumber } = inputs;
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const given = pullNumber === undefined ? plan.pull : `#${pullNumber}`;
  const pull = comment === "off" ? "none, since the input 'comment' is 'off'" : given;
  const lines = [
    "Dry run: nothing is sent to the service or to GitHub.",
    ...(plan.before ?? []),
    `Request: POST ${urlBelow(baseUrl, routePath("createDeployment", { siteId: site })).href}`,
    `Idempotency-Key: ${plan.idempotencyKey}`,
    ...plan.more,
    `Pull request: ${pull}`,
  ];
  for (const line of lines) runner.info(logText(line));
  if (comment !== "off") {
    const row = { siteId: site, site, status, commitSha, runUrl, runId, runAttempt };
    const content = { group, rows: [row], createdByRun: runId, run: row, written: [row], template };
    for (const line of ["Comment:", String(renderComment(content))].flatMap(logLines)) runner.info(line);
  }
  writeOutputs(runner, { status: "skipped", ...plan.outputs });
  runner.appendSummary(
    markdown`### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`,
  );
}
