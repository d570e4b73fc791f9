import type { Clock } from "@greenroom/contract/clock";
import { type AppConnection, type Made, makeAppToken } from "./app-token.ts";
import type { Seals } from "./seal.ts";

/** A token is replaced this long before it ends, so that none ends on its way. */
const RENEWED_BEFORE_MS = 5 * 60_000;

/** What a token is asked for with. */
export interface AskedWith {
  /** Of the attempt that asks; as long as it lasts, others may wait for the same token. */
  readonly signal: AbortSignal;
  /** Token that GitHub did not take: another one is wanted. */
  readonly refused?: string | undefined;
}

/** Tokens of Apps; they stand in memory alone, and each serves until shortly before it ends. */
export interface AppTokens {
  /**
   * Gives a token of a connection that GitHub takes now.
   * @throws {SealError} When the App's key does not open.
   */
  get(connection: AppConnection, asked: AskedWith): Promise<Made>;
}

interface Held {
  /** What it was made with. */
  readonly sealed: string;
  readonly made: Extract<Made, { readonly kind: "made" }>;
}

/**
 * Keeps the tokens of Apps.
 * @param needs `seals` open the Apps' keys.
 */
export function createAppTokens({ clock, seals }: { readonly clock: Clock; readonly seals: Seals }): AppTokens {
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<Made>>();
  const make = async (connection: AppConnection, signal: AbortSignal): Promise<Made> => {
    const made = await makeAppToken(connection, { seals, nowMs: clock.now(), signal });
    if (made.kind === "made") {
      for (const [id, { made: old }] of held) if (old.expiresAtMs <= clock.now()) held.delete(id);
      held.set(connection.id, { sealed: connection.sealed_credential, made });
    }
    return made;
  };
  return {
    async get(connection, { signal, refused }) {
      // Each time something is sealed it looks different: whoever connects again gets a token of what was given last.
      const { id, sealed_credential: sealed } = connection;
      const kept = held.get(id);
      const lasts = kept !== undefined && clock.now() < kept.made.expiresAtMs - RENEWED_BEFORE_MS;
      if (lasts && kept.sealed === sealed && kept.made.token !== refused) return kept.made;
      const before = underWay.get(sealed);
      // Who began it began earlier, so its attempt ends before those of the others that wait for it.
      if (before) return before;
      const making = make(connection, signal).finally(() => underWay.delete(sealed));
      underWay.set(sealed, making);
      return making;
    },
  };
}
