import { DEPLOYMENT_STATUSES, type DeploymentStatus, isBranchName, isTerminal } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { canRequest } from "../../domain/two-people.ts";
import { readDecidingMembers } from "../../store/approvals/acts.ts";
import { secondPersonNotice } from "../releases/second-person.ts";
import { newUuid } from "../../domain/ids.ts";
import { hostedUrl, productionUrl } from "../../settings.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { type ApprovalView, listApprovals } from "../../store/approvals/approvals.ts";
import {
  branchesOfSite,
  type DeploymentView,
  listDeployments,
  requireDeployment,
} from "../../store/deployments/deployments.ts";
import { branchLabels, type Live, liveOfSite } from "../../store/sites/hosts.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { defineScreen, type FormResult, siteOf } from "../screen.ts";
import {
  badge,
  branchName,
  commit,
  commitLink,
  deploymentName,
  duration,
  emptyState,
  externalLink,
  inputField,
  listOr,
  pagination,
  postForm,
  pullRequest,
  relativeTime,
  requesterNames,
  selectField,
  siteHeader,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { requireChanges, rowForm } from "../releases/deployment.ts";
import { readSiteStorage, type Storage, storageSection } from "./site-storage.ts";

const SHOWN = 30;

export const siteOverview = defineScreen({
  load: readOverview,
  view: (request, data: Overview) => ({
    title: data.site.name,
    section: "/app/sites",
    body: overviewBody(request, data),
  }),
  actions: deploy,
});

interface Overview {
  readonly site: SiteRow;
  readonly live: Live | undefined;
  readonly requests: readonly ApprovalView[];
  /** What to do when nobody could approve a release. */
  readonly notice: Html | undefined;
  readonly branches: readonly string[];
  /** Labels of the URLs of branches. */
  readonly labels: ReadonlyMap<string, string>;
  readonly filter: PreviewFilter;
  readonly previews: DeploymentsPage;
  readonly releases: DeploymentsPage;
  readonly storage: Storage;
}

async function readOverview(request: MemberRequest): Promise<Overview> {
  const { context, actor } = request;
  const { db, clock } = context;
  const site = await siteOf(request);
  const filter = readPreviewFilter(request);
  const previews = await readDeployments(request, site, { environment: "preview", filter });
  const branchesShown = previews.rows.flatMap(({ branch }) => branch ?? []);
  const pending = { siteId: site.id, status: "pending", at: instant(clock), limit: 20 } as const;
  return {
    site,
    live: await liveOfSite(db, site.id),
    requests: await listApprovals(db, actor.workspaceId, pending),
    notice: secondPersonNotice(actor, await readDecidingMembers(db, actor.workspaceId)),
    branches: await branchesOfSite(db, site.id),
    labels: await branchLabels(db, site.id, branchesShown),
    filter,
    previews,
    releases: await readDeployments(request, site, { environment: "production", filter: {} }),
    storage: await readSiteStorage(context, site),
  };
}

function overviewBody(request: MemberRequest, overview: Overview): Html {
  const { context } = request;
  const { site, live, branches, filter, previews, releases } = overview;
  const running = [...releases.rows, ...previews.rows].some(({ status }) => !isTerminal(status));
  return html`${siteHeader(site, "")}
    <p class="lead">
      <code>${site.slug}</code>${site.repository_url !== null && html` · ${externalLink(site.repository_url)}`}
    </p>
    ${liveCard(context, site, live)} ${overview.notice} ${overview.requests.map(requestNotice)}
    <div class="heading">
      <h2 id="previews">Previews</h2>
      ${deployForm(request, site, branches)}
    </div>
    ${filterForm(site, filter, branches)}
    <div class="stack" id="deployments" ${running && html` data-refresh`}>
      ${previewGroups(request, overview)} ${previews.older}
      <h2>Releases</h2>
      ${listOr(releases.rows, (row) => releaseItem(request, row, live), NO_RELEASES)} ${releases.older}
    </div>
    ${storageSection(context, site, overview.storage)}`;
}

function requestNotice(request: ApprovalView): Html {
  return html`<div class="notice hint">
    <p>
      ${
        request.requests.length > 0
          ? html`${requesterNames(request)} requested a release of ${truncated(branchName(request.branch))}.`
          : html`A release of ${truncated(branchName(request.branch))} waits for somebody to request it.`
      }
      <a href="/app/approvals/${request.id}">Review it</a>
    </p>
  </div>`;
}

const NO_RELEASES = emptyState(
  "No releases yet",
  html`A release is a preview that another member approved for production.`,
);

/** For members who may. The key makes a form that is sent twice one deployment. */
function deployForm(request: MemberRequest, site: SiteRow, branches: readonly string[]): Html | undefined {
  if (!canRequest(request.actor.role) || site.repository_url === null) return undefined;
  const fields = html`<input type="hidden" name="key" value="screen-${newUuid()}" />
    <label class="hidden" for="deploy-from">Deploy from</label
    ><input id="deploy-from" name="branch" list="branches" maxlength="255" autocomplete="off" spellcheck="false" placeholder="default branch" value="${request.typed?.get("branch")}" />
    <datalist id="branches">
      ${branches.map((branch) => html`<option value="${branch}"></option>`)}
    </datalist>
    <button class="secondary">Deploy</button>`;
  return postForm(request, { class: "row deploy" }, fields);
}

/** Builds the newest commit of a branch, by the rules and limits of any deployment. */
async function deploy({ context, c, actor, form }: FormRequest): Promise<FormResult> {
  requireChanges(actor);
  const branch = field(form, "branch");
  await c.get("limits").deploy(actor);
  const { deployment } = await acceptPreview(context, actor, {
    siteId: c.req.param("siteId") ?? "",
    key: field(form, "key"),
    body: { environment: "preview", branch: branch === "" ? undefined : branch },
  });
  return c.redirect(`/app/deployments/${deployment.id}`, 303);
}

/** What the list of previews is narrowed to. */
interface PreviewFilter {
  readonly search?: string;
  readonly branch?: string;
  readonly status?: DeploymentStatus;
}

const MAX_SEARCH_CHARS = 100;

function readPreviewFilter({ c }: MemberRequest): PreviewFilter {
  const search = (c.req.query("q") ?? "").trim().slice(0, MAX_SEARCH_CHARS);
  const branch = c.req.query("branch") ?? "";
  const status = DEPLOYMENT_STATUSES.find((one) => one === c.req.query("status"));
  return {
    ...(search !== "" && { search }),
    ...(branch !== "" && isBranchName(branch) && { branch }),
    ...(status !== undefined && { status }),
  };
}

function queryOf({ search, branch, status }: PreviewFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: search, branch, status })) {
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

function filterForm(site: SiteRow, filter: PreviewFilter, branches: readonly string[]): Html {
  const { search, branch, status } = filter;
  const known = branch === undefined || branches.includes(branch) ? branches : [branch, ...branches];
  const options = (all: string, values: readonly string[]) =>
    [["", all], ...values.map((value) => [value, value] as const)] as const;
  return html`<form method="get" action="/app/sites/${site.id}#previews" class="filters">
    ${inputField("Search", { type: "search", id: "q", name: "q", value: search, maxlength: MAX_SEARCH_CHARS, placeholder: "Message, author, commit, #7" })}
    ${selectField("Branch", { id: "branch", name: "branch", options: options("All branches", known), chosen: branch })}
    ${selectField("Status", { id: "status", name: "status", options: options("All", DEPLOYMENT_STATUSES), chosen: status })}
    <div class="row">
      <button class="secondary">Filter</button>
      ${queryOf(filter) !== "" && html`<a class="button quiet" href="/app/sites/${site.id}">Show all</a>`}
    </div>
  </form>`;
}

interface DeploymentsPage {
  readonly rows: readonly DeploymentView[];
  /** The link to the next page. */
  readonly older: Html | undefined;
}

/** One page of a site's deployments of one environment, starting after the one that the URL names. */
async function readDeployments(
  { context: { db }, c, actor: { workspaceId } }: MemberRequest,
  site: SiteRow,
  { environment, filter }: { readonly environment: "preview" | "production"; readonly filter: PreviewFilter },
): Promise<DeploymentsPage> {
  const parameter = environment === "preview" ? "previews_after" : "releases_after";
  const afterId = c.req.query(parameter);
  const last = afterId === undefined ? undefined : await requireDeployment(db, workspaceId, afterId);
  const found = await listDeployments(db, workspaceId, {
    filter: { siteId: site.id, environment, ...filter },
    after: last && { createdAt: last.created_at, id: last.id },
    limit: SHOWN + 1,
  });
  const rows = found.slice(0, SHOWN);
  const query = queryOf(filter);
  const next = found.length > SHOWN ? rows.at(-1) : undefined;
  const older = next && `${query === "" ? "" : `${query}&`}${parameter}=${next.id}`;
  const path = `/app/sites/${site.id}${query === "" ? "" : `?${query}`}`;
  return { rows, older: pagination(path, { newest: last !== undefined, older }) };
}

function liveCard(context: ServiceContext, site: SiteRow, live: Live | undefined): Html {
  const address = externalLink(productionUrl(context.addresses, site));
  if (!live) {
    return html`<div class="card live">
      <p class="eyebrow">Live</p>
      <p>Nothing is published yet. Request a release of a ready preview; it will be served at ${address}.</p>
    </div>`;
  }
  return html`<div class="card live">
    <p class="eyebrow">Live</p>
    <p class="big">${address}</p>
    <p class="dim">
      ${live.commitMessage !== null && html`<strong>${truncated(live.commitMessage)}</strong> · `}${commit(live.commitSha)} from ${truncated(branchName(live.branch))}, since
      ${relativeTime(live.since, context.clock.now())} · <a href="/app/deployments/${live.deploymentId}">View release</a>
    </p>
  </div>`;
}

function releaseItem(request: MemberRequest, row: DeploymentView, live: Live | undefined): Html {
  const isLive = row.id === live?.deploymentId;
  const actions = isLive ? undefined : requestLink(request, row, "Request again");
  return deploymentItem(request, row, { name: "Release", status: isLive ? "live" : row.status, actions });
}

/** Deployments of each branch that are not folded away. */
const SHOWN_OF_GROUP = 3;

function previewGroups(request: MemberRequest, { site, live, labels, filter, previews }: Overview): Html | Html[] {
  const { rows } = previews;
  if (rows.length === 0 && queryOf(filter) !== "")
    return emptyState("No preview matches", html`<a href="/app/sites/${site.id}">Show all previews</a>`);
  if (rows.length === 0) return emptyState("No previews yet", html`The first push to a pull request creates one.`);
  const item = (row: DeploymentView): Html => {
    const release = row.id === live?.sourceDeploymentId ? undefined : requestLink(request, row, "Request release");
    const actions = html`${openLink(request.context, row)}${release}`;
    return deploymentItem(request, row, { name: "Preview", status: row.status, actions });
  };
  return Array.from(Map.groupBy(rows, groupOf).values(), (group) => {
    const [newest] = group;
    if (!newest) return html``;
    const label = newest.branch === null ? undefined : labels.get(newest.branch);
    const older = group.slice(SHOWN_OF_GROUP);
    return html`<section class="card group" aria-labelledby="group-${newest.id}">
      <div class="group-head">
        <h3 id="group-${newest.id}">${pullRequest(named(group)) ?? truncated(branchName(newest.branch))}</h3>
        <p class="dim">
          ${named(group).pull_request_number !== null && html`${truncated(branchName(newest.branch))} · `}
          ${label === undefined ? "No URL of the branch yet" : externalLink(hostedUrl(request.context.addresses, label, "preview"))}
        </p>
      </div>
      <ul class="plain">
        ${group.slice(0, SHOWN_OF_GROUP).map(item)}
      </ul>
      ${
        older.length > 0 &&
        html`<details class="older">
          <summary>${older.length} older</summary>
          <ul class="plain">
            ${older.map(item)}
          </ul>
        </details>`
      }
    </section>`;
  });
}

/** A branch, and a pull request when no branch is named. */
function groupOf({ branch, pull_request_number: number }: DeploymentView): string {
  return branch ?? (number === null ? "" : `#${number}`);
}

/** The newest of a branch that names its pull request: a push without one does not take the name away. */
function named(group: readonly DeploymentView[]): DeploymentView {
  const found = group.find(({ pull_request_number: number }) => number !== null) ?? group[0];
  if (!found) throw new Error("A group has at least one deployment.");
  return found;
}

interface Item {
  /** What it is, for tests and screen readers. */
  readonly name: "Release" | "Preview";
  readonly status: string;
  /** For a deployment that is ready. */
  readonly actions: Html | undefined;
}

function deploymentItem(request: MemberRequest, row: DeploymentView, { name, status, actions }: Item): Html {
  const now = request.context.clock.now();
  const took = duration(row.started_at, row.finished_at);
  return html`<li class="item" data-kind="${name}">
    <div>
      <a class="title" href="/app/deployments/${row.id}">${truncated(deploymentName(row))}</a>
      <p class="dim">
        ${commitLink(row)}${row.commit_author !== null && row.commit_author !== "" && html` by ${truncated(row.commit_author)}`}
        ${name === "Release" && html` from ${truncated(branchName(row.branch))}`}
        ${row.upload !== null && html` · built elsewhere`}
        ${row.branch !== null && row.branch_verified === 0 && html` · branch not confirmed`} ·
        ${relativeTime(name === "Release" ? (row.finished_at ?? row.created_at) : row.created_at, now)}
        ${took !== undefined && html` · ${took}`}${row.removed_at !== null && " · files removed"}
      </p>
    </div>
    <div class="row">${badge(status)} ${row.removed_at === null && row.status === "ready" ? actions : rowForm(request, row)}</div>
  </li>`;
}

function openLink(context: ServiceContext, { preview_label: label }: DeploymentView): Html | undefined {
  if (label === null) return undefined;
  const address = hostedUrl(context.addresses, label, "preview");
  return html`<a class="button quiet small" href="${address}" rel="noopener noreferrer external">Open</a>`;
}

function requestLink({ actor }: MemberRequest, row: DeploymentView, label: string): Html | undefined {
  if (!canRequest(actor.role)) return undefined;
  return html`<a class="button secondary small" href="/app/deployments/${row.id}/publish">${label}</a>`;
}
