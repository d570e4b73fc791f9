import { statfs } from "node:fs/promises";
import { OpenAPIHono } from "@hono/zod-openapi";
import { PROVENANCE_KEY_PATH } from "@greenroom/contract/provenance";
import { ApiError } from "../../domain/api-error.ts";
import type { ServiceContext } from "../../context.ts";
import { openSigner } from "../../provenance/signer.ts";
import { clientOf } from "../address.ts";
import type { HttpEnv } from "../context.ts";
import { sendData } from "../envelope.ts";
import type { Metrics } from "../metrics.ts";
import { allowOnly } from "../operations.ts";

export interface ServiceRouteOptions {
  readonly metrics: Metrics;
  /** Makes the OpenAPI document of the whole app. */
  readonly document: () => object;
  /** Aborted once the service stops. */
  readonly stopping: AbortSignal | undefined;
  /** Bytes that can still be written to a folder. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/** Less cannot hold the log of the embedded database and one file of a worker. */
const MIN_FREE_BYTES = 48 * 1024 ** 2;

/** A proxy that asks waits no longer for a database that does not answer. */
const READY_TIMEOUT_MS = 3_000;

/** Liveness, readiness, metrics and the OpenAPI document. */
export function serviceRoutes(
  context: ServiceContext,
  { metrics, document, stopping, freeBytes = readFreeBytes }: ServiceRouteOptions,
): OpenAPIHono<HttpEnv> {
  const app = new OpenAPIHono<HttpEnv>();
  app.get("/healthz", (c) => sendData(c, { status: "alive" }));
  app.get("/readyz", async (c) => {
    if (stopping?.aborted === true) throw new ApiError("try_again", "The service is stopping.");
    await withinTime(context.db.selectFrom("workspaces").select("id").limit(1).execute());
    if ((await freeBytes(context.settings.dataDirectory)) < MIN_FREE_BYTES) {
      throw new ApiError("try_again", "The disk of the data folder is full.", { retryAfterSeconds: 5 });
    }
    return sendData(c, {
      status: "ready",
      builds: { unbounded: context.builds.unbounded() },
      reviews: { problem: context.reviews.problem() ?? null },
    });
  });
  // Made once, since anyone can request it.
  let text: string | undefined;
  app.get("/openapi.json", (c) =>
    c.body((text ??= JSON.stringify(document())), 200, { "Content-Type": "application/json" }),
  );
  const signer = openSigner(context.settings.dataDirectory);
  app.get(PROVENANCE_KEY_PATH, (c) => c.body(signer.publicKey(), 200, { "Content-Type": "application/x-pem-file" }));
  // The metrics are those of the whole instance, so a token of one workspace is not enough to see them.
  app.get("/metrics", async (c) => {
    const incoming = c.env?.incoming;
    if (!incoming || !clientOf(incoming, context.settings).isLocal)
      throw new ApiError("not_found", "There is nothing at this path.");
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType });
  });
  for (const path of ["/healthz", "/readyz", "/openapi.json", PROVENANCE_KEY_PATH])
    allowOnly(app, path, ["GET", "HEAD"]);
  return app;
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ApiError("try_again", "The database does not answer.", { retryAfterSeconds: 1 });
    timer = setTimeout(() => reject(error), READY_TIMEOUT_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A folder that is not there says nothing about a disk. */
async function readFreeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined ? Number.POSITIVE_INFINITY : found.bavail * found.bsize;
}
