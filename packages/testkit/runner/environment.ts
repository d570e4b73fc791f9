import { z } from "zod";

const Payload = z.looseObject({
  number: z.number().optional(),
  ref: z.string().optional(),
  after: z.string().optional(),
  sender: z.looseObject({ login: z.string(), id: z.number() }).optional(),
  repository: z
    .looseObject({
      id: z.number(),
      full_name: z.string(),
      default_branch: z.string().optional(),
      owner: z.looseObject({ id: z.number() }),
    })
    .optional(),
  pull_request: z
    .looseObject({
      merge_commit_sha: z.string().nullish(),
      head: z.looseObject({ ref: z.string(), sha: z.string() }),
      base: z.looseObject({ ref: z.string() }),
    })
    .optional(),
});

/** What the `github` context of a run says, as far as steps see it in their environment. */
export type RunContext = Readonly<ReturnType<typeof contextOf>>;

export function runContext(event: { name: string; payload: unknown }, given: Partial<RunContext>): RunContext {
  return { ...contextOf(event), ...given };
}

/** Derived from the event as GitHub does; ids that a payload does not hold are fixed ones. */
function contextOf(event: { name: string; payload: unknown }) {
  const payload = Payload.parse(event.payload);
  const { repository, pull_request: pull, sender } = payload;
  const branch = repository?.default_branch ?? "main";
  const ref = pull === undefined ? (payload.ref ?? `refs/heads/${branch}`) : `refs/pull/${payload.number ?? 0}/merge`;
  return {
    repository: repository?.full_name ?? "lantern-theatre/website",
    repositoryId: repository?.id ?? 918_273_645,
    repositoryOwnerId: repository?.owner.id ?? 138_402_917,
    eventName: event.name,
    /** The merge commit on pull requests. */
    sha: (pull === undefined ? payload.after : pull.merge_commit_sha) ?? pull?.head.sha ?? "0".repeat(40),
    ref,
    refName: ref.replace(/^refs\/(?:heads|tags|pull)\//, ""),
    refType: ref.startsWith("refs/tags/") ? "tag" : "branch",
    headRef: pull?.head.ref ?? "",
    baseRef: pull?.base.ref ?? "",
    actor: sender?.login ?? "ada-novak",
    actorId: sender?.id ?? 73_194_852,
    runId: 17_204_551_803,
    runNumber: 42,
    runAttempt: 1,
    workflow: "Preview",
    job: "preview",
    serverUrl: "https://github.com",
    apiUrl: "https://api.github.com",
    /** It reaches a step only through an input. */
    token: "",
  };
}

/** The `github` context of a run, but for its event. @see GitHub, Contexts reference */
export function githubContext(context: RunContext, workspace: string): Record<string, string> {
  const known = Object.entries(context).map(([name, value]) => [snakeCase(name), String(value)] as const);
  return {
    ...Object.fromEntries(known),
    action: "__self",
    graphql_url: `${context.apiUrl}/graphql`,
    ref_protected: "false",
    repository_owner: context.repository.split("/", 1)[0] ?? "",
    retention_days: "90",
    triggering_actor: context.actor,
    workflow_ref: `${context.repository}/.github/workflows/preview.yml@${context.ref}`,
    workflow_sha: context.sha,
    workspace,
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export interface StepPaths {
  readonly temp: string;
  readonly home: string;
  readonly event: string;
  readonly output: string;
  readonly state: string;
  readonly summary: string;
  readonly env: string;
  readonly path: string;
}

/**
 * The variables a step starts with; of this process only PATH and Node's cache of compiled code reach it.
 * @param github The `github` context: each of its members is a variable, but for the token.
 * @see actions/runner, GitHubContext.cs
 */
export function stepEnvironment(github: Readonly<Record<string, string>>, paths: StepPaths): Record<string, string> {
  const { token: _, ...shown } = github;
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    HOME: paths.home,
    CI: "true",
    GITHUB_ACTIONS: "true",
    ...Object.fromEntries(Object.entries(shown).map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, value])),
    GITHUB_EVENT_PATH: paths.event,
    GITHUB_OUTPUT: paths.output,
    GITHUB_STATE: paths.state,
    GITHUB_STEP_SUMMARY: paths.summary,
    GITHUB_ENV: paths.env,
    GITHUB_PATH: paths.path,
    RUNNER_ARCH: process.arch === "arm64" ? "ARM64" : "X64",
    RUNNER_ENVIRONMENT: "self-hosted",
    RUNNER_NAME: "local",
    RUNNER_OS: "Linux",
    RUNNER_TEMP: paths.temp,
    RUNNER_TOOL_CACHE: paths.temp,
  };
}
