import { DEPLOYMENT_STATUSES, type DeploymentStatus, isBranchName, isTerminal } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { canRequest } from "../../domain/approval.ts";
import { siteHosts } from "../../domain/build-hosts.ts";
import { newUuid } from "../../domain/ids.ts";
import { hostedUrl, productionUrl } from "../../settings.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { listApprovals } from "../../store/approvals/approvals.ts";
import {
  branchesOfSite,
  type DeploymentFilter,
  type DeploymentView,
  listDeployments,
  requireDeployment,
} from "../../store/deployments/deployments.ts";
import { branchLabels, type Live, liveOfSite } from "../../store/sites/hosts.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { rowForm } from "../releases/deployment.ts";
import {
  requesterNames,
  badge,
  branchName,
  commit,
  commitLink,
  deploymentName,
  duration,
  emptyState,
  externalLink,
  pagination,
  pullRequest,
  relativeTime,
  truncated,
  siteHeader,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { storageSection } from "./site-storage.ts";

const SHOWN = 30;

export async function showSite(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const site = await requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
  const live = await liveOfSite(context.db, site.id);
  const open = await listApprovals(context.db, actor.workspaceId, {
    siteId: site.id,
    status: "pending",
    at: instant(context.clock),
    limit: 20,
  });
  const chosen = chosenPreviews(request);
  const made = await deploymentsPage(context, request, { site, environment: "production" });
  const built = await deploymentsPage(context, request, { site, environment: "preview", chosen });
  const running = [...made.rows, ...built.rows].some(({ status }) => !isTerminal(status));
  const branches = await branchesOfSite(context.db, site.id);
  return page(c, {
    title: site.name,
    session,
    section: "/app/sites",
    status: notice ? 400 : 200,
    notice,
    body: html`${siteHeader(site, "")}
      <p class="lead">
        <code>${site.slug}</code>${site.repository_url !== null && html` · ${externalLink(site.repository_url)}`}
      </p>
      ${liveCard(context, site, live)}
      ${open.map(
        (request) =>
          html`<div class="notice hint">
            <p>
              ${requesterNames(request)} requested a release of ${truncated(branchName(request.branch))}.
              <a href="/app/approvals/${request.id}">Review it</a>
            </p>
          </div>`,
      )}
      <div class="heading">
        <h2 id="previews">Previews</h2>
        ${deployForm(request, { site, branches, typed: notice?.typed })}
      </div>
      ${filterForm(site, chosen, branches)}
      <div class="stack" id="deployments" ${running && html` data-refresh`}>
        ${await previews(context, request, { site, rows: built.rows, live, chosen })} ${built.older}
        <h2>Releases</h2>
        ${releases(context, request, { site, rows: made.rows, live })} ${made.older}
      </div>
      ${await storageSection(context, site)}
      <h2>Network of builds</h2>
      ${network(context, site)}`,
  });
}

interface Deploying {
  readonly site: SiteRow;
  readonly branches: readonly string[];
  readonly typed: URLSearchParams | undefined;
}

/** For members who may. The key makes a form that is sent twice one deployment. */
function deployForm({ actor, session }: MemberRequest, { site, branches, typed }: Deploying): Html | undefined {
  if (!canRequest(actor.role) || site.repository_url === null) return undefined;
  return html`<form method="post" action="/app/sites/${site.id}" class="row deploy">
    ${csrfField(session)}<input type="hidden" name="key" value="screen-${newUuid()}" />
    <label class="hidden" for="deploy-from">Deploy from</label
    ><input id="deploy-from" name="branch" list="branches" maxlength="255" autocomplete="off" spellcheck="false" placeholder="default branch" value="${typed?.get("branch")}" />
    <datalist id="branches">
      ${branches.map((branch) => html`<option value="${branch}"></option>`)}
    </datalist>
    <button class="secondary">Deploy</button>
  </form>`;
}

/** Builds the newest commit of a branch, by the rules and limits of any deployment. */
export async function deploySite(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  if (!canRequest(actor.role)) throw new ApiError("forbidden_role", `Your role is ${actor.role}, which is read only.`);
  const branch = field(form, "branch").trim();
  try {
    await c.get("limits").deploy(actor);
    const { deployment } = await acceptPreview(context, actor, {
      siteId: c.req.param("siteId") ?? "",
      key: field(form, "key"),
      body: { environment: "preview", ...(branch !== "" && { branch }) },
    });
    return c.redirect(`/app/deployments/${deployment.id}`, 303);
  } catch (error) {
    const isShown = error instanceof ApiError && SHOWN_PROBLEMS.has(error.code);
    if (!isShown) throw error;
    return showSite(context, request, { tone: "problem", text: error.message, typed: form });
  }
}

const SHOWN_PROBLEMS: ReadonlySet<string> = new Set([
  "validation_failed",
  "repository_not_connected",
  "build_quota_exceeded",
  "rate_limited",
  "try_again",
]);

/** What the list of previews is narrowed to. */
interface Chosen {
  readonly search?: string;
  readonly branch?: string;
  readonly status?: DeploymentStatus;
}

const MAX_SEARCH_CHARS = 100;

function chosenPreviews({ c }: MemberRequest): Chosen {
  const search = (c.req.query("q") ?? "").trim().slice(0, MAX_SEARCH_CHARS);
  const branch = c.req.query("branch") ?? "";
  const status = DEPLOYMENT_STATUSES.find((one) => one === c.req.query("status"));
  return {
    ...(search !== "" && { search }),
    ...(branch !== "" && isBranchName(branch) && { branch }),
    ...(status !== undefined && { status }),
  };
}

function queryOf({ search, branch, status }: Chosen): string {
  const entries: readonly (readonly [string, string | undefined])[] = [
    ["q", search],
    ["branch", branch],
    ["status", status],
  ];
  const query = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined) query.set(name, value);
  return query.toString();
}

