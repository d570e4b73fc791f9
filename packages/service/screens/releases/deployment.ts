import { type BuildDiagnostic, buildErrorHint, isTerminal } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { canRequest } from "../../domain/two-people.ts";
import { newUuid } from "../../domain/ids.ts";
import { hostedUrl, productionUrl } from "../../settings.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import {
  cancelDeployment,
  type DeploymentView,
  diagnosticsOf,
  requireDeployment,
} from "../../store/deployments/deployments.ts";
import { type ApprovalView, decidersOf, findOpenRequest } from "../../store/approvals/approvals.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { deleteDeployment } from "../../store/deployments/removals.ts";
import type { RemovalReason, SiteRow } from "../../store/engine/schema.ts";
import { readAccess } from "../../store/sites/site-access.ts";
import { findSite } from "../../store/sites/sites.ts";
import { type Html, html, type HtmlValue } from "../../outside/html.ts";
import { defineScreen, type FormResult, problem } from "../screen.ts";
import {
  badge,
  branchOf,
  builtElsewhere,
  commitLink,
  confirmButton,
  deploymentName,
  duration,
  externalLink,
  postForm,
  pullRequest,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, safeNext } from "../guard.ts";
import { evidenceSection, readReviewEvidence } from "./evidence.ts";
import { allowHost, allowList, refusedHostsNotice } from "./refused-hosts.ts";
import { readLog, renderSteps, type LogView } from "./log.ts";

const ALLOWED = "Allowed for the builds of this site from now on. Try again to build with it.";

/** A deployment with its log so far; the page's script appends new lines. */
export const deploymentScreen = defineScreen({
  async load(request) {
    const { context, actor } = request;
    const row = await deploymentOf(request);
    const site = await findSite(context.db, actor.workspaceId, { siteId: row.site_id });
    const evidence = site && (await readReviewEvidence(context, row, site));
    const live = await liveOfSite(context.db, row.site_id);
    const isLive = [live?.deploymentId, live?.sourceDeploymentId].includes(row.id);
    const asked = { sourceDeploymentId: row.source_deployment_id ?? row.id, at: instant(context.clock) };
    const open = await findOpenRequest(context.db, actor.workspaceId, asked);
    return { row, site, evidence, isLive, open, log: await readLog(context, row) };
  },
  view(request, { row, site, evidence, isLive, open, log }) {
    const { context } = request;
    return {
      title: `${row.status}: ${deploymentName(row)} · ${site?.name ?? "a site"}`,
      section: "/app/sites",
      body: html`<p class="crumbs">
          <a href="/app/sites">Sites</a> / <a href="/app/sites/${row.site_id}"><bdi>${site?.name}</bdi></a>
        </p>
        <p class="eyebrow">${row.environment === "production" ? "Release" : "Preview"}</p>
        <h1>
          ${truncated(deploymentName(row))}
          <span class="inline-status" id="status" role="status">${badge(row.status)}</span>
        </h1>
        ${failure(row)} ${warnings(row)} ${refusedHostsNotice(request, row, site)} ${removed(context, row)} ${builtElsewhere(row)} ${facts(context, row)}
        <div class="row actions">${buttons(request, row, { site, isLive, open })}</div>
        ${evidence && evidenceSection(evidence)} ${logPart(row, log)}`,
    };
  },
  actions: {
    cancel: { run: cancel },
    deploy: { run: deployAgain },
    delete: { run: deleteFiles },
    allow: { run: async (request) => allowHost(request, await deploymentOf(request)), done: ALLOWED },
    "allow-list": { run: async (request) => allowList(request, await deploymentOf(request)), done: ALLOWED },
  },
});

function deploymentOf(request: MemberRequest): Promise<DeploymentView> {
  return requireDeployment(request.context.db, request.actor.workspaceId, deploymentIdOf(request));
}

function deploymentIdOf({ c }: MemberRequest): string {
  return c.req.param("deploymentId") ?? "";
}

