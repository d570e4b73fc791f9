import { join } from "node:path";
import { pullRequestEvent, startGithub } from "@greenroom/testkit/github";
import type { DemoFolders } from "./data-folder.ts";
import { loadSavedState, saveState } from "@greenroom/testkit/github/state";
import { fullName } from "@greenroom/testkit/github/repository";
import type { Github } from "@greenroom/testkit/github";
import { fetchPreview } from "./preview-page.ts";
import type { SampleRepository } from "@greenroom/testkit/repository";
import { demoResult, showResult } from "./result.ts";
import type { DemoResult } from "./result.ts";
import { runAction } from "@greenroom/testkit/runner";
import type { ActionResult } from "@greenroom/testkit/runner";
import type { ShownLine } from "@greenroom/testkit/runner/step-log";
import type { Screen, Style } from "./screen.ts";
import type { RunningService } from "@greenroom/testkit/service";
import type { SignalWatch } from "./signals.ts";
import { createOrFindSite } from "./site.ts";
import type { DemoSite } from "./site.ts";
import { stay } from "./stay.ts";

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

/** What a reader of the log does not look for. */
const UNSEEN: ReadonlySet<ShownLine["kind"]> = new Set(["debug", "endgroup", "stop"]);

/** What stands when the action is run. */
export interface MainJob {
  /** Folder of the checkout, where action.yml lies. */
  readonly root: string;
  /** When the demo began, as `performance.now()` tells it. */
  readonly began: number;
  readonly folders: DemoFolders;
  readonly screen: Screen;
  readonly signals: SignalWatch;
  readonly service: RunningService;
  readonly repository: SampleRepository;
  /** Slug of the site. */
  readonly slug: string;
}

/**
 * Runs the action on a pull request of the repository, shows what came of it, and stays until somebody ends it.
 * @param job What stands already.
 * @param options `once` does not stay, `json` prints the result on stdout.
 * @returns The exit code.
 */
export async function runMainJob(job: MainJob, options: { once: boolean; json: boolean }): Promise<number> {
  const { folders, screen, signals, service, repository } = job;
  await using github = await openGithub(repository, job);
  const site = await screen.during(
    "Site",
    () => openSite(service, repository, { slug: job.slug, signal: signals.signal }),
    ({ slug, created }) => (created ? slug : `${slug}, as an earlier run made it`),
  );
  const signal = AbortSignal.any([signals.signal, service.lost]);
  const act = { root: job.root, service, repository, github, site, screen, signal };
  const action = await runPreview(act);
  await saveState(folders.github, github.state);
  service.lost.throwIfAborted();
  const { commitSha, previewPage } = await lookAtPreview(act, action);
  const durationMs = performance.now() - job.began;
  const result = await demoResult({ service, github, site, commitSha, action, previewPage, durationMs });
  showResult(screen, result);
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (signals.exitCode !== undefined) return result.exitCode === 0 ? signals.exitCode : result.exitCode;
  if (!options.once) await stay({ screen, result, signal, temporary: folders.temporary });
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
  readonly root: string;
  readonly service: RunningService;
  readonly repository: SampleRepository;
  readonly github: Github;
  readonly site: DemoSite;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

async function runPreview({ root, service, repository, github, site, screen, signal }: Act): Promise<ActionResult> {
  const { baseUrl, tokens } = service.ready;
  const [pull] = github.state.pulls;
  if (pull === undefined) throw new Error("The stand-in of GitHub has no pull request.");
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
