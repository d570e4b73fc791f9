import {
  type CallDone,
  type CallFailed,
  type Github,
  type GithubFailure,
  type CallContext,
  type RestRequest,
  asFailure,
  call,
  pause,
  repositoryPath,
  unreadable,
} from "./octokit.ts";
import { at, numberAt } from "./payload.ts";
import { plainLine, safeAddress } from "./untrusted-text.ts";

/** A GitHub deployment to open. */
export interface RecordOpening {
  /** Head commit. */
  readonly sha: string;
  /** Name of the environment on GitHub. */
  readonly environment: string;
  /** Names the site, so that several sites may share an environment. */
  readonly siteId: string;
  readonly pullNumber?: number;
  readonly runId: number;
  /** From the second attempt on, the record of an earlier one is used again. */
  readonly runAttempt: number;
  /** Preview that a release is made from. */
  readonly sourceDeploymentId?: string;
  /** A release, whose record any later run uses again: a person may decide long after the first one. */
  readonly production?: boolean;
  readonly description?: string;
}

/** How a GitHub deployment ends, or goes on. */
export interface RecordState {
  /** `queued` is what GitHub calls a deployment that waits: no state "waiting" can be set. */
  readonly state: "queued" | "in_progress" | "success" | "failure" | "error" | "inactive";
  readonly environmentUrl?: string;
  readonly logUrl?: string;
  /** Cut to 140 characters. */
  readonly description?: string;
}

/** The record is written. */
export interface RecordDone {
  readonly kind: "done";
  readonly recordId: number;
  /** A record an earlier attempt had left is used again. */
  readonly reused: boolean;
}

/** End of a write of a record; GitHub trouble is a value and never changes the verdict. */
export type RecordOutcome = RecordDone | GithubFailure;

const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const MAX_RETIRED = 20;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;

/**
 * Opens a GitHub deployment for a commit, `pending` until its state is told.
 * @param github Where.
 * @param opening What.
 * @param context Clock and signal.
 * @returns Its id; a lost answer is looked up before anything is sent again, so that no second one is left pending.
 */
export async function openRecord(github: Github, opening: RecordOpening, context: CallContext): Promise<RecordOutcome> {
  if (opening.production === true || opening.runAttempt > 1) {
    const found = await findRecord(github, opening, context);
    if (found !== undefined) return found;
  }
  for (let attempt = 1; ; attempt += 1) {
    const asked = await call(github, openingRequest(github, opening), context);
    const recordId = asked.kind === "done" ? numberAt(asked.body, "id") : undefined;
    if (recordId !== undefined) return { kind: "done", recordId, reused: false };
    const answer = asked.kind === "failed" ? asked : withoutId(asked);
    if (attempt >= MAX_WRITES || answer.retryInMs === undefined) return asFailure(answer);
    if (!(await pause(answer.retryInMs, context))) return asFailure(answer);
    const found = answer.unknown ? await findRecord(github, opening, context) : undefined;
    if (found !== undefined) return found;
  }
}

/** An answer that cannot be read is as good as lost: the list tells whether the record is there. */
function withoutId({ body }: CallDone): CallFailed {
  const failed = unreadable("the deployment");
  return typeof body === "object" && body !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}

function openingRequest(github: Github, opening: RecordOpening): RestRequest & { doing: string } {
  const { sha, environment, siteId, pullNumber, runId, runAttempt, production = false } = opening;
  const source = opening.sourceDeploymentId === undefined ? {} : { sourceDeploymentId: opening.sourceDeploymentId };
  const body = {
    ref: sha,
    // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
    auto_merge: false,
    required_contexts: [],
    environment,
    description: cutDescription(opening.description ?? ""),
    transient_environment: !production,
    production_environment: production,
    payload: { greenroom: { schemaVersion: 1, siteId, pullNumber: pullNumber ?? null, runId, runAttempt, ...source } },
  };
  return { method: "POST", path: repositoryPath(github, "deployments"), body, doing: "open a deployment" };
}

async function findRecord(
  github: Github,
  opening: RecordOpening,
  context: CallContext,
): Promise<RecordDone | undefined> {
  const { sha, environment, siteId, sourceDeploymentId } = opening;
  const found = await listRecords(github, { sha, environment }, context);
  if (found.kind === "failed") return undefined;
  // GitHub lists the newest first.
  const record = found.records.find(
    (one) => one.siteId === siteId && (one.sourceDeploymentId ?? sourceDeploymentId) === sourceDeploymentId,
  );
  return record === undefined ? undefined : { kind: "done", recordId: record.id, reused: true };
}

