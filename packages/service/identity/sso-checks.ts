import { type Clock, instant } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { z } from "zod";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { PROOF_LIFETIME_MS, PROOF_RENEWAL_MS } from "../domain/sso.ts";
import { EncryptionError, openEncryption, secretContext } from "../outside/encryption.ts";
import type { Settings, SsoSettings } from "../settings.ts";
import type { Database } from "../store/engine/database.ts";
import { findRow, updateRows } from "../store/engine/rows.ts";
import type { SessionRow, SsoGrantRow } from "../store/engine/schema.ts";
import { inDatabase, inTransaction } from "../store/engine/transaction.ts";
import { applyGroupRoles } from "../store/people/group-roles.ts";
import { claimSsoGrant, endSsoGrant, findSsoIdentityOf, listSsoGrants, renewSsoGrant } from "../store/people/sso.ts";
import type { ProviderTokens, SsoProvider } from "./sso-provider.ts";

export interface SsoChecks {
  /**
   * Whether a session may be used now; the provider is asked when its last word is old.
   * @throws {ApiError} `try_again` when it does not respond
   */
  proveSession(session: Pick<SessionRow, "id" | "proven_until">): Promise<boolean>;
  /** @throws {ApiError} `try_again` when the provider does not respond */
  readonly proveUser: (userId: string) => Promise<boolean>;
  /** Renews the proof of users with open streams; one that is no longer proven is found by the next check. */
  refresh(actor: Actor): Promise<void>;
  refreshSession(sessionId: string): Promise<void>;
}

interface CheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Pick<Settings, "dataDirectory"> & { readonly sso: SsoSettings };
}

/** Longer than the provider may take. */
const CLAIM_MS = 15_000;

/** How long other requests wait for it, and how long between two looks, milliseconds. */
const WAIT_MS = 10_000;
const LOOK_MS = 250;

type Verdict = "proven" | "ended" | "unavailable";

export function createSsoChecks({ settings, db, clock, log }: CheckDeps, provider: SsoProvider): SsoChecks {
  const running = new Map<string, Promise<Verdict>>();

  function isFresh(until: string): boolean {
    return Date.parse(until) - clock.now() > PROOF_RENEWAL_MS;
  }

  /** One request for each grant at a time, shared by all who wait for it. */
  function prove(grant: SsoGrantRow): Promise<Verdict> {
    const asked = running.get(grant.id);
    if (asked) return asked;
    const verdict = proveAlone(grant).finally(() => running.delete(grant.id));
    running.set(grant.id, verdict);
    return verdict;
  }

  async function proveAlone(grant: SsoGrantRow): Promise<Verdict> {
    const claim = { at: instant(clock), until: instant(clock, CLAIM_MS) };
    if (await claimSsoGrant(db, grant, claim)) return ask(grant);
    const endMs = clock.now() + WAIT_MS;
    while (clock.now() < endMs) {
      const now = await findRow(db, "sso_grants", { id: grant.id });
      if (!now) return "ended";
      if (isFresh(now.proven_until)) return "proven";
      // The request got no response, so the next one is sent again.
      if (now.claimed_until === null) return "unavailable";
      await clock.sleep(LOOK_MS);
    }
    return "unavailable";
  }

  async function ask(grant: SsoGrantRow): Promise<Verdict> {
    const identity = await findSsoIdentityOf(db, grant.user_id);
    if (!identity) return "ended";
    const tokens = openTokens(settings, grant);
    const askedMs = clock.now();
    const said = tokens
      ? await provider.renew(tokens, identity.subject)
      : ({ kind: "rejected", reason: "its tokens cannot be decrypted" } as const);
    switch (said.kind) {
      case "ok": {
        const sealed = sealTokens(settings, grant.id, said.value.tokens);
        const { groups } = said.value.person;
        const provenUntil = new Date(askedMs + PROOF_LIFETIME_MS).toISOString();
        const kept = await inDatabase(db, async (tx) => {
          await renewSsoGrant(tx, grant, { sealed, proven_until: provenUntil });
          if (groups === undefined) return [];
          return applyGroupRoles(tx, { userId: grant.user_id, groups, rules: settings.sso.groups });
        });
        for (const workspaceId of kept) log.warn({ workspaceId }, "groups would have removed the last owner");
        return "proven";
      }
      case "rejected":
        log.info({ userId: grant.user_id, reason: said.reason }, "the provider no longer signs someone in");
        await inDatabase(db, (tx) => endSsoGrant(tx, grant));
        return "ended";
      case "unavailable":
        log.warn({ reason: said.reason }, "the provider of single sign-on does not respond");
        await inTransaction(db, (tx) => updateRows(tx, "sso_grants", { id: grant.id }, { claimed_until: null }));
        return "unavailable";
    }
  }

  /** @param until When its last word ends, which counts while it does not respond. */
  function settle(verdict: Verdict, until: string): boolean {
    if (verdict !== "unavailable" || Date.parse(until) > clock.now()) return verdict !== "ended";
    const text = "The company sign-in does not respond, so it is not known whether your account still exists.";
    throw new ApiError("try_again", text, { retryAfterSeconds: 5 });
  }

  async function proveUser(userId: string): Promise<boolean> {
    const identity = await findSsoIdentityOf(db, userId);
    if (!identity || isFresh(identity.proven_until)) return true;
    for (const grant of await listSsoGrants(db, userId)) {
      const verdict = isFresh(grant.proven_until) ? "proven" : await prove(grant);
      if (settle(verdict, identity.proven_until)) return true;
    }
    return false;
  }

  async function proveSession({ id, proven_until: until }: Pick<SessionRow, "id" | "proven_until">): Promise<boolean> {
    if (until === null || isFresh(until)) return true;
    const grant = await findRow(db, "sso_grants", { session_id: id });
    return grant !== undefined && settle(await prove(grant), until);
  }

  async function refreshSession(sessionId: string): Promise<void> {
    const session = await findRow(db, "sessions", { id: sessionId });
    if (session) await unlessUnreachable(() => proveSession(session));
  }

  return {
    proveSession,
    proveUser,
    async refresh(actor) {
      if (actor.kind === "session") return refreshSession(actor.sessionId);
      const { userId } = actor;
      if (userId !== null) await unlessUnreachable(() => proveUser(userId));
    },
    refreshSession,
  };
}

/** Callers that do not need the result read the store. */
async function unlessUnreachable(prove: () => Promise<boolean>): Promise<void> {
  try {
    await prove();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

type Folder = Pick<Settings, "dataDirectory">;

/** Encrypts what the provider is asked again with, so that a copy of the database alone gives it to no one. */
export function sealTokens({ dataDirectory }: Folder, grantId: string, tokens: ProviderTokens): string {
  return openEncryption(dataDirectory).encryptSecret(JSON.stringify(tokens), secretContext("sso", grantId));
}

const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  idToken: z.string().optional(),
});

/** @returns Undefined when they cannot be decrypted: then the person signs in again. */
export function openTokens({ dataDirectory }: Folder, { id, sealed }: SsoGrantRow): ProviderTokens | undefined {
  try {
    return Tokens.parse(JSON.parse(openEncryption(dataDirectory).decryptSecret(sealed, secretContext("sso", id))));
  } catch (error) {
    if (error instanceof EncryptionError) return undefined;
    throw error;
  }
}