function logPart(row: DeploymentView, log: LogView): Html {
  const ended = isTerminal(row.status);
  const path = `/app/deployments/${row.id}`;
  const errorLine = errorsOf(row)[0]?.logLine;
  return html`<div class="heading log-heading">
      <h2 id="log-title">Log</h2>
      <div class="row log-tools" id="log-tools">
        ${errorLine !== undefined && html`<a class="button small" href="#L${errorLine}">First error</a>`}
        ${!ended && html`<button type="button" class="secondary small" id="follow" aria-controls="log" hidden>Pause</button>`}
        <input type="search" id="log-search" placeholder="Search the log" aria-label="Search the log" hidden />
        <button type="button" class="secondary small" id="log-wrap" aria-pressed="true" hidden>Wrap</button>
        <button type="button" class="secondary small" id="log-full" hidden>Full screen</button>
        <a class="button secondary small" href="${path}/log.txt" download>Download</a>
      </div>
    </div>
    ${log.cut && html`<p class="hint">This is the end of a long log; the download has all of it.</p>`}
    <div
      class="log"
      id="log"
      tabindex="0"
      role="log"
      aria-labelledby="log-title"
      ${!ended && html` data-events="${path}/events" data-lines="${path}/log" data-after="${log.lastSeq}"`}
    >
      ${renderSteps(log, { row, errorLine })}
    </div>
    ${
      !ended &&
      html`<noscript
        ><p class="hint">The deployment is running: <a href="${path}">reload this page</a> to see new lines.</p></noscript
      >`
    }`;
}

function facts(context: ServiceContext, row: DeploymentView): Html {
  const now = context.clock.now();
  const { preview_label: label } = row;
  const url =
    row.environment === "production"
      ? productionUrl(context.addresses, row)
      : label !== null && hostedUrl(context.addresses, label, "preview");
  const address = row.status === "ready" && row.removed_at === null && url !== false ? externalLink(url) : undefined;
  const branch = row.branch !== null && branchOf(row);
  const started = row.started_at !== null && row.finished_at === null ? row.started_at : undefined;
  const source = row.source_deployment_id;
  const request = row.approval_request_id;
  return html`<dl class="facts card">
    ${address && fact("URL", address)} ${fact("Commit", html`${commitLink(row)} ${branch}`)}
    ${row.commit_author !== null && row.commit_author !== "" && fact("Author", html`<bdi>${row.commit_author}</bdi>`)}
    ${row.pull_request_number !== null && fact("Pull request", pullRequest(row))}
    ${row.framework !== null && fact("Framework", html`<bdi>${row.framework}</bdi>`)}
    ${source !== null && fact("Source", html`<a href="/app/deployments/${source}">Preview</a>`)}
    ${request !== null && fact("Approval", html`<a href="/app/approvals/${request}">the request</a>`)}
    ${fact("Created", relativeTime(row.created_at, now))}
    ${started !== undefined && fact("Building since", relativeTime(started, now))}
    ${row.finished_at !== null && fact("Duration", duration(row.started_at, row.finished_at) ?? "not started")}
    ${fact("ID", html`<code>${row.id}</code>`)}
  </dl>`;
}

function fact(term: string, description: HtmlValue): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

const REMOVED_BECAUSE: Readonly<Record<RemovalReason, string>> = {
  expired: "its time was over",
  pull_request_closed: "its pull request was closed",
  deleted: "it was deleted",
  site_archived: "its site was archived",
};

function removed({ clock }: ServiceContext, row: DeploymentView): Html | undefined {
  if (row.removed_at === null) return undefined;
  return html`<div class="notice hint">
    <p>
      <strong>Its files were removed</strong> ${relativeTime(row.removed_at, clock.now())}, because
      ${REMOVED_BECAUSE[row.removed_because ?? "deleted"]}. Its record and its log stay.
      ${canBuildAgain(row) && "Deploy it again to have its URL back."}
    </p>
  </div>`;
}

