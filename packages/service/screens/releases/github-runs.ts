import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { webRequestUrl } from "../../domain/approval.ts";
import { ANSWER_WINDOW_MS, isInWindow } from "../../domain/deployment-protection.ts";
import { type Html, html } from "../../outside/html.ts";
import type { ApprovalView } from "../../store/approvals/approvals.ts";
import { findGates, type GatesOfRequest } from "../../store/approvals/deployment-protection.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import type { GithubGateRow } from "../../store/engine/schema.ts";
import { branchName, commit, hintBox, relativeTime } from "../fragments.ts";

export async function showRuns(context: ServiceContext, view: ApprovalView, source: DeploymentView) {
  const found = await findGates(context.db, view);
  if (!found) return undefined;
  const { gate, others } = found;
  const isOpen = view.status === "pending";
  const first = gate
    ? html`${isOpen ? "The decision answers" : "The decision answered"} ${named(context, found, gate)}`
    : lateLine(context, view, source);
  const separately = isOpen
    ? html`It needs a separate approval.`
    : html`It needs a separate approval: <a href="${webRequestUrl("", view.source_deployment_id)}">request it</a>.`;
  const lines = [
    ...(first ? [first] : []),
    ...others.map((other) => html`The decision does not answer ${named(context, found, other)} ${separately}`),
  ];
  return {
    text: lines.length === 0 ? undefined : hintBox(...lines),
    gateId: isOpen ? gate?.id : undefined,
  };
}

function named(context: ServiceContext, { connection }: GatesOfRequest, gate: GithubGateRow): Html {
  return html`run ${gate.run_id} of <bdi>${gate.ref ?? "an unknown ref"}</bdi> on GitHub, which waited for
    <bdi>${connection.environment}</bdi> since ${relativeTime(gate.created_at, context.clock.now())}.`;
}

/** The approver has not seen a run that begins to wait later, so only one of the branch of the release is answered. */
function lateLine(context: ServiceContext, view: ApprovalView, source: DeploymentView): Html | undefined {
  const minutes = ANSWER_WINDOW_MS / 60_000;
  const which = html`the first run of ${commit(source.commit_sha)} on <bdi>${branchName(view.branch)}</bdi>, or on the
    branch that its pull request was merged into`;
  if (view.status === "pending") {
    return html`No run on GitHub waits for this release. The decision answers ${which}, once, when it begins to wait
      within ${minutes} minutes of the decision and before a newer release.`;
  }
  const open = view.decision !== undefined && isInWindow(instant(context.clock), view.decision.at);
  return open
    ? html`The decision answers ${which}, once, until ${minutes} minutes after it and before a newer release.`
    : undefined;
}
