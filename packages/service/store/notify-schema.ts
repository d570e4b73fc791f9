/** Instants are ISO 8601 UTC text. */
type Instant = string;

/** A repository on GitHub that hears of a site, with the sealed token or the sealed key of the App to speak there. */
export interface RepositoryConnectionRow {
  id: string;
  workspace_id: string;
  site_id: string;
  api_url: string;
  owner: string;
  repository: string;
  environment: string;
  sealed_credential: string;
  sealed_hook_secret: string | null;
  created_at: Instant;
  app_id: string | null;
  installation_id: string | null;
}

/** An address that is told what happens in a workspace, with the sealed secret its messages are signed with. */
export interface WebhookRow {
  id: string;
  workspace_id: string;
  url: string;
  events: string;
  sealed_secret: string;
  created_at: Instant;
}

/** Something that happened and is to be told; written in the transaction in which it happened. */
export interface AnnouncementRow {
  id: string;
  workspace_id: string;
  site_id: string;
  type: string;
  facts: string;
  at: Instant;
}

/** A run on GitHub that waits for the decision about a release of `commits`. */
export interface GithubGateRow {
  id: string;
  connection_id: string;
  run_id: string;
  commits: string;
  state: "waiting" | "approved" | "rejected";
  created_at: Instant;
  decided_at: Instant | null;
}

/** A message of GitHub that was taken already, so that a repetition does nothing. */
export interface HookReceiptRow {
  delivery_id: string;
  signature: string;
  received_at: Instant;
}

/** One message to one receiver, with its attempts and the lease of who sends it. */
export interface DeliveryRow {
  id: string;
  workspace_id: string;
  kind: "webhook" | "repository_dispatch" | "deployment_status" | "gate_lookup" | "gate_answer";
  receiver_id: string;
  announcement_id: string | null;
  subject: string;
  status: "waiting" | "delivered" | "failed" | "dropped";
  attempts: number;
  next_try_at: Instant;
  lease_owner: string | null;
  lease_expires_at: Instant | null;
  last_status: number | null;
  last_note: string | null;
  created_at: Instant;
  finished_at: Instant | null;
}

/** Tables about telling others, for kysely. */
export interface NotifySchema {
  repository_connections: RepositoryConnectionRow;
  webhooks: WebhookRow;
  announcements: AnnouncementRow;
  github_gates: GithubGateRow;
  hook_receipts: HookReceiptRow;
  deliveries: DeliveryRow;
}