function failure(row: DeploymentView): Html | undefined {
  if (row.error_code === null) return undefined;
  const tone = row.status === "failed" ? "problem" : "hint";
  const [reason] = errorsOf(row);
  return html`<div class="notice ${tone}">
    <p><strong>${row.error_message ?? "The deployment failed."}</strong> <code class="dim">${row.error_code}</code></p>
    ${reason === undefined || reason.excerpt === undefined ? undefined : sourceExcerpt(reason)}
    <p>${reason?.hint ?? buildErrorHint(row.error_code)}</p>
  </div>`;
}

const errorsOf = (row: DeploymentView): BuildDiagnostic[] =>
  diagnosticsOf(row).filter(({ level }) => level !== "warning");

/** What may be wrong with the site, whether or not it is ready. */
function warnings(row: DeploymentView): Html | undefined {
  const found = diagnosticsOf(row).filter(({ level }) => level === "warning");
  if (found.length === 0) return undefined;
  const items = found.map(({ message, hint }) => html`<p><bdi>${message}</bdi> ${hint}</p>`);
  return html`<div class="notice hint" role="note" aria-label="Warnings">
    <p><strong>The site may be incomplete</strong></p>
    ${items}
  </div>`;
}

/** The lines of the file that the error names, with its own line marked. */
function sourceExcerpt({ file, line, excerpt = [], excerptStart = 1 }: BuildDiagnostic): Html {
  const lines = excerpt.map((text, index) => {
    const n = excerptStart + index;
    return html`<span class="${n === line ? "at" : "near"}"><span class="n">${n}</span>${text}</span>\n`;
  });
  return html`<figure class="source">
    <figcaption><code>${file}</code></figcaption>
    <pre>${lines}</pre>
  </figure>`;
}

interface Offered {
  readonly site: SiteRow | undefined;
  readonly isLive: boolean;
  /** The request of its release that waits for a decision. */
  readonly open: ApprovalView | undefined;
}

function buttons(request: MemberRequest, row: DeploymentView, { site, isLive, open }: Offered): Html | undefined {
  if (!canRequest(request.actor.role)) return undefined;
  if (!isTerminal(row.status)) return cancelForm(request, row);
  const again = canBuildAgain(row) && deployForm(request, row);
  if (row.removed_at !== null) return html`${again}`;
  if (row.status !== "ready") return html`${again} ${deleteForm(request, row)}`;
  const label = row.environment === "production" ? "Roll back to this release" : "Request release";
  const next = open
    ? html`<a class="button" href="/app/approvals/${open.id}">${askedText(open, instant(request.context.clock))}</a>`
    : !isLive && html`<a class="button" href="/app/deployments/${row.id}/publish">${label}</a>`;
  return html`${next}
    ${previewLinks(request, row, site)} ${again} ${deleteForm(request, row)}`;
}

/** Deciders that a button names. */
const NAMED_DECIDERS = 2;

function askedText(open: ApprovalView, at: string): Html {
  const names = decidersOf(open, at)
    .filter(({ hasFactor }) => hasFactor)
    .map(({ name }) => name);
  if (names.length === 0) return html`Requested: nobody can approve it yet →`;
  const more = names.length - NAMED_DECIDERS;
  const listed = [...names.slice(0, NAMED_DECIDERS), ...(more > 0 ? [`${more} more`] : [])];
  return html`Requested: <bdi>${new Intl.ListFormat("en", { type: "disjunction" }).format(listed)}</bdi> can approve →`;
}

function previewLinks({ context }: MemberRequest, row: DeploymentView, site: SiteRow | undefined): Html | undefined {
  if (row.environment !== "preview" || row.preview_label === null) return undefined;
  const canShare = site && readAccess(site).previewAccess === "link";
  return html`<a class="button secondary" href="${hostedUrl(context.addresses, row.preview_label, "preview")}" rel="noopener noreferrer external">Open preview</a>
    ${canShare && html`<a class="button secondary" href="/app/sites/${site.id}/access?deployment=${row.id}#share">Share</a>`}`;
}

