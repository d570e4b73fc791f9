import { Hono } from "hono";
import type { SessionActor } from "../domain/actor.ts";
import { newUuid } from "../domain/ids.ts";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { clientAddress } from "./address.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { asApiError, sendError } from "./envelope.ts";
import { guard } from "./guard.ts";
import { createRateLimits } from "./limits.ts";
import { createMetrics } from "./metrics.ts";
import { deploymentRoutes } from "./routes/deployments.ts";
import { documentRoutes } from "./routes/documents.ts";
import { operationRoutes } from "./routes/operation.ts";
import { siteRoutes } from "./routes/sites.ts";
import { createEventStreams } from "./sse.ts";

/** Apps of other rooms that hang in this one; each adds its own paths, and the guard stands in front of all. */
export interface Mounts {
  /** `/approvals`, `/deployment-targets`, `/mcp`, `/oauth`, `/app` and `/`. */
  readonly apps?: readonly Hono<HttpEnv>[];
  /** Reads the web session of a request, if it has a valid one. */
  readonly session?: (request: Request) => Promise<SessionActor | undefined>;
  /** Ends every event stream when the service stops. */
  readonly stopping?: AbortSignal;
}

/** Pages and documents that show nothing of a workspace, or ask who one is themselves. */
const OPEN_PATHS = /^\/(?:app(?:\/.*)?|hooks\/github|openapi\.json|healthz|readyz|reference|changelog)?$/;

/**
 * Makes the app of the REST interface, with whatever else answers on its origin.
 * @param context The running instance.
 * @param mounts Apps of other rooms.
 */
export function createApp(context: ServiceContext, mounts: Mounts = {}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const limits = createRateLimits(context.settings.limits);
  const streams = createEventStreams(context, mounts.stopping);
  const metrics = createMetrics(context, streams);
  app.onError((error, c) => answerError(context, error, c));
  app.notFound((c) => answerError(context, new ApiError("not_found", "There is nothing at this path."), c));
  app.use(async (c, next) => {
    c.set("requestId", newUuid());
    c.set("clientAddress", clientAddress(c.env?.incoming, context.settings.trustedProxies));
    c.set("streams", streams);
    c.set("limits", limits);
    c.header("X-Request-Id", c.get("requestId"));
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Cache-Control", "no-store");
    const startedAtMs = performance.now();
    await next();
    const ms = performance.now() - startedAtMs;
    metrics.answered({ method: c.req.method, route: c.get("route") ?? "other", status: c.res.status, ms });
    logRequest(context, c, ms);
  });
  app.use(
    guard(context, {
      limits,
      session: mounts.session ?? (async () => undefined),
      open: (path) => OPEN_PATHS.test(path),
    }),
  );
  app.route("/", operationRoutes(context, metrics, mounts.stopping));
  app.route("/", documentRoutes(context.addresses));
  app.route("/", siteRoutes(context));
  app.route("/", deploymentRoutes(context));
  for (const other of mounts.apps ?? []) app.route("/", other);
  return app;
}

function answerError(context: ServiceContext, thrown: unknown, c: HttpContext): Response {
  const error = asApiError(thrown);
  if (error.code === "internal_error") {
    context.log.error({ err: error.cause, requestId: c.get("requestId") }, "a request failed");
  }
  return sendError(c, error);
}

/** The route's name and the ids of who asked; never a header, a query, or a body. */
function logRequest({ log }: ServiceContext, c: HttpContext, ms: number): void {
  const actor = c.get("actor");
  log.info(
    {
      requestId: c.get("requestId"),
      method: c.req.method,
      route: c.get("route") ?? "other",
      status: c.res.status,
      ms: Math.round(ms),
      ...(actor && { workspaceId: actor.workspaceId, by: actor.kind === "token" ? actor.tokenId : actor.userId }),
    },
    "request",
  );
}
