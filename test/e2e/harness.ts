import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Github, pullRequestEvent, startGithub } from "../../packages/testkit/github.ts";
import { makeRepository, type SampleRepository } from "../../packages/testkit/repository.ts";
import { type ActionResult, type ActionRun, runAction } from "../../packages/testkit/runner.ts";
import { type Ready, type ServiceStart, startService } from "../../packages/testkit/service.ts";
import { type EntryName, run as runEntry } from "../../src/index.ts";
import { startHosted } from "./hosted-process.ts";
import { availableNodes } from "./nodes.ts";
import { RECORD, type Script, type ScriptedService, scriptedService } from "./scripted-service.ts";

/** Commit of the pull request in tests without a repository. */
export const HEAD_SHA = "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";

const PULL_NUMBER = 7;

const hosted = startHosted((entry, process) => runEntry(entry as EntryName, process));

/** Each Node.js that the bundle is run on. */
export const NODES = availableNodes();

/** Runs an action in the process of the test: its sources. With a `node`, the bundle on it, as a process of its own. */
export function run(action: ActionRun): Promise<ActionResult> {
  return action.node === undefined ? runAction(action, hosted) : runAction(action);
}

/** What a test changes about a run of the preview action. */
export type Changes = Partial<Omit<ActionRun, "inputs" | "actionYml">> & {
  readonly inputs?: Readonly<Record<string, string>>;
};

/** A stand-in for GitHub with one open pull request, and the action. */
export interface Harness extends AsyncDisposable {
  readonly github: Github;
  /** Runs the action for a push to the pull request. */
  preview(changes?: Changes): Promise<ActionResult>;
}

/** The token of the tests, and the canary of those that look for leaks. */
export const TOKEN = "sk_test_canary0123456789abcdef";

/** Starts GitHub for the built action. */
export async function startHarness(
  inputs: Readonly<Record<string, string>>,
  head: { readonly sha: string; readonly branch: string } = { sha: HEAD_SHA, branch: "feature/autumn" },
): Promise<Harness> {
  const github = await startGithub({ pulls: [{ number: PULL_NUMBER, headRef: head.branch, headSha: head.sha }] });
  const pull = github.state.pulls[0];
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  const preview = (changes: Changes = {}): Promise<ActionResult> =>
    run({
      actionYml: "action.yml",
      event: pullRequestEvent(github, pull),
      timeoutMs: 60_000,
      ...changes,
      inputs: { ...inputs, ...changes.inputs },
      context: { apiUrl: github.apiUrl, token: github.token, ...changes.context },
    });
  return { github, preview, [Symbol.asyncDispose]: () => github.close() };
}

/** A harness beside a service that the test scripts. */
export interface ScriptedHarness extends Harness {
  readonly service: ScriptedService;
}

/** Starts both, for previews of the scripted site. */
export async function startScripted(
  script: Script,
  inputs: Readonly<Record<string, string>> = {},
  head?: { readonly sha: string; readonly branch: string },
): Promise<ScriptedHarness> {
  const service = await scriptedService(script);
  const own = { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId };
  const harness = await startHarness({ ...own, ...inputs }, head);
  return {
    ...harness,
    service,
    [Symbol.asyncDispose]: async () => {
      await harness[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

export function messagesOf(run: ActionResult, kind: "warning" | "error"): readonly string[] {
  return run.annotations.filter((one) => one.kind === kind).map(({ message }) => message);
}

export interface BuildService extends AsyncDisposable {
  readonly ready: Ready;
  readonly repository: SampleRepository;
  readonly siteId: string;
  readonly data: string;
  /** Calls the service as a client would. */
  api(path: string, init?: RequestInit): Promise<unknown>;
}

/** Starts the embedded service as a process of its own, with a repository and a site of it. */
export async function startBuildService(
  slug: string,
  more: Pick<ServiceStart, "environment"> = {},
): Promise<BuildService> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-e2e-"));
  const repository = await makeRepository({ example: "examples/static-html", path: join(folder, "repository") });
  const over = new AbortController();
  const service = await startService({
    command: [process.execPath, resolve("packages/cli/main.ts")],
    data: join(folder, "data"),
    repositoryRoot: folder,
    port: 0,
    signal: over.signal,
    ...more,
  });
  const { ready } = service;
  const api = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${ready.tokens.pat}`, "content-type": "application/json" };
    const response = await fetch(new URL(path, ready.baseUrl), { ...init, headers });
    const envelope = (await response.json()) as {
      readonly ok: boolean;
      readonly data?: unknown;
      readonly error?: unknown;
    };
    if (!envelope.ok) throw new Error(`${path}: ${JSON.stringify(envelope.error)}`);
    return envelope.data;
  };
  const body = { projectId: ready.projectId, name: slug, slug, repositoryUrl: repository.url };
  const site = (await api("/sites", { method: "POST", body: JSON.stringify(body) })) as { readonly id: string };
  return {
    ready,
    repository,
    siteId: site.id,
    data: join(folder, "data"),
    api,
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
