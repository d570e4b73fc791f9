import { z } from "zod";
import { errorResponse, invalid, type GithubResponse, type GithubCall, type Handler } from "./call.ts";

const REPORTS_PER_RULE = 10;
const Gate = z.looseObject({
  environment_name: z.string(),
  state: z.string().optional(),
  comment: z.string().default(""),
});

function gate(call: GithubCall): GithubResponse {
  const run = call.state.runs.find((one) => one.id === call.params["run_id"]);
  if (run === undefined) return errorResponse(404, "Not Found");
  const { environment_name: environment, state = null, comment } = Gate.parse(call.body);
  if (run.gates.filter((one) => one.environment === environment).length >= REPORTS_PER_RULE) {
    return invalid([{ resource: "WorkflowRun", code: "custom", message: "Too many reports for this rule" }]);
  }
  run.gates.push({ environment, state, comment, author: call.actor });
  return { status: 204 };
}

export const RUN_HANDLERS: Readonly<Record<string, Handler>> = { "actions/review-custom-gates-for-run": gate };
