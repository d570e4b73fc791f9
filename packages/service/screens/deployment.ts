import { buildErrorHint, isTerminal, LogEvent, logLineText } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { canRequest } from "../domain/approval.ts";
import { hostedUrl } from "../settings.ts";
import { readEvents } from "../store/deployment-events.ts";
import { cancelDeployment, type DeploymentView, requireDeployment } from "../store/deployments.ts";
import { findSite } from "../store/sites.ts";
import { badge, branchOf, commit, duration, externalLink, relativeTime } from "./fragments.ts";
import type { FormRequest, MemberRequest } from "./guard.ts";
import { type Html, html, type HtmlValue } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

/** The newest events are rendered, since a log ends with why the build failed. */
const SHOWN_EVENTS = 2_000;

const SHOWN_LINES = 5_000;

/** Colours and cursor movements mean nothing in a page. [ECMA-48 §5.4] */
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;

/** Shows a deployment with its log so far; the page's script appends new lines. */
export async function showDeployment(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const row = await requireDeployment(context.db, actor.workspaceId, c.req.param("deploymentId") ?? "");
  const site = await findSite(context.db, actor.workspaceId, { siteId: row.site_id });
  const log = await readLog(context, row);
  const ended = isTerminal(row.status);
  return page(c, {
    title: `Deployment of ${site?.name ?? "a site"}`,
    session,
    section: "/app/sites",
    notice,
    status: notice?.tone === "problem" ? 409 : 200,
    body: html`<p class="crumbs">
        <a href="/app/sites">Sites</a> / <a href="/app/sites/${row.site_id}"><bdi>${site?.name}</bdi></a>
      </p>
      <h1>
        ${row.environment === "production" ? "Release" : "Preview"}
        <span class="inline-status" id="status" role="status">${badge(row.status)}</span>
      </h1>
      ${failure(row)} ${facts(context, row)}
      <div class="row actions">${actions(context, request, row)}</div>
      <div class="heading log-heading">
        <h2 id="log-title">Log</h2>
        ${!ended && html`<button type="button" class="secondary small" id="follow" aria-controls="log" hidden>Pause</button>`}
      </div>
      ${log.cut && html`<p class="hint">This is the end of a long log. <code>greenroom follow ${row.id}</code> prints all of it.</p>`}
      <div
        class="log"
        id="log"
        tabindex="0"
        role="log"
        aria-labelledby="log-title"
        ${!ended && html` data-events="/app/deployments/${row.id}/events" data-after="${log.lastSeq}"`}
      >
        ${log.lines}
      </div>
      ${
        !ended &&
        html`<noscript
          ><p class="hint">
            The deployment is running: <a href="/app/deployments/${row.id}">reload this page</a> to see new lines.
          </p></noscript
        >`
      }`,
  });
}

function facts(context: ServiceContext, row: DeploymentView): Html {
  const now = context.clock.now();
  const label = row.environment === "production" ? row.production_label : row.preview_label;
  const address =
    row.status === "ready" && label !== null
      ? externalLink(hostedUrl(context.addresses, label, row.environment))
      : undefined;
  const branch = row.branch !== null && branchOf(row);
  const started = row.started_at !== null && row.finished_at === null ? row.started_at : undefined;
  const source = row.source_deployment_id;
  const request = row.approval_request_id;
  return html`<dl class="facts card">
    ${address && fact("URL", address)} ${fact("Commit", html`${commit(row.commit_sha)} ${branch}`)}
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

function failure(row: DeploymentView): Html | undefined {
  if (row.error_code === null) return undefined;
  const tone = row.status === "failed" ? "problem" : "hint";
  return html`<div class="notice ${tone}">
    <p><strong>${row.error_message ?? "The deployment failed."}</strong> <code class="dim">${row.error_code}</code></p>
    <p>${buildErrorHint(row.error_code)}</p>
  </div>`;
}

function actions(context: ServiceContext, { session, actor }: MemberRequest, row: DeploymentView): Html | undefined {
  if (!canRequest(actor.role)) return undefined;
  if (!isTerminal(row.status)) {
    return html`<form method="post" action="/app/deployments/${row.id}">
      ${csrfField(session)}<button class="danger" name="do" value="cancel">Cancel</button>
    </form>`;
  }
  if (row.status !== "ready") return undefined;
  const label = row.environment === "production" ? "Request again" : "Request release";
  const address = row.environment === "preview" && row.preview_label !== null ? row.preview_label : undefined;
  return html`<a class="button" href="/app/deployments/${row.id}/publish">${label}</a>
    ${address !== undefined && html`<a class="button secondary" href="${hostedUrl(context.addresses, address, "preview")}" rel="noopener noreferrer external">Open preview</a>`}`;
}

export async function changeDeployment(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor } = request;
  if (!canRequest(actor.role)) throw new ApiError("forbidden_role", `Your role is ${actor.role}, which is read only.`);
  const deploymentId = c.req.param("deploymentId") ?? "";
  await cancelDeployment(context, actor, deploymentId);
  return c.redirect(`/app/deployments/${encodeURIComponent(deploymentId)}`, 303);
}

interface ShownLog {
  readonly lines: readonly Html[];
  readonly lastSeq: number;
  /** Whether earlier lines are omitted. */
  readonly cut: boolean;
}

async function readLog(context: ServiceContext, { id, last_event_seq: last }: DeploymentView): Promise<ShownLog> {
  const afterSeq = Math.max(0, last - SHOWN_EVENTS);
  const events = await readEvents(context.db, id, { afterSeq, limit: SHOWN_EVENTS });
  const lines = events.flatMap(({ type, data }) => (type === "log" ? logLines(data) : []));
  const cut = afterSeq > 0 || lines.length > SHOWN_LINES;
  return { lines: lines.slice(-SHOWN_LINES), lastSeq: events.at(-1)?.seq ?? 0, cut };
}

function logLines(data: string): Html[] {
  const batch = LogEvent.safeParse(JSON.parse(data));
  if (!batch.success) return [];
  return batch.data.lines.map(
    (line) =>
      html`<div class="line ${line.level ?? "info"}">
        <span class="stream">${batch.data.stream}</span
        ><span class="text">${logLineText(line).replaceAll(ESCAPE_SEQUENCES, "")}</span>
      </div>`,
  );
}
