import { shortCode } from "../../domain/credentials.ts";
import type { SignInMethod } from "../../domain/people.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRow, findRows, flag, insertRow, requireRow, updateRows } from "../engine/rows.ts";
import { removeSsoIdentity } from "./sso.ts";

/*
 * An account has epochs: a new one begins when a setup link is used, when the account is reset, and when it is
 * confirmed. What was made in one does not act in another, so that the former holder of the account has no access.
 */

/** Somebody answers for the account, and for its second factors or else its first one. */
const ANSWERED = { confirmed: 1, factors_confirmed: 1 } as const;

/**
 * Begins the epoch of a setup link that is used: the password is the new one, unconfirmed methods end, and
 * confirmed ones are asked for.
 * @param people Everyone who may have acted as the maker of the link then; undefined for the operator.
 */
export async function beginByLink(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  people: string | undefined,
): Promise<void> {
  const user = await requireRow(tx, "users", { id: userId });
  if (user.factors_confirmed === 0) await removeFactors(tx, userId);
  const company = await findRow(tx, "sso_identities", { user_id: userId });
  if (company?.confirmed === 0) await removeSsoIdentity(tx, userId);
  await deleteRows(tx, "account_holds", { user_id: userId, kind: "link" });
  await updateRows(tx, "users", { id: userId }, { epoch: user.epoch + 1, password_hash: passwordHash });
  if (people === undefined) return;
  await insertRow(tx, "account_holds", { user_id: userId, kind: "link", people });
  // The first factor of an account that the operator made counts as confirmed: not after the link of a member.
  const factorsConfirmed = flag(await hasConfirmedFactor(tx, userId));
  await updateRows(tx, "users", { id: userId }, { confirmed: 0, factors_confirmed: factorsConfirmed });
}

/** Makes everything void by which a person signs in, for an account that the operator gives to somebody. */
export async function resetAccount(tx: Transaction, userId: string): Promise<void> {
  await removeFactors(tx, userId);
  await removeSsoIdentity(tx, userId);
  await deleteRows(tx, "account_holds", { user_id: userId });
  const { epoch } = await requireRow(tx, "users", { id: userId });
  await updateRows(tx, "users", { id: userId }, { ...ANSWERED, password_hash: null, epoch: epoch + 1 });
}

/** Deletes second factors with the recovery codes; the next first factor is unconfirmed. */
export async function removeFactors(tx: Transaction, userId: string): Promise<void> {
  const none = { totp_secret: null, totp_last_step: null, factors_confirmed: 0 } as const;
  await updateRows(tx, "users", { id: userId }, none);
  await deleteRows(tx, "passkeys", { user_id: userId });
  await deleteRows(tx, "recovery_codes", { user_id: userId });
}

export async function hasFactor(db: Database, userId: string): Promise<boolean> {
  const passkey = await findRow(db, "passkeys", { user_id: userId });
  if (passkey) return true;
  const user = await findRow(db, "users", { id: userId });
  return typeof user?.totp_secret === "string";
}

/** What is added with such a factor counts as confirmed. */
export async function hasConfirmedFactor(db: Database, userId: string): Promise<boolean> {
  const user = await findRow(db, "users", { id: userId });
  return user?.factors_confirmed === 1 && (await hasFactor(db, userId));
}

export interface AccountVersion {
  readonly epoch: number;
  readonly methods: readonly SignInMethod[];
  readonly hasFactor: boolean;
  /** Somebody answers for the account and its methods, if not everywhere. */
  readonly isConfirmed: boolean;
  /** Changes with the epoch, with every method and with every hold; both who confirm read it out. */
  readonly code: string;
}

export async function readAccountVersion(db: Database, userId: string): Promise<AccountVersion> {
  const user = await requireRow(db, "users", { id: userId });
  const passkeys = await findRows(db, "passkeys", { user_id: userId }, "id");
  const codes = await findRows(db, "recovery_codes", { user_id: userId }, "hash");
  const company = await findRow(db, "sso_identities", { user_id: userId });
  const holds = await findRows(db, "account_holds", { user_id: userId }, "kind");
  const methods: SignInMethod[] = [
    ...(user.password_hash === null ? [] : [{ kind: "password" } as const]),
    ...(user.totp_secret === null ? [] : [{ kind: "totp" } as const]),
    ...passkeys.map(({ name }) => ({ kind: "passkey", name }) as const),
    ...(codes.length === 0 ? [] : [{ kind: "recovery_codes" } as const]),
    ...(company ? [{ kind: "company_account", issuer: company.issuer } as const] : []),
  ];
  const named = [
    [userId, user.epoch, user.password_hash, user.totp_secret],
    passkeys.map(({ id, public_key: key }) => [id, key]),
    codes.map(({ hash }) => hash),
    company ? [company.issuer, company.subject] : [],
    holds.map(({ kind, people }) => [kind, people]),
  ];
  return {
    epoch: user.epoch,
    methods,
    hasFactor: user.totp_secret !== null || passkeys.length > 0,
    isConfirmed: user.confirmed === 1 && user.factors_confirmed === 1 && company?.confirmed !== 0,
    code: shortCode(JSON.stringify(named)),
  };
}

/** What came of a confirmation: the account was not as it was shown, or has no second factor to answer for. */
export type Confirmation = "confirmed" | "changed" | "no_factor";

/**
 * Confirms an account exactly as it was shown: its methods carry over to a new epoch, and everything else of it ends.
 * Where another workspace answers for it already, only the membership is confirmed, and nothing ends.
 * Whether the one who does it may is for the caller to check, in the same transaction.
 * @param workspaceId Whose people answer for the account from now on; undefined for the operator, who does everywhere.
 */
export async function confirmAccount(
  tx: Transaction,
  userId: string,
  shownCode: string,
  workspaceId: string | undefined,
): Promise<Confirmation> {
  const version = await readAccountVersion(tx, userId);
  if (version.code !== shownCode.trim().toUpperCase()) return "changed";
  if (!version.hasFactor) return "no_factor";
  const account = { user_id: userId };
  if (!version.isConfirmed || workspaceId === undefined) {
    await updateRows(tx, "memberships", account, { confirmed: flag(workspaceId === undefined) });
    await deleteRows(tx, "account_holds", account);
    await updateRows(tx, "users", { id: userId }, { ...ANSWERED, epoch: version.epoch + 1 });
    await updateRows(tx, "sso_identities", account, { confirmed: 1 });
  }
  if (workspaceId !== undefined) {
    await updateRows(tx, "memberships", { ...account, workspace_id: workspaceId }, { confirmed: 1 });
  }
  return "confirmed";
}
