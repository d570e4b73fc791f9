import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS, SESSION_TOUCH_MS } from "../../domain/authentication.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import type { Grant } from "../../domain/grants.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { PROOF_LIFETIME_MS, SSO_SESSION_LIFETIME_MS } from "../../domain/sso.ts";
import { auditAccount, saysOpened } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, updateRows } from "../engine/rows.ts";
import type { SessionRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant, living } from "./grants.ts";

interface NewSession {
  readonly userId: string;
  /** In which the person gave what they sign in with: in a later one the session does not act. */
  readonly epoch: number;
  readonly workspaceId: string | null;
  readonly level: SessionRow["level"];
  readonly address: string;
  readonly userAgent: string;
  /** By the company sign-in: it acts while the provider says so. */
  readonly sso?: true;
}

export interface OpenedSession {
  readonly cookie: string;
  readonly session: SessionRow;
}

const MAX_USER_AGENT_CHARS = 200;

/** The secret of the cookie is stored as a hash only. */
export async function openSession(tx: Transaction, opening: NewSession): Promise<OpenedSession> {
  const cookie = newSecret();
  const { userId, sso } = opening;
  const session = await insertRow(tx, "sessions", {
    ...sealed(tx, "sessions", {
      id: newUuid(),
      hash: hashSecret(cookie),
      user_id: userId,
      epoch: opening.epoch,
      level: opening.level,
    }),
    workspace_id: opening.workspaceId,
    csrf_token: newSecret(),
    address: opening.address,
    user_agent: opening.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    created_at: tx.at,
    last_seen_at: tx.at,
    expires_at: later(tx.at, sso ? SSO_SESSION_LIFETIME_MS : SESSION_LIFETIME_MS),
    proven_until: sso ? later(tx.at, PROOF_LIFETIME_MS) : null,
  });
  if (session.level === "full") {
    const data = { sessionId: session.id, ...(sso && { via: "sso" }) };
    await auditAccount(tx, { userId, action: "session.opened", data });
  }
  return { cookie, session };
}

/** @param workspaceId Where its person has to be a member; null: anywhere, or nowhere. */
function sessionGrant(db: Database, row: SessionRow, workspaceId: string | null): Grant {
  const idleAt = later(row.last_seen_at, SESSION_IDLE_MS);
  return {
    kind: "session",
    maker: { userId: row.user_id, epoch: row.epoch, workspaceId },
    expiresAt: idleAt < row.expires_at ? idleAt : row.expires_at,
    revokedAt: row.revoked_at,
    provenUntil: row.proven_until,
    sealed: isSealed(db, "sessions", row),
  };
}

/** Finds the open session of a cookie, perhaps before the provider is asked again, and notes that it was seen. */
export async function findSession(db: Database, cookie: string, at: string): Promise<SessionRow | undefined> {
  const row = await findRow(db, "sessions", { hash: hashSecret(cookie) });
  const end = row && (await endOfGrant(db, sessionGrant(db, row, null), at));
  if (!row || (end !== undefined && end !== "unproven")) return undefined;
  if (later(row.last_seen_at, SESSION_TOUCH_MS) <= at) {
    await inTransaction(db, (tx) => updateRows(tx, "sessions", { id: row.id }, { last_seen_at: at }));
  }
  return row;
}

/** Finds a session that allows now what needs a complete sign-in. */
export async function findFullSession(
  db: Database,
  sessionId: string,
  at: string,
  workspaceId: string | null,
): Promise<SessionRow | undefined> {
  const row = await findActingSession(db, sessionId, at, workspaceId);
  return row?.level === "full" ? row : undefined;
}

/** Finds a session that has not ended, also one whose second factor is outstanding. */
export async function findActingSession(
  db: Database,
  sessionId: string,
  at: string,
  workspaceId: string | null = null,
): Promise<SessionRow | undefined> {
  const row = await findRow(db, "sessions", { id: sessionId });
  return row && (await endOfGrant(db, sessionGrant(db, row, workspaceId), at)) === undefined ? row : undefined;
}

/**
 * For what somebody does for a release: the audit log of the workspace says that their session was opened.
 * @throws {ApiError} `unauthenticated`
 */
export async function requireOpened(tx: Transaction, actor: SessionActor): Promise<void> {
  if (await saysOpened(tx, actor.workspaceId, actor)) return;
  throw new ApiError("unauthenticated", "You joined this workspace after you signed in; sign in again.");
}

/** @param whose Ends it only when it is of this person. */
export async function revokeSession(tx: Transaction, sessionId: string, whose?: string): Promise<void> {
  const open = { id: sessionId, revoked_at: null, ...(whose !== undefined && { user_id: whose }) };
  await updateRows(tx, "sessions", open, { revoked_at: tx.at });
}

/** @param keep Session that stays, when the person does it themselves. */
export async function revokeSessionsOf(tx: Transaction, userId: string, keep = ""): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ revoked_at: tx.at })
    .where("revoked_at", "is", null)
    .where("user_id", "=", userId)
    .where("id", "!=", keep)
    .execute();
}

export async function listSessions(db: Database, userId: string, at: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("last_seen_at", "desc")
    .limit(50)
    .execute();
  return living(db, rows, (_, row) => sessionGrant(db, row, null), at);
}

export async function enterWorkspace(tx: Transaction, sessionId: string, workspaceId: string): Promise<void> {
  await updateRows(tx, "sessions", { id: sessionId }, { workspace_id: workspaceId });
}

/** Stores an authenticator's encrypted secret until its first code confirms it; null deletes it. */
export async function setPendingTotp(db: Database, sessionId: string, sealed: string | null): Promise<void> {
  await inTransaction(db, (tx) => updateRows(tx, "sessions", { id: sessionId }, { pending_totp_secret: sealed }));
}
