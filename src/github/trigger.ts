import { isBranchName } from "@greenroom/contract/limits";
import { type Environment, at, field, numberAt, parseUrl, textAt, wholeNumber } from "./payload.ts";

export interface NamedPull {
  readonly kind: "named";
  readonly number: number;
  readonly title?: string | undefined;
  /** Its head is in another repository, or in one that was deleted. */
  readonly fork: boolean;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  readonly headRepositoryId: number | null;
  /** Epoch ms; NaN when unknown. */
  readonly createdMs: number;
}

export interface SearchedPull {
  readonly kind: "search";
  readonly headOwner: string;
  readonly headBranch: string;
  readonly sha: string;
  readonly headRepositoryId: number | null;
}

/** Gitea and Forgejo have many of GitHub's routes. */
export type Forge = "github" | "gitea";

/** The runners of Gitea and Forgejo give the first version of their API; that of an Enterprise Server is `/api/v3`. */
export function forgeOf(apiUrl: string): Forge {
  return apiUrl.endsWith("/api/v1") ? "gitea" : "github";
}

export interface Trigger {
  readonly eventName: string;
  /** `id` is digits; empty outside a workflow. */
  readonly repository: Readonly<Record<"id" | "owner" | "name", string>>;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly forge: Forge;
  readonly run: { readonly id: number; readonly attempt: number; readonly url: string };
  /** Commit to deploy: the head of the pull request, never its merge commit. */
  readonly head: {
    /** 40 or 64 lower-case hexadecimal digits. */
    readonly sha: string;
    /** Without `refs/heads/`; null on a tag or a bare commit. */
    readonly branch: string | null;
  } | null;
  readonly pull:
    | NamedPull
    | SearchedPull
    /** Its head must be read from GitHub. */
    | { readonly kind: "number"; readonly number: number; readonly title?: string | undefined }
    | null;
  /** The commit is in another repository: there are no secrets, and the service cannot find it. */
  readonly fromFork: boolean;
  /** Started by Dependabot, whose secrets are kept apart. */
  readonly dependabot: boolean;
  /** A push that deletes its branch or tag. */
  readonly deleted: boolean;
  readonly problems: readonly string[];
}

const DEPENDABOT = /^dependabot(?:-preview)?\[bot\]$/;

/** A payload that does not fit gives `problems`, never an error. */
export function readTrigger(env: Environment, payload: unknown): Trigger {
  const eventName = env["GITHUB_EVENT_NAME"] ?? "";
  const { problems, ...repository } = readRepository(env, payload);
  const source = { env, payload, repositoryId: repository.id, owner: repository.owner };
  const apiUrl = address(env["GITHUB_API_URL"], "https://api.github.com");
  const forge = forgeOf(apiUrl);
  const read = READERS.get(eventName);
  const found = read === undefined ? { ...readRef(source), pull: null } : read(source);
  const actor = env["GITHUB_ACTOR"] ?? textAt(payload, "sender", "login") ?? "";
  const author = textAt(payload, "pull_request", "user", "login") ?? "";
  const serverUrl = address(env["GITHUB_SERVER_URL"], "https://github.com");
  return {
    eventName,
    repository,
    apiUrl,
    forge,
    run: readRun(env, `${serverUrl}/${repository.owner}/${repository.name}`, forge),
    head: found.head ?? null,
    pull: found.pull ?? null,
    fromFork: found.fromFork ?? false,
    dependabot: [actor, env["GITHUB_TRIGGERING_ACTOR"] ?? "", author].some((login) => DEPENDABOT.test(login)),
    deleted: found.deleted ?? false,
    problems: [
      ...(payload === undefined ? ["The file that GITHUB_EVENT_PATH names holds no readable event."] : []),
      ...problems,
      ...(found.problems ?? []),
    ],
  };
}

