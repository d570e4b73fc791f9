import type { ApprovalStatus } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { webRequestUrl } from "../../domain/approval.ts";
import { type Html, html } from "../../outside/html.ts";
import { productionUrl } from "../../settings.ts";
import type { Act } from "../../store/approvals/acts.ts";
import type { ApprovalView } from "../../store/approvals/approvals.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { externalLink, relativeTime } from "../fragments.ts";

interface ClosedRequest {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly prepared: boolean;
  readonly site: SiteRow;
  readonly promotion: DeploymentView | undefined;
}

export function personOf({ person, login }: Act): Html {
  return html`<strong><bdi>${person}</bdi></strong>${login !== null && html` (<bdi>${login}</bdi> on GitHub)`}`;
}

interface Outcome {
  readonly tone: "done" | "problem" | "hint";
  readonly text: Html;
  /** Changes without the user, so that the page reloads itself. */
  readonly changing: boolean;
}

export function approvalOutcome(context: ServiceContext, page: ClosedRequest): Html {
  const { view, prepared, promotion } = page;
  const { tone, text, changing } = outcomeOf(context, page);
  const newer = view.superseded_by;
  return html`<div class="strip ${tone}" role="status" ${changing && html`data-reload="/app/approvals/${view.id}"`}>
    <p>${text}</p>
    ${newer !== null && html`<p><a href="/app/approvals/${newer}">Open the newer ${prepared ? "preview" : "request"}</a></p>`}
    ${typeof view.decision?.note === "string" && html`<blockquote><bdi>${view.decision.note}</bdi></blockquote>`}
    ${typeof view.decision?.override_reason === "string" && html`<p>Approved although comments blocked it:</p><blockquote><bdi>${view.decision.override_reason}</bdi></blockquote>`}
    ${promotion && html`<p><a href="/app/deployments/${promotion.id}">View the release and its log</a></p>`}
  </div>`;
}

function outcomeOf(context: ServiceContext, { view, status, prepared, site, promotion }: ClosedRequest): Outcome {
  const { decision } = view;
  const by = decision && html` by ${personOf(decision)}`;
  const when = decision && html` ${relativeTime(decision.at, context.clock.now())}`;
  const final = { tone: "hint", changing: false } as const;
  switch (status) {
    case "pending":
      return { ...final, text: html`Waiting for approval.` };
    case "approved":
      return publishing(html`Approved${by}${when}`, promotion);
    case "published": {
      const url = externalLink(productionUrl(context.addresses, site));
      return { ...final, tone: "done", text: html`Approved${by}${when}, and live at ${url}.` };
    }
    case "rejected":
      return { ...final, tone: "problem", text: html`Rejected${by}${when}.` };
    case "expired": {
      const link = html`<a href="${webRequestUrl("", view.source_deployment_id)}">Request the release</a>`;
      const text = prepared ? "No one requested it in time." : "No one approved or rejected it in time.";
      return { ...final, text: html`${text} ${link}` };
    }
    case "superseded":
      return { ...final, text: supersededText(view) };
  }
}

function supersededText(view: ApprovalView): Html {
  if (view.superseded_by === null) return html`Its preview is gone.`;
  if (view.requested_at === null) return html`A newer preview of this branch took its place.`;
  return html`A newer request for this branch took its place.`;
}

function publishing(approved: Html, release: DeploymentView | undefined): Outcome {
  if (release?.status === "failed" || release?.status === "canceled") {
    const text = html`${approved}, but the release ${release.status}. The live site is unchanged. Request it once more.`;
    return { tone: "problem", text, changing: false };
  }
  return { tone: "done", text: html`${approved}. It goes live now; this takes a moment.`, changing: true };
}
