import { join } from "node:path";
import { Hono } from "hono";
import type { Pool } from "pg";
import type { ServiceContext } from "../context.ts";
import type { SessionActor } from "../domain/actor.ts";
import { ApiError, invalid } from "../domain/api-error.ts";
import { newUuid } from "../domain/ids.ts";
import { DATABASE_FILE, isUnwritable } from "../store/engine/database.ts";
import { fileFault } from "../store/engine/file-fault.ts";
import { clientOf } from "./client-address.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { asApiError, sendError } from "./envelope.ts";
import { guard } from "./guard.ts";
import { createRateLimits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import { accessRoutes } from "./routes/access.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { commentRoutes } from "./routes/comments.ts";
import { currentTokenRoutes } from "./routes/current-token.ts";
import { deploymentRoutes } from "./routes/deployments.ts";
import { domainRoutes } from "./routes/domains.ts";
import { githubHookRoutes } from "./routes/github-hook.ts";
import { repositoryRoutes } from "./routes/repositories.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { serviceRoutes } from "./routes/service.ts";
import { siteRoutes } from "./routes/sites.ts";
import { targetRoutes } from "./routes/targets.ts";
import { trustRuleRoutes } from "./routes/trust-rules.ts";
import { variableRoutes } from "./routes/variables.ts";
import { createStreamRegistry } from "./stream-registry.ts";

export interface AppOptions {
  /** More apps of this origin, as MCP and the screens; the guard runs before all of them. */
  readonly apps?: readonly Hono<HttpEnv>[];
  readonly session?: (request: Request) => Promise<SessionActor | undefined>;
  readonly stopping?: AbortSignal;
  /** Where requests are counted together with other processes. */
  readonly counters?: Pool;
  /** Whether requests can be served; its own unless given. */
  readonly readiness?: Readiness;
  readonly metrics?: Metrics;
  /** Says how the process is, and serves nothing else. */
  readonly healthOnly?: boolean;
}

/** Paths that need no token of a workspace: they show nothing of one, or check a session, signature or worker themselves. */
const OPEN_PATHS =
  /^\/(?:app(?:\/.*)?|thumbnails\/[\w-]{22}\/[0-9a-f]{64}\.webp|hooks\/github|domains\/ask|workers\/v1\/.*|\.well-known\/greenroom\/provenance\.pem|openapi\.json|healthz|readyz)?$/;

export function createApp(context: ServiceContext, options: AppOptions = {}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const { stopping, session = async () => undefined } = options;
  const limits = createRateLimits(context.settings.limits, options.counters);
  const streams = createStreamRegistry(context, stopping);
  const { metrics, readiness = createReadiness(context, { stopping }) } = options;
  metrics?.watchStreams(streams);
  app.onError((error, c) => handleError(context, error, c));
  app.notFound((c) => handleError(context, new ApiError("not_found", "There is nothing at this path."), c));
  app.use(async (c, next) => {
    c.set("requestId", newUuid());
    const incoming = c.env?.incoming;
    c.set("clientAddress", incoming ? clientOf(incoming, context.settings).address : "in-process");
    c.set("streams", streams);
    c.set("limits", limits);
    c.header("X-Request-Id", c.get("requestId"));
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Cache-Control", "no-store");
    const startedAtMs = performance.now();
    await next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD") streams.recheck();
    const ms = performance.now() - startedAtMs;
    metrics?.observeRequest({ method: c.req.method, route: c.get("route") ?? "other", status: c.res.status, ms });
    logRequest(context, c, ms);
  });
  app.use(guard(context, { limits, session, isOpen: (path) => OPEN_PATHS.test(path) }));
  app.use(async (c, next) => {
    // PostgreSQL fails on a NUL where SQLite finds nothing. Operations check the query that they read.
    const [path = "", query = ""] = c.req.url.split("?", 2);
    if (path.includes("%00")) throw new ApiError("not_found", "There is nothing at this path.");
    if (c.get("route") === undefined && query.includes("%00")) {
      throw invalid([{ path: "", message: "the query must have no NUL" }]);
    }
    await next();
  });
  app.route("/", serviceRoutes(context, readiness));
  if (options.healthOnly === true) return app;
  const own = [
    siteRoutes(context),
    variableRoutes(context),
    accessRoutes(context),
    domainRoutes(context),
    trustRuleRoutes(context),
    repositoryRoutes(context),
    targetRoutes(context),
    deploymentRoutes(context),
    reviewRoutes(context),
    commentRoutes(context),
    approvalRoutes(context),
    currentTokenRoutes(context),
    githubHookRoutes(context),
  ];
  for (const routes of [...own, ...(options.apps ?? [])]) app.route("/", routes);
  return app;
}

function handleError(context: ServiceContext, thrown: unknown, c: HttpContext): Response {
  const error = asApiError(thrown);
  if (error.code === "internal_error") {
    context.log.error({ err: error.cause, requestId: c.get("requestId") }, "a request failed");
  }
  if (isUnwritable(error.cause)) {
    const fault = fileFault(error.cause, join(context.settings.dataDirectory, DATABASE_FILE));
    const about = { err: error.cause, fault: fault?.fault, requestId: c.get("requestId") };
    context.log.error(about, fault?.message ?? "a request could not be written");
  }
  return sendError(c, error);
}

/** Logs the route's name and the ids of the caller; never a header, a query, or a body. */
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
