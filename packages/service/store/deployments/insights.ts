import type { Database } from "../engine/database.ts";

interface Insights {
  /** Builds that ended by themselves. */
  readonly builds: number;
  readonly succeeded: number;
  /** Of the builds that succeeded, milliseconds. */
  readonly build: Spread | undefined;
  /** From a request to its decision, milliseconds. */
  readonly decision: Spread | undefined;
}

interface Spread {
  readonly median: number;
  /** As long as 95 of 100 take at most. */
  readonly p95: number;
}

const MAX_COUNTED = 1_000;

export async function readInsights(db: Database, siteId: string, since: string): Promise<Insights> {
  const builds = await db
    .selectFrom("deployments")
    .select(["status", "started_at as from", "finished_at as to"])
    .where("site_id", "=", siteId)
    .where("created_at", ">=", since)
    .where("environment", "=", "preview")
    .where("upload", "is", null)
    .where("status", "in", ["ready", "failed"])
    .orderBy("created_at", "desc")
    .limit(MAX_COUNTED)
    .execute();
  const decisions = await db
    .selectFrom("approval_requests as r")
    .innerJoin("release_acts as a", (join) => join.onRef("a.request_id", "=", "r.id").on("a.kind", "<>", "requested"))
    .select(["r.requested_at as from", "a.at as to"])
    .where("r.site_id", "=", siteId)
    .where("r.created_at", ">=", since)
    .orderBy("r.created_at", "desc")
    .limit(MAX_COUNTED)
    .execute();
  const succeeded = builds.filter(({ status }) => status === "ready");
  return {
    builds: builds.length,
    succeeded: succeeded.length,
    build: spreadOf(succeeded),
    decision: spreadOf(decisions),
  };
}

function spreadOf(times: readonly { readonly from: string | null; readonly to: string | null }[]): Spread | undefined {
  const sorted = times
    .flatMap(({ from, to }) => (from === null || to === null ? [] : [Date.parse(to) - Date.parse(from)]))
    .toSorted((left, right) => left - right);
  const at = (share: number): number | undefined => sorted[Math.ceil(sorted.length * share) - 1];
  const [median, p95] = [at(0.5), at(0.95)];
  return median === undefined || p95 === undefined ? undefined : { median, p95 };
}
