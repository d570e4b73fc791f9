import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClientError } from "../../packages/client/errors.ts";
import type { FollowEvent } from "../../packages/client/follow.ts";
import { savePostState } from "../../src/action-process.ts";
import { type CommentRow, marker, storedText } from "../../src/github/comment/data.ts";
import { commentOutputs, upsertComment } from "../../src/github/comment/upsert.ts";
import { createRecordWriter } from "../../src/github/deployment-record.ts";
import { classifyError, warnOfFailure } from "../../src/github/failure.ts";
import type { Github } from "../../src/github/octokit.ts";
import { type Runner, createRunner } from "../../src/github/runner.ts";
import { readTrigger } from "../../src/github/trigger.ts";
import { log, safeAddress } from "../../src/github/untrusted-text.ts";
import { InputReader } from "../../src/inputs.ts";
import { writeOutputs, writeReport } from "../../src/messages.ts";
import { createBuildLog } from "../../src/preview/build-log.ts";
import { followedOutcome, type Outcome } from "../../src/preview/outcome.ts";
import { acceptedOutputs, OUTPUT_NAMES, report } from "../../src/preview/report.ts";
import { phoneSummary } from "../../src/preview/summary.ts";
import { report as releaseReport } from "../../src/production/report.ts";
import { type ApprovalLink, approvalLink, publicUrl } from "../../src/service-url.ts";
import { replaceProcess } from "../github/process.ts";
import { scriptedOctokit, type ScriptedRequest, type ScriptedResponse } from "../github/scripted-octokit.ts";
import { GITHUB_TOKEN, TOKEN } from "./strings.ts";

/** Every place where text enters an action, with a word that does no harm. */
export const ACTION_ENTRIES = {
  branch: "feature/autumn",
  "site id": "0198a5c4-0000-7000-8000-000000000001",
  "site name of another job's row": "docs",
  "id of another job's row": "site-b",
  "status of another job's row": "ready",
  "note of another job's row": "Waits.",
  "excerpt of another job's row": "npm ERR!",
  "error of another job's row": "build_failed",
  "addresses of another job's row": "https://docs.preview.example/",
  "run address of another job's row": "https://github.com/o/r/actions/runs/1",
  "deployment id": "dep_1",
  "commit of the record": "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d",
  "created at": "2026-11-20T10:00:00Z",
  "status of the stream": "warming",
  "time of a status": "2026-11-20T10:00:00Z",
  "name of a pipeline step": "build",
  "log line": "npm run build",
  "compiler's error": "';' expected",
  "name of an unknown event": "beat",
  "why lines are missing": "The stream broke.",
  "error code": "build_failed",
  "error message": "The build ended with exit code 1",
  "preview address": "https://dep.preview.example/",
  "approval address": "https://service.example/approve/1",
  "approval request id": "apr_1",
  "words of the tool": "No such tool",
  "code of the tool": "mcp_tool_missing",
  "code of an error": "forbidden_role",
  "title of the pull request": "Autumn",
  "name of the fork": "o/r",
  "login of the sender": "octocat",
  "GitHub's words": "Resource not accessible by integration",
  "GitHub's permissions header": "deployments=write",
  "GitHub's address of the comment": "https://github.com/o/r/pull/7#issuecomment-101",
  "login of a comment's author": "github-actions[bot]",
  "body of a person's comment": "Nice.",
  "name of the environment": "preview",
  "a wrong input": "maybe",
  "requester of the release": "Ada",
  "notes of the decision": "Not yet.",
  "until when": "2026-11-27T10:00:00Z",
  "production address": "https://docs.example/",
} as const;

/** Name of a place where text enters. */
export type ActionEntry = keyof typeof ACTION_ENTRIES;

/** A text at every entry. */
export type ActionWorld = Readonly<Record<ActionEntry, string>>;

export interface ActionExits {
  readonly log: string;
  readonly outputs: string;
  readonly state: string;
  readonly env: string;
  readonly summary: string;
  /** Bodies of the comments as they were sent. */
  readonly comments: readonly string[];
  /** Bodies of everything else that was sent to GitHub. */
  readonly sent: readonly Readonly<Record<string, unknown>>[];
  /** Values the action gave to others by name, such as addresses. */
  readonly addresses: readonly string[];
}

