import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { z } from "zod";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { inBatches } from "../domain/in-batches.ts";
import type { Limits } from "../settings.ts";
import { limitKey } from "./address.ts";

const WINDOW_SECONDS = 60;

/** Counts requests; each throws `rate_limited` beyond its limit. */
export interface RateLimits {
  /** A request of a token or a web session. */
  actor(actor: Actor): Promise<void>;
  /** A request for a deployment, also a replayed one. */
  deploy(actor: Actor): Promise<void>;
  /** A request without a valid credential, by the client's IP address. */
  anonymous(address: string): Promise<void>;
}

/**
 * Makes the counters of one process, or of all that share a database.
 * @param limits Requests a minute.
 * @param shared Where several processes count together; while it is away each counts by itself.
 * @see Interface §8
 */
export function createRateLimits(limits: Limits, shared?: Pool): RateLimits {
  const together = shared && {
    pool: shared,
    add: inBatches((counted: readonly Counted[]) => addTogether(shared, counted), MAX_TOGETHER),
  };
  const perMinute = (name: string, points: number) => counter(name, points, together);
  const counters = {
    pat: perMinute("pat", limits["pat-per-minute"]),
    mcp: perMinute("mcp", limits["mcp-per-minute"]),
    session: perMinute("session", limits["web-per-minute"]),
    deploy: perMinute("deploy", limits["deploy-per-minute"]),
    anonymous: perMinute("anonymous", limits["anonymous-per-minute"]),
  };
  return {
    actor: async (actor) => count(counters[actor.kind === "token" ? actor.tokenKind : "session"], keyOf(actor)),
    deploy: async (actor) => count(counters.deploy, keyOf(actor)),
    anonymous: async (address) => count(counters.anonymous, limitKey(address)),
  };
}

interface Shared {
  readonly pool: Pool;
  readonly add: (counted: Counted) => Promise<Count>;
}

function counter(name: string, points: number, shared: Shared | undefined): RateLimiterAbstract {
  const own = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: name });
  if (!shared) return own;
  const options = {
    storeClient: shared.pool,
    storeType: "pool",
    tableName: COUNTS,
    // By a migration.
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: WINDOW_SECONDS,
    // Who is over the limit costs the database nothing more.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: own,
  };
  return new SharedCounter(options, shared.add);
}

const COUNTS = "request_counts";

/** Most requests that one statement counts. */
const MAX_TOGETHER = 500;

/** A request that is counted. */
interface Counted {
  readonly key: string;
  readonly points: number;
  readonly durationMs: number;
}

/** Points of a key as that request leaves them. */
interface Count {
  readonly points: number;
  readonly expire: number;
}

/** Counts requests that come together by one statement, as the library counts each by its own. */
class SharedCounter extends RateLimiterPostgres {
  readonly #add: Shared["add"];

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0], add: Shared["add"]) {
    super(options);
    this.#add = add;
  }

  /** What the library asks of every store; of the result it reads the first row. */
  async _upsert(key: string, points: number, durationMs: number): Promise<{ readonly rows: readonly [Count] }> {
    return { rows: [await this.#add({ key, points, durationMs })] };
  }
}

const CountRow = z.object({ key: z.string(), points: z.coerce.number(), expire: z.coerce.number() });

/** Adds to the counts of several keys, each of which was perhaps counted more than once. */
async function addTogether(pool: Pool, counted: readonly Counted[]): Promise<(one: Counted) => Count> {
  const now = Date.now();
  const added = new Map<string, { points: number; expire: number }>();
  for (const { key, points, durationMs } of counted) {
    added.set(key, { points: (added.get(key)?.points ?? 0) + points, expire: now + durationMs });
  }
  // In one order, so that processes that count the same keys do not wait for each other in a circle.
  const keys = [...added.keys()].toSorted();
  const { rows } = await pool.query({
    name: "count requests",
    text: `
      INSERT INTO ${COUNTS} AS counts (key, points, expire)
      SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[])
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN counts.expire <= $4 THEN excluded.points ELSE counts.points + excluded.points END,
        expire = CASE WHEN counts.expire <= $4 THEN excluded.expire ELSE counts.expire END
      RETURNING key, points, expire`,
    values: [keys, keys.map((key) => added.get(key)?.points), keys.map((key) => added.get(key)?.expire), now],
  });
  const counts = new Map(
    z
      .array(CountRow)
      .parse(rows)
      .map((row) => [row.key, row]),
  );
  return ({ key, points }) => {
    const count = counts.get(key);
    const rest = added.get(key);
    if (!count || !rest) throw new TypeError("The database did not return what was counted.");
    // The first of a key came before the others.
    rest.points -= points;
    return { points: count.points - rest.points, expire: count.expire };
  };
}

function keyOf(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.userId;
}

async function count(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
    const retryAfterSeconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
    throw new ApiError("rate_limited", `Too many requests. Retry after ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }
}
