import { join } from "node:path";
import { createClient } from "@greenroom/client/client";
import { pullRequestEvent, startGithub } from "@greenroom/testkit/github";
import type { Github } from "@greenroom/testkit/github";
import { fullName } from "@greenroom/testkit/github/repository";
import { loadSavedState, saveState } from "@greenroom/testkit/github/state";
import type { SampleRepository } from "@greenroom/testkit/repository";
import { runAction } from "@greenroom/testkit/runner";
import type { ActionResult } from "@greenroom/testkit/runner";
import type { ShownLine } from "@greenroom/testkit/runner/step-log";
import type { RunningService } from "@greenroom/testkit/service";
import { USER_AGENT } from "../context.ts";
import { EXITS } from "../errors.ts";
import type { CommandProcess, Interruption } from "../process.ts";
import type { DemoFolders } from "./data-folder.ts";
import { authenticatorCode, demoResult, type DemoResult, fetchPreview, showResult } from "./result.ts";
import type { Screen, Style } from "./screen.ts";
import { createOrFindSite, type DemoSite } from "./site.ts";

const PULL_NUMBER = 7;
const ACTION_TIMEOUT_MINUTES = 10;
const LINE_STYLES: Readonly<Record<ShownLine["kind"], Style | undefined>> = {
  text: undefined,
  stop: undefined,
  group: "bold",
  endgroup: undefined,
  notice: "cyan",
  warning: "yellow",
  error: "red",
  debug: "dim",
};

/** What comes after a line of the action, which can take long. */
const WAITS: ReadonlyMap<string, string> = new Map([
  ["Deployment is queued.", "a free place to build"],
  ["Deployment is building.", "the build"],
  ["Deployment is ready.", "the review of the changed pages, at most 60 s"],
]);

const HIDDEN_LINES: ReadonlySet<ShownLine["kind"]> = new Set(["debug", "endgroup", "stop"]);

export interface DemoContext {
  readonly process: CommandProcess;
  readonly folders: DemoFolders;
  readonly screen: Screen;
  readonly interruption: Interruption;
}

export interface MainJob extends DemoContext {
  /** Folder of action.yml. */
  readonly root: string;
  /** Start of the demo, as in `performance.now()`. */
  readonly startedMs: number;
  readonly service: RunningService;
  readonly repository: SampleRepository;
  readonly slug: string;
}

export async function runMainJob(
  job: MainJob,
  options: Readonly<Record<"once" | "json" | "verbose", boolean>>,
): Promise<number> {
  const { process, folders, screen, interruption, service, repository } = job;
  await using github = await openGithub(repository, job);
  const site = await screen.during(
    "Site",
    () => openSite(service, repository, { slug: job.slug, signal: interruption.signal }),
    ({ slug, created }) => (created ? slug : `${slug}, from an earlier run`),
  );
  const signal = AbortSignal.any([interruption.signal, service.lost]);
  const run = { ...job, github, site, signal };
  const action = await runPreview(run);
  await saveState(folders.github, github.state);
  service.lost.throwIfAborted();
  const result = await demoResult(run, action, await openPreview(run, action));
  const running = !options.once && interruption.exit === undefined;
  showResult(screen, result, { verbose: options.verbose, running });
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (interruption.exit !== undefined) {
    return result.exitCode === 0 ? EXITS[interruption.exit].code : result.exitCode;
  }
  if (!options.once) await waitForExit(job, result, signal);
  service.lost.throwIfAborted();
  return result.exitCode;
}

async function openGithub(repository: SampleRepository, { folders, screen }: MainJob): Promise<Github> {
  const { branch, baseBranch, headSha, baseSha, title, files } = repository;
  const pull = { number: PULL_NUMBER, headRef: branch, headSha, baseRef: baseBranch, baseSha, title, files };
  return await screen.during(
    "Pull request",
    async () => startGithub({ pulls: [pull], saved: await loadSavedState(folders.github) }),
    ({ state }) => `${fullName(state.repository)}#${PULL_NUMBER}, ${title}`,
  );
}

function openSite(
  { ready }: RunningService,
  repository: SampleRepository,
  { slug, signal }: { slug: string; signal: AbortSignal },
): Promise<DemoSite> {
  const { baseUrl, projectId, tokens } = ready;
  const client = createClient({ baseUrl: new URL(baseUrl), token: tokens.pat, userAgent: USER_AGENT });
  const name = slug.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
  return createOrFindSite(client, { projectId, slug, name, repositoryUrl: repository.url }, signal);
}

interface PreviewRun extends MainJob {
  readonly github: Github;
  readonly site: DemoSite;
  readonly signal: AbortSignal;
}

async function runPreview(run: PreviewRun): Promise<ActionResult> {
  const { root, service, repository, github, site, screen, signal } = run;
  const { baseUrl, tokens } = service.ready;
  const [pull] = github.state.pulls;
  if (pull === undefined) throw new Error("The GitHub stand-in has no pull request.");
  const step = screen.step("Action");
  const action = await runAction({
    actionYml: join(root, "action.yml"),
    inputs: {
      "base-url": baseUrl,
      token: tokens.pat,
      site: site.slug,
      "timeout-minutes": String(ACTION_TIMEOUT_MINUTES),
    },
    event: pullRequestEvent(github, pull),
    context: { apiUrl: github.apiUrl, token: github.token },
    workspace: repository.path,
    secrets: [tokens.pat],
    signal,
    timeoutMs: (ACTION_TIMEOUT_MINUTES + 1) * 60_000,
    onLine: ({ kind, text }) => {
      if (!HIDDEN_LINES.has(kind)) step.log(text, LINE_STYLES[kind]);
      const next = WAITS.get(text);
      if (next !== undefined) step.waitFor(next);
    },
  });
  const detail = `${action.conclusion}, exit code ${action.exitCode ?? action.signal ?? "none"}`;
  if (action.conclusion === "success") step.done(detail);
  else step.fail(detail);
  return action;
}

async function openPreview(
  { screen, signal }: PreviewRun,
  { outputs }: ActionResult,
): Promise<DemoResult["previewPage"]> {
  const previewUrl = outputs["preview-url"];
  if (previewUrl === undefined || signal.aborted) return null;
  return await screen.during(
    "Preview",
    () => fetchPreview(previewUrl, signal),
    ({ status, title }) => `status ${status}: ${title}`,
  );
}

/** Keeps everything running until the signal; on a terminal, Enter shows the current code of the authenticator. */
async function waitForExit(
  { process: { stdin }, screen, folders }: MainJob,
  { requester, approver }: DemoResult,
  signal: AbortSignal,
): Promise<void> {
  const interactive = stdin.isTTY === true && approver !== null;
  const accounts = [requester, approver].filter((account) => account !== null);
  const kept = folders.temporary ? "; --data <folder> keeps its data" : "";
  screen.line(
    `  Ctrl-C stops it${kept}.${interactive ? " Enter: new codes." : ""} --verbose: comment and outputs here.`,
    "dim",
  );
  const showCode = (): void => {
    for (const { email, totpSecret } of accounts) {
      authenticatorCode(totpSecret).then(
        (code) => screen.line(`  Code for ${email}: ${code}`),
        () => screen.line("  The code could not be generated; use the secret in an authenticator app.", "red"),
      );
    }
  };
  if (interactive) stdin.on("data", showCode);
  // Without a timer nothing would keep the process alive between two requests of the page.
  const alive = setInterval(() => undefined, 60_000);
  try {
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  } finally {
    clearInterval(alive);
    stdin.off("data", showCode);
    if (interactive) stdin.pause();
  }
  screen.line("\n  Stopping …");
}
