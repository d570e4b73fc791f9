import type { Clock } from "../../domain/clock.ts";
import type { Database } from "../../store/database.ts";
import { findHost, type Hosted } from "../../store/hosts.ts";

/** Under load a page's files come within milliseconds of each other; a person cannot tell this from at once. */
const KEPT_MS = 20;
const MAX_KEPT = 10_000;

/**
 * Opens a lookup of hosts that answers bursts from memory.
 * @returns Finds what a label serves, as of at most 20 ms ago; what serves nothing is never remembered,
 * so that a deployment that has just become ready is there at once.
 */
export function createLookup(db: Database, clock: Clock): (label: string) => Promise<Hosted | undefined> {
  const kept = new Map<string, { readonly hosted: Hosted; readonly untilMs: number }>();
  return async (label) => {
    const known = kept.get(label);
    const now = clock.now();
    // A clock that was set back must not keep an answer alive.
    if (known && known.untilMs > now && known.untilMs <= now + KEPT_MS) return known.hosted;
    const hosted = await findHost(db, label);
    if (hosted?.kind === "files") {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(label, { hosted, untilMs: now + KEPT_MS });
    }
    return hosted;
  };
}
