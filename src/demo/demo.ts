import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pullRequestEvent } from "./event.ts";
import { DemoFailure } from "./failure.ts";
import { openFolders } from "./folders.ts";
import type { DemoFolders } from "./folders.ts";
import { recall, remember } from "./github/memory.ts";
import { fullName } from "./github/repository.ts";
import { startGithub } from "./github.ts";
import type { Github } from "./github.ts";
import { fetchPreview } from "./preview-page.ts";
import { makeRepository } from "./repository.ts";
import type { SampleRepository } from "./repository.ts";
import { demoResult, showResult } from "./result.ts";
import type { DemoResult } from "./result.ts";
import { runAction } from "./runner.ts";
import type { ActionResult } from "./runner.ts";
import type { ShownLine } from "./runner/step-log.ts";
import { createScreen } from "./screen.ts";
import type { Screen, ScreenOutput, Style } from "./screen.ts";
import { startService } from "./service.ts";
import type { RunningService } from "./service.ts";
import { createOrFindSite } from "./site.ts";
import type { DemoSite } from "./site.ts";
import { stay } from "./stay.ts";
import { watchSignals } from "./signals.ts";

const PULL_NUMBER = 7;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ACTION = join(ROOT, "dist", "preview.js");
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

/** What a reader of the log does not look for. */
const UNSEEN: ReadonlySet<ShownLine["kind"]> = new Set(["debug", "endgroup", "stop"]);

/** What the command line says. */
export interface DemoOptions {
  /** Data folder that stays; a temporary one unless given. */
  readonly data?: string;
  /** Folder under `examples/`. */
  readonly example: string;
  /** Ends when the action has ended. */
  readonly once: boolean;
  /** One JSON result on stdout, everything else on stderr. */
  readonly json: boolean;
}

/**
 * The main job on one machine: service, repository, pull request, action, preview, comment, approval link.
 * @param options What the command line says.
 * @returns The exit code: the action's, or 1 when it could not be run.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const output: ScreenOutput = options.json ? process.stderr : process.stdout;
  const noColor = (process.env["NO_COLOR"] ?? "") !== "";
  const screen = createScreen({ output, noColor, now: () => performance.now() });
  using signals = watchSignals();
  try {
    await using folders = await openFolders(options.data);
    return await runWith(options, { folders, screen, signals });
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    const message = error instanceof Error ? error.message : String(error);
    screen.line(`\n  ${message}`, "red");
    if (options.json) {
      const code = error instanceof DemoFailure ? error.code : "unexpected";
      process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    }
    return 1;
  }
}

interface Stage {
  readonly folders: DemoFolders;
  readonly screen: Screen;
  readonly signals: ReturnType<typeof watchSignals>;
}

async function runWith(options: DemoOptions, stage: Stage): Promise<number> {
  const { folders, screen, signals } = stage;
  const began = performance.now();
  const example = await findExample(options.example);
  await present(ACTION);
  screen.line("\nGreenroom: a branch becomes a preview, on this machine alone.\n", "bold");
  // Commits are made while the service starts.
  const path = join(folders.repositories, options.example);
  const making = makeRepository({ example, path, signal: signals.signal });
  await using _settled = settledAtEnd(making);
  const service = await screen.during(
    "Service",
    () => openService(folders, signals.signal),
    ({ ready }) => ready.webUrl,
  );
  try {
    const repository = await screen.during("Repository", () => making, described);
    await using github = await openGithub(repository, stage);
    const site = await screen.during(
      "Site",
      () => openSite(service, repository, { slug: options.example, signal: signals.signal }),
      ({ slug, created }) => (created ? slug : `${slug}, as an earlier run made it`),
    );
    const act = { service, repository, github, site, screen, signal: AbortSignal.any([signals.signal, service.lost]) };
    const action = await runPreview(act);
    await remember(folders.github, github.state);
    service.lost.throwIfAborted();
    const { commitSha, previewPage } = await lookAtPreview(act, action);
    const durationMs = performance.now() - began;
    const result = await demoResult({ service, github, site, commitSha, action, previewPage, durationMs });
    showResult(screen, result);
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    if (signals.exitCode !== undefined) return result.exitCode === 0 ? signals.exitCode : result.exitCode;
    if (!options.once) await stay({ screen, result, signal: act.signal, temporary: folders.temporary });
    service.lost.throwIfAborted();
    return result.exitCode;
  } finally {
    await service.stop();
  }
}

/** Git must not write into a folder that is being removed. */
function settledAtEnd(work: Promise<unknown>): AsyncDisposable {
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  return { [Symbol.asyncDispose]: () => settled };
}

