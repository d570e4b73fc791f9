import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { canRequest } from "../domain/approval.ts";
import { siteHosts } from "../domain/build-hosts.ts";
import { hostedUrl } from "../settings.ts";
import { listApprovals } from "../store/approvals.ts";
import { type DeploymentView, listDeployments, requireDeployment } from "../store/deployments.ts";
import { type Live, liveOfSite } from "../store/hosts.ts";
import type { SiteRow } from "../store/schema.ts";
import { requireSite } from "../store/sites.ts";
import {
  askers,
  badge,
  branchName,
  commit,
  duration,
  emptyState,
  externalLink,
  pagination,
  relativeTime,
  truncated,
} from "./fragments.ts";
import type { MemberRequest } from "./guard.ts";
import { type Html, html, type HtmlValue } from "./html.ts";
import { page } from "./page.ts";

const SHOWN = 30;

export async function showSite(context: ServiceContext, request: MemberRequest): Promise<Response> {
  const { c, session, actor } = request;
  const site = await requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
  const live = await liveOfSite(context.db, site.id);
  const open = await listApprovals(context.db, actor.workspaceId, {
    siteId: site.id,
    status: "pending",
    at: instant(context.clock),
    limit: 20,
  });
  const made = await deploymentsPage(context, request, { siteId: site.id, environment: "production" });
  const built = await deploymentsPage(context, request, { siteId: site.id, environment: "preview" });
  return page(c, {
    title: site.name,
    session,
    section: "/app/sites",
    body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
      <h1><bdi>${site.name}</bdi></h1>
      <p class="lead">
        <code>${site.slug}</code>${site.repository_url !== null && html` · ${externalLink(site.repository_url)}`}
      </p>
      ${liveCard(context, site, live)}
      ${open.map(
        (request) =>
          html`<div class="notice hint">
            <p>
              ${askers(request)} requested a release of ${truncated(branchName(request.branch))}.
              <a href="/app/approvals/${request.id}">Review it</a>
            </p>
          </div>`,
      )}
      <h2>Releases</h2>
      ${releases(context, request, { rows: made.rows, live })} ${made.older}
      <h2>Previews</h2>
      ${previews(context, request, { rows: built.rows, live })} ${built.older}
      <h2>Network of builds</h2>
      ${network(context, site)}`,
  });
}

/** One page of a site's deployments of one environment, starting after the one that the URL names. */
async function deploymentsPage(
  context: ServiceContext,
  { c, actor }: MemberRequest,
  { siteId, environment }: { readonly siteId: string; readonly environment: "preview" | "production" },
): Promise<{ readonly rows: readonly DeploymentView[]; readonly older: Html | undefined }> {
  const parameter = environment === "preview" ? "previews_after" : "releases_after";
  const after = await startOf(context, actor.workspaceId, c.req.query(parameter));
  const filter = { siteId, environment };
  const rows = await listDeployments(context.db, actor.workspaceId, { filter, after, limit: SHOWN + 1 });
  const shown = rows.slice(0, SHOWN);
  const last = shown.at(-1);
  const next = rows.length > SHOWN && last ? `${parameter}=${last.id}` : undefined;
  return { rows: shown, older: pagination(`/app/sites/${siteId}`, { newest: after !== undefined, older: next }) };
}

async function startOf(context: ServiceContext, workspaceId: string, deploymentId: string | undefined) {
  if (deploymentId === undefined) return undefined;
  const row = await requireDeployment(context.db, workspaceId, deploymentId);
  return { createdAt: row.created_at, id: row.id };
}

function liveCard(context: ServiceContext, site: SiteRow, live: Live | undefined): Html {
  const address = externalLink(hostedUrl(context.addresses, site.production_label, "production"));
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
      ${commit(live.commitSha)} from ${truncated(branchName(live.branch))}, since
      ${relativeTime(live.since, context.clock.now())} · <a href="/app/deployments/${live.deploymentId}">View release</a>
    </p>
  </div>`;
}

/** A setting of the operator's alone; a build's log names what it was refused. */
function network({ settings }: ServiceContext, site: SiteRow): Html {
  if (settings.unsafeNoSandbox) {
    return html`<p>Builds of this service run without a sandbox and reach whatever its machine reaches.</p>`;
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
  readonly rows: readonly DeploymentView[];
  readonly live: Live | undefined;
}

function releases(context: ServiceContext, request: MemberRequest, { rows, live }: Shown): Html {
  if (rows.length === 0)
    return emptyState("No releases yet", html`A release is a preview that another member approved for production.`);
  return deploymentTable(request, {
    rows,
    name: "Release",
    status: (row) => (row.id === live?.deploymentId ? "live" : row.status),
    columns: [["Published", (row) => relativeTime(row.finished_at ?? row.created_at, context.clock.now())]],
    publish: (row) => (row.id === live?.deploymentId ? undefined : "Request again"),
  });
}

function previews(context: ServiceContext, request: MemberRequest, { rows, live }: Shown): Html {
  if (rows.length === 0) return emptyState("No previews yet", html`The first push to a pull request creates one.`);
  return deploymentTable(request, {
    rows,
    name: "Preview",
    status: (row) => row.status,
    columns: [
      ["Created", (row) => relativeTime(row.created_at, context.clock.now())],
      ["Duration", (row) => duration(row.started_at, row.finished_at) ?? "–"],
    ],
    open: (row) =>
      row.preview_label === null ? undefined : hostedUrl(context.addresses, row.preview_label, "preview"),
    publish: (row) => (row.id === live?.sourceDeploymentId ? undefined : "Request release"),
  });
}

interface DeploymentTable {
  readonly rows: readonly DeploymentView[];
  /** Heading of the first column. */
  readonly name: string;
  readonly status: (row: DeploymentView) => string;
  /** Columns between the status and the actions. */
  readonly columns: readonly (readonly [heading: string, cell: (row: DeploymentView) => HtmlValue])[];
  /** URL of a ready deployment. */
  readonly open?: (row: DeploymentView) => string | undefined;
  /** Label of the link that requests a release of a ready deployment; undefined for none. */
  readonly publish: (row: DeploymentView) => string | undefined;
}

/** On a phone, CSS turns every row into a card. */
function deploymentTable(request: MemberRequest, table: DeploymentTable): Html {
  const { rows, name, columns } = table;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${[name, "Status", ...columns.map(([heading]) => heading)].map((heading) => html`<th>${heading}</th>`)}
          <th><span class="hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td class="name" data-label="${name}">
                <a href="/app/deployments/${row.id}">${truncated(branchName(row.branch))} ${commit(row.commit_sha)}</a>
              </td>
              <td data-label="Status">${badge(table.status(row))}</td>
              ${columns.map(([heading, cell]) => html`<td data-label="${heading}">${cell(row)}</td>`)}
              <td class="act">${row.status === "ready" && actions(request, table, row)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function actions({ actor }: MemberRequest, { open, publish }: DeploymentTable, row: DeploymentView): Html {
  const address = open?.(row);
  const label = canRequest(actor.role) ? publish(row) : undefined;
  const openLink =
    address !== undefined &&
    html`<a class="button quiet small" href="${address}" rel="noopener noreferrer external">Open</a>`;
  const requestLink =
    label !== undefined &&
    html`<a class="button secondary small" href="/app/deployments/${row.id}/publish">${label}</a>`;
  return html`${openLink}${requestLink}`;
}
