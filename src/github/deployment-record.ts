import { type CommentRow, factsOf, isLive } from "./comment/data.ts";
import { durationText } from "./comment/render.ts";
import { type GithubFailure, type GithubSkip, unreadable } from "./failure.ts";
import { call, type CallContext, type Github, pause } from "./octokit.ts";
import { at, numberAt, textAt } from "./payload.ts";
import { plainLine, rowAddress } from "./untrusted-text.ts";

export interface RecordOpening {
  readonly sha: string;
  readonly environment: string;
  /** Several sites can share an environment. */
  readonly siteId: string;
  readonly pullNumber?: number | undefined;
  /** Undefined for a bare commit, a tag, and a fork, whose branches are not ours. */
  readonly branch?: string | undefined;
  readonly runId: number;
  /** From the second on, the record of an earlier one is used again. */
  readonly runAttempt: number;
  readonly sourceDeploymentId?: string;
  /** A release: every later run uses its record again, since the approval can come long after the first run. */
  readonly production?: boolean;
  readonly description?: string;
}

export interface RecordState {
  /** `queued` while an approval is pending: GitHub has no such state that can be set. */
  readonly state: ReturnType<typeof factsOf>["record"];
  readonly environmentUrl?: string | undefined;
  readonly logUrl?: string;
  readonly description?: string;
}

export type RecordOutcome =
  | { readonly kind: "done"; readonly recordId: number; readonly reused: boolean }
  | GithubFailure;

const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;

