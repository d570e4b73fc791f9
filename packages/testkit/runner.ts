import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timeoutSignal } from "@greenroom/contract/clock";
import { readActionFile, stepInputs } from "./runner/action-file.ts";
import { CommandFileError, parseCommandFile } from "./runner/commands.ts";
import { githubContext, runContext, stepEnvironment, type RunContext, type StepPaths } from "./runner/environment.ts";
import {
  RUNNER_GRACE,
  runStepProcess,
  type Ended,
  type Grace,
  type StartStep,
  type StepProcess,
} from "./runner/process.ts";
import { createMasks, createStepLog, type Annotation, type Masks, type ShownLine } from "./runner/step-log.ts";

const MAX_SUMMARY_BYTES = 1024 * 1024;
const JOB_TIMEOUT_MS = 6 * 60 * 60 * 1000;
const POST_TIMEOUT_MS = 5 * 60 * 1000;

/** One step `uses:` an action. */
export interface ActionRun {
  readonly actionYml: string;
  /** Path of another entry than the file names. */
  readonly main?: string;
  /** Values under `with:`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** What the run knows better than its event; `apiUrl` and `token` above all. */
  readonly context?: Partial<RunContext>;
  /** More variables of the job, such as a proxy. */
  readonly env?: Readonly<Record<string, string>>;
  /** GITHUB_WORKSPACE; an empty folder unless given. */
  readonly workspace?: string;
  /** Secrets of the workflow, hidden from the first line on. */
  readonly secrets?: readonly string[];
  /** Cancels the job as the button on GitHub does. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly grace?: Grace;
  /** Path of the node that runs the action. */
  readonly node?: string;
  readonly onLine?: (line: ShownLine) => void;
  /** Called when the main entry runs, so that a test can kill it. */
  readonly onStart?: (process: StepProcess) => void;
}

interface StepResult extends Ended {
  readonly conclusion: "success" | "failure" | "cancelled";
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Lines as the log shows them, secrets hidden. */
  readonly stdoutLines: readonly string[];
  readonly shown: readonly ShownLine[];
  /** Lines as the process wrote them, secrets included. */
  readonly rawLines: readonly string[];
  readonly annotations: readonly Annotation[];
  readonly matchers: readonly string[];
  /** What fails a step whatever its exit code. */
  readonly failures: readonly string[];
  readonly stoppedAtEnd: boolean;
}

/** What an action did: its main entry, then its post entry. */
export interface ActionResult extends StepResult {
  readonly masks: readonly string[];
  /** Outputs a job could not pass on, since they contain something masked. */
  readonly droppedOutputs: readonly string[];
  readonly post: StepResult | undefined;
}

/** A failing action is a result, not an exception. @see actions/runner, NodeScriptActionHandler.cs */
export async function runAction(run: ActionRun, start: StartStep = runStepProcess): Promise<ActionResult> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-runner-"));
  try {
    return await runIn(folder, run, start);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, run: ActionRun, start: StartStep): Promise<ActionResult> {
  const action = await readActionFile(run.actionYml);
  const context = runContext(run.event, run.context ?? {});
  const workspace = run.workspace ?? (await subfolder(folder, "work"));
  const github = githubContext(context, workspace);
  const inputs = stepInputs(action, run.inputs, { ...github, event: run.event.payload });
  const masks = createMasks();
  [context.token, ...(run.secrets ?? [])].forEach(masks.add);
  const step = { folder, run, start, github, workspace, masks, inputEnv: inputs.env };
  const main = await runStep(step, {
    name: "main",
    entry: run.main ?? action.main,
    state: {},
    warnings: inputs.warnings,
    signal: timeoutSignal(run.timeoutMs ?? JOB_TIMEOUT_MS, run.signal),
  });
  // The post entry is not signalled by the cancel that ended the main one: it has five minutes.
  const post =
    action.post !== undefined && postWanted(action.postIf, main)
      ? await runStep(step, {
          name: "post",
          entry: action.post,
          state: main.state,
          warnings: [],
          signal: AbortSignal.timeout(POST_TIMEOUT_MS),
        })
      : undefined;
  const droppedOutputs = Object.entries(main.outputs)
    .filter(([, value]) => masks.hide(value) !== value)
    .map(([name]) => name);
  return { ...main, masks: masks.values, droppedOutputs, post };
}

