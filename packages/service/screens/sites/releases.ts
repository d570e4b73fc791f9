import { type Html, html } from "../../outside/html.ts";
import { findActs } from "../../store/approvals/acts.ts";
import { type DeploymentView, listDeployments, requireDeployment } from "../../store/deployments/deployments.ts";
import { findThumbnails } from "../../store/reviews/reviews.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { listReleases } from "../../store/sites/releases.ts";
import { emptyState, pagination, siteHeader } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { defineScreen, siteOf } from "../screen.ts";
import { deploymentRow } from "./deployment-rows.ts";

const SHOWN = 50;

export const siteReleases = defineScreen({
  load: readReleases,
  view: (request, { site, page, numbers, approvers, facts, isFirstPage, older }) => {
    const row = (one: DeploymentView): Html => {
      const number = numbers.get(one.id);
      const label = number === undefined ? undefined : `Release ${number}`;
      return html`<li>${deploymentRow(request, one, facts, { kind: "release", label, by: approvers.get(one.approval_request_id ?? "") })}</li>`;
    };
    return {
      title: `Releases · ${site.name}`,
      section: "/app/sites",
      body: html`${siteHeader(site, "/releases")}
        <div id="releases" data-live>
          ${page.length === 0 ? NONE : html`<ul class="rows card">${page.map(row)}</ul>`}
          ${pagination(`/app/sites/${site.id}/releases`, { newest: !isFirstPage, older })}
        </div>`,
    };
  },
});

const NONE = emptyState("No releases yet", html`A release is a preview that another member approved for production.`);

async function readReleases(request: MemberRequest) {
  const { context, c, actor } = request;
  const { db } = context;
  const site = await siteOf(request);
  const afterId = c.req.query("after");
  const last = afterId === undefined ? undefined : await requireDeployment(db, actor.workspaceId, afterId);
  const found = await listDeployments(db, actor.workspaceId, {
    filter: { siteId: site.id, environment: "production" },
    after: last && { createdAt: last.created_at, id: last.id },
    limit: SHOWN + 1,
  });
  const page = found.slice(0, SHOWN);
  const until = page
    .flatMap(({ finished_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
  const releases = until === undefined ? [] : await listReleases(db, site.id, { limit: SHOWN, until });
  const live = await liveOfSite(db, site.id);
  const sources = page.flatMap(({ source_deployment_id: id }) => id ?? []);
  const next = found.length > SHOWN ? page.at(-1)?.id : undefined;
  const requestIds = page.flatMap(({ approval_request_id: id }) => id ?? []);
  const acts = [...(await findActs(db, requestIds))];
  const approvers = acts.flatMap(([id, { decision }]) => (decision ? [[id, decision.person] as const] : []));
  return {
    site,
    page,
    numbers: new Map(releases.map(({ deploymentId, number }) => [deploymentId, number])),
    approvers: new Map(approvers),
    facts: {
      thumbnails: await findThumbnails(db, actor.workspaceId, sources),
      // Each was compared with another release than the one before it.
      changed: new Map<string, number>(),
      requests: new Map(),
      liveId: live?.deploymentId,
      liveSourceId: undefined,
    },
    isFirstPage: last === undefined,
    older: next && `after=${next}`,
  };
}