/** Names that the file of outputs can hold. */
export const OUTPUTS: readonly string[] = [...OUTPUT_NAMES, "source-deployment-id", "production-url", "waits-for"];

const RUN = { id: 100, attempt: 1, url: "https://github.com/o/r/actions/runs/100/attempts/1" };
const BASE_URL = new URL("https://service.example/");
const HEAD = "5e1f".repeat(10);
const NOW = Date.parse("2026-11-20T12:00:00Z");

const context = () => ({
  clock: { now: () => NOW, monotonic: () => NOW, sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
  random: () => 0,
});

/** The exits of one run, written as the runner gives them. */
export class ActionHarness implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "greenroom-hostile-"));

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Lets a world through the actions' own parts, from what comes in to what goes out. */
  async run(world: ActionWorld): Promise<ActionExits> {
    const files = { GITHUB_OUTPUT: "output", GITHUB_STATE: "state", GITHUB_ENV: "env", GITHUB_STEP_SUMMARY: "summary" };
    const paths = Object.entries(files).map(([name, file]) => [name, join(this.#folder, file)] as const);
    for (const [, path] of paths) writeFileSync(path, "");
    const stdout = collector();
    using _process = replaceProcess({ env: { ...Object.fromEntries(paths), GITHUB_ACTIONS: "true" }, stdout });
    const runner = createRunner(process);
    for (const secret of [TOKEN, GITHUB_TOKEN]) runner.mask(secret);
    const standIn = new StandIn(world);
    const github = scriptedOctokit((request) => standIn.respond(request), [TOKEN, GITHUB_TOKEN]);
    const source = { siteId: world["site id"], deploymentId: world["deployment id"] };
    const approvals = [
      await approvalLink(LINK, source, () => offer(world)),
      await approvalLink(LINK, source, () =>
        Promise.reject(toolError(world["code of the tool"], world["words of the tool"])),
      ),
    ];
    await preview(world, { runner, github, approvals });
    release(world, runner, approvals);
    const read = (name: keyof typeof files): string => readFileSync(join(this.#folder, files[name]), "utf8");
    return {
      log: stdout.text(),
      outputs: read("GITHUB_OUTPUT"),
      state: read("GITHUB_STATE"),
      env: read("GITHUB_ENV"),
      summary: read("GITHUB_STEP_SUMMARY"),
      ...standIn.left(),
    };
  }
}

interface Hands {
  readonly runner: Runner;
  readonly github: Github;
  readonly approvals: readonly ApprovalLink[];
}

async function preview(world: ActionWorld, { runner, github, approvals }: Hands): Promise<void> {
  const trigger = readTrigger({ GITHUB_EVENT_NAME: "pull_request", GITHUB_REPOSITORY: "o/r" }, payloadOf(world));
  for (const problem of trigger.problems) runner.info(log`${problem}`);
  runner.info(log`Commit of ${trigger.head?.branch ?? ""}`);
  const reader = new InputReader(() => world["a wrong input"]);
  reader.flag("wait", true);
  for (const sentence of reader.problems) runner.warning(log`${sentence}`);
  await showLog(world, runner);
  const deployment = recordOf(world);
  const facts = {
    baseUrl: BASE_URL,
    siteId: world["site id"],
    site: "docs",
    commitSha: world["commit of the record"],
    run: RUN,
  };
  savePostState(runner, { facts, deployment });
  const accepted = { deployment, reused: false, attempt: 1 };
  writeOutputs(runner, acceptedOutputs(accepted));
  const lines = logOf(world);
  for (const [index, outcome] of outcomesOf(world).entries()) {
    const final = report({
      outcome,
      inputs: { site: "docs", timeoutMs: 60_000, onTimeout: "fail" },
      commitSha: HEAD,
      branch: world.branch,
      accepted,
      approval: approvals[index % 2],
      times: { queuedSeconds: 1, buildSeconds: 2 },
      previous: undefined,
      log: lines,
      facts,
    });
    writeReport(runner, final);
    const phone = outcome.kind === "ready" ? await phoneSummary(outcome.previewUrl) : undefined;
    if (phone !== undefined) runner.appendSummary(phone);
    // The rows of the others hold nothing that those of the first two do not.
    if (final.row !== undefined && index < 2) await announce(final.row, { world, runner, github });
  }
}

const LINK = { approval: "link", approvalUrl: undefined, baseUrl: BASE_URL, mcpUrl: new URL("mcp", BASE_URL) } as const;

function offer(world: ActionWorld): Promise<{ webApprovalUrl: string; requestId: string }> {
  return Promise.resolve({ webApprovalUrl: world["approval address"], requestId: world["approval request id"] });
}

function toolError(code: string, message: string): ClientError {
  const rest = { hint: "Ask on the web.", retry: "never", outcomeUnknown: false } as const;
  return new ClientError({ kind: "refused", code, message, ...rest });
}

function outcomesOf(world: ActionWorld): readonly Outcome[] {
  const deployment = recordOf(world);
  const end = (status: "ready" | "failed") =>
    followedOutcome(
      { kind: "terminal", status, deployment: { ...deployment, status } },
      publicUrl(deployment.previewUrl, BASE_URL),
    );
  const failure = { code: world["code of an error"], message: world["error message"], hint: "" };
  return [end("ready"), end("failed"), { kind: "timed_out", deployment }, { kind: "refused", deployment, failure }];
}

function recordOf(world: ActionWorld) {
  return {
    id: world["deployment id"],
    status: "building",
    createdAt: world["created at"],
    commitSha: world["commit of the record"],
    previewUrl: world["preview address"],
    error: { code: world["error code"], message: world["error message"] },
  };
}

function logOf(world: ActionWorld): string[] {
  return [`src/a.ts(1,2): error TS1005: ${world["compiler's error"]}`, "between", world["log line"]];
}

async function showLog(world: ActionWorld, runner: Runner): Promise<void> {
  const build = createBuildLog("stream", runner);
  const events: FollowEvent[] = [
    { kind: "status", status: world["status of the stream"], at: world["time of a status"] },
    { kind: "log", stream: world["name of a pipeline step"], lines: logOf(world) },
    { kind: "unknown", what: "event", name: world["name of an unknown event"] },
    { kind: "gap", why: world["why lines are missing"] },
    { kind: "error", error: toolError(world["code of an error"], world["error message"]) },
  ];
  for (const event of events) build.write(event);
  await build.finish(new AbortController().signal);
}

interface Announcing {
  readonly world: ActionWorld;
  readonly runner: Runner;
  readonly github: Github;
}

async function announce(row: CommentRow, { world, runner, github }: Announcing): Promise<void> {
  const opening = {
    sha: row.commitSha,
    environment: world["name of the environment"],
    siteId: row.siteId,
    runId: RUN.id,
    runAttempt: RUN.attempt,
    pullNumber: 7,
  };
  await createRecordWriter()(github, { opening, row }, context());
  const write = { pullNumber: 7, group: "previews", row } as const;
  const written = await upsertComment(github, write, context());
  writeOutputs(runner, commentOutputs(written));
  const headers = { "x-accepted-github-permissions": world["GitHub's permissions header"] };
  const response = { status: 403, headers, data: { message: world["GitHub's words"] } };
  const request = { doing: "write a comment", tries: 1, nowMs: NOW, forge: "github" } as const;
  for (const error of [{ response }, new Error(world["GitHub's words"])]) {
    warnOfFailure({ runner, trigger: request }, "the comment", classifyError(error, request));
  }
}

function release(world: ActionWorld, runner: Runner, [approval]: readonly ApprovalLink[]): void {
  const request = {
    url: approval?.kind === "link" ? approval.url : undefined,
    requestId: world["approval request id"],
    prepared: false,
    requestedBy: world["requester of the release"],
    expiresAt: world["until when"],
    noUrlReason: world["words of the tool"],
  };
  const source = recordOf(world);
  const state = {
    site: "docs",
    siteId: world["site id"],
    source,
    previewUrl: safeAddress(world["preview address"], { allowLoopbackHttp: false }),
    current: { live: source, inProgress: undefined },
    onPending: "pass",
    nowMs: NOW,
  } as const;
  const productionUrl = safeAddress(world["production address"], { allowLoopbackHttp: false });
  const failure = { code: world["error code"], message: world["error message"], hint: "" };
  const outcomes = [
    { kind: "approval_pending", request },
    { kind: "rejected", request, notes: world["notes of the decision"] },
    { kind: "ready", deployment: source, productionUrl, already: false },
    { kind: "failed", deployment: source, failure },
  ] as const;
  for (const outcome of outcomes) {
    const final = releaseReport(outcome, state);
    writeReport(runner, final);
  }
}

function payloadOf(world: ActionWorld): unknown {
  const repo = { id: 1, full_name: world["name of the fork"] };
  return {
    action: world["title of the pull request"],
    number: 7,
    pull_request: {
      number: 7,
      title: world["title of the pull request"],
      state: world["title of the pull request"],
      user: { login: world["login of the sender"] },
      head: { sha: HEAD, ref: world.branch, repo },
      base: { ref: world.branch, repo },
    },
    repository: repo,
    sender: { login: world["login of the sender"] },
  };
}

/** GitHub as far as these parts call it, with untrusted text in every response. */
class StandIn {
  readonly #world: ActionWorld;
  readonly #comments: { id: number; body: string; user: object }[];
  readonly #bodies: string[] = [];
  readonly #sent: Readonly<Record<string, unknown>>[] = [];
  readonly #addresses: string[] = [];

  constructor(world: ActionWorld) {
    this.#world = world;
    const bot = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };
    const person = { login: world["login of a comment's author"], id: 5, type: "User" };
    this.#comments = [
      { id: 99, body: world["body of a person's comment"], user: person },
      { id: 101, body: `${String(marker("previews"))}\n${otherRow(world)}`, user: bot },
    ];
  }

  left(): Pick<ActionExits, "comments" | "sent" | "addresses"> {
    return { comments: this.#bodies, sent: this.#sent, addresses: this.#addresses };
  }

  respond({ method, path, body }: ScriptedRequest): ScriptedResponse {
    const id = Number(/\/issues\/comments\/(\d+)$/.exec(path)?.[1] ?? "101");
    const comment = this.#comments.find((one) => one.id === id);
    if (path.includes("/deployments")) {
      if (method !== "GET") this.#sent.push(body);
      for (const name of ["environment_url", "log_url"]) this.#note(body[name]);
      return respond(method === "GET" ? [] : { id: 1, url: this.#world["GitHub's address of the comment"] });
    }
    if (method === "GET" && path.endsWith("/comments")) return respond(this.#comments.map((one) => this.#shown(one)));
    const text = body["body"];
    if (method === "PATCH" && typeof text === "string" && comment !== undefined) {
      this.#bodies.push(text);
      comment.body = text;
    }
    if (method === "POST" || method === "DELETE") throw new Error(`${method} ${path}: the comment is there already`);
    return respond(comment === undefined ? {} : this.#shown(comment));
  }

  #note(value: unknown): void {
    if (typeof value === "string") this.#addresses.push(value);
  }

  #shown(comment: object): object {
    return { ...comment, updated_at: "2026-11-20T11:59:00Z", html_url: this.#world["GitHub's address of the comment"] };
  }
}

/** A row that another job, or a person who can edit the bot's comments, left in the comment. */
function otherRow(world: ActionWorld): string {
  const row: CommentRow = {
    siteId: world["id of another job's row"],
    site: world["site name of another job's row"],
    status: world["status of another job's row"] === "ready" ? "failed" : world["status of another job's row"],
    note: world["note of another job's row"],
    commitSha: HEAD,
    excerpt: [world["excerpt of another job's row"]],
    error: { code: world["error of another job's row"], message: world["error of another job's row"] },
    previewUrl: world["addresses of another job's row"],
    approvalUrl: world["addresses of another job's row"],
    logUrl: world["addresses of another job's row"],
    runUrl: world["run address of another job's row"],
    runId: 1,
    runAttempt: 1,
    createdAt: world["created at"],
  };
  return String(storedText({ group: "previews", createdByRun: 1, rows: [row] }));
}

function respond(body: unknown): ScriptedResponse {
  return { status: 200, body };
}

function collector() {
  const chunks: string[] = [];
  return {
    writableNeedDrain: false,
    write: (chunk: string) => chunks.push(chunk) > 0,
    once: () => undefined,
    off: () => undefined,
    on: () => undefined,
    text: () => chunks.join(""),
  };
}
