import type { ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { statusAt } from "../../domain/approval.ts";
import { type ApprovalView, findApproval, listApprovals, stateOf } from "../../store/approvals/approvals.ts";
import { reasonOf } from "../../store/approvals/acts.ts";
import { type DeploymentView, findDeployments } from "../../store/deployments/deployments.ts";
import type { Database } from "../../store/engine/database.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { findThumbnails } from "../../store/deployments/reviews.ts";
import { listSites } from "../../store/sites/sites.ts";
import {
  requesterNames,
  badge,
  branchName,
  deploymentName,
  emptyState,
  pagination,
  pullRequest,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { defineScreen } from "../screen.ts";
import type { MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";

/** Per page; the first page also has all pending requests. */
const SHOWN = 50;

const MAX_PENDING = 200;

export const approvalsScreen = defineScreen({
  load: readApprovals,
  view: ({ context }, { pending, toRequest, decided, isFirstPage, olderThan }: ApprovalsPage) => ({
    title: pending.length > 0 ? `(${pending.length}) Approvals` : "Approvals",
    section: "/app/approvals",
    body: html`<h1>Approvals</h1>
      ${
        isFirstPage &&
        html`<h2>Waiting for a decision</h2>
          ${pending.length === 0 ? NONE_PENDING : waiting(context, pending)}
          ${toRequest.length > 0 && html`<h2>To request</h2> ${waiting(context, toRequest)}`}`
      }
      ${
        decided.length > 0 &&
        html`<h2>Decided</h2>
          <ul class="plain card">
            ${decided.map((item) => decidedItem(context, item))}
          </ul>`
      }
      ${pagination("/app/approvals", { newest: !isFirstPage, older: olderThan && `after=${olderThan}` })}`,
  }),
});

const NONE_PENDING = emptyState("No pending approvals", html`When someone requests a release, it appears here.`);

interface ApprovalsPage {
  /** Only on the first page, as the next. */
  readonly pending: readonly Item[];
  /** Prepared for release by a workflow or an agent. */
  readonly toRequest: readonly Item[];
  readonly decided: readonly Item[];
  readonly isFirstPage: boolean;
  /** Id of the request that the next page starts after. */
  readonly olderThan: string | undefined;
}

async function readApprovals({ context: { db, clock }, c, actor }: MemberRequest): Promise<ApprovalsPage> {
  const { workspaceId } = actor;
  const at = instant(clock);
  const after = await startOf(db, workspaceId, c.req.query("after"));
  const found = await listApprovals(db, workspaceId, { at, after, limit: SHOWN + 1 });
  const pending = after ? [] : await listApprovals(db, workspaceId, { status: "pending", at, limit: MAX_PENDING });
  const rows = found.slice(0, SHOWN);
  const decided = rows.filter((row) => statusAt(stateOf(row), at) !== "pending");
  const sites = new Map((await listSites(db, workspaceId, "active")).map((site) => [site.id, site]));
  const sourcesOf = (views: readonly ApprovalView[]) => views.map((view) => view.source_deployment_id);
  const sources = await findDeployments(db, workspaceId, sourcesOf([...pending, ...decided]));
  const thumbnails = await findThumbnails(db, workspaceId, sourcesOf(pending));
  const item = (view: ApprovalView): Item => ({
    view,
    status: statusAt(stateOf(view), at),
    site: sites.get(view.site_id),
    source: sources.get(view.source_deployment_id),
    thumbnail: thumbnails.get(view.source_deployment_id),
  });
  return {
    pending: pending.filter((view) => view.requested_at !== null).map(item),
    toRequest: pending.filter((view) => view.requested_at === null).map(item),
    decided: decided.map(item),
    isFirstPage: after === undefined,
    olderThan: found.length > SHOWN ? rows.at(-1)?.id : undefined,
  };
}

/** @throws {ApiError} `not_found` when the URL names no request of this workspace. */
async function startOf(db: Database, workspaceId: string, requestId: string | undefined) {
  if (requestId === undefined) return undefined;
  const row = await findApproval(db, workspaceId, requestId);
  if (!row) throw new ApiError("not_found", "There is no such approval request.");
  return { createdAt: row.created_at, id: row.id };
}

interface Item {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly site: SiteRow | undefined;
  readonly source: DeploymentView | undefined;
  /** Digest of the small picture of its review. */
  readonly thumbnail: string | undefined;
}

/** By site: approvers know the sites, and the longest wait comes first. */
function waiting(context: ServiceContext, items: readonly Item[]): Html[] {
  const groups = Map.groupBy(items, ({ view }) => view.site_id);
  return Array.from(
    groups,
    ([siteId, group]) =>
      html`<section class="card group" aria-labelledby="site-${siteId}">
        <h3 id="site-${siteId}" class="group-head">
          <a href="/app/sites/${siteId}">${truncated(group[0]?.site?.name ?? "Archived site")}</a>
        </h3>
        <ul class="plain">
          ${group.toReversed().map((item) => waitingItem(context, item, pictureOf(item, group)))}
        </ul>
      </section>`,
  );
}

const DAY_MS = 86_400_000;

function waitingItem(context: ServiceContext, { view, source }: Item, picture: Html | undefined): Html {
  const since = view.requested_at ?? view.created_at;
  const late = context.clock.now() - Date.parse(since) > DAY_MS;
  const reason = reasonOf(view, view.requests.toReversed());
  const pull = source && pullRequest(source);
  return html`<li class="item">
    ${picture}
    <div>
      <a class="title" href="/app/approvals/${view.id}">${nameOf({ view, source })}</a>
      <p class="dim">
        ${truncated(branchName(view.branch))}${pull && html` · ${pull}`} ·
        ${askedBy(view)} <span class="${late ? "late" : ""}">${relativeTime(since, context.clock.now())}</span>
      </p>
      ${reason !== null && html`<blockquote class="reason">${truncated(reason)}</blockquote>`}
    </div>
    <a class="button secondary small" href="/app/approvals/${view.id}">Review</a>
  </li>`;
}

/** The title beside it leads to the same place: readers of the screen and the keyboard get there once. */
function pictureOf({ view, thumbnail }: Item, group: readonly Item[]): Html | undefined {
  if (thumbnail !== undefined) {
    const picture = `/app/deployments/${view.source_deployment_id}/review/pictures/${thumbnail}.webp`;
    return html`<a class="thumbnail" href="/app/approvals/${view.id}" tabindex="-1" aria-hidden="true"><img src="${picture}" alt="" width="480" height="300" loading="lazy" decoding="async"></a>`;
  }
  return group.some((item) => item.thumbnail !== undefined) ? html`<span class="thumbnail none"></span>` : undefined;
}

function decidedItem(context: ServiceContext, { view, status, site, source }: Item): Html {
  return html`<li class="item">
    <div>
      <a class="title" href="/app/approvals/${view.id}">${truncated(site?.name ?? "Archived site")}: ${nameOf({ view, source })}</a>
      <p class="dim">
        ${truncated(branchName(view.branch))} · ${askedBy(view)}
        ${relativeTime(view.requested_at ?? view.created_at, context.clock.now())}${view.decision && html` · decided by ${truncated(view.decision.person)}`}
      </p>
    </div>
    ${badge(status)}
  </li>`;
}

function askedBy(view: ApprovalView): Html {
  if (view.requests.length > 0) return html`requested by ${requesterNames(view)}`;
  return html`prepared with the token ${truncated(view.prepared_by_name ?? "")}`;
}

function nameOf({ view, source }: Pick<Item, "view" | "source">): Html {
  return truncated(source ? deploymentName(source) : branchName(view.branch));
}
