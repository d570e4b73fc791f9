import { Hono } from "hono";
import { ApiError } from "../../domain/api-error.ts";
import type { ServiceContext } from "../../context.ts";
import { isLoopback } from "../address.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { ok } from "../envelope.ts";
import type { Metrics } from "../metrics.ts";
import { readOnly } from "../mount.ts";

/**
 * What an operator and their tools ask: is it alive, can it work, how does it do.
 * @param stopping Aborted once the service is on its way out.
 */
export function operationRoutes(context: ServiceContext, metrics: Metrics, stopping?: AbortSignal): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get("/healthz", (c) => ok(c, { status: "alive" }));
  app.get("/readyz", async (c) => {
    if (stopping?.aborted === true) throw new ApiError("try_again", "The service is stopping.");
    await context.db.selectFrom("workspaces").select("id").limit(1).execute();
    return ok(c, { status: "ready" });
  });
  // The figures are those of the whole instance, so a token of one workspace is not enough to see them.
  app.get("/metrics", async (c) => {
    if (!askedOnThisMachine(c)) throw new ApiError("not_found", "There is nothing at this path.");
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType });
  });
  for (const path of ["/healthz", "/readyz"]) readOnly(app, path);
  return app;
}

function askedOnThisMachine(c: HttpContext): boolean {
  const incoming = c.env?.incoming;
  return incoming !== undefined && isLoopback(incoming) && incoming.headers["x-forwarded-for"] === undefined;
}
