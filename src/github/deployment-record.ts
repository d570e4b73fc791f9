import {
  type CallDone,
  type CallFailed,
  type Github,
  type GithubFailure,
  type CallContext,
  asFailure,
  call,
  pause,
  unreadable,
} from "./octokit.ts";
import { at, numberAt } from "./payload.ts";
import { plainLine, safeAddress } from "./untrusted-text.ts";

/** A GitHub deployment to open. */
export interface RecordOpening {
  readonly sha: string;
  readonly environment: string;
  /** Several sites can share an environment. */
  readonly siteId: string;
  readonly pullNumber?: number;
  readonly runId: number;
  /** From the second attempt on, the record of an earlier one is used again. */
  readonly runAttempt: number;
  /** The preview that is released. */
  readonly sourceDeploymentId?: string;
  /** A release: any later run uses its record again, since the approval can come long after the first run. */
  readonly production?: boolean;
  readonly description?: string;
}

/** State of a GitHub deployment. */
export interface RecordState {
  /** `queued` while an approval is pending: GitHub has no such state that can be set. */
  readonly state: "queued" | "in_progress" | "success" | "failure" | "error" | "inactive";
  readonly environmentUrl?: string;
  readonly logUrl?: string;
  /** Cut to 140 characters. */
  readonly description?: string;
}

interface RecordDone {
  readonly kind: "done";
  readonly recordId: number;
  /** The record of an earlier attempt is used again. */
  readonly reused: boolean;
}

export type RecordOutcome = RecordDone | GithubFailure;

const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const MAX_RETIRED = 20;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;

/**
 * Opens a GitHub deployment for a commit. When a response is lost, the list is read before anything is sent again, so
 * that no second one stays pending.
 */
export async function openRecord(github: Github, opening: RecordOpening, context: CallContext): Promise<RecordOutcome> {
  if (opening.production === true || opening.runAttempt > 1) {
    const found = await findRecord(github, opening, context);
    if (found !== undefined) return found;
  }
  for (let attempt = 1; ; attempt += 1) {
    const sent = await create(github, opening, context);
    const recordId = sent.kind === "done" ? numberAt(sent.data, "id") : undefined;
    if (recordId !== undefined) return { kind: "done", recordId, reused: false };
    const failed = sent.kind === "failed" ? sent : withoutId(sent.data);
    if (attempt >= MAX_WRITES || failed.retryInMs === undefined) return asFailure(failed);
    if (!(await pause(failed.retryInMs, context))) return asFailure(failed);
    const found = failed.unknown ? await findRecord(github, opening, context) : undefined;
    if (found !== undefined) return found;
  }
}

/** A response that cannot be read is as good as lost: the list shows whether the record is there. */
function withoutId(data: unknown): CallFailed {
  const failed = unreadable("the deployment");
  return typeof data === "object" && data !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}

function create(github: Github, opening: RecordOpening, context: CallContext): Promise<CallDone<unknown> | CallFailed> {
  const { sha, environment, siteId, pullNumber, runId, runAttempt, production = false } = opening;
  const source = opening.sourceDeploymentId === undefined ? {} : { sourceDeploymentId: opening.sourceDeploymentId };
  return call<unknown>(github, { doing: "open a deployment" }, context, (rest, parameters) =>
    rest.repos.createDeployment({
      ...parameters,
      ref: sha,
      // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
      auto_merge: false,
      required_contexts: [],
      environment,
      description: cutDescription(opening.description ?? ""),
      transient_environment: !production,
      production_environment: production,
      payload: {
        greenroom: { schemaVersion: 1, siteId, pullNumber: pullNumber ?? null, runId, runAttempt, ...source },
      },
    }),
  );
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
  query: { readonly environment: string; readonly sha?: string },
  context: CallContext,
): Promise<{ kind: "done"; records: Listed[] } | CallFailed> {
  const read = await call(github, { doing: "read deployments", reads: true }, context, (rest, parameters) =>
    rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }),
  );
  if (read.kind === "failed") return read;
  if (!Array.isArray(read.data)) return unreadable("deployments");
  const records = read.data.flatMap((deployment): Listed[] => {
    const id = numberAt(deployment, "id");
    const ours = at(deployment, "payload", "greenroom");
    if (id === undefined || ours === undefined) return [];
    const [siteId, pullNumber] = [at(ours, "siteId"), at(ours, "pullNumber")];
    return [{ id, siteId, pullNumber, sourceDeploymentId: at(ours, "sourceDeploymentId") }];
  });
  return { kind: "done", records };
}

/** Sets the status of a GitHub deployment. */
export async function setRecordStatus(
  github: Github,
  recordId: number,
  { context, state, description, ...urls }: RecordState & { readonly context: CallContext },
): Promise<RecordOutcome> {
  const environmentUrl = safeAddress(urls.environmentUrl ?? "", { allowLoopbackHttp: true });
  const logUrl = safeAddress(urls.logUrl ?? "", { allowLoopbackHttp: true });
  for (let attempt = 1; ; attempt += 1) {
    const sent = await call(github, { doing: "set the status of a deployment" }, context, (rest, parameters) =>
      rest.repos.createDeploymentStatus({
        ...parameters,
        deployment_id: recordId,
        state,
        ...(environmentUrl === undefined ? {} : { environment_url: environmentUrl }),
        ...(logUrl === undefined ? {} : { log_url: logUrl }),
        ...(description === undefined ? {} : { description: cutDescription(description) }),
        // Other pull requests and sites share the environment: only what we name turns inactive.
        auto_inactive: false,
      }),
    );
    if (sent.kind === "done") return { kind: "done", recordId, reused: false };
    // Set twice it is still true, so a lost response is no reason to look first.
    if (attempt >= MAX_WRITES || sent.retryInMs === undefined) return asFailure(sent);
    if (!(await pause(sent.retryInMs, context))) return asFailure(sent);
  }
}

/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text: string): string {
  const line = plainLine(text);
  if (line.length <= MAX_DESCRIPTION_CHARS) return line;
  const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}

type RecordRetiring =
  | { readonly recordIds: readonly number[] }
  | {
      /** Those of a pull request, found by the payload they were opened with. */
      readonly environment: string;
      readonly pullNumber: number;
      /** Only this site's. */
      readonly siteId?: string;
      /** Not this one. */
      readonly exceptId?: number;
    };

/** Sets at most 20 GitHub deployments inactive, the newest first; one that is gone counts as inactive. */
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
