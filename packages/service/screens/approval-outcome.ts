import type { ApprovalStatus } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { hostedUrl } from "../settings.ts";
import type { ApprovalView } from "../store/approval-rows.ts";
import { type DeploymentView, requireDeployment } from "../store/deployments.ts";
import type { SiteRow } from "../store/schema.ts";
import { ago, outside } from "./fragments.ts";
import { html, type Html } from "./html.ts";

/** A publish request that no longer waits. */
interface Decided {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly site: SiteRow;
}

interface Outcome {
  readonly tone: "done" | "problem" | "hint";
  readonly words: Html;
  /** Whether it will change by itself, so that a page may look again. */
  readonly goesOn: boolean;
}

/** Tells what became of a publish request, and of the release it led to. */
export async function approvalOutcome(context: ServiceContext, decided: Decided): Promise<Html> {
  const { view } = decided;
  const release =
    view.deployment_id === null
      ? undefined
      : await requireDeployment(context.db, view.workspace_id, view.deployment_id);
  const { tone, words, goesOn } = outcomeOf(context, decided, release);
  return html`<div class="notice ${tone}" role="status" ${goesOn && html`data-reload="/app/approvals/${view.id}"`}>
    <p>${words}</p>
    ${view.notes !== null && html`<blockquote><bdi>${view.notes}</bdi></blockquote>`}
    ${release && html`<p><a href="/app/deployments/${release.id}">The release and its log</a></p>`}
  </div>`;
}

function outcomeOf(
  context: ServiceContext,
  { view, status, site }: Decided,
  release: DeploymentView | undefined,
): Outcome {
  const by = view.decided_by_name !== null && html` by <strong><bdi>${view.decided_by_name}</bdi></strong>`;
  const when = view.decided_at !== null && html` ${ago(view.decided_at, context.clock.now())}`;
  const still = { tone: "hint", goesOn: false } as const;
  const outcomes: Readonly<Record<ApprovalStatus, Outcome>> = {
    pending: { ...still, words: html`It waits for a decision.` },
    approved: publishing(html`Approved${by}${when}`, release),
    published: {
      ...still,
      tone: "done",
      words: html`Approved${by}${when}, and published at ${outside(hostedUrl(context.addresses, site.production_label))}.`,
    },
    rejected: { ...still, tone: "problem", words: html`Rejected${by}${when}.` },
    expired: { ...still, words: html`Nobody decided in time. Ask for the release again.` },
    superseded: {
      ...still,
      words: html`A newer request for this branch took its place. See <a href="/app/approvals">all requests</a>.`,
    },
  };
  return outcomes[status];
}

function publishing(approved: Html, release: DeploymentView | undefined): Outcome {
  if (release?.status === "failed" || release?.status === "canceled") {
    const words = html`${approved}, but the release ${release.status}: nothing changed for visitors. Ask for it again.`;
    return { tone: "problem", words, goesOn: false };
  }
  return { tone: "done", words: html`${approved}. It is being published; this takes a moment.`, goesOn: true };
}
