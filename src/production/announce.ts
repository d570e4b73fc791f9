import type { Github, GithubFailure, CallContext } from "../github/octokit.ts";
import { upsertComment } from "../github/comment/upsert.ts";
import { type RecordOpening, type RecordState, openRecord, setRecordStatus } from "../github/deployment-record.ts";
import type { CommentRow } from "../github/comment/data.ts";
import type { Inputs } from "./inputs.ts";
import type { Outputs } from "./outputs.ts";
import { COMMENT_TEXT } from "./row.ts";

/** Where a release is told, and what stands there already. */
export interface Board {
  readonly github: Github;
  readonly inputs: Inputs;
  /** Pull request of the release; undefined when there is none. */
  readonly pullNumber: number | undefined;
  /** The preview that goes live: by it the service finds the record again. */
  readonly sourceDeploymentId: string;
  /** Values that must not leave. */
  readonly secrets: readonly string[];
  commentId: number | undefined;
  recordId: number | undefined;
}

/** What became of telling GitHub; no trouble of it changes the verdict. */
export interface Told {
  readonly outputs: Outputs;
  readonly troubles: readonly { readonly place: string; readonly failure: GithubFailure }[];
}

/**
 * Tells GitHub where a release stands: the record first, so that the row can name it.
 * @param board Remembers what was written, for the next time.
 */
export async function announce(board: Board, row: CommentRow, context: CallContext): Promise<Told> {
  const record = await tellRecord(board, row, context);
  const comment = await tellComment(
    board,
    board.recordId === undefined ? row : { ...row, recordId: board.recordId },
    context,
  );
  return {
    outputs: { ...record.outputs, ...comment.outputs },
    troubles: [...record.troubles, ...comment.troubles],
  };
}

const NOTHING: Told = { outputs: {}, troubles: [] };

async function tellComment(board: Board, row: CommentRow, context: CallContext): Promise<Told> {
  const { github, inputs, pullNumber, commentId, secrets } = board;
  if (inputs.comment === "off" || pullNumber === undefined) return NOTHING;
  const known = commentId === undefined ? {} : { knownId: commentId };
  const place = {
    pullNumber,
    group: inputs.commentGroup,
    mode: inputs.comment,
    secrets,
    template: COMMENT_TEXT,
    proofKey: inputs.token,
  };
  const written = await upsertComment(github, { ...place, row, ...known }, context);
  if (written.kind === "failed") return { outputs: {}, troubles: [{ place: "the comment", failure: written }] };
  if (written.kind === "skipped") return NOTHING;
  board.commentId = written.commentId;
  return { outputs: { "comment-id": String(written.commentId), "comment-url": written.commentUrl }, troubles: [] };
}

async function tellRecord(board: Board, row: CommentRow, context: CallContext): Promise<Told> {
  const { github, inputs } = board;
  if (!inputs.deploymentRecord || row.commitSha === "") return NOTHING;
  const trouble = (failure: GithubFailure) => [{ place: "the deployment record", failure }];
  if (board.recordId === undefined) {
    const opened = await openRecord(github, openingOf(board, row), context);
    if (opened.kind === "failed") return { outputs: {}, troubles: trouble(opened) };
    board.recordId = opened.recordId;
  }
  const settled = await setRecordStatus(github, board.recordId, { ...stateOf(row), context });
  return {
    outputs: { "github-deployment-id": String(board.recordId) },
    troubles: settled.kind === "failed" ? trouble(settled) : [],
  };
}

const WAITS = "Waits for a person to approve it";

function openingOf({ inputs, pullNumber, sourceDeploymentId }: Board, row: CommentRow): RecordOpening {
  return {
    sha: row.commitSha,
    environment: inputs.environment,
    siteId: row.siteId,
    runId: row.runId,
    runAttempt: row.runAttempt,
    sourceDeploymentId,
    production: true,
    description: WAITS,
    ...(pullNumber === undefined ? {} : { pullNumber }),
  };
}

/** How a row reads as the state of a GitHub deployment; the others wait for a person. */
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

function stateOf(row: CommentRow): RecordState {
  const state = STATES[row.status];
  if (state === undefined) return { state: "queued", description: WAITS, logUrl: row.approvalUrl ?? row.runUrl };
  return {
    state,
    logUrl: row.runUrl,
    description: row.error?.code ?? `The release is ${row.status}`,
    ...(row.productionUrl === undefined ? {} : { environmentUrl: row.productionUrl }),
  };
}