function readRepository(env: Environment, payload: unknown): Trigger["repository"] & { problems: readonly string[] } {
  const fullName = env["GITHUB_REPOSITORY"] ?? textAt(payload, "repository", "full_name") ?? "";
  const [owner = "", name = ""] = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(fullName) ? fullName.split("/") : [];
  const payloadId = numberAt(payload, "repository", "id");
  const given = wholeNumber(env["GITHUB_REPOSITORY_ID"]);
  const id = given > 0 ? given : (payloadId ?? 0);
  const problems = [
    ...(owner === "" ? ["GITHUB_REPOSITORY holds no repository."] : []),
    ...(payloadId !== undefined && payloadId !== id ? ["The event's payload belongs to another repository."] : []),
  ];
  return { id: id === 0 ? "" : String(id), owner, name, problems };
}

function readRun(env: Environment, repositoryUrl: string, forge: Forge): Trigger["run"] {
  const id = wholeNumber(env["GITHUB_RUN_ID"]);
  const attempt = Math.max(1, wholeNumber(env["GITHUB_RUN_ATTEMPT"]));
  const number = wholeNumber(env["GITHUB_RUN_NUMBER"]);
  // GitHub's page of an attempt: the plain one always shows the newest. Gitea and Forgejo count the runs of a
  // repository; from 1.26 on, Gitea has to know that the number is no id.
  const page = forge === "github" ? `${id}/attempts/${attempt}` : `${number}?by_index=1`;
  const known = !repositoryUrl.endsWith("//") && (forge === "github" ? id : number) !== 0;
  return { id, attempt, url: known ? `${repositoryUrl}/actions/runs/${page}` : "" };
}

// The runner's own settings are trusted: an Enterprise Server can use plain http in its network.
function address(given: string | undefined, fallback: string): string {
  const url = parseUrl(given ?? "");
  const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/(?<!\/)\/+$/, "");
}

type EventHead = Partial<Pick<Trigger, "head" | "pull" | "fromFork" | "deleted" | "problems">>;

interface EventSource {
  readonly env: Environment;
  readonly payload: unknown;
  readonly repositoryId: string;
  readonly owner: string;
}

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const BRANCH_PREFIX = "refs/heads/";

const READERS = new Map<string, (source: EventSource) => EventHead>([
  ["pull_request", readPullRequest],
  ["pull_request_target", readPullRequest],
  ["pull_request_review", readPullRequest],
  ["pull_request_review_comment", readPullRequest],
  ["push", readPush],
  ["workflow_dispatch", readRef],
  ["schedule", readRef],
  ["repository_dispatch", readRef],
  ["workflow_run", readWorkflowRun],
  ["merge_group", readMergeGroup],
  ["issue_comment", readIssueComment],
  ["deployment", readDeployment],
  ["deployment_status", readDeployment],
]);

function shaOf(value: unknown): string | undefined {
  return typeof value === "string" && FULL_SHA.test(value) && !/^0+$/.test(value) ? value : undefined;
}

function branchOf(value: unknown): string | null {
  return typeof value === "string" && isBranchName(value) ? value : null;
}

function branchOfRef(ref: string | undefined): string | null {
  return ref?.startsWith(BRANCH_PREFIX) === true ? branchOf(ref.slice(BRANCH_PREFIX.length)) : null;
}

function missing(what: string): EventHead {
  return { problems: [`The event's payload has no ${what}.`] };
}

/** Its pull request is searched for by its branch. */
function ownHead({ owner, repositoryId }: EventSource, sha: string, branch: string | null): EventHead {
  const head = { sha, branch };
  if (branch === null || owner === "") return { head };
  const headRepositoryId = repositoryId === "" ? null : Number(repositoryId);
  return { head, pull: { kind: "search", headOwner: owner, headBranch: branch, sha, headRepositoryId } };
}

function readPullRequest({ payload, repositoryId }: EventSource): EventHead {
  const pull = field(payload, "pull_request");
  const number = numberAt(pull, "number") ?? numberAt(payload, "number");
  if (number === undefined) return missing("pull request number");
  const sha = shaOf(at(pull, "head", "sha"));
  const named = namedPull(pull, number);
  const elsewhere = repositoryId !== "" && String(numberAt(pull, "base", "repo", "id")) !== repositoryId;
  return {
    head: sha === undefined ? null : { sha, branch: branchOf(at(pull, "head", "ref")) },
    pull: elsewhere ? null : named,
    fromFork: named.fork || elsewhere,
    problems: [
      ...(sha === undefined ? ["The event's payload has no head commit of the pull request."] : []),
      ...(elsewhere ? ["The pull request of the event's payload belongs to another repository."] : []),
    ],
  };
}

