import type { Clock } from "@greenroom/contract/clock";
import type { Database } from "../../store/database.ts";
import { findHost, type Hosted } from "../../store/hosts.ts";

/** Under load a page's files come within milliseconds of each other; a person cannot tell this from at once. */
const KEPT_MS = 20;
const MAX_KEPT = 10_000;

/** What hosts serve, as of at most 20 ms ago. */
export interface Lookup {
  /** What a label was seen to serve within the last 20 ms, without waiting. */
  held(label: string): Extract<Hosted, { kind: "files" }> | undefined;
  /** What a label serves. */
  find(label: string): Promise<Hosted | undefined>;
}

/**
 * Opens a lookup of hosts that answers bursts from memory. What serves nothing is never remembered,
 * so that a deployment that has just become ready is there at once.
 */
export function createLookup(db: Database, clock: Clock): Lookup {
  const kept = new Map<string, { readonly hosted: Extract<Hosted, { kind: "files" }>; readonly untilMs: number }>();
  const held: Lookup["held"] = (label) => {
    const known = kept.get(label);
    if (!known) return undefined;
    const now = clock.now();
    // A clock that was set back must not keep an answer alive.
    return known.untilMs > now && known.untilMs <= now + KEPT_MS ? known.hosted : undefined;
  };
  return {
    held,
    async find(label) {
      const known = held(label);
      if (known) return known;
      const untilMs = clock.now() + KEPT_MS;
      const hosted = await findHost(db, label);
      if (hosted?.kind === "files") {
        if (kept.size >= MAX_KEPT) kept.clear();
        kept.set(label, { hosted, untilMs });
      }
      return hosted;
    },
  };
}
