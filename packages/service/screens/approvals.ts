import type { ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { statusAt } from "../domain/approval.ts";
import { type ApprovalView, findApproval, listApprovals, stateOf } from "../store/approvals.ts";
import type { SiteRow } from "../store/schema.ts";
import { listSites } from "../store/sites.ts";
import { askers, badge, branchName, emptyState, pagination, relativeTime, truncated } from "./fragments.ts";
import type { MemberRequest } from "./guard.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";

/** Per page; the first page also has all pending requests. */
const SHOWN = 50;

const MAX_PENDING = 200;

export async function showApprovals(context: ServiceContext, { c, session, actor }: MemberRequest): Promise<Response> {
  const at = instant(context.clock);
  const after = await startOf(context, actor.workspaceId, c.req.query("after"));
  const rows = await listApprovals(context.db, actor.workspaceId, { at, after, limit: SHOWN + 1 });
  const pending = after
    ? []
    : await listApprovals(context.db, actor.workspaceId, { status: "pending", at, limit: MAX_PENDING });
  const sites = new Map((await listSites(context.db, actor.workspaceId, "active")).map((site) => [site.id, site]));
  const shown = rows.slice(0, SHOWN);
  const decided = shown.filter((row) => statusAt(stateOf(row), at) !== "pending");
  const list = (entries: readonly ApprovalView[]) =>
    html`<ul class="plain card">
      ${entries.map((row) => approvalRow(context, { row, status: statusAt(stateOf(row), at), site: sites.get(row.site_id) }))}
    </ul>`;
  const last = rows.length > SHOWN ? shown.at(-1) : undefined;
  return page(c, {
    title: "Approvals",
    session,
    section: "/app/approvals",
    body: html`<h1>Approvals</h1>
      ${
        !after &&
        html`<h2>Pending</h2>
          ${pending.length === 0 ? emptyState("No pending approvals", html`When someone requests a release, it appears here.`) : list(pending)}`
      }
      ${
        decided.length > 0 &&
        html`<h2>Decided</h2>
          ${list(decided)}`
      }
      ${pagination("/app/approvals", { newest: after !== undefined, older: last && `after=${last.id}` })}`,
  });
}

/** @throws {ApiError} `not_found` when the URL names no request of this workspace. */
async function startOf(context: ServiceContext, workspaceId: string, requestId: string | undefined) {
  if (requestId === undefined) return undefined;
  const row = await findApproval(context.db, workspaceId, requestId);
  if (!row) throw new ApiError("not_found", "There is no such approval request.");
  return { createdAt: row.created_at, id: row.id };
}

function approvalRow(
  context: ServiceContext,
  {
    row,
    status,
    site,
  }: { readonly row: ApprovalView; readonly status: ApprovalStatus; readonly site: SiteRow | undefined },
): Html {
  return html`<li>
    <div class="item">
      <div>
        <a href="/app/approvals/${row.id}"
          ><strong>${truncated(site?.name ?? "Archived site")}</strong></a
        >
        <span class="dim">${truncated(branchName(row.branch))}</span><br />
        <span class="dim"
          >Requested by
          ${askers(row)}
          ${relativeTime(row.announced_at ?? row.created_at, context.clock.now())}${row.decided_by_name !== null && html` · decided by ${truncated(row.decided_by_name)}`}</span
        >
      </div>
      ${badge(status)}
    </div>
  </li>`;
}