async function findExample(name: string): Promise<string> {
  const names = await readdir(join(ROOT, "examples"));
  if (names.includes(name)) return join(ROOT, "examples", name);
  throw new DemoFailure("example_missing", `There is no example '${name}'; write one of: ${names.join(", ")}.`);
}

async function present(path: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new DemoFailure("action_missing", `${path} is not there; run \`npm run build\` in a checkout.`, { cause });
  }
}

async function openService(folders: DemoFolders, signal: AbortSignal): Promise<RunningService> {
  const { data, repositories: repositoryRoot } = folders;
  const service = await startService({ data, repositoryRoot, port: await folders.port(), signal });
  await folders.keepPort(Number(new URL(service.ready.baseUrl).port));
  return service;
}

function described({ branch, headSha, files }: SampleRepository): string {
  return `${branch} at ${headSha.slice(0, 7)}, ${files.length} files`;
}

async function openGithub(repository: SampleRepository, { folders, screen }: Stage): Promise<Github> {
  const { branch, baseBranch, headSha, baseSha, title, files } = repository;
  const pull = { number: PULL_NUMBER, headRef: branch, headSha, baseRef: baseBranch, baseSha, title, files };
  return await screen.during(
    "Pull request",
    async () => startGithub({ pulls: [pull], before: await recall(folders.github) }),
    ({ state }) => `${fullName(state.repository)}#${PULL_NUMBER}, ${title}`,
  );
}

function openSite(
  { ready }: RunningService,
  repository: SampleRepository,
  { slug, signal }: { slug: string; signal: AbortSignal },
): Promise<DemoSite> {
  const { baseUrl, projectId, tokens } = ready;
  return createOrFindSite({
    baseUrl,
    projectId,
    token: tokens.pat,
    slug,
    name: slug.replaceAll("-", " "),
    repositoryUrl: repository.url,
    signal,
  });
}

interface Act {
  readonly service: RunningService;
  readonly repository: SampleRepository;
  readonly github: Github;
  readonly site: DemoSite;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

async function runPreview({ service, repository, github, site, screen, signal }: Act): Promise<ActionResult> {
  const { baseUrl, tokens } = service.ready;
  const [pull] = github.state.pulls;
  if (pull === undefined) throw new Error("The stand-in of GitHub has no pull request.");
  const step = screen.step("Action");
  const action = await runAction({
    actionYml: join(ROOT, "action.yml"),
    main: ACTION,
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
      if (!UNSEEN.has(kind)) step.log(text, LINE_STYLES[kind]);
    },
  });
  const detail = `${action.conclusion}, exit code ${action.exitCode ?? action.signal ?? "none"}`;
  if (action.conclusion === "success") step.done(detail);
  else step.fail(detail);
  return action;
}

async function lookAtPreview(
  { repository, screen, signal }: Act,
  { outputs }: ActionResult,
): Promise<{ commitSha: string; previewPage: DemoResult["previewPage"] }> {
  const commitSha = repository.headSha;
  const previewUrl = outputs["preview-url"];
  if (previewUrl === undefined || signal.aborted) return { commitSha, previewPage: null };
  const previewPage = await screen.during(
    "Preview",
    () => fetchPreview(previewUrl, signal),
    ({ status, title }) => `answers ${status}: ${title}`,
  );
  return { commitSha, previewPage };
}