interface Listed {
  readonly id: number;
  readonly siteId: unknown;
  readonly pullNumber: unknown;
  readonly sourceDeploymentId: unknown;
}

async function listRecords(
  github: Github,
  query: Readonly<Record<string, string>>,
  context: CallContext,
): Promise<{ kind: "done"; records: Listed[] } | CallFailed> {
  const path = repositoryPath(github, "deployments");
  const request = { method: "GET", path, query: { ...query, per_page: PAGE_SIZE }, doing: "read deployments" } as const;
  const answer = await call(github, request, context);
  if (answer.kind === "failed") return answer;
  if (!Array.isArray(answer.body)) return unreadable("deployments");
  const records = answer.body.flatMap((value): Listed[] => {
    const id = numberAt(value, "id");
    const ours = at(value, "payload", "greenroom");
    if (id === undefined || ours === undefined) return [];
    const [siteId, pullNumber] = [at(ours, "siteId"), at(ours, "pullNumber")];
    return [{ id, siteId, pullNumber, sourceDeploymentId: at(ours, "sourceDeploymentId") }];
  });
  return { kind: "done", records };
}

/**
 * Tells GitHub how a deployment stands.
 * @param github Where.
 * @param recordId Id of the GitHub deployment.
 * @param state What to say, and `context`.
 */
export async function setRecordStatus(
  github: Github,
  recordId: number,
  { context, ...state }: RecordState & { readonly context: CallContext },
): Promise<RecordOutcome> {
  const path = repositoryPath(github, "deployments", recordId, "statuses");
  const body = statusBody(state);
  const request = { method: "POST", path, body, doing: "tell the state of a deployment" } as const;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(github, request, context);
    if (answer.kind === "done") return { kind: "done", recordId, reused: false };
    // Said twice it is still true, so a lost answer is no reason to look first.
    if (attempt >= MAX_WRITES || answer.retryInMs === undefined) return asFailure(answer);
    if (!(await pause(answer.retryInMs, context))) return asFailure(answer);
  }
}

function statusBody({ state, environmentUrl, logUrl, description }: RecordState): Record<string, unknown> {
  const environment = safeAddress(environmentUrl ?? "", { allowLoopbackHttp: true });
  const log = safeAddress(logUrl ?? "", { allowLoopbackHttp: true });
  return {
    state,
    ...(environment === undefined ? {} : { environment_url: environment }),
    ...(log === undefined ? {} : { log_url: log }),
    ...(description === undefined ? {} : { description: cutDescription(description) }),
    // Other pull requests and sites share the environment: only what we name turns inactive.
    auto_inactive: false,
  };
}

/** Cut between words: half of one could be half of a secret, which nothing would recognise any more. */
function cutDescription(text: string): string {
  const line = plainLine(text);
  if (line.length <= MAX_DESCRIPTION_CHARS) return line;
  const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}

/** Which deployments have had their time. */
export type RecordRetiring =
  | { readonly recordIds: readonly number[] }
  | {
      /** Those of a pull request, found by what was stored when they were opened. */
      readonly environment: string;
      readonly pullNumber: number;
      /** Only this site's. */
      readonly siteId?: string;
      /** Not this one. */
      readonly exceptId?: number;
    };

/**
 * Turns GitHub deployments inactive: superseded ones, or those of a closed pull request.
 * @param github Where.
 * @param retiring Which; at most 20, the newest first.
 * @param context Clock and signal.
 * @returns How many; one that is gone counts as inactive.
 */
export async function retireRecords(
  github: Github,
  retiring: RecordRetiring,
  context: CallContext,
): Promise<{ readonly kind: "done"; readonly retired: number } | GithubFailure> {
  const found = "recordIds" in retiring ? retiring.recordIds : await findRetiring(github, retiring, context);
  if ("kind" in found) return asFailure(found);
  let retired = 0;
  for (const recordId of found.slice(0, MAX_RETIRED)) {
    const outcome = await setRecordStatus(github, recordId, { state: "inactive", context });
    if (outcome.kind === "failed" && outcome.status !== 404) return outcome;
    retired += 1;
  }
  return { kind: "done", retired };
}

async function findRetiring(
  github: Github,
  retiring: Exclude<RecordRetiring, { recordIds: readonly number[] }>,
  context: CallContext,
): Promise<number[] | CallFailed> {
  const { environment, pullNumber, siteId, exceptId } = retiring;
  const found = await listRecords(github, { environment }, context);
  if (found.kind === "failed") return found;
  return found.records
    .filter((one) => one.pullNumber === pullNumber && (siteId === undefined || one.siteId === siteId))
    .filter(({ id }) => id !== exceptId)
    .map(({ id }) => id);
}
