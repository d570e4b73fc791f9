import { z } from "zod";
import { errorResponse, invalid } from "./call.ts";
import type { GithubResponse, GithubCall, Handler } from "./call.ts";
import { renderDeployment } from "./deployments.ts";
import { nodeId, renderUser } from "./users.ts";
import { renderRepository, repositoryApi, repositoryPage } from "./repository.ts";
import type { GithubDeployment, WorkflowRun } from "./state.ts";

const REPORTS_PER_RULE = 10;
const Review = z.looseObject({ environment_ids: z.array(z.number()), state: z.string(), comment: z.string() });
const Gate = z.looseObject({
  environment_name: z.string(),
  state: z.string().optional(),
  comment: z.string().default(""),
});

function render(run: WorkflowRun, { state, apiUrl }: GithubCall): Record<string, unknown> {
  const api = repositoryApi(state.repository, apiUrl);
  const url = `${api}/actions/runs/${run.id}`;
  const repository = renderRepository(state.repository, apiUrl);
  return {
    id: run.id,
    name: "Preview",
    node_id: nodeId("WorkflowRun", run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.path,
    display_title: "Announce the autumn season",
    run_number: run.runNumber,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: 41_870_233,
    url,
    html_url: `${repositoryPage(state.repository)}/actions/runs/${run.id}`,
    pull_requests: pullsOf(run, api, { state }),
    created_at: run.createdAt,
    updated_at: run.createdAt,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/31402551807`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${api}/actions/workflows/41870233`,
    head_commit: null,
    repository,
    head_repository: repository,
  };
}

/** Empty when the head is in a fork. */
function pullsOf(run: WorkflowRun, api: string, { state }: Pick<GithubCall, "state">): readonly unknown[] {
  const side = (ref: string, sha: string): Record<string, unknown> => ({
    ref,
    sha,
    repo: { id: state.repository.id, url: api, name: state.repository.name },
  });
  return state.pulls
    .filter((pull) => pull.head.sha === run.headSha && pull.head.repository?.id === state.repository.id)
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      url: `${api}/pulls/${pull.number}`,
      head: side(pull.head.ref, pull.head.sha),
      base: side(pull.base.ref, pull.base.sha),
    }));
}

function environment(one: { id: number; name: string }, { state, apiUrl }: GithubCall): Record<string, unknown> {
  return {
    id: one.id,
    node_id: nodeId("Environment", one.id),
    name: one.name,
    url: `${repositoryApi(state.repository, apiUrl)}/environments/${encodeURIComponent(one.name)}`,
    html_url: `${repositoryPage(state.repository)}/deployments/activity_log?environments_filter=${encodeURIComponent(one.name)}`,
  };
}

function pending(run: WorkflowRun, call: GithubCall): GithubResponse {
  const body = run.pending.map((one) => ({
    environment: environment(one, call),
    wait_timer: 0,
    wait_timer_started_at: null,
    current_user_can_approve: one.reviewers.some((user) => user.id === call.actor.id),
    reviewers: one.reviewers.map((user) => ({ type: "User", reviewer: renderUser(user, call.apiUrl) })),
  }));
  return { status: 200, body };
}

/** Only a reviewer decides: the token of a workflow is no reviewer. */
function review(run: WorkflowRun, call: GithubCall): GithubResponse {
  const { actor } = call;
  const body = Review.parse(call.body);
  const named = run.pending.filter((one) => body.environment_ids.includes(one.id));
  if (named.length < body.environment_ids.length) {
    return invalid([{ resource: "WorkflowRun", code: "invalid", field: "environment_ids" }]);
  }
  if (!named.every((one) => one.reviewers.some((user) => user.id === actor.id))) {
    return errorResponse(403, "Resource not accessible by integration");
  }
  run.pending = run.pending.filter((one) => !named.includes(one));
  run.reviews.push({
    environments: named.map((one) => one.name),
    state: body.state,
    author: actor,
    comment: body.comment,
  });
  const deployments = named.map((one) => deploymentFor(run, one.name, call));
  return { status: 200, body: deployments.map((one) => renderDeployment(one, call)) };
}

function deploymentFor(run: WorkflowRun, name: string, { state, actor }: GithubCall): GithubDeployment {
  const now = state.now();
  const deployment: GithubDeployment = {
    id: state.nextId(),
    sha: run.headSha,
    ref: run.headBranch,
    task: "deploy",
    payload: {},
    environment: name,
    description: null,
    transient: false,
    production: name === "production",
    creator: actor,
    createdAt: now,
    updatedAt: now,
    statuses: [],
  };
  state.deployments.push(deployment);
  return deployment;
}

function approvals(run: WorkflowRun, call: GithubCall): GithubResponse {
  const body = run.reviews.map((one) => ({
    environments: one.environments.map((name) => environment({ id: 0, name }, call)),
    state: one.state,
    user: renderUser(one.author, call.apiUrl),
    comment: one.comment,
  }));
  return { status: 200, body };
}

function gate(run: WorkflowRun, call: GithubCall): GithubResponse {
  const body = Gate.parse(call.body);
  const before = run.gates.filter((one) => one.environment === body.environment_name);
  if (before.length >= REPORTS_PER_RULE) {
    return invalid([{ resource: "WorkflowRun", code: "custom", message: "Too many reports for this rule" }]);
  }
  const { environment_name: name, comment } = body;
  run.gates.push({ environment: name, state: body.state ?? null, comment, author: call.actor });
  return { status: 204 };
}

function rateLimit(): GithubResponse {
  const row = { limit: 1000, remaining: 987, reset: 1_893_456_000, used: 13 };
  return { status: 200, body: { resources: { core: row, search: row, graphql: row }, rate: row } };
}

function withRun(handle: (run: WorkflowRun, call: GithubCall) => GithubResponse): Handler {
  return (call) => {
    const run = call.state.runs.find((one) => one.id === call.params["run_id"]);
    return run === undefined ? errorResponse(404, "Not Found") : handle(run, call);
  };
}

/** Operations on workflow runs, and the rate limit. */
export const RUN_HANDLERS: Readonly<Record<string, Handler>> = {
  "actions/get-workflow-run": withRun((run, call) => ({ status: 200, body: render(run, call) })),
  "actions/get-pending-deployments-for-run": withRun(pending),
  "actions/review-pending-deployments-for-run": withRun(review),
  "actions/get-reviews-for-run": withRun(approvals),
  "actions/review-custom-gates-for-run": withRun(gate),
  "rate-limit/get": rateLimit,
};
