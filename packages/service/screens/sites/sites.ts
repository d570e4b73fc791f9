import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { productionUrl } from "../../settings.ts";
import { decidersOf, listApprovals } from "../../store/approvals/approvals.ts";
import { latestDeployment } from "../../store/deployments/deployments.ts";
import { findThumbnails } from "../../store/reviews/reviews.ts";
import { liveOfWorkspace } from "../../store/sites/hosts.ts";
import { listSites } from "../../store/sites/sites.ts";
import {
  badge,
  branchName,
  deploymentName,
  emptyState,
  externalLink,
  matchesSearch,
  relativeTime,
  searchForm,
  searchOf,
  thumbnailLink,
  thumbnailPath,
  truncated,
} from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { defineScreen } from "../screen.ts";

/** A few sites are seen at a glance. */
const SEARCHED_FROM = 7;

const MAX_REQUESTS = 500;

export const sitesScreen = defineScreen({
  load: readSites,
  view: (request, { sites, search, isSearched }) => {
    const { role } = request.actor;
    return {
      title: "Sites",
      section: "/app/sites",
      body: html`<div class="heading">
          <h1>Sites</h1>
          <div class="row">
            ${isAdmin(role) && html`<a class="button quiet" href="/app/repositories">Repositories</a>`}
            ${canDevelop(role) && html`<a class="button" href="/app/sites/new">New site</a>`}
          </div>
        </div>
        ${isSearched && searchForm({ action: "/app/sites", label: "Search sites", placeholder: "Name, slug or repository", button: "Search", search })}
        <div id="sites" data-live>
          ${
            sites.length > 0
              ? html`<ul class="cards">
                  ${sites.map((site) => siteCard(request.context, site))}
                </ul>`
              : isSearched
                ? emptyState("No site matches", html`<a href="/app/sites">Show all sites</a>`)
                : noSites(request.context)
          }
        </div>`,
    };
  },
});

async function readSites(request: MemberRequest) {
  const { context, actor } = request;
  const { db, clock } = context;
  const { workspaceId, userId } = actor;
  const search = searchOf(request);
  const all = await listSites(db, workspaceId, "active");
  const found = all.filter(({ name, slug, repository_url: url }) =>
    matchesSearch(`${name} ${slug} ${url ?? ""}`, search),
  );
  const live = new Map((await liveOfWorkspace(db, workspaceId)).map((one) => [one.siteId, one]));
  const at = instant(clock);
  const requests = await listApprovals(db, workspaceId, { status: "pending", at, limit: MAX_REQUESTS });
  const mine = requests.filter((view) => decidersOf(view, at).some((one) => one.userId === userId));
  const waiting = Map.groupBy(mine, (view) => view.site_id);
  const latest = await Promise.all(found.map(({ id }) => latestDeployment(db, id)));
  const shown = found.map((site, index) => {
    const [current, newest] = [live.get(site.id), latest[index]];
    const pictured = current?.sourceDeploymentId ?? newest?.source_deployment_id ?? newest?.id;
    return { site, live: current, latest: newest, pictured };
  });
  const pictures = await findThumbnails(
    db,
    workspaceId,
    shown.flatMap(({ pictured }) => pictured ?? []),
  );
  return {
    sites: shown.map((one) => ({
      ...one,
      picture: thumbnailPath(one.pictured ?? "", pictures),
      waiting: waiting.get(one.site.id)?.length ?? 0,
    })),
    search,
    isSearched: all.length >= SEARCHED_FROM || search !== "",
  };
}

function noSites({ addresses }: ServiceContext): Html {
  return emptyState(
    "No sites yet",
    html`Create a site for a repository here, or with the command line:`,
    html`<ol class="steps">
      <li>Sign in to this service: <code>greenroom login --url ${addresses.baseUrl}</code></li>
      <li>
        Create the site:
        <code>greenroom sites create --name "Our site" --slug our-site --repository https://…</code>
      </li>
      <li>
        In the repository, create the workflows: <code>greenroom init</code>. They need a
        <a href="/app/tokens">token</a>.
      </li>
    </ol>`,
  );
}

type SiteSummary = Awaited<ReturnType<typeof readSites>>["sites"][number];

function siteCard(context: ServiceContext, { site, live, latest, picture, waiting }: SiteSummary): Html {
  const address = productionUrl(context.addresses, site);
  const now = context.clock.now();
  const path = `/app/sites/${site.id}`;
  return html`<li class="card site">
    ${picture === undefined ? html`<p class="no-picture">${latest?.status === "failed" ? "No build has passed yet" : "No picture yet"}</p>` : thumbnailLink(picture, path)}
    <div>
      <h2><a class="title" href="${path}"><bdi>${site.name}</bdi></a></h2>
      ${waiting > 0 && html`<p class="late">${counted(waiting, "release waits for you", "releases wait for you")}</p>`}
      <p>${live === undefined ? html`<span class="dim">Nothing live yet</span>` : html`${externalLink(address)} <span class="dim">live ${relativeTime(live.since, now)}</span>`}</p>
      <p class="dim">
        ${
          latest
            ? html`${badge(latest.status)} <a href="/app/deployments/${latest.id}">${truncated(deploymentName(latest))}</a> · ${latest.environment === "production" ? "release" : "preview"} of <bdi>${branchName(latest.branch)}</bdi>, ${relativeTime(latest.created_at, now)}`
            : "No deployment yet"
        }
      </p>
    </div>
  </li>`;
}
