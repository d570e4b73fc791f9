import { z } from "zod";
import { errorResponse, invalid, type GithubResponse, type GithubCall, type Handler } from "./call.ts";
import { repositoryApi } from "./repository.ts";
import type { DeploymentStatus, GithubDeployment } from "./state.ts";

const MAX_DESCRIPTION_CHARS = 140;
const CreateBody = z.looseObject({
  ref: z.string(),
  task: z.string().default("deploy"),
  auto_merge: z.boolean().default(true),
  required_contexts: z.array(z.string()).optional(),
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]).default(""),
  environment: z.string().default("production"),
  description: z.string().nullable().default(null),
  transient_environment: z.boolean().default(false),
  production_environment: z.boolean().optional(),
});
const StatusBody = z.looseObject({
  state: z.string(),
  target_url: z.string().default(""),
  log_url: z.string().default(""),
  description: z.string().default(""),
  environment: z.string().optional(),
  environment_url: z.string().default(""),
  auto_inactive: z.boolean().default(true),
});

function renderDeployment(deployment: GithubDeployment, { state, apiUrl }: GithubCall): Record<string, unknown> {
  return {
    url: `${repositoryApi(state.repository, apiUrl)}/deployments/${deployment.id}`,
    id: deployment.id,
    sha: deployment.sha,
    ref: deployment.ref,
    task: deployment.task,
    payload: deployment.payload,
    environment: deployment.environment,
    description: deployment.description,
    creator: deployment.creator,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    transient_environment: deployment.transient,
    production_environment: deployment.production,
  };
}

function renderStatus(
  deployment: GithubDeployment,
  row: DeploymentStatus,
  { state, apiUrl }: GithubCall,
): Record<string, unknown> {
  return {
    url: `${repositoryApi(state.repository, apiUrl)}/deployments/${deployment.id}/statuses/${row.id}`,
    id: row.id,
    state: row.state,
    creator: row.creator,
    description: row.description,
    environment: row.environment,
    target_url: row.logUrl,
    log_url: row.logUrl,
    environment_url: row.environmentUrl,
    created_at: row.createdAt,
    updated_at: row.createdAt,
  };
}

function create(call: GithubCall): GithubResponse {
  const { state, actor } = call;
  const body = CreateBody.parse(call.body);
  const sha = /^[0-9a-f]{40}$/.test(body.ref) ? body.ref : state.branches.get(body.ref);
  if (sha === undefined) return invalid([{ resource: "Deployment", code: "invalid", field: "ref" }]);
  // Without an empty list every status of the commit has to be green first.
  if (
    body.required_contexts === undefined &&
    state.statuses.some((one) => one.sha === sha && one.state !== "success")
  ) {
    return { status: 409 };
  }
  const now = state.now();
  const deployment: GithubDeployment = {
    id: state.nextId(),
    sha,
    ref: body.ref,
    task: body.task,
    payload: body.payload,
    environment: body.environment,
    description: body.description,
    transient: body.transient_environment,
    production: body.production_environment ?? body.environment === "production",
    creator: actor,
    createdAt: now,
    updatedAt: now,
    statuses: [],
  };
  state.deployments.push(deployment);
  return { status: 201, body: renderDeployment(deployment, call) };
}

function list(call: GithubCall): GithubResponse {
  const { query, state } = call;
  const fits = (name: string, value: string): boolean => {
    const wanted = query[name];
    return wanted === undefined || wanted === "none" || wanted === value;
  };
  const rows = state.deployments
    .filter((one) => fits("sha", one.sha) && fits("ref", one.ref))
    .filter((one) => fits("task", one.task) && fits("environment", one.environment));
  return { status: 200, rows: rows.toReversed().map((one) => renderDeployment(one, call)) };
}

function addStatus(deployment: GithubDeployment, call: GithubCall): GithubResponse {
  const { state, actor } = call;
  const body = StatusBody.parse(call.body);
  if (body.description.length > MAX_DESCRIPTION_CHARS) {
    const message = `description is too long (maximum is ${MAX_DESCRIPTION_CHARS} characters)`;
    return invalid([{ resource: "DeploymentStatus", code: "custom", field: "description", message }]);
  }
  for (const [field, url] of [
    ["environment_url", body.environment_url],
    ["log_url", body.log_url],
  ] as const) {
    if (url !== "" && !URL.canParse(url)) {
      return invalid([
        { resource: "DeploymentStatus", code: "custom", field, message: `${field} must use http(s) scheme` },
      ]);
    }
  }
  const status: DeploymentStatus = {
    id: state.nextId(),
    state: body.state,
    description: body.description,
    environment: body.environment ?? deployment.environment,
    environmentUrl: body.environment_url,
    logUrl: body.log_url === "" ? body.target_url : body.log_url,
    creator: actor,
    createdAt: state.now(),
  };
  if (body.state === "success" && body.auto_inactive) retireOlder(deployment, call);
  deployment.statuses.push(status);
  deployment.updatedAt = status.createdAt;
  const rendered = renderStatus(deployment, status, call);
  return { status: 201, body: rendered, headers: { Location: String(rendered["url"]) } };
}

/** Only older, non-transient, non-production successes of the same environment turn inactive. */
function retireOlder(deployment: GithubDeployment, { state, actor }: GithubCall): void {
  const older = state.deployments.filter(
    (one) => one.id < deployment.id && one.environment === deployment.environment && !one.transient && !one.production,
  );
  for (const one of older) {
    const last = one.statuses.at(-1);
    if (last?.state !== "success") continue;
    one.statuses.push({ ...last, id: state.nextId(), state: "inactive", creator: actor, createdAt: state.now() });
  }
}

function statuses(deployment: GithubDeployment, call: GithubCall): GithubResponse {
  const rows = deployment.statuses.toReversed();
  return { status: 200, rows: rows.map((row) => renderStatus(deployment, row, call)) };
}

function withDeployment(handle: (deployment: GithubDeployment, call: GithubCall) => GithubResponse): Handler {
  return (call) => {
    const deployment = call.state.deployments.find((one) => one.id === call.params["deployment_id"]);
    return deployment === undefined ? errorResponse(404, "Not Found") : handle(deployment, call);
  };
}

export const DEPLOYMENT_HANDLERS: Readonly<Record<string, Handler>> = {
  "repos/create-deployment": create,
  "repos/list-deployments": list,
  "repos/create-deployment-status": withDeployment(addStatus),
  "repos/list-deployment-statuses": withDeployment(statuses),
};
