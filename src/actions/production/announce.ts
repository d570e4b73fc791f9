import { call, type Patience, repositoryPath } from "../../github/call.ts";
import { upsertComment } from "../../github/comment.ts";
import type { GithubFailure } from "../../github/outcome.ts";
import { at, numberAt } from "../../github/payload.ts";
import { openRecord, type RecordState, settleRecord } from "../../github/record.ts";
import type { Github } from "../../github/rest.ts";
import type { CommentRow } from "../../github/row.ts";
import type { Inputs } from "./inputs.ts";
import { COMMENT_TEXT, type Outputs } from "./report.ts";

/** Where a release is told, and what stands there already. */
export interface Board {
  readonly github: Github;
  readonly inputs: Inputs;
  /** Pull request of the release; undefined when there is none. */
  readonly pullNumber: number | undefined;
  commentId: number | undefined;
  recordId: number | undefined;
}

/** What became of telling GitHub; no trouble of it changes the verdict. */
export interface Told {
  readonly outputs: Outputs;
  readonly troubles: readonly { readonly place: string; readonly failure: GithubFailure }[];
}

/** Tells GitHub where a release stands: the record first, so that the row can name it. */
export async function announce(board: Board, row: CommentRow, patience: Patience): Promise<Told> {
  const record = await tellRecord(board, row, patience);
  const comment = await tellComment(
    board,
    board.recordId === undefined ? row : { ...row, recordId: board.recordId },
    patience,
  );
  return {
    outputs: { ...record.outputs, ...comment.outputs },
    troubles: [...record.troubles, ...comment.troubles],
  };
}

const NOTHING: Told = { outputs: {}, troubles: [] };

async function tellComment(board: Board, row: CommentRow, patience: Patience): Promise<Told> {
  const { github, inputs, pullNumber, commentId } = board;
  if (inputs.comment === "off" || pullNumber === undefined) return NOTHING;
  const secrets = [inputs.token, inputs.githubToken ?? ""];
  const known = commentId === undefined ? {} : { knownId: commentId };
  const place = {
    pullNumber,
    group: inputs.commentGroup,
    mode: inputs.comment,
    secrets,
    template: COMMENT_TEXT,
    proofKey: inputs.token,
  };
  const written = await upsertComment(github, { ...place, row, ...known }, patience);
  if (written.kind === "failed") return { outputs: {}, troubles: [{ place: "the comment", failure: written }] };
  if (written.kind === "skipped") return NOTHING;
  board.commentId = written.commentId;
  return { outputs: { "comment-id": String(written.commentId), "comment-url": written.commentUrl }, troubles: [] };
}

/** How a row reads as the state of a GitHub deployment; what waits for a person has none yet. */
const STATES: Readonly<Record<string, RecordState["state"]>> = {
  ready: "success",
  accepted: "in_progress",
  rejected: "failure",
  failed: "failure",
  refused: "error",
  expired: "inactive",
  superseded: "inactive",
  canceled: "inactive",
};

async function tellRecord(board: Board, row: CommentRow, patience: Patience): Promise<Told> {
  const { github, inputs } = board;
  if (!inputs.deploymentRecord || row.commitSha === "") return NOTHING;
  board.recordId ??= await findRecord(board, row, patience);
  if (board.recordId === undefined) {
    const opened = await openRecord(github, openingOf(board, row), patience);
    if (opened.kind === "failed")
      return { outputs: {}, troubles: [{ place: "the deployment record", failure: opened }] };
    board.recordId = opened.recordId;
  }
  const { recordId } = board;
  const state = STATES[row.status];
  const outputs = { "github-deployment-id": String(recordId) };
  const settled =
    state === undefined
      ? await tellWaiting(board, { row, recordId }, patience)
      : await settleRecord(github, recordId, { ...stateOf(row, state), patience });
  const troubles = settled?.kind === "failed" ? [{ place: "the deployment record", failure: settled }] : [];
  return { outputs, troubles };
}

function openingOf({ inputs, pullNumber }: Board, row: CommentRow) {
  return {
    sha: row.commitSha,
    environment: inputs.environment,
    siteId: row.siteId,
    runId: row.runId,
    runAttempt: row.runAttempt,
    production: true,
    description: "Waits for a person to approve it",
    ...(pullNumber === undefined ? {} : { pullNumber }),
  };
}

function stateOf(row: CommentRow, state: RecordState["state"]): RecordState {
  const live = row.status === "ready" && row.previewUrl !== undefined;
  return {
    state,
    logUrl: row.runUrl,
    description: row.error?.code ?? `The release is ${row.status}`,
    ...(live ? { environmentUrl: row.previewUrl } : {}),
  };
}

/** One record a commit and site: a job that runs again leaves no second one waiting. */
async function findRecord({ github, inputs }: Board, row: CommentRow, patience: Patience): Promise<number | undefined> {
  const query = { sha: row.commitSha, environment: inputs.environment, per_page: 100 };
  const path = repositoryPath(github, "deployments");
  const answer = await call(github, { method: "GET", path, query, doing: "read deployments" }, patience);
  if (answer.kind === "failed" || !Array.isArray(answer.body)) return undefined;
  const ours = answer.body.find((value: unknown) => at(value, "payload", "greenroom", "siteId") === row.siteId);
  return numberAt(ours, "id");
}

/** [GitHub REST, create a deployment status] There is no state "waiting" to set: "queued" is what it calls it. */
async function tellWaiting(
  { github }: Board,
  { row, recordId }: { readonly row: CommentRow; readonly recordId: number },
  patience: Patience,
): Promise<GithubFailure | undefined> {
  const path = repositoryPath(github, "deployments", recordId, "statuses");
  const body = {
    state: "queued",
    description: "Waits for a person to approve it",
    auto_inactive: false,
    log_url: row.approvalUrl ?? row.runUrl,
  };
  const request = { method: "POST", path, body, doing: "tell the state of a deployment" } as const;
  const answer = await call(github, request, patience);
  return answer.kind === "failed" ? answer : undefined;
}