interface Step {
  readonly folder: string;
  readonly run: ActionRun;
  readonly start: StartStep;
  readonly github: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly masks: Masks;
  readonly inputEnv: Readonly<Record<string, string>>;
}

interface Entry {
  readonly name: "main" | "post";
  readonly entry: string;
  readonly state: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
}

async function runStep(step: Step, entry: Entry): Promise<StepResult> {
  const { run, masks } = step;
  const paths = await prepare(step, entry.name);
  const log = createStepLog(masks, run.onLine ?? (() => undefined));
  for (const text of entry.warnings) log.say({ kind: "warning", text });
  const state = Object.entries(entry.state).map(([name, value]) => [`STATE_${name}`, value] as const);
  const ended = await step.start({
    node: run.node ?? process.execPath,
    entry: entry.entry,
    cwd: step.workspace,
    env: {
      ...stepEnvironment(step.github, paths),
      ...run.env,
      ...step.inputEnv,
      ...Object.fromEntries(state),
    },
    grace: run.grace ?? RUNNER_GRACE,
    signal: entry.signal,
    onLine: log.take,
    onStart: entry.name === "main" ? run.onStart : undefined,
  });
  const failures = [...log.failures];
  const read = (path: string): Promise<ReadonlyMap<string, string>> => readValues(path, failures);
  const outputs = new Map([...log.outputs, ...(await read(paths.output))]);
  const saved = new Map([...log.state, ...(await read(paths.state))]);
  const env = await read(paths.env);
  const summary = await readSummary(paths.summary);
  for (const text of failures) log.say({ kind: "error", text });
  // An over-long summary is not shown, and the step ends as it would have.
  if (summary === undefined)
    log.say({ kind: "error", text: `$GITHUB_STEP_SUMMARY is over ${MAX_SUMMARY_BYTES} bytes` });
  const failed = ended.exitCode !== 0 || failures.length > 0;
  return {
    ...ended,
    conclusion: entry.signal.aborted ? "cancelled" : failed ? "failure" : "success",
    outputs: Object.fromEntries(outputs),
    state: Object.fromEntries(saved),
    env: Object.fromEntries(env),
    summary: summary ?? "",
    stdoutLines: log.shown.map((line) => line.text),
    shown: log.shown,
    rawLines: log.raw,
    annotations: log.annotations,
    matchers: log.matchers,
    failures,
    stoppedAtEnd: log.stopped(),
  };
}

async function prepare({ folder, run }: Step, name: string): Promise<StepPaths> {
  const temp = await subfolder(folder, `${name}-temp`);
  const home = await subfolder(folder, "home");
  const file = async (fileName: string, content: string): Promise<string> => {
    const path = join(temp, fileName);
    await writeFile(path, content);
    return path;
  };
  return {
    temp,
    home,
    event: await file("event.json", JSON.stringify(run.event.payload, undefined, 2)),
    output: await file("set_output", ""),
    state: await file("save_state", ""),
    summary: await file("step_summary", ""),
    env: await file("set_env", ""),
    path: await file("add_path", ""),
  };
}

async function subfolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

async function readValues(path: string, failures: string[]): Promise<ReadonlyMap<string, string>> {
  try {
    return parseCommandFile(await readFile(path, "utf8"));
  } catch (error) {
    if (!(error instanceof CommandFileError)) throw error;
    failures.push(error.message);
    return new Map();
  }
}

async function readSummary(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8");
  return Buffer.byteLength(text) <= MAX_SUMMARY_BYTES ? text : undefined;
}

function postWanted(condition: string, main: StepResult): boolean {
  const wanted: Readonly<Record<string, boolean>> = {
    "always()": true,
    "success()": main.conclusion === "success",
    "failure()": main.conclusion === "failure",
    "cancelled()": main.conclusion === "cancelled",
    "!cancelled()": main.conclusion !== "cancelled",
  };
  const key = condition.replace(/^\$\{\{\s*|\s*\}\}$/g, "");
  const value = wanted[key];
  if (value === undefined) throw new Error(`The runner here cannot evaluate post-if '${condition}'; use always().`);
  return value;
}