function filterForm(site: SiteRow, chosen: Chosen, branches: readonly string[]): Html {
  const named =
    chosen.branch === undefined || branches.includes(chosen.branch) ? branches : [chosen.branch, ...branches];
  const option = (value: string, given: string | undefined): Html =>
    html`<option ${value === given && html` selected`}>${value}</option>`;
  return html`<form method="get" action="/app/sites/${site.id}#previews" class="filters">
    <div class="field">
      <label for="q">Search</label
      ><input type="search" id="q" name="q" value="${chosen.search}" maxlength="${MAX_SEARCH_CHARS}" placeholder="Message, author, commit, #7" />
    </div>
    <div class="field">
      <label for="branch">Branch</label
      ><select id="branch" name="branch">
        <option value="">All branches</option>
        ${named.map((branch) => option(branch, chosen.branch))}
      </select>
    </div>
    <div class="field">
      <label for="status">Status</label
      ><select id="status" name="status">
        <option value="">All</option>
        ${DEPLOYMENT_STATUSES.map((status) => option(status, chosen.status))}
      </select>
    </div>
    <div class="row">
      <button class="secondary">Filter</button>
      ${queryOf(chosen) !== "" && html`<a class="button quiet" href="/app/sites/${site.id}">Show all</a>`}
    </div>
  </form>`;
}

/** One page of a site's deployments of one environment, starting after the one that the URL names. */
async function deploymentsPage(
  context: ServiceContext,
  { c, actor }: MemberRequest,
  {
    site,
    environment,
    chosen = {},
  }: { readonly site: SiteRow; readonly environment: "preview" | "production"; readonly chosen?: Chosen },
): Promise<{ readonly rows: readonly DeploymentView[]; readonly older: Html | undefined }> {
  const parameter = environment === "preview" ? "previews_after" : "releases_after";
  const after = await startOf(context, actor.workspaceId, c.req.query(parameter));
  const filter: DeploymentFilter = { siteId: site.id, environment, ...chosen };
  const rows = await listDeployments(context.db, actor.workspaceId, { filter, after, limit: SHOWN + 1 });
  const shown = rows.slice(0, SHOWN);
  const last = shown.at(-1);
  const kept = queryOf(chosen);
  const next = rows.length > SHOWN && last ? `${kept === "" ? "" : `${kept}&`}${parameter}=${last.id}` : undefined;
  const path = `/app/sites/${site.id}${kept === "" ? "" : `?${kept}`}`;
  return { rows: shown, older: pagination(path, { newest: after !== undefined, older: next }) };
}

