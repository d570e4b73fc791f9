import { readHead, type TriggerHead } from "./head.ts";
import { type Environment, numberAt, textAt, wholeNumber } from "./payload.ts";

/** A pull request as far as a trigger or GitHub names it. */
export interface NamedPull {
  readonly kind: "named";
  readonly number: number;
  /** Its head lies in another repository, or in one that is gone. */
  readonly fork: boolean;
  readonly draft: boolean;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  readonly headRepositoryId: number | null;
}

/** Only the number is known: its head must be asked for. */
export interface NumberedPull {
  readonly kind: "number";
  readonly number: number;
}

/** What to look for when the payload names no pull request. */
export interface SearchedPull {
  readonly kind: "search";
  readonly headOwner: string;
  readonly headBranch: string;
  readonly sha: string;
  /** Repository of the head, when the payload tells. */
  readonly headRepositoryId: number | null;
}

/** How a trigger leads to a pull request. */
export type TriggerPull = NamedPull | NumberedPull | SearchedPull;

/** What started this run, the same for every event. */
export interface Trigger {
  readonly eventName: string;
  /** Activity type, such as `synchronize`. */
  readonly action: string | null;
  /** Whether the table of events knows this one; others deploy without a comment. */
  readonly known: boolean;
  readonly repository: {
    /** Digits; empty outside a workflow. */
    readonly id: string;
    readonly owner: string;
    readonly name: string;
    readonly fullName: string;
  };
  /** Without a trailing slash. */
  readonly serverUrl: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly run: { readonly id: number; readonly attempt: number; readonly url: string };
  readonly actor: string;
  /** Commit to deploy: the head of the pull request, never its merge commit. */
  readonly head: TriggerHead | null;
  readonly pull: TriggerPull | null;
  /** The commit comes from another repository: there are no secrets, and the service cannot know it. */
  readonly fromFork: boolean;
  /** Dependabot started it: secrets come from another store. */
  readonly dependabot: boolean;
  /** A push that deletes its branch or tag. */
  readonly deleted: boolean;
  /** What in the payload was missing or did not fit, as sentences. */
  readonly problems: readonly string[];
}

const DEFAULT_SERVER_URL = "https://github.com";
const DEFAULT_API_URL = "https://api.github.com";
const DEPENDABOT = /^dependabot(?:-preview)?\[bot\]$/;

/**
 * Reads what started this run.
 * @param env Environment of the action.
 * @param payload Content of the event file, parsed; anything.
 * @returns A trigger in every case; `problems` names what was missing or did not fit.
 * @see GitHub Docs: Events that trigger workflows
 */
export function readTrigger(env: Environment, payload: unknown): Trigger {
  const eventName = env["GITHUB_EVENT_NAME"] ?? "";
  const { problems, ...repository } = readRepository(env, payload);
  const found = readHead(eventName, { env, payload, repositoryId: repository.id, owner: repository.owner });
  const actor = env["GITHUB_ACTOR"] ?? textAt(payload, "sender", "login") ?? "";
  const author = textAt(payload, "pull_request", "user", "login") ?? "";
  return {
    eventName,
    action: textAt(payload, "action") ?? null,
    known: found.known,
    repository,
    serverUrl: address(env["GITHUB_SERVER_URL"], DEFAULT_SERVER_URL),
    apiUrl: address(env["GITHUB_API_URL"], DEFAULT_API_URL),
    run: readRun(env, repository.fullName),
    actor,
    head: found.head,
    pull: found.pull,
    fromFork: found.fromFork,
    dependabot: [actor, env["GITHUB_TRIGGERING_ACTOR"] ?? "", author].some((login) => DEPENDABOT.test(login)),
    deleted: found.deleted,
    problems: [...problems, ...found.problems],
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
  return { id: id === 0 ? "" : String(id), owner, name, fullName: owner === "" ? "" : fullName, problems };
}

function readRun(env: Environment, fullName: string): Trigger["run"] {
  const id = wholeNumber(env["GITHUB_RUN_ID"]);
  const serverUrl = address(env["GITHUB_SERVER_URL"], DEFAULT_SERVER_URL);
  const attempt = Math.max(1, wholeNumber(env["GITHUB_RUN_ATTEMPT"]));
  // The page of an attempt: the plain one always shows the newest.
  return {
    id,
    attempt,
    url: id === 0 || fullName === "" ? "" : `${serverUrl}/${fullName}/actions/runs/${id}/attempts/${attempt}`,
  };
}

// The runner's own settings are trusted: an Enterprise Server may well speak plain http in its network.
function address(given: string | undefined, fallback: string): string {
  const url = URL.parse(given ?? "");
  const usable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/(?<!\/)\/+$/, "");
}
