import { type Report } from "../messages.ts";
import type { CommentRow } from "../github/comment/data.ts";
import {
  call,
  type CallContext,
  type Github,
  type GithubFailure,
  pause,
  permissionLines,
  unreadable,
} from "../github/octokit.ts";
import { field, numberAt, textAt } from "../github/payload.ts";
import { markdown, plainLine, safeAddress } from "../github/untrusted-text.ts";
import type { Outcome } from "./outcome.ts";

interface CheckRunPlace {
  readonly sha: string;
  readonly name: string;
  readonly siteId: string;
  readonly runId: number;
  /** From the second attempt on, a check run that an earlier one left open is used again. */
  readonly runAttempt: number;
  readonly detailsUrl: string;
}

export interface BuildError {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

/** How a run ended, as its check run shows it. Its words are untrusted. */
export interface CheckRunReport extends Pick<Report, "conclusion" | "headline" | "summary"> {
  readonly outcome: Outcome;
  readonly errors: readonly BuildError[];
}

export type CheckRunOutcome = { readonly kind: "done"; readonly checkRunId: number } | GithubFailure;

const MAX_WRITES = 3;
/** GitHub takes 50 annotations a request; what is beyond them stays in the log. */
const MAX_ANNOTATIONS = 50;
const MAX_TITLE_CHARS = 255;
const MAX_MESSAGE_CHARS = 4096;
/** GitHub's own limit, 65,535, less what redaction may add; bytes, since nothing says that they are characters. */
const MAX_SUMMARY_BYTES = 65_535 - 1024;
const MAX_TEXT_CHARS = 4000;
const PAGE_SIZE = 100;

async function openCheckRun(github: Github, place: CheckRunPlace, context: CallContext): Promise<CheckRunOutcome> {
  const output = { title: "In progress", summary: "The service is making this preview." };
  return write(github, place, { status: "in_progress", output }, { context, mayExist: place.runAttempt > 1 });
}

/**
 * Ends a check run, or creates one that has ended.
 * @param known `id` of the check run, when it is known; `mayExist` when one may be there that is not known.
 */
async function endCheckRun(
  github: Github,
  place: CheckRunPlace,
  report: CheckRunReport,
  known: { readonly context: CallContext; readonly id?: number | undefined; readonly mayExist: boolean },
): Promise<CheckRunOutcome> {
  const annotations = report.errors.filter(isInRepository).slice(0, MAX_ANNOTATIONS).map(annotationOf);
  const { title, summary } = outputOf(report);
  const ended = { status: "completed", conclusion: CONCLUSIONS[report.outcome.kind](report.conclusion) } as const;
  const output = { title, summary, ...(annotations.length > 0 && { annotations }) };
  const sent = await write(github, place, { ...ended, output }, known);
  if (sent.kind === "done" || sent.status !== 422 || annotations.length === 0) return sent;
  // What a log names as a place may be none for GitHub: that the check run ends matters more.
  return write(github, place, { ...ended, output: { title, summary } }, known);
}

interface Output {
  readonly title: string;
  readonly summary: string;
  readonly annotations?: ReturnType<typeof annotationOf>[];
}

type Fields =
  | { readonly status: "in_progress"; readonly output: Output }
  | {
      readonly status: "completed";
      readonly conclusion: "success" | "failure" | "neutral" | "cancelled" | "timed_out";
      readonly output: Output;
    };

/** Creates a check run or changes the one that is there, so that no second one stays open. */
async function write(
  github: Github,
  place: CheckRunPlace,
  fields: Fields,
  { context, id, mayExist }: { readonly context: CallContext; readonly id?: number | undefined; mayExist: boolean },
): Promise<CheckRunOutcome> {
  let known = id;
  let look = mayExist;
  for (let attempt = 1; ; attempt += 1) {
    if (known === undefined && look) {
      const found = await find(github, place, context);
      if (found.kind === "failed") return explained(found);
      if (found.kind === "ended" && fields.status === "completed") return { kind: "done", checkRunId: found.id };
      known = found.kind === "open" ? found.id : undefined;
    }
    const sent =
      known === undefined
        ? await create(github, place, fields, context)
        : await update(github, known, place, fields, context);
    const checkRunId = sent.kind === "done" ? numberAt(sent.data, "id") : undefined;
    if (checkRunId !== undefined) return { kind: "done", checkRunId };
    const failed = sent.kind === "failed" ? sent : unreadable("the check run");
    look = failed.unknown === true;
    if (attempt >= MAX_WRITES || !(await pause(failed.retryInMs, context))) return explained(failed);
  }
}

function create(github: Github, place: CheckRunPlace, fields: Fields, context: CallContext) {
  return call<unknown>(github, { doing: "create a check run" }, context, (rest, parameters) =>
    rest.checks.create({ ...parameters, head_sha: place.sha, ...named(place), ...fields }),
  );
}

function update(github: Github, checkRunId: number, place: CheckRunPlace, fields: Fields, context: CallContext) {
  return call<unknown>(github, { doing: "update the check run" }, context, (rest, parameters) =>
    rest.checks.update({ ...parameters, check_run_id: checkRunId, ...named(place), ...fields }),
  );
}

/** What identifies a check run, and where it leads. */
function named({ name, detailsUrl, ...place }: CheckRunPlace) {
  const address = safeAddress(detailsUrl, { allowLoopbackHttp: true });
  return {
    name,
    external_id: externalId(place),
    ...(address === undefined ? {} : { details_url: address }),
  };
}

function externalId({ siteId, runId, runAttempt }: Pick<CheckRunPlace, "siteId" | "runId" | "runAttempt">): string {
  return `greenroom:${siteId}:${runId}.${runAttempt}`;
}

type FoundCheckRun = { readonly kind: "open" | "ended"; readonly id: number } | { readonly kind: "none" };

/** Finds the check run of this attempt, or one that an earlier attempt of this run left open. */
async function find(
  github: Github,
  place: CheckRunPlace,
  context: CallContext,
): Promise<FoundCheckRun | GithubFailure> {
  const request = { doing: "read the check runs", reads: true };
  const read = await call<unknown>(github, request, context, (rest, parameters) =>
    rest.checks.listForRef({
      ...parameters,
      ref: place.sha,
      check_name: place.name,
      filter: "all",
      per_page: PAGE_SIZE,
    }),
  );
  if (read.kind === "failed") return read;
  const runs = field(read.data, "check_runs");
  if (!Array.isArray(runs)) return unreadable("the check runs");
  const ours = externalId(place);
  const isOpen = (one: unknown): boolean => textAt(one, "status") !== "completed";
  const own = runs.filter((one: unknown) => textAt(one, "external_id") === ours);
  const earlier = runs.filter(
    (one: unknown) => textAt(one, "external_id")?.startsWith(`${ours.slice(0, ours.lastIndexOf("."))}.`) === true,
  );
  const found: unknown = own.find(isOpen) ?? own[0] ?? earlier.find(isOpen);
  const id = numberAt(found, "id");
  return id === undefined ? { kind: "none" } : { kind: isOpen(found) ? "open" : "ended", id };
}

/** A rejection is about the permission, or about a token that is not that of a job: only those can have check runs. */
function explained(failure: GithubFailure): GithubFailure {
  const refused = failure.status === 403 && failure.limitedMs === undefined;
  return refused ? { ...failure, permissionHint: permissionLines("checks=write") } : failure;
}

function outputOf({ headline: { title, text }, summary }: CheckRunReport): {
  readonly title: string;
  readonly summary: string;
} {
  const whole = String(summary);
  const fits = Buffer.byteLength(whole) <= MAX_SUMMARY_BYTES;
  return {
    title: plainLine(title).slice(0, MAX_TITLE_CHARS),
    summary: fits ? whole : String(markdown`${text.slice(0, MAX_TEXT_CHARS)}`),
  };
}

/** Whether an error names a line of a file within the repository, as a path from its root. */
function isInRepository({ file, line, column }: BuildError): boolean {
  const isPlace = [line, column ?? 1].every((number) => Number.isInteger(number) && number >= 1 && number < 2 ** 31);
  const isPath = plainLine(file) === file && !/[\\:]/.test(file) && file.length <= 1024;
  return isPlace && isPath && file.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

function annotationOf({ file, line, column, message }: BuildError) {
  return {
    path: file,
    start_line: line,
    end_line: line,
    ...(column === undefined ? {} : { start_column: column, end_column: column }),
    annotation_level: "failure" as const,
    title: "Build error",
    message: plainLine(message).slice(0, MAX_MESSAGE_CHARS).toWellFormed() || "Build error",
  };
}

/** Keeps one check run in step with a run's rows. */
export type CheckRunWriter = ReturnType<typeof createCheckRunWriter>;

/** @param mayExist An earlier process of this run may have opened it. */
export function createCheckRunWriter(mayExist: boolean) {
  let opened: CheckRunOutcome | undefined;
  let isOpen = mayExist;

  /** @param report Undefined while the deployment has not ended. */
  async function writeRow(
    github: Github,
    row: CommentRow,
    report: CheckRunReport | undefined,
    context: CallContext,
  ): Promise<CheckRunOutcome> {
    const { commitSha: sha, siteId, runId, runAttempt } = row;
    const detailsUrl = row.logUrl ?? row.runUrl;
    const place = { sha, name: `Preview of ${row.site}`, siteId, runId, runAttempt, detailsUrl };
    if (opened?.kind === "failed" && isFinal(opened)) return opened;
    if (report === undefined) {
      if (opened?.kind === "done") return opened;
      // Before it leaves: it may arrive although no response does.
      isOpen = true;
      opened = await openCheckRun(github, place, context);
    } else {
      const id = opened?.kind === "done" ? opened.checkRunId : undefined;
      const mayExist = isOpen || runAttempt > 1;
      isOpen = true;
      opened = await endCheckRun(github, place, report, { context, id, mayExist });
      if (opened.kind === "done") isOpen = false;
    }
    if (opened.kind === "failed" && isFinal(opened)) isOpen = false;
    return opened;
  }
  return {
    write: writeRow,
    /** Whether a check run may be on GitHub that has not ended. */
    isOpen: () => isOpen,
  };
}

/** GitHub has refused, and would again. */
function isFinal({ status = 500, limitedMs }: Extract<CheckRunOutcome, { readonly kind: "failed" }>): boolean {
  return status >= 400 && status < 500 && limitedMs === undefined;
}

/** A check run passes only with a preview that is ready; what says neither is neutral. */
const CONCLUSIONS: Readonly<
  Record<
    Outcome["kind"],
    (step: CheckRunReport["conclusion"]) => Extract<Fields, { status: "completed" }>["conclusion"]
  >
> = {
  ready: () => "success",
  accepted: () => "neutral",
  failed: () => "failure",
  refused: () => "failure",
  lost: () => "failure",
  canceled: () => "cancelled",
  stopped: () => "cancelled",
  timed_out: (step) => (step === "pass" ? "neutral" : "timed_out"),
};
