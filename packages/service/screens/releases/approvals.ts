import type { ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { statusAt } from "../../domain/approval.ts";
import { DAY_MS } from "../../domain/instants.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { comparisonOf, type ReleaseComparison } from "../../review/release-comparison.ts";
import { NOTHING_BACK, takesBackText } from "../../review/takes-back-text.ts";
import { reasonOf } from "../../store/approvals/acts.ts";
import { type ApprovalView, decidersOf, listApprovals, requireApproval } from "../../store/approvals/approvals.ts";
import { countThreads, findBlocking } from "../../store/comments/threads.ts";
import { type DeploymentView, findDeployments } from "../../store/deployments/deployments.ts";
import type { Database } from "../../store/engine/database.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { findThumbnails } from "../../store/reviews/reviews.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { listSites } from "../../store/sites/sites.ts";
import {
  badge,
  branchName,
  choice,
  deploymentName,
  emptyState,
  joined,
  matchesSearch,
  pagination,
  pullRequest,
  queryOf,
  relativeTime,
  requesterNames,
  searchForm,
  searchOf,
  thumbnailLink,
  thumbnailPath,
  truncated,
} from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { defineScreen } from "../screen.ts";
import { smallPicture } from "./changed-pages.ts";

/** Per page; the first page also has all pending requests. */
const SHOWN = 50;

const MAX_PENDING = 200;

const MAX_COUNTED = 50;

/** Fewer are seen at a glance. */
const FILTERED_FROM = 12;

export const approvalsScreen = defineScreen({
  load: readApprovals,
  view: ({ context }, { pending, toRequest, decided, isFirstPage, olderThan, search, mine }: ApprovalsPage) => ({
    title: pending.length > 0 ? `(${pending.length}) Approvals` : "Approvals",
    section: "/app/approvals",
    body: html`<div class="narrow-down">
        <h1>Approvals</h1>
        ${(search !== "" || mine || pending.length + toRequest.length + decided.length >= FILTERED_FROM) && filterForm(search, mine)}
      </div>
      <div id="approvals" data-live>
        ${
          isFirstPage &&
          html`<h2>Waiting for a decision</h2>
            ${pending.length === 0 ? nonePending(search !== "" || mine) : waiting(context, pending)}
            ${toRequest.length > 0 && html`<h2>To request</h2> ${waiting(context, toRequest)}`}`
        }
        ${
          decided.length > 0 &&
          html`<h2>Decided</h2>
            <ul class="plain card">
              ${decided.map((item) => decidedItem(context, item))}
            </ul>`
        }
        ${pagination("/app/approvals", { newest: !isFirstPage, older: olderThan && queryOf({ q: search, only: mine ? "mine" : undefined, after: olderThan }) })}
      </div>`,
  }),
});

function filterForm(search: string, mine: boolean): Html {
  return searchForm({
    action: "/app/approvals",
    label: "Filter approvals",
    placeholder: "Site, branch, title, person",
    button: "Filter",
    search,
    more: choice({ type: "checkbox", name: "only", value: "mine", checked: mine }, "Waits for me"),
  });
}

function nonePending(isNarrowed: boolean): Html {
  return isNarrowed
    ? emptyState("No request matches", html`<a href="/app/approvals">Show all approvals</a>`)
    : NONE_PENDING;
}

const NONE_PENDING = emptyState("No pending approvals", html`When someone requests a release, it appears here.`);

type ApprovalsPage = Awaited<ReturnType<typeof readApprovals>>;

async function readApprovals(request: MemberRequest) {
  const { context, c, actor } = request;
  const { db, clock } = context;
  const { workspaceId, userId } = actor;
  const search = searchOf(request);
  const mine = c.req.query("only") === "mine";
  const at = instant(clock);
  const after = await startOf(db, workspaceId, c.req.query("after"));
  const found = await listApprovals(db, workspaceId, { at, after, limit: SHOWN + 1 });
  const pending = after ? [] : await listApprovals(db, workspaceId, { status: "pending", at, limit: MAX_PENDING });
  const rows = found.slice(0, SHOWN);
  const decided = rows.filter((row) => statusAt(row, at) !== "pending");
  const sites = new Map((await listSites(db, workspaceId, "active")).map((site) => [site.id, site]));
  const sourcesOf = (views: readonly ApprovalView[]) => views.map((view) => view.source_deployment_id);
  const sources = await findDeployments(db, workspaceId, sourcesOf([...pending, ...decided]));
  const thumbnails = await findThumbnails(db, workspaceId, sourcesOf(pending));
  const item = (view: ApprovalView): Item => ({
    view,
    status: statusAt(view, at),
    site: sites.get(view.site_id),
    source: sources.get(view.source_deployment_id),
    picture: thumbnailPath(view.source_deployment_id, thumbnails),
    isMine: decidersOf(view, at).some((one) => one.userId === userId),
  });
  const isShown = (one: Item): boolean => (!mine || one.isMine) && matchesSearch(textOf(one), search);
  const open = await withChanges(context, pending.map(item).filter(isShown));
  return {
    pending: open.filter(({ view }) => view.requested_at !== null),
    /** Prepared for release by a workflow or an agent. */
    toRequest: open.filter(({ view }) => view.requested_at === null),
    decided: decided.map(item).filter(isShown),
    search,
    mine,
    isFirstPage: after === undefined,
    olderThan: found.length > SHOWN ? rows.at(-1)?.id : undefined,
  };
}

async function withChanges(context: ServiceContext, items: readonly Item[]): Promise<readonly Item[]> {
  const known: Item[] = [];
  for (const one of items) {
    const { site, source } = one;
    if (site === undefined || source === undefined || known.length >= MAX_COUNTED) {
      known.push(one);
      continue;
    }
    const comparison = await comparisonOf(context, { site, source, live: await liveOfSite(context.db, site.id) });
    const small = comparison?.pages.map((page) => smallPicture(comparison, page)).find((path) => path !== undefined);
    known.push({
      ...one,
      picture: small ?? one.picture,
      comparison,
      blocking: (await findBlocking(context.db, source)).length,
      openComments: (await countThreads(context.db, source)).open,
    });
  }
  return known;
}

function textOf({ site, view, source }: Item): string {
  const people = view.requests.map(({ person }) => person).join(" ");
  const name = source ? `${deploymentName(source)} #${source.pull_request_number ?? ""}` : "";
  return `${site?.name ?? ""} ${branchName(view.branch)} ${name} ${people} ${view.decision?.person ?? ""}`;
}

async function startOf(db: Database, workspaceId: string, requestId: string | undefined) {
  if (requestId === undefined) return undefined;
  const { created_at: createdAt, id } = await requireApproval(db, workspaceId, requestId);
  return { createdAt, id };
}

interface Item {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly site: SiteRow | undefined;
  readonly source: DeploymentView | undefined;
  /** A small picture of the first page that changes, of its front page where there is none. */
  readonly picture: string | undefined;
  readonly isMine: boolean;
  readonly comparison?: ReleaseComparison | undefined;
  readonly blocking?: number;
  readonly openComments?: number;
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
          ${group.toReversed().map((item) =>
            waitingItem(
              context,
              item,
              group.some(({ picture }) => picture !== undefined),
            ),
          )}
        </ul>
      </section>`,
  );
}

function waitingItem(
  context: ServiceContext,
  { view, source, picture, isMine, comparison, blocking = 0, openComments = 0 }: Item,
  pictured: boolean,
): Html {
  const since = view.requested_at ?? view.created_at;
  const late = context.clock.now() - Date.parse(since) > DAY_MS;
  const reason = reasonOf(view, view.requests.toReversed());
  const pull = source && pullRequest(source);
  const facts = [
    ...(isMine ? [html`<strong class="late">Waits for you</strong>`] : []),
    ...(comparison ? changeFacts(comparison) : []),
    ...(blocking > 0
      ? [html`<strong class="late">${counted(blocking, "comment blocks it", "comments block it")}</strong>`]
      : []),
    ...(openComments > blocking ? [`${openComments} open comments`] : []),
  ];
  return html`<li class="item">
    ${pictured && thumbnailLink(picture, `/app/approvals/${view.id}`)}
    <div>
      <a class="title" href="/app/approvals/${view.id}">${nameOf({ view, source })}</a>
      <p class="dim">
        ${truncated(branchName(view.branch))}${pull && html` · ${pull}`} ·
        ${askedBy(view)} <span class="${late ? "late" : ""}">${relativeTime(since, context.clock.now())}</span>
      </p>
      <p>${joined(facts, " · ")}</p>
      ${reason !== null && html`<blockquote class="reason">${truncated(reason)}</blockquote>`}
    </div>
    <a class="button secondary small" href="/app/approvals/${view.id}">Review</a>
  </li>`;
}

function changeFacts(comparison: ReleaseComparison): readonly Html[] {
  const { pages, rollBackTo } = comparison;
  const back = takesBackText(comparison.files);
  const count = pages.length === 0 ? "no page changes" : counted(pages.length, "page changes", "pages change");
  if (rollBackTo) return [html`<strong>rolls back to release ${rollBackTo.number}</strong>`, html`${count}`];
  return [html`${count}`, ...(back === NOTHING_BACK ? [] : [html`<strong class="late">takes back ${back}</strong>`])];
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
