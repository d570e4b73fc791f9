import type { ApprovalStatus } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { roomPath } from "../../domain/room.ts";
import { type Html, html } from "../../outside/html.ts";
import type { ReleaseComparison } from "../../review/release-comparison.ts";
import { hostedUrl } from "../../settings.ts";
import type { ThreadView } from "../../store/comments/threads.ts";
import { findDeployments, previewUrl } from "../../store/deployments/deployments.ts";
import { renderRest } from "../../store/reviews/comparisons.ts";
import { postForm } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { brand } from "../page.ts";
import type { View } from "../screen.ts";
import { linkTo, pageList, type PageList, selectionOf } from "./changed-pages.ts";
import { pageFacts, type Talk } from "./page-facts.ts";
import { releaseBanner } from "./release-banner.ts";
import { type ReleaseCandidate, releaseSides } from "./release-diff.ts";
import { type Versions, viewChoices, viewer } from "./viewer.ts";

export interface ReleasePage {
  readonly release: ReleaseCandidate;
  readonly comparison: ReleaseComparison | undefined;
  readonly versions: Versions;
  readonly threads: readonly ThreadView[];
  /** Undefined where nothing can be marked. */
  readonly viewed: ReadonlySet<string> | undefined;
  readonly heading: Html;
  readonly about: Html;
  readonly actions: Html | undefined;
  readonly strips: readonly (Html | false | undefined)[];
  /** Below the facts of the page. */
  readonly notes: readonly (Html | false | undefined)[];
  readonly status: ApprovalStatus;
  readonly decided: boolean;
  readonly showsProblem: boolean;
}

export function releaseView(request: MemberRequest, title: string, data: ReleasePage): View {
  const { comparison } = data;
  const tone = comparison?.rollBackTo ? " goes-back" : "";
  return {
    title,
    section: "/app/approvals",
    tool: `release${tone}`,
    kit: "release",
    showsProblem: data.showsProblem,
    body: releaseBody(request, data),
  };
}

function releaseBody(request: MemberRequest, data: ReleasePage): Html {
  const { comparison, viewed, release, status, decided, threads } = data;
  const { c, context } = request;
  const path = c.req.path;
  const selection = comparison && selectionOf(c.req.query(), comparison, viewed ?? new Set());
  const comments = new Map([...Map.groupBy(threads, (thread) => thread.path)].map(([page, all]) => [page, all.length]));
  const list: PageList | undefined = comparison && selection && { path, comparison, selection, viewed, comments };
  const since = release.live?.since;
  const nowMs = context.clock.now();
  return html`<header class="decision">
      ${data.heading}
      <p class="about">${data.about}</p>
      ${comparison && viewed && viewedCount(comparison, viewed)}
      ${release.source.removed_at === null && html`<a class="button secondary" id="comment" href="${roomPath(release.source.id, selection?.page?.path)}" aria-keyshortcuts="c">Comment <kbd aria-hidden="true">c</kbd></a>`}
      <div class="act">${data.actions}</div>
    </header>
    ${data.strips}
    ${comparison && releaseBanner(comparison, { since, nowMs, status, decided })}
    ${comparisonColumns(list, {
      versions: data.versions,
      more: list && viewed && renderForm(request, list),
      tools: list && viewed && viewedForm(request, list, viewed),
      talk: { sourceId: release.source.id, threads, nowMs },
      notes: html`${data.notes} ${releaseSides(context, release, decided)}`,
    })}`;
}

interface Columns {
  readonly versions: Versions;
  readonly more: Html | undefined;
  readonly tools: Html | undefined;
  readonly talk?: Talk;
  readonly notes?: Html;
}

export function comparisonColumns(list: PageList | undefined, { versions, more, tools, talk, notes }: Columns): Html {
  const page = list?.selection.page;
  return html`<div class="columns">
    ${list && pageList(list, more)}
    <section class="look" aria-label="Comparison">
      <div class="tools">${viewChoices()} ${tools}</div>
      ${list ? viewer(list.comparison, page, versions) : html`<div class="stage" id="stage"><p class="empty">The preview has no files any more.</p></div>`}
    </section>
    <div class="side">${list && pageFacts(list.comparison, page, talk)} ${notes}</div>
  </div>`;
}

