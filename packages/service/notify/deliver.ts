import { ANNOUNCED_TYPES, type AnnouncedType, AnnouncementData } from "../domain/announcement.ts";
import { secretContext } from "../outside/encryption.ts";
import { send } from "../outside/outgoing.ts";
import type { Settings } from "../settings.ts";
import { answerOf, commitsOf, findGate, widenGate } from "../store/approvals/deployment-protection.ts";
import { readNewestAudit } from "../store/audit/audit.ts";
import type { Database } from "../store/engine/database.ts";
import { findRow, requireRow } from "../store/engine/rows.ts";
import type { DeliveryRow, RepositoryConnectionRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import type { AppConnection, AppTokens } from "./github-app.ts";
import { type Credential, pullsMergedAs, listAnnounced, postTo, type Repository } from "./github.ts";
import { type Announcement, dispatchBody, gateBody, statusBody, webhookBody } from "./messages.ts";
import { deliveryOutcome, type DeliveryOutcome, dropped } from "./outcome.ts";
import { findPeople, mailPerson, type PeopleContext, writeToChat } from "./people.ts";
import { signedHeaders } from "./signature.ts";
import { putThreadComment } from "./thread-comment.ts";

/** The status is all that counts; the body of a response is not kept. */
const MAX_WEBHOOK_RESPONSE_BYTES = 16 * 1024;

const MAX_LOOKED_UP = 5;

export interface DeliveryContext extends PeopleContext {
  readonly appTokens: AppTokens;
  readonly settings: PeopleContext["settings"] & Pick<Settings, "dataDirectory">;
}

const GONE = dropped("The receiver was removed.");

export async function deliver(context: DeliveryContext, row: DeliveryRow): Promise<DeliveryOutcome> {
  switch (row.kind) {
    case "webhook":
      return callWebhook(context, row);
    case "repository_dispatch":
    case "deployment_status":
      return notifyRepository(context, row, row.kind);
    case "gate_lookup":
    case "gate_answer":
      return processGate(context, row, row.kind);
    case "thread_comment":
      return commentThread(context, row);
    case "notice":
    case "email":
    case "chat":
      return notifyPeople(context, row, row.kind);
  }
}

async function notifyPeople(
  context: DeliveryContext,
  row: DeliveryRow,
  kind: "notice" | "email" | "chat",
): Promise<DeliveryOutcome> {
  const announcement = await readAnnouncement(context.db, row);
  if (kind === "email") return mailPerson(context, row, announcement);
  if (!announcement) return GONE;
  return kind === "chat" ? writeToChat(context, row, announcement) : findPeople(context, row, announcement);
}

async function readAnnouncement(db: Database, row: DeliveryRow): Promise<Announcement | undefined> {
  const found =
    row.announcement_id === null ? undefined : await findRow(db, "announcements", { id: row.announcement_id });
  const type = ANNOUNCED_TYPES.find((known): known is AnnouncedType => known === found?.type);
  return found && type && { id: found.id, type, facts: AnnouncementData.parse(JSON.parse(found.facts)), at: found.at };
}

async function callWebhook(context: DeliveryContext, row: DeliveryRow): Promise<DeliveryOutcome> {
  const { db, clock, addresses, settings, encryption, signal } = context;
  const webhook = await findRow(db, "webhooks", { id: row.receiver_id });
  const announcement = await readAnnouncement(db, row);
  if (!webhook || !announcement) return GONE;
  const body = webhookBody(announcement, addresses);
  const secret = encryption.decryptSecret(webhook.sealed_secret, secretContext("webhook", webhook.id));
  const nowMs = clock.now();
  const sent = await send({
    url: new URL(webhook.url),
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "greenroom",
      ...(await auditHeadHeader(db, row.workspace_id)),
      ...signedHeaders(secret, { id: announcement.id, nowMs, body }),
    },
    body,
    signal,
    maxBytes: MAX_WEBHOOK_RESPONSE_BYTES,
    publicOnly: !settings.development,
  });
  return deliveryOutcome(sent, { final: [410], hints: { 410: "The receiver no longer accepts webhooks." }, nowMs });
}

/** A receiver that keeps it can show later that the end of the audit log was not cut off. */
async function auditHeadHeader(db: Database, workspaceId: string): Promise<Readonly<Record<string, string>>> {
  const [newest] = await readNewestAudit(db, workspaceId, { limit: 1 });
  return newest ? { "Greenroom-Audit-Head": `${newest.seq}:${newest.hash}` } : {};
}

export function repositoryOf(
  context: Pick<DeliveryContext, "clock" | "encryption" | "appTokens" | "signal">,
  connection: RepositoryConnectionRow & Pick<AppConnection, "use">,
): Repository {
  const { signal, clock } = context;
  return {
    apiUrl: connection.api_url,
    owner: connection.owner,
    name: connection.repository,
    credential: credentialOf(connection, context),
    signal,
    nowMs: clock.now(),
  };
}

