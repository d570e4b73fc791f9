import { isTerminal } from "@greenroom/contract";
import { ACTION_WORDS, canBuildAgain } from "../../domain/next-action.ts";
import { canDevelop } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import { confirmButton, deploymentName, keyField, postForm } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";

export function rowForm(request: MemberRequest, row: DeploymentView): Html | undefined {
  if (!canDevelop(request.actor.role)) return undefined;
  if (!isTerminal(row.status)) return cancelForm(request, row, "small");
  return canBuildAgain(row) && (row.status !== "ready" || row.removed_at !== null)
    ? deployForm(request, row, "small")
    : undefined;
}

export function cancelForm(request: MemberRequest, row: DeploymentView, size = ""): Html {
  const { pathname, search } = new URL(request.c.req.url);
  const content = html`<input type="hidden" name="next" value="${pathname}${search}" /><button class="danger ${size}" name="do" value="cancel">Cancel${size !== "" && named(row)}</button>`;
  return deploymentForm(request, row, content);
}

export function deployForm(request: MemberRequest, row: DeploymentView, tone: "small" | "secondary" | "" = ""): Html {
  const retry = row.status !== "ready" && row.removed_at === null;
  const content = html`${keyField()}
    <button class="${tone === "small" ? "secondary small" : tone}" name="do" value="deploy">${retry ? "Try again" : "Deploy again"}${tone === "small" && named(row)}</button>`;
  return deploymentForm(request, row, content);
}

export function letThroughForm(request: MemberRequest, row: DeploymentView): Html {
  return deploymentForm(request, row, html`<button name="do" value="let-through">${ACTION_WORDS.let_through}</button>`);
}

export function deleteForm(request: MemberRequest, row: DeploymentView): Html {
  const target = row.environment === "production" ? "this release" : "this preview";
  const consequence =
    row.status === "ready"
      ? "Its files are removed, and its URL says that it is gone. The record and the log stay."
      : "What is left of it is removed. The record and the log stay.";
  return deploymentForm(request, row, confirmButton({ verb: "Delete", target, consequence, action: "delete" }));
}

export function deploymentForm(request: MemberRequest, { id }: DeploymentView, content: Html): Html {
  return postForm(request, { action: `/app/deployments/${id}` }, content);
}

/** Buttons of several rows sound alike without it. */
function named(row: DeploymentView): Html {
  return html` <span class="hidden">${deploymentName(row)}</span>`;
}
