import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import type { Limits } from "../settings.ts";
import { limitKey } from "./client-address.ts";

const WINDOW_SECONDS = 60;

/** Each throws `rate_limited` beyond its limit. */
export interface RateLimits {
  actor(actor: Actor): Promise<void>;
  /** Also a replayed one. */
  deploy(actor: Actor): Promise<void>;
  /** By the client's IP address. */
  anonymous(address: string): Promise<void>;
}

/**
 * @param shared Where several processes count together; while it is away each counts by itself.
 * @see Interface §8
 */
export function createRateLimits(limits: Limits, shared?: Pool): RateLimits {
  const perMinute = (name: string, points: number) => counter(name, points, shared);
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

function counter(name: string, points: number, shared: Pool | undefined): RateLimiterAbstract {
  const own = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: name });
  if (!shared) return own;
  return new RateLimiterPostgres({
    storeClient: shared,
    storeType: "pool",
    tableName: "request_counts",
    // By a migration.
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: WINDOW_SECONDS,
    // A caller over the limit causes no more queries.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: own,
  });
}

function keyOf(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.userId;
}

export async function count(limiter: RateLimiterAbstract, key: string, message = "Too many requests."): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
    const retryAfterSeconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
    throw new ApiError("rate_limited", `${message} Retry after ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }
}
