import { isTerminal } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { ACTION_WORDS, canBuildAgain, decidersText, type NextAction } from "../../domain/next-action.ts";
import { canDevelop } from "../../domain/roles.ts";
import { roomPath } from "../../domain/room.ts";
import { type Html, html } from "../../outside/html.ts";
import { productionUrl } from "../../settings.ts";
import { type DeploymentView, previewUrl } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { readAccess } from "../../store/sites/site-access.ts";
import {
  badge,
  branchOf,
  commitLink,
  deploymentName,
  duration,
  externalLink,
  pullRequest,
  qrCode,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { type MemberRequest, typedInto } from "../guard.ts";
import { shareFields } from "../sites/access.ts";
import { cancelForm, deleteForm, deployForm, deploymentForm, letThroughForm } from "./deployment-forms.ts";

interface Head {
  readonly site: SiteRow | undefined;
  readonly isLive: boolean;
  readonly next: NextAction;
  readonly picture: string | undefined;
  /** Takes the place of trying again. */
  readonly remedy: Html | undefined;
  /** Shown while it is not ready. */
  readonly stages: Html | undefined;
}

export function deploymentHead(request: MemberRequest, row: DeploymentView, head: Head): Html {
  const url = addressOf(request.context, row);
  const image = html`<img src="${head.picture}" alt="" width="480" height="300" decoding="async">`;
  return html`<header class="card head">
    <div id="picture">
      ${head.picture !== undefined && (url === undefined ? html`<span class="thumbnail">${image}</span>` : html`<a class="thumbnail" href="${url}" tabindex="-1" aria-hidden="true" rel="noopener noreferrer external">${image}</a>`)}
    </div>
    <div class="about">
      <p class="eyebrow">${row.environment === "production" ? "Release" : "Preview"}${head.isLive && html` ${badge("live")}`}</p>
      <h1>
        ${truncated(deploymentName(row))}
        <span id="status" role="status">${badge(row.status)}</span>
      </h1>
      <p class="dim">${factsLine(request, row)}</p>
      ${url !== undefined && address(url)}
      <div class="row actions">${nextButton(request, row, head)} ${otherButtons(request, row, head)}</div>
    </div>
    ${row.status !== "ready" && head.stages}
  </header>`;
}

function addressOf(context: ServiceContext, row: DeploymentView): string | undefined {
  if (row.environment === "preview") return previewUrl(row, context.addresses);
  return row.status === "ready" && row.removed_at === null ? productionUrl(context.addresses, row) : undefined;
}

function factsLine({ context }: MemberRequest, row: DeploymentView): Html {
  const now = context.clock.now();
  const pull = pullRequest(row);
  const took = duration(row.started_at, row.finished_at);
  const running = !isTerminal(row.status);
  const since = row.started_at ?? row.created_at;
  return html`${commitLink(row)} ${branchOf(row)}${pull && html` · ${pull}`}${row.commit_author && html` · ${truncated(row.commit_author)}`} ·
    ${relativeTime(row.created_at, now)}${took !== undefined && ` · took ${took}`}${running && html` · <span class="elapsed" data-since="${since}">${duration(since, new Date(now).toISOString())}</span>`}`;
}

function address(url: string): Html {
  return html`<div class="row address">
    ${externalLink(url)} <span id="address" hidden>${url}</span>
    <button type="button" class="secondary small" hidden data-copy="address">Copy</button>
    <details class="opens">
      <summary class="button secondary small">QR</summary>
      <div class="card in-place">${qrCode(url, "QR code of the URL above")}</div>
    </details>
  </div>`;
}

function nextButton(request: MemberRequest, row: DeploymentView, { next, remedy, isLive }: Head): Html | undefined {
  const { kind } = next;
  switch (kind) {
    case "decide":
      return html`<a class="button" href="/app/approvals/${next.requestId}">${ACTION_WORDS[kind]} →</a>`;
    case "wait": {
      const names = decidersText(next.deciders);
      const text = names === undefined ? "no one can approve it yet" : html`<bdi>${names}</bdi> can approve`;
      return html`<a class="button" href="/app/approvals/${next.requestId}"><span>Requested: ${text} →</span></a>`;
    }
    case "request":
    case "roll_back":
      return html`<a class="button" href="/app/deployments/${row.id}/publish">${ACTION_WORDS[kind]}</a>`;
    case "build_again":
      return remedy ?? deployForm(request, row);
    case "let_through":
      return html`${letThroughForm(request, row)} ${cancelForm(request, row)}`;
    case "cancel":
      return cancelForm(request, row);
    case "none":
      return remedy ?? openLink(request, row, isLive ? "" : "secondary");
  }
}

function openLink({ context }: MemberRequest, row: DeploymentView, tone: "" | "secondary"): Html | undefined {
  const url = addressOf(context, row);
  if (url === undefined) return undefined;
  return html`<a class="button ${tone}" href="${url}" rel="noopener noreferrer external">Open ${row.environment === "production" ? "live site" : "preview"}</a>`;
}

function shareDialog(request: MemberRequest, row: DeploymentView): Html {
  const typed = typedInto(request, "share");
  const preview = html`<input type="hidden" name="deployment" value="${row.id}" />`;
  return html`<details class="opens" ${typed && html` open`}>
    <summary class="button secondary">Share</summary>
    <div class="card in-place">${deploymentForm(request, row, html`<p>For somebody without an account: a link that opens this preview and no other.</p> ${shareFields(preview, typed)}`)}</div>
  </details>`;
}

function otherButtons(request: MemberRequest, row: DeploymentView, { site, next, remedy }: Head): Html | undefined {
  const mayChange = canDevelop(request.actor.role);
  const share =
    site && row.environment === "preview" && row.preview_label !== null && readAccess(site).previewAccess === "link";
  const isReady = row.status === "ready" && row.removed_at === null;
  const again =
    mayChange && isTerminal(row.status) && canBuildAgain(row) && (next.kind !== "build_again" || remedy !== undefined);
  return html`${next.kind !== "none" && openLink(request, row, "secondary")}
    ${isReady && row.environment === "preview" && html`<a class="button secondary" href="${roomPath(row.id)}">Comment</a>`}
    ${mayChange && isReady && share && shareDialog(request, row)}
    <div class="row seldom">
      ${again && deployForm(request, row, "secondary")}
      ${mayChange && isTerminal(row.status) && row.removed_at === null && deleteForm(request, row)}
    </div>`;
}
