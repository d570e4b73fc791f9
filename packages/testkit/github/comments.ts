import { z } from "zod";
import { errorResponse, invalid, type GithubResponse, type GithubCall, type Handler } from "./call.ts";
import { repositoryApi, repositoryPage } from "./repository.ts";
import type { Comment, GithubState } from "./state.ts";
import type { GithubUser } from "./users.ts";

const MAX_BODY_CHARS = 65_536;
const Body = z.looseObject({ body: z.string() });

export function writeComment(
  state: GithubState,
  comment: { issueNumber: number; author: GithubUser; body: string },
): Comment {
  const now = state.now();
  const written: Comment = { ...comment, id: state.nextId(), createdAt: now, updatedAt: now };
  state.comments.push(written);
  return written;
}

function render(comment: Comment, { state, apiUrl }: GithubCall): Record<string, unknown> {
  const url = `${repositoryApi(state.repository, apiUrl)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${repositoryPage(state.repository)}/pull/${comment.issueNumber}#issuecomment-${comment.id}`,
    id: comment.id,
    user: comment.author,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
  };
}

function bodyError(body: string): GithubResponse | undefined {
  const row = { resource: "IssueComment", code: "unprocessable", field: "data" };
  if (body.trim() === "") return invalid([{ ...row, message: "Body cannot be blank" }]);
  if (body.length <= MAX_BODY_CHARS) return undefined;
  return invalid([{ ...row, message: `Body is too long (maximum is ${MAX_BODY_CHARS} characters)` }]);
}

function list(call: GithubCall): GithubResponse {
  const { state, params, query } = call;
  const number = params["issue_number"];
  if (!state.pulls.some((pull) => pull.number === number)) return errorResponse(404, "Not Found");
  const since = typeof query["since"] === "string" ? Date.parse(query["since"]) : -Infinity;
  const rows = state.comments
    .filter((comment) => comment.issueNumber === number && Date.parse(comment.updatedAt) >= since)
    .sort((left, right) => left.id - right.id);
  return { status: 200, rows: rows.map((comment) => render(comment, call)) };
}

function create(call: GithubCall): GithubResponse {
  const { state, params, actor } = call;
  const pull = state.pulls.find((one) => one.number === params["issue_number"]);
  if (pull === undefined) return errorResponse(404, "Not Found");
  if (pull.locked) return errorResponse(403, "Unable to create comment because issue is locked.");
  const { body } = Body.parse(call.body);
  const error = bodyError(body);
  if (error !== undefined) return error;
  const rendered = render(writeComment(state, { issueNumber: pull.number, author: actor, body }), call);
  return { status: 201, body: rendered, headers: { Location: String(rendered["url"]) } };
}

function update(comment: Comment, call: GithubCall): GithubResponse {
  const { body } = Body.parse(call.body);
  const error = bodyError(body);
  if (error !== undefined) return error;
  comment.body = body;
  comment.updatedAt = call.state.now();
  return { status: 200, body: render(comment, call) };
}

function remove(comment: Comment, { state }: GithubCall): GithubResponse {
  state.comments.splice(state.comments.indexOf(comment), 1);
  return { status: 204 };
}

function withComment(handle: (comment: Comment, call: GithubCall) => GithubResponse): Handler {
  return (call) => {
    const comment = call.state.comments.find((one) => one.id === call.params["comment_id"]);
    return comment === undefined ? errorResponse(404, "Not Found") : handle(comment, call);
  };
}

export const COMMENT_HANDLERS: Readonly<Record<string, Handler>> = {
  "issues/list-comments": list,
  "issues/create-comment": create,
  "issues/get-comment": withComment((comment, call) => ({ status: 200, body: render(comment, call) })),
  "issues/update-comment": withComment(update),
  "issues/delete-comment": withComment(remove),
};
