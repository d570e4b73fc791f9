import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { findApproval } from "../store/approval-rows.ts";
import type { Signed } from "./guard.ts";
import { html } from "./html.ts";
import { csrfField, page } from "./page.ts";

/**
 * Leads a person whose link belongs to another workspace of theirs there; to everyone else there is no such request.
 * @throws {ApiError} `not_found`
 */
export async function approvalElsewhere(context: ServiceContext, { c, visit }: Signed): Promise<Response> {
  const requestId = c.req.param("requestId") ?? "";
  for (const workspace of visit.workspaces) {
    if (!(await findApproval(context.db, workspace.id, requestId))) continue;
    return page(c, {
      title: "Another workspace",
      visit,
      section: "/app/approvals",
      narrow: true,
      body: html`<h1>This is in another workspace</h1>
        <p>
          The request belongs to <strong><bdi>${workspace.name}</bdi></strong
          >; you are looking at <bdi>${visit.workspace.name}</bdi> now.
        </p>
        <form method="post" action="/app/workspace">
          ${csrfField(visit)}<input type="hidden" name="next" value="/app/approvals/${requestId}" />
          <button name="workspace" value="${workspace.id}">Go to <bdi>${workspace.name}</bdi></button>
        </form>`,
    });
  }
  throw new ApiError("not_found", "There is no such publish request.");
}
