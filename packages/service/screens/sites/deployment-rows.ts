import { instant } from "@greenroom/contract/clock";
import { ACTION_WORDS, nextAction } from "../../domain/next-action.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { type ApprovalView, waitingRequest } from "../../store/approvals/approvals.ts";
import { type DeploymentView, previewUrl } from "../../store/deployments/deployments.ts";
import {
  badge,
  branchName,
  commitLink,
  deploymentName,
  duration,
  pullRequest,
  relativeTime,
  thumbnailLink,
  thumbnailPath,
  truncated,
} from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { rowForm } from "../releases/deployment-forms.ts";

export interface RowFacts {
  readonly thumbnails: ReadonlyMap<string, string>;
  /** How many pages differ from what was live, by deployment. */
  readonly changed: ReadonlyMap<string, number>;
  /** By the preview that they would release. */
  readonly requests: ReadonlyMap<string, ApprovalView>;
  readonly liveId: string | undefined;
  readonly liveSourceId: string | null | undefined;
}

interface Row {
  readonly kind: "preview" | "release";
  readonly label?: string | undefined;
  /** Of its branch: the newest preview may not name it. */
  readonly pull?: Html | undefined;
  readonly by?: string | undefined;
}

export function deploymentRow(request: MemberRequest, row: DeploymentView, facts: RowFacts, about: Row): Html {
  const now = request.context.clock.now();
  const isRelease = about.kind === "release";
  const isLive = row.id === facts.liveId || row.id === facts.liveSourceId;
  const took = duration(row.started_at, row.finished_at);
  const changed = facts.changed.get(row.id);
  return html`<div class="cells" data-kind="${about.kind}">
    ${thumbnail(row.source_deployment_id ?? row.id, facts.thumbnails, `/app/deployments/${row.id}`)}
    <div class="what">
      <a class="title" href="/app/deployments/${row.id}">${truncated(deploymentName(row))}</a>
      <p class="dim">
        ${about.label !== undefined && html`<strong>${about.label}</strong> · `}${about.pull && html`${about.pull} · `}<bdi
          >${branchName(row.branch)}</bdi
        >
        · ${commitLink(row)}${row.upload !== null && " · built elsewhere"}${row.branch !== null && row.branch_verified === 0 && " · branch not confirmed"}
      </p>
    </div>
    <div class="state">
      ${badge(isRelease && row.status === "ready" ? (isLive ? "live" : "former") : row.status)}
      ${row.status === "failed" && html`<p class="dim">${truncated(row.error_message ?? row.error_code ?? "")}</p>`}
      ${row.removed_at !== null && html`<p class="dim">files removed</p>`}
    </div>
    <p class="changed dim">${isRelease ? about.by !== undefined && html`approved by ${truncated(about.by)}` : changed !== undefined && (changed === 0 ? "no page" : counted(changed, "page"))}</p>
    <p class="when dim">
      ${row.commit_author && html`<span>${truncated(row.commit_author)}</span>`}
      <span>${relativeTime(isRelease ? (row.finished_at ?? row.created_at) : row.created_at, now)}${took !== undefined && ` · ${took}`}</span>
    </p>
    <div class="next">${nextOf(request, row, { facts, isLive, isRelease })}</div>
  </div>`;
}

export function thumbnail(deploymentId: string, digests: ReadonlyMap<string, string>, path: string): Html {
  return thumbnailLink(thumbnailPath(deploymentId, digests), path);
}

interface Next {
  readonly facts: RowFacts;
  readonly isLive: boolean;
  readonly isRelease: boolean;
}

function nextOf(request: MemberRequest, row: DeploymentView, { facts, isLive, isRelease }: Next): Html {
  const { context, actor } = request;
  const open = facts.requests.get(row.id);
  const at = instant(context.clock);
  const waiting = open && waitingRequest(open, at);
  const next = nextAction({ deployment: row, at, isLive, request: waiting, member: actor });
  const name = html` <span class="hidden">${deploymentName(row)}</span>`;
  switch (next.kind) {
    case "decide":
      return html`${openLink(request, row)} <a href="/app/approvals/${next.requestId}"><strong class="late">${ACTION_WORDS.decide}</strong>${name}</a>`;
    case "wait":
      return html`${openLink(request, row)} <a href="/app/approvals/${next.requestId}">Waits for approval${name}</a>`;
    case "request":
    case "roll_back": {
      const verb = isRelease ? "Roll back" : ACTION_WORDS[next.kind];
      return html`${openLink(request, row)} <a href="/app/deployments/${row.id}/publish">${verb}${name}</a>`;
    }
    case "let_through":
      return html`<a href="/app/deployments/${row.id}">${ACTION_WORDS[next.kind]}${name}</a>`;
    case "build_again":
    case "cancel":
      return html`${rowForm(request, row)}`;
    case "none":
      return html`${!isRelease && openLink(request, row)} ${!isRelease && isLive && badge("live")}`;
  }
}

function openLink({ context }: MemberRequest, row: DeploymentView): Html | undefined {
  const url = previewUrl(row, context.addresses);
  return url === undefined ? url : html`<a class="out" href="${url}" rel="noopener noreferrer external">Open</a>`;
}

/** A push without a pull request does not take the name of an earlier one away. */
export function pullRequestOf(previews: readonly DeploymentView[]): Html | undefined {
  const named = previews.find(({ pull_request_number: number }) => number !== null);
  return named && pullRequest(named);
}
