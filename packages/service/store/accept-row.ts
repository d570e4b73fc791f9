import type { CreateDeployment } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { newDeploymentId } from "../domain/ids.ts";
import type { DeploymentRow, SiteRow } from "./schema.ts";

/** What a row of a new preview is made of. */
interface NewRow {
  readonly actor: Actor;
  readonly site: SiteRow;
  readonly body: CreateDeployment;
}

/**
 * Makes the row of a new preview that waits to be built, with its first event counted.
 * @param at Present instant, ISO 8601 UTC.
 */
export function queuedRow({ actor, site, body }: NewRow, at: string): DeploymentRow {
  return {
    id: newDeploymentId(),
    workspace_id: actor.workspaceId,
    site_id: site.id,
    environment: "preview",
    status: "queued",
    branch: body.branch ?? null,
    commit_sha: body.commitSha ?? null,
    source_deployment_id: null,
    approval_request_id: null,
    created_by_token_id: actor.kind === "token" ? actor.tokenId : null,
    created_by_user_id: actor.userId,
    framework: null,
    preview_label: null,
    file_list_digest: null,
    error_code: null,
    error_message: null,
    attempt: 0,
    lease_owner: null,
    lease_expires_at: null,
    cancel_requested_at: null,
    last_event_seq: 1,
    log_lines: 0,
    log_bytes: 0,
    hidden_at: null,
    created_at: at,
    started_at: null,
    finished_at: null,
  };
}