function deleteForm(request: MemberRequest, row: DeploymentView): Html {
  const target = row.environment === "production" ? "this release" : "this preview";
  const consequence =
    row.status === "ready"
      ? "Its files are removed, and its URL says that it is gone. The record and the log stay."
      : "What is left of it is removed. The record and the log stay.";
  return deploymentForm(request, row, confirmButton({ verb: "Delete", target, consequence, action: "delete" }));
}

function deploymentForm(request: MemberRequest, { id }: DeploymentView, content: Html): Html {
  return postForm(request, { action: `/app/deployments/${id}` }, content);
}

/** In a row of a list: cancels what runs, and builds again what failed; for members who may. */
export function rowForm(request: MemberRequest, row: DeploymentView): Html | undefined {
  if (!canRequest(request.actor.role)) return undefined;
  if (!isTerminal(row.status)) return cancelForm(request, row, "small");
  return canBuildAgain(row) && (row.status !== "ready" || row.removed_at !== null)
    ? deployForm(request, row, "small")
    : undefined;
}

/** What was built elsewhere would be built from the commit it named. */
function canBuildAgain({ environment, upload }: DeploymentView): boolean {
  return environment === "preview" && upload === null;
}

function cancelForm(request: MemberRequest, row: DeploymentView, size = ""): Html {
  const { pathname, search } = new URL(request.c.req.url);
  const content = html`<input type="hidden" name="next" value="${pathname}${search}" /><button class="danger ${size}" name="do" value="cancel">Cancel${size !== "" && named(row)}</button>`;
  return deploymentForm(request, row, content);
}

/** The key makes a form that is sent twice one deployment. */
function deployForm(request: MemberRequest, row: DeploymentView, size = ""): Html {
  const retry = row.status !== "ready" && row.removed_at === null;
  const content = html`<input type="hidden" name="key" value="screen-${newUuid()}" />
    <button class="${retry && size === "" ? "" : "secondary"} ${size}" name="do" value="deploy">${retry ? "Try again" : "Deploy again"}${size !== "" && named(row)}</button>`;
  return deploymentForm(request, row, content);
}

/** Buttons of several rows sound alike without it. */
function named(row: DeploymentView): Html {
  return html`<span class="hidden">: ${deploymentName(row)}</span>`;
}

async function cancel(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  requireChanges(actor);
  await cancelDeployment(context, actor, deploymentIdOf(request));
  return c.redirect(safeNext(form.get("next") ?? c.req.path), 303);
}

async function deleteFiles(request: FormRequest): Promise<FormResult> {
  const { context, c, actor } = request;
  requireChanges(actor);
  await deleteDeployment(context, actor, deploymentIdOf(request));
  return c.redirect(c.req.path, 303);
}

/** Builds the same commit of the same branch again, by the rules and limits of any deployment. */
async function deployAgain(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  requireChanges(actor);
  await c.get("limits").deploy(actor);
  const row = await deploymentOf(request);
  if (!canBuildAgain(row) || !isTerminal(row.status)) {
    return problem("Only a preview that the service built can be deployed again, after its end.");
  }
  const pullRequest = { number: row.pull_request_number, title: row.pull_request_title ?? "" };
  const body = {
    environment: "preview",
    commitSha: row.commit_sha ?? undefined,
    branch: row.branch ?? undefined,
    pullRequest: pullRequest.number === null ? undefined : pullRequest,
  };
  const { deployment } = await acceptPreview(context, actor, { siteId: row.site_id, key: field(form, "key"), body });
  return c.redirect(`/app/deployments/${deployment.id}`, 303);
}

/** @throws {ApiError} `forbidden_role` */
export function requireChanges({ role }: SessionActor): void {
  if (!canRequest(role)) throw new ApiError("forbidden_role", `Your role is ${role}, which is read only.`);
}
