import { z } from "zod";
import { errorResponse, type GithubResponse, type GithubCall, type Handler } from "./call.ts";
import { renderRepository, repositoryApi, repositoryPage } from "./repository.ts";
import type { CheckRun, CommitStatus } from "./state.ts";

const Annotation = z.looseObject({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  annotation_level: z.string(),
  message: z.string(),
  start_column: z.number().nullable().default(null),
  end_column: z.number().nullable().default(null),
  title: z.string().nullable().default(null),
  raw_details: z.string().nullable().default(null),
});
const Output = z.looseObject({
  title: z.string().nullable().default(null),
  summary: z.string().nullable().default(null),
  text: z.string().nullable().default(null),
  annotations: z.array(Annotation).default([]),
});
const Fields = z.looseObject({
  name: z.string().optional(),
  head_sha: z.string().optional(),
  external_id: z.string().nullable().default(null),
  details_url: z.string().nullable().default(null),
  status: z.string().default("queued"),
  conclusion: z.string().nullable().default(null),
  started_at: z.string().nullable().default(null),
  completed_at: z.string().nullable().default(null),
  output: Output.default({ title: null, summary: null, text: null, annotations: [] }),
});
const StatusBody = z.looseObject({
  state: z.string(),
  target_url: z.string().nullable().default(null),
  description: z.string().nullable().default(null),
  context: z.string().default("default"),
});

function render(check: CheckRun, { state, apiUrl }: GithubCall): Record<string, unknown> {
  const fields = Fields.parse(check.fields);
  const url = `${repositoryApi(state.repository, apiUrl)}/check-runs/${check.id}`;
  const { title, summary, text, annotations } = fields.output;
  return {
    id: check.id,
    name: fields.name ?? "",
    head_sha: check.headSha,
    external_id: fields.external_id,
    url,
    html_url: `${repositoryPage(state.repository)}/runs/${check.id}`,
    details_url: fields.details_url,
    status: fields.status,
    conclusion: fields.conclusion,
    started_at: fields.started_at ?? check.createdAt,
    completed_at: fields.completed_at,
    output: { title, summary, text, annotations_count: annotations.length },
  };
}

/** A conclusion ends the check run, whatever status came with it. */
function withCompletion(fields: Readonly<Record<string, unknown>>, now: string): Readonly<Record<string, unknown>> {
  if (fields["conclusion"] === undefined) return fields;
  return { completed_at: now, ...fields, status: "completed" };
}

function create(call: GithubCall): GithubResponse {
  const { state, actor } = call;
  // Check runs belong to apps: a user's token is rejected.
  if (actor.type !== "Bot") return errorResponse(403, "You must authenticate via a GitHub App.");
  const fields = z.record(z.string(), z.unknown()).parse(call.body);
  const check: CheckRun = {
    id: state.nextId(),
    headSha: String(fields["head_sha"]),
    creator: actor,
    createdAt: state.now(),
    fields: withCompletion(fields, state.now()),
  };
  state.checkRuns.push(check);
  return { status: 201, body: render(check, call) };
}

function update(call: GithubCall): GithubResponse {
  const check = call.state.checkRuns.find((one) => one.id === call.params["check_run_id"]);
  if (check === undefined) return errorResponse(404, "Not Found");
  const fields = z.record(z.string(), z.unknown()).parse(call.body);
  const { annotations: before } = Fields.parse(check.fields).output;
  const changed = { ...check.fields, ...withCompletion(fields, call.state.now()) };
  const { output } = Fields.parse(changed);
  // Each update adds its annotations to those that are there.
  const annotations = fields["output"] === undefined ? before : [...before, ...output.annotations];
  check.fields = { ...changed, output: { ...output, annotations } };
  return { status: 200, body: render(check, call) };
}

function listForRef(call: GithubCall): GithubResponse {
  const { state, params, query } = call;
  const ref = String(params["ref"]);
  const sha = state.branches.get(ref) ?? ref;
  const rows = state.checkRuns
    .filter((check) => check.headSha === sha)
    .map((check) => render(check, call))
    .filter((check) => query["check_name"] === undefined || check["name"] === query["check_name"])
    .filter((check) => query["status"] === undefined || check["status"] === query["status"]);
  return { status: 200, body: { total_count: rows.length, check_runs: rows } };
}

function renderStatus(status: CommitStatus, { state, apiUrl }: GithubCall): Record<string, unknown> {
  return {
    url: `${repositoryApi(state.repository, apiUrl)}/statuses/${status.sha}`,
    id: status.id,
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator: status.creator,
  };
}

function createStatus(call: GithubCall): GithubResponse {
  const { state, params, actor } = call;
  const body = StatusBody.parse(call.body);
  const status: CommitStatus = {
    id: state.nextId(),
    sha: String(params["sha"]),
    state: body.state,
    context: body.context,
    description: body.description,
    targetUrl: body.target_url,
    creator: actor,
    createdAt: state.now(),
  };
  state.statuses.push(status);
  const rendered = renderStatus(status, call);
  return { status: 201, body: rendered, headers: { Location: String(rendered["url"]) } };
}

/** The newest status of each context, and what they say together. */
function combinedStatus(call: GithubCall): GithubResponse {
  const { state, params, apiUrl } = call;
  const ref = String(params["ref"]);
  const sha = state.branches.get(ref) ?? ref;
  const newest = new Map(state.statuses.filter((one) => one.sha === sha).map((one) => [one.context, one]));
  const statuses = [...newest.values()];
  const failed = statuses.some((one) => one.state === "failure" || one.state === "error");
  const passed = statuses.length > 0 && statuses.every((one) => one.state === "success");
  return {
    status: 200,
    body: {
      state: failed ? "failure" : passed ? "success" : "pending",
      statuses: statuses.map((one) => {
        const { creator: _, ...simple } = renderStatus(one, call);
        return simple;
      }),
      sha,
      total_count: statuses.length,
      repository: renderRepository(state.repository, apiUrl),
    },
  };
}

export const CHECK_HANDLERS: Readonly<Record<string, Handler>> = {
  "checks/create": create,
  "checks/update": update,
  "checks/list-for-ref": listForRef,
  "repos/create-commit-status": createStatus,
  "repos/get-combined-status-for-ref": combinedStatus,
};