function viewedCount({ pages }: ReleaseComparison, viewed: ReadonlySet<string>): Html {
  const count = pages.filter(({ path }) => viewed.has(path)).length;
  return html`<p class="viewed" id="viewed">viewed <strong>${count}</strong> of ${pages.length}</p>`;
}

/** For pages that were left out, and for a comparison that failed. */
export function renderForm(request: MemberRequest, { comparison }: Pick<PageList, "comparison">): Html | undefined {
  const { id, partly, state } = comparison;
  if (!partly && state !== "none") return undefined;
  const fields = html`<input type="hidden" name="comparison" value="${id}" />
    <button class="secondary small" name="do" value="render">${partly ? "Render the rest" : "Render again"}</button>`;
  return postForm(request, { class: "row", action: ownAddress(request) }, fields);
}

function ownAddress({ c }: MemberRequest): string {
  const { pathname, search } = new URL(c.req.url);
  return `${pathname}${search}`;
}

export async function renderMore(request: FormRequest, siteId: string): Promise<Response> {
  const { context, c, form } = request;
  await renderRest(context, siteId, field(form, "comparison"));
  return c.redirect(ownAddress(request), 303);
}

function viewedForm(request: MemberRequest, list: PageList, viewed: ReadonlySet<string>): Html {
  const { comparison, selection } = list;
  const { page } = selection;
  if (page === undefined) return html`<form id="mark"></form>`;
  const isViewed = viewed.has(page.path);
  const after = comparison.pages.slice(comparison.pages.indexOf(page) + 1);
  const next = [...after, ...comparison.pages].find(({ path }) => path !== page.path && !viewed.has(path)) ?? page;
  const group = selection.groups.find(({ first, others }) => first === page && others.length > 0);
  const fields = html`<input type="hidden" name="page" value="${page.path}" />
    <input type="hidden" name="next" value="${linkTo(list, isViewed ? page.path : next.path)}" />
    ${group && !isViewed && html`<button class="secondary small" name="do" value="viewed-group">Mark all ${group.others.length + 1} alike</button>`}
    <button class="secondary small" name="do" value="${isViewed ? "not-viewed" : "viewed"}" aria-keyshortcuts="v">${isViewed ? html`<span aria-hidden="true">✓ Viewed</span><span class="hidden">Mark as not viewed</span>` : "Mark as viewed"}</button>`;
  return postForm(request, { id: "mark", class: "row" }, fields);
}

export async function versionsOf(
  { db, addresses }: ServiceContext,
  { site, source, live }: ReleaseCandidate,
  { comparison, decided }: { readonly comparison: ReleaseComparison | undefined; readonly decided: boolean },
): Promise<Versions> {
  const previous = live?.sourceDeploymentId ?? null;
  const found =
    previous === null ? undefined : (await findDeployments(db, source.workspace_id, [previous])).get(previous);
  const production = live && !decided ? hostedUrl(addresses, site.production_label, "production") : undefined;
  const number = comparison?.liveNumber;
  const name = decided ? "Live before" : "Live";
  return {
    before: (found && previewUrl(found, addresses)) ?? production,
    after: previewUrl(source, addresses),
    beforeName: number === undefined ? name : `${name}, release ${number}`,
    afterName: comparison?.rollBackTo ? `Release ${comparison.rollBackTo.number} again` : "This release",
  };
}

export function releaseHeading(
  { site }: Pick<ReleaseCandidate, "site">,
  comparison: ReleaseComparison | undefined,
  status?: Html,
): Html {
  return html`${brand()}<a class="crumb" href="/app/approvals">Approvals</a>
    <h1><bdi>${site.name}</bdi>: ${whatIsAsked(comparison).toLowerCase()}</h1>
    ${status}`;
}

export function whatIsAsked(comparison: ReleaseComparison | undefined): string {
  if (!comparison) return "Release";
  const { rollBackTo, liveNumber, number } = comparison;
  if (rollBackTo) return `Roll back to release ${rollBackTo.number}`;
  return liveNumber === undefined ? `Release ${number}` : `Release ${liveNumber} → ${number}`;
}

export function strip(text: Html): Html {
  return html`<div class="strip hint" role="note"><p>${text}</p></div>`;
}