/** When a response is lost, the list is read before anything is sent again, so that no second record stays pending. */
export async function openRecord(github: Github, opening: RecordOpening, context: CallContext): Promise<RecordOutcome> {
  if (opening.production === true || opening.runAttempt > 1) {
    const found = await findRecord(github, opening, context);
    if (found !== undefined) return found;
  }
  for (let tries = 1; ; tries += 1) {
    const sent = await create(github, opening, context);
    const recordId = sent.kind === "done" ? numberAt(sent.data, "id") : undefined;
    if (recordId !== undefined) return { kind: "done", recordId, reused: false };
    const failed = sent.kind === "failed" ? sent : withoutId(sent.data);
    if (tries >= MAX_WRITES || !(await pause(failed.retryInMs, context))) return failed;
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
  const { siteId, pullNumber = null, branch = null, runId, runAttempt, sourceDeploymentId } = opening;
  return call(github, { doing: "open a deployment" }, context, (rest, parameters) =>
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
      payload: { greenroom: { schemaVersion: 1, siteId, pullNumber, branch, runId, runAttempt, sourceDeploymentId } },
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

export type ListedRecord = NonNullable<ReturnType<typeof readRecord>>;

/** Only those that were opened here, the newest first. */
export async function listRecords(
  github: Github,
  query: { readonly environment: string; readonly sha?: string; readonly page?: number },
  context: CallContext,
) {
  const read = await call(github, { doing: "read deployments", repeatable: true }, context, (rest, parameters) =>
    rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }),
  );
  if (read.kind === "failed") return read;
  if (!Array.isArray(read.data)) return unreadable("deployments");
  const records = read.data.map(readRecord).filter((record) => record !== undefined);
  const oldest = Date.parse(textAt(read.data.at(-1), "created_at") ?? "");
  return { kind: "done", records, oldestMs: oldest, isLast: read.data.length < PAGE_SIZE } as const;
}

function readRecord(deployment: unknown) {
  const id = numberAt(deployment, "id");
  const ours = at(deployment, "payload", "greenroom");
  if (id === undefined || ours === undefined) return undefined;
  return {
    id,
    siteId: at(ours, "siteId"),
    pullNumber: numberAt(ours, "pullNumber"),
    branch: textAt(ours, "branch"),
    runId: numberAt(ours, "runId") ?? 0,
    sourceDeploymentId: at(ours, "sourceDeploymentId"),
    creatorId: numberAt(deployment, "creator", "id"),
  };
}

export function setRecordStatus(
  github: Github,
  recordId: number,
  { state, description, ...urls }: RecordState,
  context: CallContext,
) {
  const environmentUrl = rowAddress(urls.environmentUrl);
  const logUrl = rowAddress(urls.logUrl);
  const request = { doing: "set the status of a deployment", repeatable: true };
  return call(github, request, context, (rest, parameters) =>
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
}

/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text: string): string {
  const line = plainLine(text);
  if (line.length <= MAX_DESCRIPTION_CHARS) return line;
  const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}

/** Opened once, then updated when its state changes; Gitea and Forgejo have a status of the commit instead. */
export function createRecordWriter() {
  let record: (RecordOutcome & { readonly kind: "done" }) | undefined;
  let written: string | undefined;

  return async (
    github: Github,
    { opening, row }: { readonly opening: RecordOpening; readonly row: CommentRow },
    context: CallContext,
  ): Promise<RecordOutcome | GithubSkip> => {
    const state = recordState(row, opening.production === true);
    if (github.forge === "gitea") {
      const set = commitState(row, state.state);
      const sent = set === written ? undefined : await setCommitStatus(github, { opening, row, state, set }, context);
      if (sent?.kind === "failed") return sent;
      written = set;
      return { kind: "skipped", reason: "this server has commit statuses instead" };
    }
    const opened = record ?? (await openRecord(github, opening, context));
    if (opened.kind === "failed") return opened;
    record = opened;
    // A fresh record is `pending` by itself: a live status would cost a request and say no more.
    if (state.state === written || (isLive(row) && !record.reused)) return record;
    const sent = await setRecordStatus(github, record.recordId, state, context);
    if (sent.kind === "failed") return sent;
    written = state.state;
    return record;
  };
}

export function recordIdOf(record: RecordOutcome | GithubSkip | undefined): number | undefined {
  return record?.kind === "done" ? record.recordId : undefined;
}

/** Rows of runs that no longer watch: a status that stays pending would block the pull request. */
const UNWATCHED = new Set(["timed_out", "interrupted"]);

function commitState({ status }: CommentRow, state: RecordState["state"]) {
  if (state === "queued" || state === "in_progress") return UNWATCHED.has(status) ? "error" : "pending";
  return state === "inactive" ? "error" : state;
}

export function recordState(row: CommentRow, production: boolean): RecordState {
  const state = factsOf(row.status).record;
  const environmentUrl = production ? row.productionUrl : row.previewUrl;
  const logUrl = state === "queued" ? (row.approvalUrl ?? row.runUrl) : (row.logUrl ?? row.runUrl);
  if (state === "success") {
    const took = row.durationSeconds === undefined ? "" : `, built in ${durationText(row.durationSeconds)}`;
    const description = production ? "The release is live" : `The preview is ready${took}`;
    return { state, logUrl, description, environmentUrl };
  }
  const note = production ? undefined : row.note;
  const status = state === "queued" ? "waiting for approval" : row.status;
  // A person reads it beside the commit, without the comment; it is cut where it is sent.
  const why = row.error?.message === "" ? row.error.code : row.error?.message;
  const description = why ?? note ?? `The ${production ? "release" : "deployment"} is ${status}`;
  return { state, logUrl, description };
}

const MAX_STATUS_NAME_CHARS = 200;

interface CommitStatus {
  readonly opening: RecordOpening;
  readonly row: CommentRow;
  readonly state: RecordState;
  readonly set: ReturnType<typeof commitState>;
}

function setCommitStatus(github: Github, { opening, row, state, set }: CommitStatus, context: CallContext) {
  const address = rowAddress(state.environmentUrl ?? state.logUrl);
  // A later status of the same name replaces it.
  const name = `Greenroom ${opening.environment} (${row.site})`;
  return call(github, { doing: "set the commit status" }, context, (rest, parameters) =>
    rest.repos.createCommitStatus({
      ...parameters,
      sha: row.commitSha,
      state: set,
      context: plainLine(name).slice(0, MAX_STATUS_NAME_CHARS).toWellFormed(),
      description: cutDescription(state.description ?? ""),
      ...(address === undefined ? {} : { target_url: address }),
    }),
  );
}

const ACTIVE_STATES = new Set(["success", "in_progress", "queued", "pending"]);
/** A repository in which more was deployed since the last preview of a branch keeps that one until its end. */
const MAX_EARLIER_PAGES = 5;
/** Records that were successful and are inactive: the run that retired them had retired what was before them. */
const ENOUGH_RETIRED = 2;

/**
 * Sets the earlier deployments of the same site and pull request, or branch, inactive once ours is successful. When a
 * newer run's is successful already, ours is set inactive instead. Each run sets its own state before it reads those of
 * others, so that of two that end together at least one sees the other.
 * @returns Why some may still be active.
 */
export async function retireEarlier(
  github: Github,
  { recordId, opening }: { readonly recordId: number; readonly opening: RecordOpening },
  context: CallContext,
): Promise<GithubFailure | undefined> {
  const { environment, siteId } = opening;
  for (let page = 1; page <= MAX_EARLIER_PAGES; page += 1) {
    const found = await listRecords(github, { environment, page }, context);
    if (found.kind === "failed") return found;
    const others = found.records.filter(
      (one) => one.siteId === siteId && one.id !== recordId && isSameLine(one, opening),
    );
    const newer = others.filter((one) => isNewer(one, { id: recordId, runId: opening.runId }));
    const states = await Promise.all(newer.map(({ id }) => readState(github, id, context)));
    if (states.some((one) => one.kind === "done" && one.state === "success")) {
      return (await retireRecords(github, [recordId], context)).left?.failure;
    }
    const older = others.filter((one) => !newer.includes(one)).map(({ id }) => id);
    const limits = { states: ACTIVE_STATES, enough: ENOUGH_RETIRED };
    const { left, isEnough } = await retireRecords(github, older, context, limits);
    if (found.isLast || isEnough || left !== undefined) return left?.failure;
  }
  return undefined;
}

/** One pull request, or one branch as far as it has none. */
function isSameLine(record: ListedRecord, { pullNumber, branch }: RecordOpening): boolean {
  if (record.pullNumber !== undefined && pullNumber !== undefined) return record.pullNumber === pullNumber;
  return record.branch !== undefined && record.branch === branch;
}

function isNewer(one: Pick<ListedRecord, "id" | "runId">, other: Pick<ListedRecord, "id" | "runId">): boolean {
  return one.runId === other.runId ? one.id > other.id : one.runId > other.runId;
}

const READS_AT_ONCE = 5;

/**
 * One that is gone counts as settled.
 * @param states Those that turn inactive; every one when there are none.
 * @param enough How many of them were retired before, when the search ends.
 */
export async function retireRecords(
  github: Github,
  recordIds: readonly number[],
  context: CallContext,
  { states, enough = Infinity }: { readonly states?: ReadonlySet<string>; readonly enough?: number } = {},
) {
  let [retired, retiredBefore] = [0, 0];
  /** How many may be active still, and why the first of them is. */
  let left: { readonly count: number; readonly failure: GithubFailure } | undefined;
  for (let start = 0; start < recordIds.length && retiredBefore < enough; start += READS_AT_ONCE) {
    const batch = recordIds.slice(start, start + READS_AT_ONCE);
    if (left !== undefined && isHopeless(left.failure, context)) {
      left = { ...left, count: left.count + batch.length };
      continue;
    }
    // Before a write: a status that says nothing new starts every workflow that listens for one.
    const read = await Promise.all(batch.map(async (id) => ({ id, before: await readState(github, id, context) })));
    for (const { id, before } of read) {
      if (before.kind === "done" && before.state === "inactive" && before.wasSuccess) retiredBefore += 1;
      if (before.kind === "done" && (before.state === "inactive" || states?.has(before.state) === false)) continue;
      if (before.kind === "failed" && before.status === 404) continue;
      const set = before.kind === "failed" ? before : await setRecordStatus(github, id, { state: "inactive" }, context);
      if (set.kind === "done" || set.status === 404) retired += 1;
      else left = { count: (left?.count ?? 0) + 1, failure: left?.failure ?? set };
    }
  }
  return { retired, left, isEnough: retiredBefore >= enough };
}

/** Whether the next record would fail for the same reason. */
function isHopeless({ status, permissionHint, limitedMs }: GithubFailure, { signal }: CallContext): boolean {
  return signal.aborted || status === 401 || permissionHint !== undefined || limitedMs !== undefined;
}

async function readState(github: Github, recordId: number, context: CallContext) {
  const read = await call(github, { doing: "read a deployment", repeatable: true }, context, (rest, parameters) =>
    rest.repos.listDeploymentStatuses({ ...parameters, deployment_id: recordId, per_page: PAGE_SIZE }),
  );
  if (read.kind === "failed") return read;
  if (!Array.isArray(read.data)) return unreadable("a deployment");
  // GitHub lists the newest first, and a deployment without a status is pending.
  const states = read.data.map((status: unknown) => textAt(status, "state") ?? "");
  return { kind: "done", state: states[0] ?? "pending", wasSuccess: states.includes("success") } as const;
}
