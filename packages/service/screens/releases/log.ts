import { isTerminal, LOG_STREAMS, LogEvent, logLineText, type LogStream } from "@greenroom/contract";
import Anser, { type AnserJsonEntry } from "anser";
import type { ServiceContext } from "../../context.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { looksLikeError } from "../../pipeline/steps/read-errors.ts";
import { type DeploymentView, errorsOf } from "../../store/deployments/deployments.ts";
import { duration, segments, withCount } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { deploymentOf } from "../screen.ts";

/** The newest events are rendered, since a log ends with why the build failed. */
const SHOWN_EVENTS = 2_000;

const SHOWN_LINES = 5_000;

interface LogLine {
  readonly n: number;
  readonly at: string;
  readonly text: string;
  readonly level: "info" | "warn" | "error";
  /** Whether the service itself says it. */
  readonly own: boolean;
}

interface Step {
  readonly name: string;
  readonly lines: LogLine[];
}

export interface LogView {
  readonly steps: readonly Step[];
  readonly lastSeq: number;
  /** Whether earlier lines are omitted. */
  readonly cut: boolean;
}

export async function readLog(
  context: ServiceContext,
  { id, last_event_seq: last }: DeploymentView,
  after = 0,
): Promise<LogView> {
  const afterSeq = Math.max(after, last - SHOWN_EVENTS);
  const events = await context.history.read(id, { afterSeq, limit: SHOWN_EVENTS });
  const batches = batchesOf(events);
  const count = batches.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    steps: stepsOf(batches, Math.max(0, count - SHOWN_LINES)),
    lastSeq: events.at(-1)?.seq ?? afterSeq,
    cut: afterSeq > after || count > SHOWN_LINES,
  };
}

function batchesOf(events: readonly { readonly type: string; readonly data: string }[]): LogEvent[] {
  const logged = events.filter(({ type }) => type === "log");
  return logged.flatMap(({ data }) => LogEvent.safeParse(JSON.parse(data)).data ?? []);
}

/** What the service says in between belongs to the step that it is about. */
function stepsOf(batches: readonly LogEvent[], omitted: number): Step[] {
  const steps: Step[] = [];
  let left = omitted;
  for (const { stream, lines } of batches) {
    const kept = lines.slice(Math.min(left, lines.length)).map((line) => readLine(stream, line));
    left -= Math.min(left, lines.length);
    const current = steps.at(-1);
    if (current !== undefined && (stream === "system" || stream === current.name)) current.lines.push(...kept);
    else if (kept.length > 0) steps.push({ name: stream, lines: kept });
  }
  return steps;
}

function readLine(stream: string, line: LogEvent["lines"][number]): LogLine {
  const text = logLineText(line);
  const level = line.level === undefined || line.level === "info" ? levelOf(text) : line.level;
  return { n: line.n, at: line.at, text, level, own: stream === "system" };
}