async function startOf(context: ServiceContext, workspaceId: string, deploymentId: string | undefined) {
  if (deploymentId === undefined) return undefined;
  const row = await requireDeployment(context.db, workspaceId, deploymentId);
  return { createdAt: row.created_at, id: row.id };
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

/** Only the operator changes this; a build's log names the requests that were blocked. */
function network({ settings }: ServiceContext, site: SiteRow): Html {
  if (settings.unsafeNoSandbox) {
    return html`<p>Builds of this service run without a sandbox and reach every host that its machine reaches.</p>`;
  }
  const hosts = siteHosts(site);
  return html`<p>
    ${site.build_step_network === 1 ? "The install and the build step reach" : "The install step reaches"} the package
    registries${hosts.length > 0 && html` and ${hosts.map((host, index) => html`${index > 0 && ", "}<code>${host}</code>`)}`}
    over https.${site.build_step_network === 0 && " The build step has no network."} The operator of the service changes
    this with <code>greenroom admin site network ${site.slug}</code>.
  </p>`;
}

interface Shown {
  readonly site: SiteRow;
  readonly rows: readonly DeploymentView[];
  readonly live: Live | undefined;
}

function releases(context: ServiceContext, request: MemberRequest, { rows, live }: Shown): Html {
  if (rows.length === 0)
    return emptyState("No releases yet", html`A release is a preview that another member approved for production.`);
  return html`<ul class="plain card">
    ${rows.map((row) => {
      const isLive = row.id === live?.deploymentId;
      return deploymentItem(context, request, {
        row,
        name: "Release",
        status: isLive ? "live" : row.status,
        actions: isLive ? undefined : requestLink(request, row, "Request again"),
      });
    })}
  </ul>`;
}

/** Shown of each branch; the others fold. */
const SHOWN_OF_GROUP = 3;

async function previews(
  context: ServiceContext,
  request: MemberRequest,
  { site, rows, live, chosen }: Shown & { readonly chosen: Chosen },
): Promise<Html | Html[]> {
  if (rows.length === 0 && queryOf(chosen) !== "")
    return emptyState("No preview matches", html`<a href="/app/sites/${site.id}">Show all previews</a>`);
  if (rows.length === 0) return emptyState("No previews yet", html`The first push to a pull request creates one.`);
  const groups = Map.groupBy(rows, groupOf);
  const labels = await branchLabels(
    context.db,
    site.id,
    rows.flatMap(({ branch }) => branch ?? []),
  );
  const item = (row: DeploymentView): Html =>
    deploymentItem(context, request, {
      row,
      name: "Preview",
      status: row.status,
      actions: html`${openLink(context, row)}${row.id === live?.sourceDeploymentId ? undefined : requestLink(request, row, "Request release")}`,
    });
  return Array.from(groups.values(), (group) => {
    const [newest] = group;
    if (!newest) return html``;
    const label = newest.branch === null ? undefined : labels.get(newest.branch);
    const older = group.slice(SHOWN_OF_GROUP);
    return html`<section class="card group" aria-labelledby="group-${newest.id}">
      <div class="group-head">
        <h3 id="group-${newest.id}">${pullRequest(named(group)) ?? truncated(branchName(newest.branch))}</h3>
        <p class="dim">
          ${named(group).pull_request_number !== null && html`${truncated(branchName(newest.branch))} · `}
          ${label === undefined ? "No URL of the branch yet" : externalLink(hostedUrl(context.addresses, label, "preview"))}
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
  readonly row: DeploymentView;
  /** What it is, for tests and screen readers. */
  readonly name: "Release" | "Preview";
  readonly status: string;
  /** Of one that is ready. */
  readonly actions: Html | undefined;
}

function deploymentItem(context: ServiceContext, request: MemberRequest, { row, name, status, actions }: Item): Html {
  const now = context.clock.now();
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
