import type { Github, GithubFailure, GithubSkip, CallContext } from "../github/octokit.ts";
import {
  type RecordOutcome,
  type RecordState,
  openRecord,
  retireRecords,
  setRecordStatus,
} from "../github/deployment-record.ts";
import type { CommentRow } from "../github/comment/data.ts";
import type { Trigger } from "../github/trigger.ts";
import type { Inputs } from "./inputs.ts";
import { isUnderWay } from "./row.ts";

/** Keeps one GitHub deployment record in step with a run's rows. */
export interface Recorder {
  /** Opens the record when there is none, and gives it the state of a row. */
  tell(github: Github, row: CommentRow, pullNumber: number | undefined): Promise<RecordOutcome | GithubSkip>;
  /** Turns records inactive whose preview another one took the place of; undefined when all went well. */
  retire(github: Github, recordId: number): Promise<GithubFailure | undefined>;
}

/** What a recorder is made of. */
export interface RecorderParts {
  readonly inputs: Pick<Inputs, "deploymentRecord" | "environment">;
  readonly trigger: Pick<Trigger, "run">;
  readonly context: CallContext;
}

/**
 * Makes the recorder of a run.
 */
export function createRecorder(parts: RecorderParts): Recorder {
  const retired = new Set<number>();
  let opening: Promise<RecordOutcome> | undefined;
  let told: RecordState["state"] | undefined;

  async function tell(github: Github, row: CommentRow, pullNumber: number | undefined) {
    if (!parts.inputs.deploymentRecord) return skip("the input 'deployment-record' is 'false'");
    if (row.deploymentId === undefined) return skip("there is no deployment");
    opening ??= open(github, { row, pullNumber }, parts);
    const opened = await opening;
    const state = recordState(row);
    if (opened.kind === "failed" || state.state === told) return opened;
    // A fresh record is `pending` by itself: saying more while it is on its way would cost a request.
    if (isUnderWay(row) && !opened.reused) return opened;
    const settled = await setRecordStatus(github, opened.recordId, { ...state, context: parts.context });
    if (settled.kind === "failed") return settled;
    told = state.state;
    return opened;
  }
  async function retire(github: Github, recordId: number): Promise<GithubFailure | undefined> {
    if (!parts.inputs.deploymentRecord || retired.has(recordId)) return undefined;
    retired.add(recordId);
    const done = await retireRecords(github, { recordIds: [recordId] }, parts.context);
    return done.kind === "failed" ? done : undefined;
  }
  return { tell, retire };
}

function skip(reason: string): GithubSkip {
  return { kind: "skipped", reason };
}

function open(
  github: Github,
  { row, pullNumber }: { readonly row: CommentRow; readonly pullNumber: number | undefined },
  { inputs, trigger, context }: RecorderParts,
): Promise<RecordOutcome> {
  const { id: runId, attempt: runAttempt } = trigger.run;
  const opening = { sha: row.commitSha, environment: inputs.environment, siteId: row.siteId, runId, runAttempt };
  return openRecord(github, pullNumber === undefined ? opening : { ...opening, pullNumber }, context);
}

/**
 * Tells a row as the state of a GitHub deployment.
 * A build that was not seen to its end stays in progress: a run after it picks the record up.
 */
export function recordState(row: CommentRow): RecordState {
  const logUrl = row.logUrl ?? row.runUrl;
  if (row.status === "ready") {
    return { state: "success", logUrl, ...(row.previewUrl === undefined ? {} : { environmentUrl: row.previewUrl }) };
  }
  const state = ENDED[row.status] ?? "in_progress";
  return { state, logUrl, description: row.error?.code ?? row.note ?? `The deployment is ${row.status}` };
}

const ENDED: Readonly<Record<string, RecordState["state"]>> = {
  failed: "failure",
  refused: "error",
  canceled: "inactive",
};