const WARNING = /^(?:\s|\u001b\[[\d;]*m)*(?:npm warn|\[?warn(?:ing)?\b)/i;

function levelOf(text: string): LogLine["level"] {
  if (WARNING.test(text)) return "warn";
  return looksLikeError(plainText(text)) ? "error" : "info";
}

export function logPart(row: DeploymentView, log: LogView): Html {
  const ended = isTerminal(row.status);
  const path = `/app/deployments/${row.id}`;
  const errorLine = errorsOf(row)[0]?.logLine;
  return html`<div class="heading log-heading">
      <h2 id="log-title">Log</h2>
      <div class="row log-tools" id="log-tools">
        ${errorLine !== undefined && html`<a class="button secondary small" href="#L${errorLine}">First error</a>`}
        ${!ended && html`<button type="button" class="secondary small" id="follow" aria-controls="log" hidden>Pause</button>`}
        ${levels(log)}
        <input type="search" id="log-search" placeholder="Search the log" aria-label="Search the log" aria-keyshortcuts="/" hidden />
        <output class="dim" id="log-count" for="log-search"></output>
        <button type="button" class="secondary small" id="log-copy" title="The lines whose numbers were clicked, with Shift up to another" hidden>Copy as Markdown</button>
        <button type="button" class="secondary small" id="log-wrap" aria-pressed="true" hidden>Wrap</button>
        <button type="button" class="secondary small" id="log-full" hidden>Full screen</button>
        <a class="button secondary small" href="${path}/log.txt" download>Download</a>
      </div>
    </div>
    ${log.cut && html`<p class="hint">This is the end of a long log; the download has all of it.</p>`}
    <div
      class="log"
      id="log"
      tabindex="0"
      role="log"
      aria-labelledby="log-title"
      ${!ended && html` data-events="${path}/events" data-lines="${path}/log" data-after="${log.lastSeq}"`}
    >
      ${renderSteps(log, { row, errorLine })}
    </div>
    ${
      !ended &&
      html`<noscript
        ><p class="hint">The deployment is running: <a href="${path}">reload this page</a> to see new lines.</p></noscript
      >`
    }`;
}

function levels({ steps }: LogView): Html | undefined {
  const count = (wanted: string): number =>
    steps.flatMap(({ lines }) => lines.filter(({ level }) => level === wanted)).length;
  const [warnings, errors] = [count("warn"), count("error")];
  if (warnings + errors === 0) return undefined;
  const options = [
    ["all", "All"],
    ...(warnings > 0 ? [["warn", withCount("Warnings", warnings)] as const] : []),
    ...(errors > 0 ? [["error", withCount("Errors", errors)] as const] : []),
  ] as const;
  return html`<form aria-label="Lines to show">
    ${segments({ name: "level", legend: "Lines to show", options, class: "levels" })}
  </form>`;
}

interface LogContext {
  readonly row: Pick<DeploymentView, "status" | "started_at" | "created_at" | "finished_at">;
  readonly errorLine: number | undefined;
}

const STEP_TITLES: Readonly<Record<LogStream, string>> = {
  clone: "Clone",
  install: "Install",
  build: "Build",
  publish: "Publish",
  system: "Prepare",
};

export function stepTitle(name: string): string {
  const stream = LOG_STREAMS.find((one) => one === name);
  return stream === undefined ? name : STEP_TITLES[stream];
}

function renderSteps({ steps }: LogView, { row, errorLine }: LogContext): Html[] {
  const ended = isTerminal(row.status);
  return steps.map(({ name, lines }, index) => {
    const isLast = index === steps.length - 1;
    const holdsError = lines.some(({ n }) => n === errorLine);
    const open = !ended || holdsError || (row.status !== "ready" && isLast && errorLine === undefined);
    const from = lines[0]?.at ?? "";
    // The page's script says how long a step took once the next one begins.
    const until = steps[index + 1]?.lines[0]?.at ?? (ended ? row.finished_at : null);
    const errors = lines.filter(({ level }) => level === "error").length;
    return html`<details class="step" data-step="${name}"${steps.findIndex((one) => one.name === name) === index && html` id="step-${name}"`}${open && html` open`}>
        <summary>
          <span class="name">${stepTitle(name)}</span>
          ${errors > 0 && html`<span class="errors">${counted(errors, "error")}</span>`}
          <span class="took" data-from="${from}">${duration(from, until)}</span>
        </summary>
        ${lines.map((line) => renderLine(line, { from: row.started_at ?? row.created_at, errorLine }))}
      </details>`;
  });
}

function renderLine(
  { n, at, text, level, own }: LogLine,
  { from, errorLine }: { readonly from: string; readonly errorLine: number | undefined },
): Html {
  const classes = ["line", level, own && "own", n === errorLine && "first-error"].filter((name) => name !== false);
  return html`<div class="${classes.join(" ")}" id="L${n}">
    <a class="n" href="#L${n}" aria-label="Line ${n}">${n}</a
    ><time datetime="${at}" title="${at}">${offset(from, at)}</time
    ><span class="text">${coloured(text)}</span>
  </div>`;
}

function offset(from: string, at: string): string {
  const tenths = Math.max(0, Math.round((Date.parse(at) - Date.parse(from)) / 100));
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${seconds}`;
}

/** Whatever moves the cursor, sets a title and so on means nothing in a page; colours are kept. [ECMA-48 §5.4] */
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;
const COLOURS = /^\u001b\[[\d;]*m$/;

const CLASS = /^ansi-(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white)$/;

export function plainText(text: string): string {
  return text.replaceAll(ESCAPE_SEQUENCES, "");
}

function coloured(text: string): readonly Html[] {
  const kept = text.replaceAll(ESCAPE_SEQUENCES, (sequence) => (COLOURS.test(sequence) ? sequence : ""));
  const parts = Anser.ansiToJson(kept, { json: true, remove_empty: true, use_classes: true });
  return parts.map(colouredPart);
}

function colouredPart({ content, fg, decorations }: AnserJsonEntry): Html {
  const classes = [
    ...(CLASS.test(fg) ? [fg] : []),
    ...decorations.filter((name) => name === "bold" || name === "dim" || name === "italic" || name === "underline"),
  ];
  return classes.length === 0 ? html`${content}` : html`<span class="${classes.join(" ")}">${content}</span>`;
}

export async function showNewLines(request: MemberRequest): Promise<Response> {
  const { context, c } = request;
  const row = await deploymentOf(request);
  const after = /^\d{1,9}$/.test(c.req.query("after") ?? "") ? Number(c.req.query("after")) : 0;
  const log = await readLog(context, row, after);
  const steps = renderSteps(log, { row: { ...row, status: "building" }, errorLine: undefined });
  return c.html(html`<div data-after="${log.lastSeq}">${steps}</div>`);
}

export async function downloadLog(request: MemberRequest): Promise<Response> {
  const { context, c } = request;
  const row = await deploymentOf(request);
  const parts: string[] = [];
  for (let afterSeq = 0; afterSeq < row.last_event_seq;) {
    const events = await context.history.read(row.id, { afterSeq, limit: SHOWN_EVENTS });
    const last = events.at(-1);
    if (last === undefined) break;
    afterSeq = last.seq;
    for (const { stream, lines } of batchesOf(events)) {
      for (const line of lines) parts.push(`${line.at} ${stream} ${plainText(logLineText(line))}\n`);
    }
  }
  return c.body(parts.join(""), 200, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Disposition": `attachment; filename="${row.id}.log"`,
  });
}
