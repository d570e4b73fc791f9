import {
  type AnnouncedType,
  type AnnouncementData,
  approvalType,
  deploymentType,
  releaseStatus,
  subjectOf,
  wants,
} from "../../domain/announcement.ts";
import { newUuid } from "../../domain/ids.ts";
import { noticeOf } from "../../domain/notice.ts";
import { actsOf, reasonOf } from "../approvals/acts.ts";
import { decideGates } from "../approvals/deployment-protection.ts";
import type { Transaction } from "../engine/database.ts";
import { findRow, findRows, insertRow, requireRow } from "../engine/rows.ts";
import type { ApprovalRequestRow, DeploymentRow, SiteRow } from "../engine/schema.ts";
import { type NewDelivery, queueDeliveries } from "./deliveries.ts";
import { hasMailService } from "./notices.ts";

export type Change =
  | { readonly kind: "deployment"; readonly row: DeploymentRow }
  | { readonly kind: "approval"; readonly id: string }
  | {
      readonly kind: "comment";
      readonly workspaceId: string;
      readonly siteId: string;
      readonly facts: Omit<Extract<AnnouncementData, { kind: "comment" }>, "kind" | "site">;
    };

interface PendingAnnouncement {
  readonly workspaceId: string;
  readonly siteId: string;
  /** Undefined for what only a waiting run on GitHub is notified of. */
  readonly type: AnnouncedType | undefined;
  readonly facts: (site: SiteRow) => Promise<AnnouncementData>;
}

/**
 * Queues the messages about a change to GitHub, webhooks and people, in the transaction that makes it; call it after the
 * change. Whom a notice goes to is found out later, when it is sent: nothing here waits for mail or chat.
 */
export async function announce(tx: Transaction, change: Change): Promise<void> {
  const pending = await pendingOf(tx, change);
  if (!pending) return;
  const listeners = await findListeners(tx, pending);
  const { webhooks, connectionId, people } = listeners;
  if (webhooks.length === 0 && connectionId === undefined && !people) return;
  const site = await requireRow(tx, "sites", { id: pending.siteId });
  const facts = await pending.facts(site);
  const { type, workspaceId, siteId } = pending;
  const receivers = receiversOf(listeners, pending, facts);
  if (type !== undefined && receivers.length > 0) {
    const announcementId = newUuid();
    await insertRow(tx, "announcements", {
      id: announcementId,
      workspace_id: workspaceId,
      site_id: siteId,
      type,
      facts: JSON.stringify(facts),
      at: tx.at,
    });
    const about = { workspaceId, announcementId, subject: subjectOf(facts) };
    await queueDeliveries(
      tx,
      receivers.map((receiver) => ({ ...receiver, ...about })),
    );
  }
  if (facts.kind === "approval" && connectionId !== undefined) {
    await decideGates(tx, connectionId, facts.approval);
  }
}

async function pendingOf(tx: Transaction, change: Change): Promise<PendingAnnouncement | undefined> {
  switch (change.kind) {
    case "deployment":
      return aboutDeployment(change.row);
    case "approval":
      return aboutRequest(tx, change.id);
    case "comment": {
      const { workspaceId, siteId, facts } = change;
      const type = "comment";
      return { workspaceId, siteId, type, facts: async (site) => ({ kind: "comment", site: named(site), ...facts }) };
    }
  }
}

interface Listeners {
  readonly webhooks: readonly string[];
  readonly connectionId: string | undefined;
  /** There are receivers by mail or chat. */
  readonly people: boolean;
}

async function findListeners(tx: Transaction, { workspaceId, siteId, type }: PendingAnnouncement): Promise<Listeners> {
  const connection = await findRow(tx, "repository_connections", { site_id: siteId });
  if (type === undefined) return { webhooks: [], connectionId: connection?.id, people: false };
  const webhooks = await findRows(tx, "webhooks", { workspace_id: workspaceId }, "created_at", "id");
  const hasChannels = (await findRow(tx, "chat_channels", { site_id: siteId })) !== undefined;
  return {
    webhooks: webhooks.flatMap(({ id, events }) => (wants(events, type) ? [id] : [])),
    connectionId: connection?.id,
    people: hasChannels || (await hasMailService(tx)),
  };
}

type Receiver = Pick<NewDelivery, "kind" | "receiverId">;

function receiversOf(
  { webhooks, connectionId, people }: Listeners,
  { siteId, type }: PendingAnnouncement,
  facts: AnnouncementData,
): readonly Receiver[] {
  if (type === undefined) return [];
  const receivers = webhooks.map((receiverId): Receiver => ({ kind: "webhook", receiverId }));
  if (people && noticeOf(type, facts) !== undefined) receivers.push({ kind: "notice", receiverId: siteId });
  if (connectionId === undefined || releaseStatus(facts) === undefined) return receivers;
  return [
    ...receivers,
    { kind: "repository_dispatch", receiverId: connectionId },
    { kind: "deployment_status", receiverId: connectionId },
  ];
}

function aboutDeployment(row: DeploymentRow): PendingAnnouncement | undefined {
  const type = deploymentType(row.status);
  if (type === undefined) return undefined;
  const error = row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" };
  const deployment = {
    id: row.id,
    environment: row.environment,
    status: row.status,
    branch: row.branch,
    commitSha: row.commit_sha,
    sourceDeploymentId: row.source_deployment_id,
    approvalRequestId: row.approval_request_id,
    error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
  const label = (site: SiteRow) => (row.environment === "production" ? site.production_label : row.preview_label);
  return {
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    type,
    facts: async (site) => ({
      kind: "deployment",
      site: named(site),
      deployment,
      label: row.status === "ready" ? label(site) : null,
      domain: row.environment === "production" ? site.primary_domain : null,
    }),
  };
}

function named({ id, slug, name }: SiteRow): AnnouncementData["site"] {
  return { id, slug, name };
}

async function aboutRequest(tx: Transaction, id: string): Promise<PendingAnnouncement | undefined> {
  const row = await findRow(tx, "approval_requests", { id });
  if (!row) return undefined;
  return {
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    type: approvalType(row.status, row.requested_at !== null),
    facts: async (site) => ({ kind: "approval", site: named(site), approval: await factsOf(tx, row) }),
  };
}

async function factsOf(
  tx: Transaction,
  row: ApprovalRequestRow,
): Promise<Extract<AnnouncementData, { kind: "approval" }>["approval"]> {
  const { commit_sha: commitSha } = await requireRow(tx, "deployments", { id: row.source_deployment_id });
  const { requests, decision } = await actsOf(tx, row.id);
  return {
    id: row.id,
    status: row.status,
    sourceDeploymentId: row.source_deployment_id,
    branch: row.branch,
    commitSha,
    originatingUserId: requests[0]?.user_id ?? null,
    reason: reasonOf(row, requests),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy: decision?.user_id ?? null,
    decidedAt: decision?.at ?? null,
    notes: decision?.note ?? null,
    deploymentId: row.deployment_id,
  };
}
