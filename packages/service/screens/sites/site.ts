import { instant } from "@greenroom/contract/clock";
import { DAY_MS } from "../../domain/instants.ts";
import { canDevelop } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { hostedUrl } from "../../settings.ts";
import { readDecidingMembers } from "../../store/approvals/acts.ts";
import { listApprovals } from "../../store/approvals/approvals.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import {
  type BranchFilter,
  type BranchPreviews,
  branchesOfSite,
  type Facet,
  FACETS,
  listBranches,
} from "../../store/deployments/branch-list.ts";
import { requireDeployment } from "../../store/deployments/deployments.ts";
import { readInsights } from "../../store/deployments/insights.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { findChangedPages, findThumbnails } from "../../store/reviews/reviews.ts";
import { listAccessRequests } from "../../store/sites/access-requests.ts";
import { branchLabels } from "../../store/sites/hosts.ts";
import {
  durationText,
  emptyState,
  externalLink,
  factList,
  hiddenFields,
  keyField,
  pagination,
  postForm,
  queryOf,
  searchForm,
  searchOf,
  siteHeader,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { secondPersonNotice } from "../releases/second-person.ts";
import { defineScreen, type FormResult, siteOf } from "../screen.ts";
import { deploymentRow, pullRequestOf } from "./deployment-rows.ts";
import { firstSteps, readFirstSteps } from "./empty-site.ts";
import { liveCard, picturesOf, readLive, waitingCard } from "./live-card.ts";

const SHOWN = 50;

const INSIGHT_DAYS = 14;

export const siteOverview = defineScreen({
  load: readOverview,
  view: (request, data: Overview) => ({
    title: data.site.name,
    section: "/app/sites",
    body: overviewBody(request, data),
  }),
  actions: deploy,
});

type Overview = Awaited<ReturnType<typeof readOverview>>;

async function readOverview(request: MemberRequest) {
  const { context, c, actor } = request;
  const { db, clock } = context;
  const site = await siteOf(request);
  const at = instant(clock);
  const afterId = c.req.query("after");
  const last = afterId === undefined ? undefined : await requireDeployment(db, actor.workspaceId, afterId);
  const filter = readFilter(request);
  const after = last && { createdAt: last.created_at, id: last.id };
  const list = await listBranches(db, site, { filter, after, limit: SHOWN + 1 });
  const live = await readLive(context, site);
  const requests = await listApprovals(db, actor.workspaceId, { siteId: site.id, status: "pending", at, limit: 20 });
  const shown = list.branches.flatMap(({ newest, older }) => [newest, ...older]);
  const pictured = [...shown.map(({ id }) => id), ...picturesOf(live)];
  return {
    site,
    live,
    requests,
    asking: canDevelop(actor.role) ? (await listAccessRequests(db, site.id)).length : 0,
    notice: secondPersonNotice(actor, await readDecidingMembers(db, actor.workspaceId)),
    names: await branchesOfSite(db, site.id),
    filter,
    list,
    labels: await branchLabels(
      db,
      site.id,
      list.branches.flatMap(({ newest }) => newest.branch ?? []),
    ),
    isFirstPage: last === undefined,
    /** Undefined once there is a preview. */
    steps: list.counts.all === 0 && filter.search === undefined ? await readFirstSteps(db, site) : undefined,
    facts: {
      thumbnails: await findThumbnails(db, actor.workspaceId, pictured),
      changed: await findChangedPages(
        db,
        shown.map(({ id }) => id),
      ),
      requests: new Map(
        requests.filter((one) => one.requested_at !== null).map((one) => [one.source_deployment_id, one]),
      ),
      liveId: live.live?.deploymentId,
      liveSourceId: live.live?.sourceDeploymentId,
    },
    insights: await readInsights(db, site.id, instant(clock, -INSIGHT_DAYS * DAY_MS)),
    at,
  };
}

function overviewBody(request: MemberRequest, overview: Overview): Html {
  const { site, live, names, filter, list, facts, isFirstPage, steps } = overview;
  const page = list.branches.slice(0, SHOWN);
  const next = list.branches.length > SHOWN ? page.at(-1)?.newest.id : undefined;
  const older = next && queryOf({ q: filter.search, only: filter.facet, after: next });
  return html`${siteHeader(site, "")}
    <div class="tops" id="live" data-live>
      ${liveCard(request, site, { ...live, thumbnails: facts.thumbnails })} ${waitingCard(request, site, overview)}
    </div>
    <div class="heading">
      <h2 id="previews">Previews</h2>
      ${deployForm(request, site, names)}
    </div>
    ${!steps && html`<div class="narrow-down">${facets(site, filter, list.counts)} ${filterForm(site, filter)}</div>`}
    <div id="deployments" data-live>
      ${page.length === 0 ? noPreviews(request, overview) : html`<ul class="rows card">${page.map((one) => branchRow(request, one, overview))}</ul>`}
      ${pagination(pathOf(site, filter), { newest: !isFirstPage, older })}
    </div>
    ${insightsPart(overview.insights)}`;
}

function insightsPart({ builds, succeeded, build, decision }: Overview["insights"]): Html | undefined {
  if (builds === 0 && !decision) return undefined;
  const figures = [
    ["Builds", builds],
    ["Succeeded", builds > 0 && `${Math.floor((100 * succeeded) / builds)} %`],
    ["Median build", build && durationText(build.median)],
    ["95 of 100 builds within", build && durationText(build.p95)],
    ["Request to decision, median", decision && durationText(decision.median)],
  ] as const;
  return html`<section id="insights" data-live aria-labelledby="insights-title">
    <h2 id="insights-title">Last ${INSIGHT_DAYS} days</h2>
    ${factList(figures, "insights")}
  </section>`;
}

function noPreviews(request: MemberRequest, { site, steps }: Overview): Html {
  return steps
    ? firstSteps(request, site, steps)
    : emptyState("No preview matches", html`<a href="/app/sites/${site.id}">Show all previews</a>`);
}

function branchRow(request: MemberRequest, { newest, older, more }: BranchPreviews, { facts, labels }: Overview): Html {
  const label = newest.branch === null ? undefined : labels.get(newest.branch);
  const count = older.length + more;
  const about = { kind: "preview", pull: pullRequestOf([newest, ...older]) } as const;
  return html`<li>
    ${deploymentRow(request, newest, facts, about)}
    ${
      count > 0 &&
      html`<details class="older" id="older-${newest.id}">
        <summary>${count} older<span class="hidden"> of this branch</span></summary>
        ${label !== undefined && html`<p class="dim">Newest always at ${externalLink(hostedUrl(request.context.addresses, label, "preview"))}</p>`}
        <ul>
          ${older.map((row) => html`<li>${deploymentRow(request, row, facts, { kind: "preview" })}</li>`)}
        </ul>
        ${more > 0 && html`<p class="dim">${more} more are older.</p>`}
      </details>`
    }
  </li>`;
}

function deployForm(request: MemberRequest, site: SiteRow, branches: readonly string[]): Html | undefined {
  if (!canDevelop(request.actor.role) || site.repository_url === null) return undefined;
  const fields = html`${keyField()}
    <label class="hidden" for="deploy-from">Deploy from</label
    ><input id="deploy-from" name="branch" list="branches" maxlength="255" autocomplete="off" spellcheck="false" placeholder="default branch" value="${request.typed?.get("branch")}" />
    <datalist id="branches">
      ${branches.map((branch) => html`<option value="${branch}"></option>`)}
    </datalist>
    <button class="secondary">Deploy</button>`;
  return postForm(request, { class: "row deploy" }, fields);
}

async function deploy({ context, c, actor, form }: FormRequest): Promise<FormResult> {
  const branch = field(form, "branch");
  await c.get("limits").deploy(actor);
  const { deployment } = await acceptPreview(context, actor, {
    siteId: c.req.param("siteId") ?? "",
    key: field(form, "key"),
    body: { environment: "preview", branch: branch === "" ? undefined : branch },
  });
  return c.redirect(`/app/deployments/${deployment.id}`, 303);
}

function readFilter(request: MemberRequest): BranchFilter {
  const { c, session } = request;
  const search = searchOf(request);
  const facet = FACETS.find((one) => one === c.req.query("only"));
  return {
    person: { userId: session.user.id, name: session.user.name },
    ...(search !== "" && { search }),
    ...(facet !== undefined && { facet }),
  };
}

function pathOf(site: SiteRow, { search, facet }: Pick<BranchFilter, "search" | "facet">): string {
  const query = queryOf({ q: search, only: facet });
  return `/app/sites/${site.id}${query === "" ? "" : `?${query}`}`;
}

function filterForm(site: SiteRow, { search, facet }: BranchFilter): Html {
  return searchForm({
    action: `/app/sites/${site.id}#previews`,
    label: "Filter previews",
    placeholder: "Message, branch, author, commit, #7",
    button: "Filter",
    search,
    more: hiddenFields({ only: facet }),
  });
}

const FACET_NAMES: Readonly<Record<Facet | "all", string>> = {
  all: "All",
  mine: "Mine",
  open: "Open pull requests",
  failed: "Failed",
};

function facets(site: SiteRow, filter: BranchFilter, counts: Readonly<Record<Facet | "all", number>>): Html {
  const { search, facet: chosen = "all" } = filter;
  const link = (facet: Facet | "all"): Html => {
    const path = pathOf(site, { ...(search !== undefined && { search }), ...(facet !== "all" && { facet }) });
    return html`<li>
      <a href="${path}#previews" ${facet === chosen && html` aria-current="true"`}>${FACET_NAMES[facet]} <span class="dim">${counts[facet]}</span></a>
    </li>`;
  };
  return html`<nav class="facets" id="facets" aria-label="Previews" data-live>
    <ul>
      ${(["all", ...FACETS] as const).map(link)}
    </ul>
  </nav>`;
}
