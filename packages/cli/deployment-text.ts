import { buildErrorHint } from "@greenroom/contract/errors";
import type { ReceivedDeployment } from "@greenroom/contract/deployment";
import { ago } from "./moments.ts";
import type { Tone } from "./terminal.ts";

/** The colour of a status; an unknown one has none. */
export function toneOf(status: string): Tone | undefined {
  if (status === "ready") return "good";
  if (status === "failed" || status === "canceled") return "bad";
  return status === "queued" || status === "building" ? "busy" : undefined;
}

/** Heads of a table of deployments. */
export const DEPLOYMENT_COLUMNS = ["id", "environment", "status", "branch", "commit", "created"] as const;

/** One deployment as a row under {@link DEPLOYMENT_COLUMNS}. */
export function deploymentRow(deployment: ReceivedDeployment, nowMs: number): readonly string[] {
  const { id, environment, status, branch, commitSha, createdAt } = deployment;
  return [id, environment ?? "", status, branch ?? "", (commitSha ?? "").slice(0, 7), ago(createdAt, nowMs)];
}

/** One deployment as pairs of name and value. */
export function deploymentFields(
  deployment: ReceivedDeployment,
): readonly (readonly [string, string | null | undefined])[] {
  const { error } = deployment;
  return [
    ["id", deployment.id],
    ["status", deployment.status],
    ["environment", deployment.environment],
    ["preview", deployment.previewUrl],
    ["production", deployment.productionUrl],
    ["site", deployment.siteId],
    ["branch", deployment.branch],
    ["commit", deployment.commitSha],
    ["source", deployment.sourceDeploymentId],
    ["created", deployment.createdAt],
    ["started", deployment.startedAt],
    ["finished", deployment.finishedAt],
    ["error", error ? [error.code, error.message].filter(Boolean).join(": ") : ""],
    ["hint", buildErrorHint(error?.code ?? "")],
  ];
}
