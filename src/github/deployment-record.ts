import { type CallContext, type Github, type GithubFailure, call, pause, unreadable } from "./octokit.ts";
import { at, numberAt } from "./payload.ts";
import { plainLine, safeAddress } from "./untrusted-text.ts";

/** A GitHub deployment to open. */
export interface RecordOpening {
  readonly sha: string;
  readonly environment: string;
  /** Several sites can share an environment. */
  readonly siteId: string;
  readonly pullNumber?: number | undefined;
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

export type RecordOutcome =
  | {
      readonly kind: "done";
      readonly recordId: number;
      /** The record of an earlier attempt is used again. */
      readonly reused: boolean;
    }
  | GithubFailure;

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
    if (attempt >= MAX_WRITES || !(await pause(failed.retryInMs, context))) return failed;
    const found = failed.unknown === true ? await findRecord(github, opening, context) : undefined;
    if (found !== undefined) return found;
  }
}

/** A response that cannot be read is as good as lost: the list shows whether the record is there. */
function withoutId(data: unknown): GithubFailure {
  const failed = unreadable("the deployment");
  return typeof data === "object" && data !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}

function create(github: Github, opening: RecordOpening, context: CallContext) {
  const { sha, environment, description = "", production = false } = opening;
  const { siteId, pullNumber = null, runId, runAttempt, sourceDeploymentId } = opening;
  return call<unknown>(github, { doing: "open a deployment" }, context, (rest, parameters) =>
    rest.repos.createDeployment({
      ...parameters,
      ref: sha,
      // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
      auto_merge: false,
      required_contexts: [],
      environment,
      description: cutDescription(description),
      transient_environment: !production,
      production_environment: production,
      payload: { greenroom: { schemaVersion: 1, siteId, pullNumber, runId, runAttempt, sourceDeploymentId } },
    }),
  );
}

async function findRecord(
  github: Github,
  { sha, environment, siteId, sourceDeploymentId }: RecordOpening,
  context: CallContext,
): Promise<RecordOutcome | undefined> {
  const found = await listRecords(github, { sha, environment }, context);
  if (found.kind === "failed") return undefined;
  // GitHub lists the newest first.
  const record = found.records.find(
    (one) => one.siteId === siteId && (one.sourceDeploymentId ?? sourceDeploymentId) === sourceDeploymentId,
  );
  return record && { kind: "done", recordId: record.id, reused: true };
}

/** Lists the deployments that were opened here, with what they were opened for. */
async function listRecords(
  github: Github,
  query: { readonly environment: string; readonly sha?: string },
  context: CallContext,
) {
  const read = await call<unknown>(github, { doing: "read deployments", reads: true }, context, (rest, parameters) =>
    rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }),
  );
  if (read.kind === "failed") return read;
  if (!Array.isArray(read.data)) return unreadable("deployments");
  const records = read.data.flatMap((deployment: unknown) => {
    const id = numberAt(deployment, "id");
    const ours = at(deployment, "payload", "greenroom");
    if (id === undefined || ours === undefined) return [];
    const [siteId, pullNumber] = [at(ours, "siteId"), at(ours, "pullNumber")];
    return [{ id, siteId, pullNumber, sourceDeploymentId: at(ours, "sourceDeploymentId") }];
  });
  return { kind: "done", records } as const;
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
    if (attempt >= MAX_WRITES || !(await pause(sent.retryInMs, context))) return sent;
  }
}

/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text: string): string {
  const line = plainLine(text);
  if (line.length <= MAX_DESCRIPTION_CHARS) return line;
  const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}

/** Sets at most 20 GitHub deployments inactive, the newest first; one that is gone counts as inactive. */
export async function retireRecords(
  github: Github,
  retiring:
    | { readonly recordIds: readonly number[] }
    /** Those of a pull request, found by the payload they were opened with. */
    | { readonly environment: string; readonly pullNumber: number },
  context: CallContext,
): Promise<{ readonly kind: "done"; readonly retired: number } | GithubFailure> {
  const found = "recordIds" in retiring ? retiring.recordIds : await findOfPull(github, retiring, context);
  if ("kind" in found) return found;
  let retired = 0;
  for (const recordId of found.slice(0, MAX_RETIRED)) {
    const outcome = await setRecordStatus(github, recordId, { state: "inactive", context });
    if (outcome.kind === "failed" && outcome.status !== 404) return outcome;
    retired += 1;
  }
  return { kind: "done", retired };
}

async function findOfPull(
  github: Github,
  { environment, pullNumber }: { readonly environment: string; readonly pullNumber: number },
  context: CallContext,
): Promise<number[] | GithubFailure> {
  const found = await listRecords(github, { environment }, context);
  if (found.kind === "failed") return found;
  return found.records.filter((one) => one.pullNumber === pullNumber).map(({ id }) => id);
}
