import { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { ApiError } from "../../domain/api-error.ts";
import { type HookOutcome, receiveGithubHook } from "../../notify/receive-hook.ts";
import type { ServiceContext } from "../../context.ts";
import { clientAddressOf, type HttpContext, type HttpEnv } from "../context.ts";
import { ok } from "../envelope.ts";

/** A protection rule's hook is some 30 KB; pull requests of its commit come with it. */
const MAX_HOOK_BYTES = 1024 * 1024;

/** Hooks without a good signature that one address may send in a minute. */
const UNSIGNED_PER_MINUTE = 30;

/**
 * Where a GitHub App sends `deployment_protection_rule`; the signature is all that lets a hook in.
 * Mounted behind a guard that lets the path through.
 * @see GitHub, Creating custom deployment protection rules
 */
export function githubHookRoutes(context: Pick<ServiceContext, "db" | "clock" | "settings" | "log">): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const unsigned = new RateLimiterMemory({ points: UNSIGNED_PER_MINUTE, duration: 60 });
  app.post("/hooks/github", async (c) => {
    const address = clientAddressOf(c);
    const counted = await unsigned.get(address);
    if (counted && counted.consumedPoints >= UNSIGNED_PER_MINUTE) {
      const retryAfterSeconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1_000));
      throw new ApiError("rate_limited", "Too many hooks without a good signature.", { retryAfterSeconds });
    }
    const outcome = await receiveGithubHook(context, {
      event: c.req.header("X-GitHub-Event") ?? "",
      deliveryId: c.req.header("X-GitHub-Delivery")?.slice(0, 100) ?? "",
      signature: c.req.header("X-Hub-Signature-256") ?? "",
      body: await readHook(c),
    });
    if (outcome === "unsigned") await unsigned.penalty(address);
    return answer(c, outcome);
  });
  return app;
}

function answer(c: HttpContext, outcome: HookOutcome): Response {
  switch (outcome) {
    case "unsigned":
      throw new ApiError("unauthenticated", "The signature belongs to no connected repository.");
    case "foreign":
      throw new ApiError("validation_failed", "The callback address is not at the connected GitHub.");
    case "waiting":
      return ok(c, { outcome }, 202);
    // A hook sent again is no trouble of the sender's: GitHub has a button for it.
    case "replayed":
    case "ignored":
      return ok(c, { outcome });
  }
}

async function readHook(c: HttpContext): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_HOOK_BYTES) {
      throw new ApiError("payload_too_large", `The hook is larger than ${MAX_HOOK_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
