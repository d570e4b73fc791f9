import { APPROVAL_STATUSES, type ApprovalStatus } from "../../contract/index.ts";
import { statusAt } from "../domain/approval.ts";
import { instant } from "../domain/clock.ts";
import type { Parts } from "../parts.ts";
import { type ApprovalView, listApprovals, stateOf } from "../store/approval-rows.ts";
import type { SiteRow } from "../store/schema.ts";
import { listSites } from "../store/sites.ts";
import { ago, badge, empty } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { page } from "./page.ts";

const SHOWN = 100;

/** Lists the publish requests of a workspace, those that wait first. */
export async function showApprovals(parts: Parts, { c, visit, actor }: Signed): Promise<Response> {
  const at = instant(parts.clock);
  const status = readStatus(c.req.query("status"));
  const rows = await listApprovals(parts.db, actor.workspaceId, { status, at, limit: SHOWN });
  const sites = new Map((await listSites(parts.db, actor.workspaceId, "active")).map((site) => [site.id, site]));
  const present = rows.map((row) => ({ row, status: statusAt(stateOf(row), at) }));
  const waiting = present.filter(({ status }) => status === "pending");
  const decided = present.filter(({ status }) => status !== "pending");
  const list = (entries: typeof present) =>
    html`<ul class="plain card">
      ${entries.map(({ row, status }) => approvalRow(parts, { row, status, site: sites.get(row.site_id) }))}
    </ul>`;
  return page(c, {
    title: "Approvals",
    visit,
    section: "/app/approvals",
    body: html`<h1>Approvals</h1>
      <h2>Waiting for a decision</h2>
      ${waiting.length === 0 ? empty("Nothing waits", html`Requests appear here when someone asks for a preview to be published.`) : list(waiting)}
      ${
        decided.length > 0 &&
        html`<h2>Decided</h2>
          ${list(decided)}`
      }`,
  });
}

function readStatus(query: string | undefined): ApprovalStatus | undefined {
  return APPROVAL_STATUSES.find((status) => status === query);
}

function approvalRow(
  parts: Parts,
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
          ><strong><bdi>${site?.name ?? "An archived site"}</bdi></strong></a
        >
        <span class="dim"><bdi>${row.branch ?? "the default branch"}</bdi></span
        ><br />
        <span class="dim"
          >Asked by
          <bdi>${row.requested_by_name}</bdi>
          ${ago(row.created_at, parts.clock.now())}${row.decided_by_name !== null && html` · decided by <bdi>${row.decided_by_name}</bdi>`}</span
        >
      </div>
      ${badge(status)}
    </div>
  </li>`;
}
