import type { ServiceContext } from "../../context.ts";
import { canDevelop } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { productionUrl } from "../../settings.ts";
import { type ApprovalView, decidersOf, findApproval } from "../../store/approvals/approvals.ts";
import { findDeployment } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { listReleases, type Release } from "../../store/sites/releases.ts";
import { branchName, commit, externalLink, relativeTime, requesterNames, truncated } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { thumbnail } from "./deployment-rows.ts";

const FORMERS = 5;

type LiveFacts = Awaited<ReturnType<typeof readLive>>;

export async function readLive({ db }: ServiceContext, site: SiteRow) {
  const live = await liveOfSite(db, site.id);
  const row = live && (await findDeployment(db, site.workspace_id, live.deploymentId));
  const requestId = row?.approval_request_id ?? undefined;
  const approval = requestId === undefined ? undefined : await findApproval(db, site.workspace_id, requestId);
  return {
    live,
    approver: approval?.decision?.person,
    /** The newest first, with the one that is live. */
    releases: live ? await listReleases(db, site.id, { limit: FORMERS + 1 }) : [],
  };
}

export function picturesOf({ releases }: LiveFacts): readonly string[] {
  return releases.flatMap(({ sourceDeploymentId }) => sourceDeploymentId ?? []);
}

export function liveCard(
  request: MemberRequest,
  site: SiteRow,
  { live, approver, releases, thumbnails }: LiveFacts & { readonly thumbnails: ReadonlyMap<string, string> },
): Html {
  const { context } = request;
  const address = externalLink(productionUrl(context.addresses, site));
  if (!live) {
    return html`<section class="card live" aria-label="Live">
      <p class="eyebrow">Live</p>
      <p>Nothing is live yet. Request a release of a ready preview; it goes live at ${address}.</p>
    </section>`;
  }
  const number = releases.find(({ deploymentId }) => deploymentId === live.deploymentId)?.number;
  const former = releases.filter(
    ({ deploymentId, fileListDigest }) => deploymentId !== live.deploymentId && fileListDigest !== null,
  );
  return html`<section class="card live pictured" aria-label="Live">
    ${live.sourceDeploymentId !== null && thumbnail(live.sourceDeploymentId, thumbnails, `/app/deployments/${live.deploymentId}`)}
    <div>
      <p class="eyebrow">Live</p>
      <p class="big">${address}</p>
      <p>
        <a href="/app/deployments/${live.deploymentId}">${number === undefined ? "Release" : `Release ${number}`}</a>${live.commitMessage !== null && html`: ${truncated(live.commitMessage)}`}
      </p>
      <p class="dim">
        ${commit(live.commitSha)} from <bdi>${branchName(live.branch)}</bdi> ·
        ${approver !== undefined && html`approved by <bdi>${approver}</bdi>, `}${relativeTime(live.since, context.clock.now())}
      </p>
      ${former.length > 0 && canDevelop(request.actor.role) && rollBack(request, site, former, thumbnails)}
    </div>
  </section>`;
}

function rollBack(
  { context }: MemberRequest,
  site: SiteRow,
  former: readonly Release[],
  thumbnails: ReadonlyMap<string, string>,
): Html {
  const item = ({ number, deploymentId, sourceDeploymentId, commitMessage, liveSince }: Release): Html =>
    html`<li>
      ${thumbnail(sourceDeploymentId ?? "", thumbnails, `/app/deployments/${deploymentId}/publish`)}
      <div>
        <a href="/app/deployments/${deploymentId}/publish">Release ${number}</a>
        <p class="dim">${commitMessage !== null && html`${truncated(commitMessage)} · `}${relativeTime(liveSince, context.clock.now())}</p>
      </div>
    </li>`;
  return html`<details class="roll-back" id="roll-back">
    <summary class="button secondary small">Roll back</summary>
    <ul>
      ${former.slice(0, FORMERS).map(item)}
    </ul>
    <p><a href="/app/sites/${site.id}/releases">All releases</a></p>
  </details>`;
}

interface Waiting {
  readonly requests: readonly ApprovalView[];
  /** How many visitors ask to see the site. */
  readonly asking: number;
  readonly at: string;
  readonly notice: Html | undefined;
  readonly live: LiveFacts;
}

export function waitingCard(
  { context, actor }: MemberRequest,
  site: SiteRow,
  { requests, asking, at, notice, live: { releases } }: Waiting,
): Html {
  const decidersNow = (view: ApprovalView) => decidersOf(view, at).filter(({ hasFactor }) => hasFactor);
  const isMine = (view: ApprovalView): boolean => decidersNow(view).some(({ userId }) => userId === actor.userId);
  const sorted = requests.toSorted((left, right) => Number(isMine(right)) - Number(isMine(left)));
  const item = (view: ApprovalView): Html => {
    const names = decidersNow(view).map(({ name }) => name);
    const who = isMine(view)
      ? html`<strong class="late">Waits for you</strong>`
      : view.requests.length === 0
        ? html`Waits for somebody to request it`
        : names.length === 0
          ? html`No one can approve it yet`
          : html`Waits for <bdi>${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}</bdi>`;
    const since = view.requested_at ?? view.created_at;
    const former = releases.find(({ fileListDigest }) => fileListDigest === view.file_list_digest);
    const what = former
      ? `Roll back to release ${former.number}`
      : html`Release of ${truncated(branchName(view.branch))}`;
    return html`<li>
      <a href="/app/approvals/${view.id}">${what}</a>
      <p class="dim">
        ${who} · ${view.requests.length > 0 && html`${requesterNames(view)}, `}${relativeTime(since, context.clock.now())}
      </p>
    </li>`;
  };
  return html`<section class="card waiting" aria-labelledby="waiting-title">
    <p class="eyebrow" id="waiting-title">Waiting</p>
    ${asking > 0 && html`<p><a href="/app/sites/${site.id}/access#requests">${counted(asking, "person asks", "people ask")} for access</a></p>`}
    ${requests.length + asking === 0 ? html`<p class="dim">Nothing waits for you here.</p>` : html`<ul class="bare">${sorted.map(item)}</ul>`}
    ${notice}
  </section>`;
}