function readPush(source: EventSource): EventHead {
  const { payload, env } = source;
  const after = textAt(payload, "after");
  if (field(payload, "deleted") === true || (after !== undefined && /^0+$/.test(after))) return { deleted: true };
  const sha = shaOf(after ?? env["GITHUB_SHA"]);
  if (sha === undefined) return missing("commit");
  return ownHead(source, sha, branchOfRef(textAt(payload, "ref") ?? env["GITHUB_REF"]));
}

function readRef(source: EventSource): EventHead {
  const sha = shaOf(source.env["GITHUB_SHA"]);
  if (sha === undefined) return { problems: ["GITHUB_SHA holds no commit."] };
  return ownHead(source, sha, branchOfRef(source.env["GITHUB_REF"]));
}

function readWorkflowRun({ payload, repositoryId }: EventSource): EventHead {
  const run = field(payload, "workflow_run");
  const sha = shaOf(field(run, "head_sha"));
  if (sha === undefined) return missing("workflow_run.head_sha");
  const branch = branchOf(field(run, "head_branch"));
  const headRepositoryId = numberAt(run, "head_repository", "id") ?? null;
  const headOwner = textAt(run, "head_repository", "owner", "login");
  const fromFork = headRepositoryId === null || String(headRepositoryId) !== repositoryId;
  const head = { sha, branch };
  if (headOwner === undefined || branch === null) return { head, fromFork };
  // [platform] `pull_requests` is empty for forks; the search by head works for all and proves the commit.
  return { head, fromFork, pull: { kind: "search", headOwner, headBranch: branch, sha, headRepositoryId } };
}

function readMergeGroup({ payload }: EventSource): EventHead {
  const sha = shaOf(at(payload, "merge_group", "head_sha"));
  if (sha === undefined) return missing("merge_group.head_sha");
  const branch = branchOfRef(textAt(payload, "merge_group", "head_ref"));
  const found = /^gh-readonly-queue\/.+\/pr-(\d{1,15})-[0-9a-f]+$/.exec(branch ?? "");
  return { head: { sha, branch }, pull: found === null ? null : { kind: "number", number: Number(found[1]) } };
}

function readIssueComment(source: EventSource): EventHead {
  const issue = field(source.payload, "issue");
  const number = numberAt(issue, "number");
  if (number === undefined) return missing("issue number");
  // Without this field it is an issue, whose only head is the default branch's.
  if ((field(issue, "pull_request") ?? null) === null) return { ...readRef(source), pull: null };
  return { pull: { kind: "number", number, title: textAt(issue, "title") } };
}

function readDeployment(source: EventSource): EventHead {
  const deployment = field(source.payload, "deployment");
  const sha = shaOf(field(deployment, "sha"));
  if (sha === undefined) return missing("deployment.sha");
  const ref = textAt(deployment, "ref")?.replace(BRANCH_PREFIX, "");
  return ownHead(source, sha, shaOf(ref) === undefined ? branchOf(ref) : null);
}

export interface PullHead extends NamedPull {
  readonly headSha: string;
  readonly headBranch: string | null;
}

/** @returns Undefined without number or head. */
export function readPull(value: unknown): PullHead | undefined {
  const number = numberAt(value, "number");
  const headSha = textAt(value, "head", "sha");
  if (number === undefined || headSha === undefined) return undefined;
  return { ...namedPull(value, number), headSha, headBranch: textAt(value, "head", "ref") ?? null };
}

function namedPull(pull: unknown, number: number): NamedPull {
  const headRepositoryId = numberAt(pull, "head", "repo", "id") ?? null;
  return {
    kind: "named",
    number,
    title: textAt(pull, "title"),
    // A deleted fork has no head repository; what is unclear counts as a fork.
    fork: headRepositoryId === null || headRepositoryId !== numberAt(pull, "base", "repo", "id"),
    state: at(pull, "state") === "closed" ? "closed" : "open",
    merged: at(pull, "merged") === true || textAt(pull, "merged_at") !== undefined,
    headRepositoryId,
    createdMs: Date.parse(textAt(pull, "created_at") ?? ""),
  };
}