async function notifyRepository(
  context: DeliveryContext,
  row: DeliveryRow,
  kind: "repository_dispatch" | "deployment_status",
): Promise<DeliveryOutcome> {
  const connection = await findRow(context.db, "repository_connections", { id: row.receiver_id });
  const announcement = await readAnnouncement(context.db, row);
  if (!connection || !announcement) return GONE;
  const repository = repositoryOf(context, connection);
  if (kind === "repository_dispatch") {
    const body = dispatchBody(announcement, context.addresses);
    return body ? postTo(repository, "dispatches", body) : GONE;
  }
  const body = statusBody(announcement.facts, context.addresses);
  if (!body) return GONE;
  const found = await findRecord(repository, connection, announcement.facts);
  if (found === undefined) {
    return { kind: "delivered", httpStatus: 200, note: "No GitHub deployment announced this release." };
  }
  return postTo(repository, `deployments/${found}/statuses`, body);
}

/** By the preview that the GitHub deployment names, its commit, or the commit merged as it. */
async function findRecord(
  repository: Repository,
  connection: RepositoryConnectionRow,
  facts: AnnouncementData,
): Promise<number | undefined> {
  if (facts.kind === "comment") return undefined;
  const { sourceDeploymentId, commitSha } = facts.kind === "approval" ? facts.approval : facts.deployment;
  const site = { environment: connection.environment, siteId: connection.site_id };
  const listed = await listAnnounced(repository, site);
  const unnamed = listed.filter((one) => one.sourceDeploymentId === undefined);
  const named =
    listed.find((one) => one.sourceDeploymentId === sourceDeploymentId) ?? unnamed.find((one) => one.sha === commitSha);
  if (named) return named.id;
  for (const one of unnamed.slice(0, MAX_LOOKED_UP)) {
    const merged = await pullsMergedAs(repository, one.sha);
    if (merged.some(({ head }) => head === commitSha)) return one.id;
  }
  return undefined;
}

async function commentThread(context: DeliveryContext, row: DeliveryRow): Promise<DeliveryOutcome> {
  const connection = await findRow(context.db, "repository_connections", { id: row.receiver_id });
  if (!connection) return GONE;
  const repository = repositoryOf(context, { ...connection, use: "comment" });
  return putThreadComment(context, repository, { connection, threadId: row.subject });
}

async function processGate(
  context: DeliveryContext,
  row: DeliveryRow,
  kind: "gate_lookup" | "gate_answer",
): Promise<DeliveryOutcome> {
  const { db, addresses } = context;
  const found = await findGate(db, row.receiver_id);
  if (!found) return GONE;
  const { gate, connection } = found;
  const repository = repositoryOf(context, connection);
  if (kind === "gate_answer") {
    const state = await answerOf(db, gate);
    if (state === undefined) return GONE;
    const { slug: siteSlug } = await requireRow(db, "sites", { id: connection.site_id });
    const body = gateBody(state, { environment: connection.environment, siteSlug, baseUrl: addresses.baseUrl });
    return postTo(repository, `actions/runs/${gate.run_id}/deployment_protection_rule`, body);
  }
  const [sha = ""] = commitsOf(gate);
  const merged = await pullsMergedAs(repository, sha);
  await inWorkspace(db, connection.workspace_id, (tx) => widenGate(tx, found, merged));
  return { kind: "delivered", httpStatus: 200 };
}

const INVALID = "GitHub rejected the request as invalid.";

const HINTS_OF_TOKEN: Readonly<Record<number, string>> = {
  401: "GitHub does not accept the stored token; store a new one.",
  403: "The stored token lacks a permission or reached its rate limit; it needs contents and deployments: write, and pull requests: write where comments go to GitHub.",
  404: "The stored token cannot see such a repository or run.",
  422: INVALID,
};

const HINTS_OF_APP: Readonly<Record<number, string>> = {
  401: "GitHub accepts no token of the App, not even a new one; check that the App is still installed.",
  403: "The App lacks a permission or reached its rate limit; give it contents and deployments: write, pull requests: read (write where comments go to GitHub), and accept that for the installation.",
  404: "The App cannot see such a repository or run.",
  422: INVALID,
};

/** @throws {EncryptionError} When the stored token cannot be decrypted. */
function credentialOf(
  connection: RepositoryConnectionRow,
  { encryption, appTokens, signal }: Pick<DeliveryContext, "encryption" | "appTokens" | "signal">,
): Credential {
  if (isApp(connection)) {
    return { hints: HINTS_OF_APP, token: (rejected) => appTokens.get(connection, { signal, rejected }) };
  }
  const token = encryption.decryptSecret(connection.sealed_credential, secretContext("token", connection.site_id));
  return { hints: HINTS_OF_TOKEN, token: () => Promise.resolve(token) };
}

function isApp(connection: RepositoryConnectionRow): connection is RepositoryConnectionRow & AppConnection {
  return connection.app_id !== null;
}
