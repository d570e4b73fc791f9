import { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type HookOutcome, receiveGithubHook } from "../../notify/receive-hook.ts";
import { isGithubSignature } from "../../notify/signature.ts";
import { readBytes } from "../body.ts";
import { limitKey } from "../client-address.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { sendData } from "../envelope.ts";
import { count } from "../limits.ts";

/** A protection rule's webhook is some 30 KB, with the pull requests of its commit. */
const MAX_HOOK_BYTES = 256 * 1024;

/** Limit of webhooks without a valid signature, a minute and address; those that still arrive count as such. */
const UNSIGNED_PER_MINUTE = 30;

/**
 * Where a GitHub App sends `deployment_protection_rule` and `issue_comment`. The guard lets the path through: the
 * signature authenticates.
 * @see GitHub, Creating custom deployment protection rules
 */
export function githubHookRoutes(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log" | "addresses">,
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const unsigned = new RateLimiterMemory({ points: UNSIGNED_PER_MINUTE, duration: 60 });
  app.post("/hooks/github", async (c) => {
    const address = limitKey(c.get("clientAddress"));
    // Before a byte of the body is read, so that many at once cannot get past the limit.
    await count(unsigned, address, "Too many webhooks without a valid signature.");
    const signature = c.req.header("X-Hub-Signature-256") ?? "";
    const outcome = isGithubSignature(signature)
      ? await receiveGithubHook(context, {
          event: c.req.header("X-GitHub-Event") ?? "",
          deliveryId: c.req.header("X-GitHub-Delivery")?.slice(0, 100) ?? "",
          signature,
          body: await readBytes(c.req.raw, MAX_HOOK_BYTES),
        })
      : "unsigned";
    if (outcome !== "unsigned") await unsigned.reward(address);
    return sendOutcome(c, outcome);
  });
  return app;
}

function sendOutcome(c: HttpContext, outcome: HookOutcome): Response {
  switch (outcome) {
    case "unsigned":
      throw new ApiError("unauthenticated", "The signature does not match any connected repository.");
    case "wrong_origin":
      throw new ApiError("validation_failed", "The callback URL is not on the connected GitHub.");
    case "waiting":
      return sendData(c, { outcome }, 202);
    // A webhook sent twice is not an error: GitHub has a button for it.
    case "replayed":
    case "ignored":
    case "recorded":
      return sendData(c, { outcome });
  }
}
