import { asFailure, call, type CallFailed, type Patience, pause, repositoryPath } from "./call.ts";
import { unreadable } from "./found.ts";
import type { GithubFailure } from "./outcome.ts";
import { at, numberAt } from "./payload.ts";
import type { Github, RestRequest } from "./rest.ts";
import { plainLine, safeAddress } from "./text.ts";

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
  readonly production?: boolean;
  readonly description?: string;
}

/** How a GitHub deployment ends, or goes on. */
export interface RecordState {
  readonly state: "in_progress" | "success" | "failure" | "error" | "inactive";
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

/**
 * Opens a GitHub deployment for a commit, `pending` until its state is told.
 * @param github Where.
 * @param opening What.
 * @param patience Clock and signal.
 * @returns Its id; a lost answer is looked up before anything is sent again, so that no second one is left pending.
 */
export async function openRecord(github: Github, opening: RecordOpening, patience: Patience): Promise<RecordOutcome> {
  if (opening.runAttempt > 1) {
    const found = await findRecord(github, opening, patience);
    if (found !== undefined) return found;
  }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(github, openingRequest(github, opening), patience);
    if (answer.kind === "done") {
      const recordId = numberAt(answer.body, "id");
      return recordId === undefined
        ? asFailure(unreadable("the deployment"))
        : { kind: "done", recordId, reused: false };
    }
    if (attempt >= MAX_WRITES || answer.retryInMs === undefined) return asFailure(answer);
    if (!(await pause(answer.retryInMs, patience))) return asFailure(answer);
    const found = answer.unknown ? await findRecord(github, opening, patience) : undefined;
    if (found !== undefined) return found;
  }
}

function openingRequest(github: Github, opening: RecordOpening): RestRequest & { doing: string } {
  const { sha, environment, siteId, pullNumber, runId, runAttempt, production = false } = opening;
  const body = {
    ref: sha,
    // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
    auto_merge: false,
    required_contexts: [],
    environment,
    description: cutDescription(opening.description ?? ""),
    transient_environment: !production,
    production_environment: production,
    payload: { greenroom: { schemaVersion: 1, siteId, pullNumber: pullNumber ?? null, runId, runAttempt } },
  };
  return { method: "POST", path: repositoryPath(github, "deployments"), body, doing: "open a deployment" };
}

async function findRecord(github: Github, opening: RecordOpening, patience: Patience): Promise<RecordDone | undefined> {
  const { sha, environment, siteId } = opening;
  const found = await listRecords(github, { sha, environment }, patience);
  if (found.kind === "failed") return undefined;
  // GitHub lists the newest first.
  const record = found.records.find((one) => one.siteId === siteId);
  return record === undefined ? undefined : { kind: "done", recordId: record.id, reused: true };
}

interface Listed {
  readonly id: number;
  readonly siteId: unknown;
  readonly pullNumber: unknown;
}

async function listRecords(
  github: Github,
  query: Readonly<Record<string, string>>,
  patience: Patience,
): Promise<{ kind: "done"; records: Listed[] } | CallFailed> {
  const path = repositoryPath(github, "deployments");
  const request = { method: "GET", path, query: { ...query, per_page: PAGE_SIZE }, doing: "read deployments" } as const;
  const answer = await call(github, request, patience);
  if (answer.kind === "failed") return answer;
  if (!Array.isArray(answer.body)) return unreadable("deployments");
  const records = answer.body.flatMap((value): Listed[] => {
    const id = numberAt(value, "id");
    const ours = at(value, "payload", "greenroom");
    if (id === undefined || ours === undefined) return [];
    return [{ id, siteId: at(ours, "siteId"), pullNumber: at(ours, "pullNumber") }];
  });
  return { kind: "done", records };
}

/**
 * Tells GitHub how a deployment stands.
 * @param github Where.
 * @param recordId Id of the GitHub deployment.
 * @param state What to say, and `patience`.
 */
export async function settleRecord(
  github: Github,
  recordId: number,
  { patience, ...state }: RecordState & { readonly patience: Patience },
): Promise<RecordOutcome> {
  const path = repositoryPath(github, "deployments", recordId, "statuses");
  const body = statusBody(state);
  const request = { method: "POST", path, body, doing: "tell the state of a deployment" } as const;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(github, request, patience);
    if (answer.kind === "done") return { kind: "done", recordId, reused: false };
    // Said twice it is still true, so a lost answer is no reason to look first.
    if (attempt >= MAX_WRITES || answer.retryInMs === undefined) return asFailure(answer);
    if (!(await pause(answer.retryInMs, patience))) return asFailure(answer);
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

function cutDescription(text: string): string {
  const line = plainLine(text);
  return line.length <= MAX_DESCRIPTION_CHARS ? line : `${line.slice(0, MAX_DESCRIPTION_CHARS - 1).toWellFormed()}…`;
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
 * @param patience Clock and signal.
 * @returns How many; one that is gone counts as inactive.
 */
export async function retireRecords(
  github: Github,
  retiring: RecordRetiring,
  patience: Patience,
): Promise<{ readonly kind: "done"; readonly retired: number } | GithubFailure> {
  const found = "recordIds" in retiring ? retiring.recordIds : await findRetiring(github, retiring, patience);
  if ("kind" in found) return asFailure(found);
  let retired = 0;
  for (const recordId of found.slice(0, MAX_RETIRED)) {
    const outcome = await settleRecord(github, recordId, { state: "inactive", patience });
    if (outcome.kind === "failed" && outcome.status !== 404) return outcome;
    retired += 1;
  }
  return { kind: "done", retired };
}

async function findRetiring(
  github: Github,
  retiring: Exclude<RecordRetiring, { recordIds: readonly number[] }>,
  patience: Patience,
): Promise<number[] | CallFailed> {
  const { environment, pullNumber, siteId, exceptId } = retiring;
  const found = await listRecords(github, { environment }, patience);
  if (found.kind === "failed") return found;
  return found.records
    .filter((one) => one.pullNumber === pullNumber && (siteId === undefined || one.siteId === siteId))
    .filter(({ id }) => id !== exceptId)
    .map(({ id }) => id);
}
