import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
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
 * Makes the counters of one process.
 * @param limits Requests a minute.
 * @see Interface §8
 */
export function createRateLimits(limits: Limits): RateLimits {
  const counters = {
    pat: perMinute(limits["pat-per-minute"]),
    mcp: perMinute(limits["mcp-per-minute"]),
    session: perMinute(limits["web-per-minute"]),
    deploy: perMinute(limits["deploy-per-minute"]),
    anonymous: perMinute(limits["anonymous-per-minute"]),
  };
  return {
    actor: async (actor) => count(counters[actor.kind === "token" ? actor.tokenKind : "session"], keyOf(actor)),
    deploy: async (actor) => count(counters.deploy, keyOf(actor)),
    anonymous: async (address) => count(counters.anonymous, limitKey(address)),
  };
}

function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

function keyOf(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.userId;
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
    const retryAfterSeconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
    throw new ApiError("rate_limited", `Too many requests. Retry after ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }
}
