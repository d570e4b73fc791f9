import { isTerminal } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { productionUrl } from "../../settings.ts";
import { type DeploymentView, latestDeployment } from "../../store/deployments/deployments.ts";
import { type Live, liveOfWorkspace } from "../../store/sites/hosts.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { listSites } from "../../store/sites/sites.ts";
import {
  badge,
  branchName,
  commit,
  deploymentName,
  emptyState,
  externalLink,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { defineScreen } from "../screen.ts";
import type { MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { canCreateSites } from "./new-site.ts";
import { AUDITORS } from "../page.ts";

export const sitesScreen = defineScreen({
  load: async (request) => ({ sites: await readSites(request) }),
  view: (request, { sites }) => {
    const { role } = request.actor;
    const running = sites.some(({ latest }) => latest !== undefined && !isTerminal(latest.status));
    return {
      title: "Sites",
      section: "/app/sites",
      body: html`<div class="heading">
          <h1>Sites</h1>
          <div class="row">
            ${AUDITORS.includes(role) && html`<a class="button quiet" href="/app/repositories">Repositories</a>`}
            ${canCreateSites(role) && html`<a class="button" href="/app/sites/new">New site</a>`}
          </div>
        </div>
        ${
          sites.length === 0
            ? noSites(request.context)
            : html`<ul class="cards" id="sites" ${running && html` data-refresh`}>
                ${sites.map((site) => siteCard(request.context, site))}
              </ul>`
        }`,
    };
  },
});

async function readSites({ context: { db }, actor: { workspaceId } }: MemberRequest): Promise<readonly SiteSummary[]> {
  const sites = await listSites(db, workspaceId, "active");
  const live = new Map((await liveOfWorkspace(db, workspaceId)).map((one) => [one.siteId, one]));
  return Promise.all(
    sites.map(async (site) => ({ site, live: live.get(site.id), latest: await latestDeployment(db, site.id) })),
  );
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

interface SiteSummary {
  readonly site: SiteRow;
  readonly live: Live | undefined;
  readonly latest: DeploymentView | undefined;
}

function siteCard(context: ServiceContext, { site, live, latest }: SiteSummary): Html {
  const address = productionUrl(context.addresses, site);
  return html`<li class="card">
    <h2>
      <a href="/app/sites/${site.id}"><bdi>${site.name}</bdi></a>
    </h2>
    <p class="dim"><code>${site.slug}</code></p>
    <dl class="facts">
      <div>
        <dt>Live</dt>
        <dd>
          ${live === undefined ? html`<span class="dim">nothing published</span>` : html`${live.commitMessage !== null && truncated(live.commitMessage)} ${commit(live.commitSha)} at ${externalLink(address)}`}
        </dd>
      </div>
      <div>
        <dt>Latest</dt>
        <dd>
          ${
            latest
              ? html`${badge(latest.status)} <a href="/app/deployments/${latest.id}">${truncated(deploymentName(latest))}</a>
                  <p class="dim">${latest.environment} of ${truncated(branchName(latest.branch))}, ${relativeTime(latest.created_at, context.clock.now())}</p>`
              : html`<span class="dim">no deployment yet</span>`
          }
        </dd>
      </div>
    </dl>
  </li>`;
}
