import { type Clock, instant } from "@greenroom/contract/clock";
import { ANNOUNCED_TYPES, type AnnouncedType, AnnouncementData } from "../domain/announcement.ts";
import type { Addresses, Settings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { findAnnouncement } from "../store/deliveries.ts";
import { commitsOf, findGate, widenGate } from "../store/deployment-protection.ts";
import type { DeliveryRow, RepositoryConnectionRow } from "../store/schema.ts";
import { findConnection } from "../store/repository-connections.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { AppTokens } from "./github-app.ts";
import { credentialOf } from "./credential.ts";
import { type Announcement, dispatchBody, gateBody, statusBody, webhookBody } from "./messages.ts";
import { type Outcome, send, failureOf } from "./outgoing.ts";
import { headsMergedAs, listAnnounced, postTo, type Repository } from "./github.ts";
import { secretContext, type Encryption } from "./encryption.ts";
import { signedHeaders } from "./signature.ts";

/** Receivers answer with a status; of what else they say nothing is kept. */
const MAX_WEBHOOK_ANSWER_BYTES = 16 * 1024;

/** Most deployments whose commit is looked up when none says what it is to publish. */
const MAX_LOOKED_UP = 5;

interface Attempting {
  readonly db: Database;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly settings: Pick<Settings, "development">;
  readonly encryption: Encryption;
  readonly appTokens: AppTokens;
  readonly signal: AbortSignal;
}

const GONE: Outcome = { kind: "dropped", note: "The receiver was removed." };

/** Tells one receiver one thing, once. */
export async function attempt(attempting: Attempting, row: DeliveryRow): Promise<Outcome> {
  switch (row.kind) {
    case "webhook":
      return callWebhook(attempting, row);
    case "repository_dispatch":
    case "deployment_status":
      return tellRepository(attempting, row, row.kind);
    case "gate_lookup":
    case "gate_answer":
      return tendGate(attempting, row, row.kind);
  }
}

async function readAnnouncement(db: Database, row: DeliveryRow): Promise<Announcement | undefined> {
  const found = row.announcement_id === null ? undefined : await findAnnouncement(db, row.announcement_id);
  const type = ANNOUNCED_TYPES.find((known): known is AnnouncedType => known === found?.type);
  return found && type && { id: found.id, type, facts: AnnouncementData.parse(JSON.parse(found.facts)), at: found.at };
}

async function callWebhook(attempting: Attempting, row: DeliveryRow): Promise<Outcome> {
  const { db, clock, addresses, settings, encryption, signal } = attempting;
  const webhook = await findWebhook(db, row.receiver_id);
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
      ...signedHeaders(secret, { id: announcement.id, nowMs, body }),
    },
    body,
    signal,
    maxBytes: MAX_WEBHOOK_ANSWER_BYTES,
    publicOnly: !settings.development,
  });
  if (sent.kind === "answered" && sent.status >= 200 && sent.status < 300) {
    return { kind: "delivered", httpStatus: sent.status };
  }
  return failureOf(sent, { final: [410], hints: { 410: "The receiver wants no more of these." }, nowMs });
}

function repositoryOf(attempting: Attempting, connection: RepositoryConnectionRow): Repository {
  const { signal, clock } = attempting;
  return {
    apiUrl: connection.api_url,
    owner: connection.owner,
    name: connection.repository,
    credential: credentialOf(connection, attempting),
    signal,
    nowMs: clock.now(),
  };
}

async function tellRepository(
  attempting: Attempting,
  row: DeliveryRow,
  kind: "repository_dispatch" | "deployment_status",
): Promise<Outcome> {
  const connection = await findConnection(attempting.db, row.receiver_id);
  const announcement = await readAnnouncement(attempting.db, row);
  if (!connection || !announcement) return GONE;
  const repository = repositoryOf(attempting, connection);
  if (kind === "repository_dispatch") {
    const body = dispatchBody(announcement, attempting.addresses);
    return body ? postTo(repository, "dispatches", body) : GONE;
  }
  const body = statusBody(announcement.facts, attempting.addresses);
  if (!body) return GONE;
  const found = await findRecord(repository, { connection, facts: announcement.facts });
  if (typeof found === "object") return found;
  return postTo(repository, `deployments/${found}/statuses`, body);
}

/** The GitHub deployment that announced a release: by the preview it names, by its commit, by what was merged as it. */
async function findRecord(
  repository: Repository,
  { connection, facts }: { readonly connection: RepositoryConnectionRow; readonly facts: AnnouncementData },
): Promise<number | Outcome> {
  const { sourceDeploymentId, commitSha } = facts.kind === "approval" ? facts.approval : facts.deployment;
  const site = { environment: connection.environment, siteId: connection.site_id };
  const listed = await listAnnounced(repository, site);
  if (listed.kind === "trouble") return listed.outcome;
  const silent = listed.value.filter((one) => one.sourceDeploymentId === undefined);
  const named =
    listed.value.find((one) => one.sourceDeploymentId === sourceDeploymentId) ??
    silent.find((one) => one.sha === commitSha);
  if (named) return named.id;
  for (const one of silent.slice(0, MAX_LOOKED_UP)) {
    const heads = await headsMergedAs(repository, one.sha);
    if (heads.kind === "trouble") return heads.outcome;
    if (commitSha !== null && heads.value.includes(commitSha)) return one.id;
  }
  return { kind: "delivered", httpStatus: 200, note: "No deployment on GitHub announced this release." };
}

async function tendGate(
  attempting: Attempting,
  row: DeliveryRow,
  kind: "gate_lookup" | "gate_answer",
): Promise<Outcome> {
  const { db, clock, addresses } = attempting;
  const found = await findGate(db, row.receiver_id);
  if (!found) return GONE;
  const { gate, connection } = found;
  const repository = repositoryOf(attempting, connection);
  if (kind === "gate_answer") {
    if (gate.state === "waiting") return GONE;
    const site = await db.selectFrom("sites").select("slug").where("id", "=", connection.site_id).executeTakeFirst();
    const { environment } = connection;
    const body = gateBody(gate.state, { environment, siteSlug: site?.slug ?? "", baseUrl: addresses.baseUrl });
    return postTo(repository, `actions/runs/${gate.run_id}/deployment_protection_rule`, body);
  }
  const [sha = ""] = commitsOf(gate);
  const heads = await headsMergedAs(repository, sha);
  if (heads.kind === "trouble") return heads.outcome;
  const at = instant(clock);
  await db.transaction().execute((tx) => widenGate(tx, found, { commits: heads.value, at }));
  return { kind: "delivered", httpStatus: 200 };
}
