import { hashSecret } from "../../domain/credentials.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { PROOF_LIFETIME_MS, type ProviderLogout, SSO_ATTEMPT_LIFETIME_MS } from "../../domain/sso.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { flag, deleteRows, findRow, insertRow, takeRow, updateRows } from "../engine/rows.ts";
import type { SessionRow, SsoAttemptRow, SsoGrantRow, SsoIdentityRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";
import { revokeSession } from "./sessions.ts";

interface NewAttempt extends Pick<SsoAttemptRow, "purpose" | "next" | "session_id"> {
  readonly state: string;
}

export async function startSsoAttempt(db: Database, { state, ...attempt }: NewAttempt): Promise<void> {
  const started = { state_hash: hashSecret(state), ...attempt };
  await inTransaction(db, (tx) =>
    insertRow(tx, "sso_attempts", { ...started, expires_at: later(tx.at, SSO_ATTEMPT_LIFETIME_MS) }),
  );
}

/** Takes a sign-in that came back. @returns Undefined when it is unknown, too old, or came back before. */
export async function takeSsoAttempt(db: Database, state: string, at: string): Promise<SsoAttemptRow | undefined> {
  const row = await inTransaction(db, (tx) => takeRow(tx, "sso_attempts", { state_hash: hashSecret(state) }));
  return row && row.expires_at > at ? row : undefined;
}

type IdentityKey = Pick<SsoIdentityRow, "issuer" | "subject">;

export async function findSsoIdentity(db: Database, key: IdentityKey): Promise<SsoIdentityRow | undefined> {
  return findRow(db, "sso_identities", { issuer: key.issuer, subject: key.subject });
}

export async function findSsoIdentityOf(db: Database, userId: string): Promise<SsoIdentityRow | undefined> {
  return findRow(db, "sso_identities", { user_id: userId });
}

interface NewIdentity extends IdentityKey {
  readonly userId: string;
  /** The operator linked it, or the person did with a confirmed second factor. */
  readonly confirmed: boolean;
}

export async function addSsoIdentity(
  tx: Transaction,
  { userId, issuer, subject, confirmed }: NewIdentity,
): Promise<void> {
  // No one has signed in with it yet.
  const proven = { proven_until: tx.at, confirmed: flag(confirmed) };
  await insertRow(tx, "sso_identities", { issuer, subject, user_id: userId, ...proven, created_at: tx.at });
}

/** Parts an account from the provider, with all that came of it. @returns Whether there was something to part from. */
export async function removeSsoIdentity(tx: Transaction, userId: string): Promise<boolean> {
  const removed = await deleteRows(tx, "sso_identities", { user_id: userId });
  await deleteRows(tx, "sso_grants", { user_id: userId });
  await deleteRows(tx, "sso_memberships", { user_id: userId });
  await tx
    .updateTable("sessions")
    .set({ revoked_at: tx.at })
    .where("user_id", "=", userId)
    .where("proven_until", "is not", null)
    .where("revoked_at", "is", null)
    .execute();
  return removed;
}

/** Keeps what the provider is asked again with; what former sessions of the person left makes way for it. */
export async function addSsoGrant(
  tx: Transaction,
  session: SessionRow,
  providerSession: string | undefined,
  seal: (grantId: string) => string,
): Promise<void> {
  const id = newUuid();
  const { user_id, id: session_id } = session;
  const proven_until = later(tx.at, PROOF_LIFETIME_MS);
  const live = tx.selectFrom("sessions").select("id").where("user_id", "=", user_id).where("revoked_at", "is", null);
  await tx
    .deleteFrom("sso_grants")
    .where("user_id", "=", user_id)
    .where((eb) => eb.or([eb("session_id", "is", null), eb("session_id", "not in", live)]))
    .execute();
  const asked = { provider_session: providerSession ?? null, sealed: seal(id), proven_until };
  await insertRow(tx, "sso_grants", { id, user_id, session_id, ...asked, created_at: tx.at });
  await updateRows(tx, "sso_identities", { user_id }, { proven_until });
}

/** By how many sign-ins of a person the provider is asked at most. */
const MAX_GRANTS = 3;

export async function listSsoGrants(db: Database, userId: string): Promise<SsoGrantRow[]> {
  return db
    .selectFrom("sso_grants")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_GRANTS)
    .execute();
}

/** Reserves asking the provider: a refresh token that is used twice at a time ends. */
export async function claimSsoGrant(
  db: Database,
  { id, proven_until: known }: SsoGrantRow,
  { at, until }: { readonly at: string; readonly until: string },
): Promise<boolean> {
  const claimed = await db
    .updateTable("sso_grants")
    .set({ claimed_until: until })
    .where("id", "=", id)
    .where("proven_until", "=", known)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", at)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

export async function renewSsoGrant(
  tx: Transaction,
  { id, user_id, session_id }: SsoGrantRow,
  { sealed, proven_until }: Pick<SsoGrantRow, "sealed" | "proven_until">,
): Promise<void> {
  const renewed = { sealed, proven_until, claimed_until: null };
  await updateRows(tx, "sso_grants", { id }, renewed);
  await updateRows(tx, "sso_identities", { user_id }, { proven_until });
  if (session_id !== null) await updateRows(tx, "sessions", { id: session_id }, { proven_until });
}

export async function endSsoGrant(tx: Transaction, { id, user_id, session_id }: SsoGrantRow): Promise<void> {
  await deleteRows(tx, "sso_grants", { id });
  const newest = await tx
    .selectFrom("sso_grants")
    .select("proven_until")
    .where("user_id", "=", user_id)
    .orderBy("proven_until", "desc")
    .limit(1)
    .executeTakeFirst();
  // Its word on another sign-in of the person counts as long as it would have counted without this one.
  await updateRows(tx, "sso_identities", { user_id }, { proven_until: newest?.proven_until ?? tx.at });
  if (session_id !== null) await revokeSession(tx, session_id);
}

/** Ends the sessions that the provider says are over. What was left to ask it with stays, for the person's tokens. */
export async function endProviderSessions(
  tx: Transaction,
  { issuer, subject, session }: ProviderLogout,
): Promise<void> {
  let ended = tx
    .selectFrom("sso_grants")
    .innerJoin("sso_identities", "sso_identities.user_id", "sso_grants.user_id")
    .select(["sso_grants.id", "sso_grants.session_id"])
    .where("sso_identities.issuer", "=", issuer);
  if (subject !== undefined) ended = ended.where("sso_identities.subject", "=", subject);
  if (session !== undefined) ended = ended.where("sso_grants.provider_session", "=", session);
  for (const { id, session_id } of await ended.execute()) {
    if (session_id !== null) await revokeSession(tx, session_id);
    await updateRows(tx, "sso_grants", { id }, { session_id: null });
  }
}
