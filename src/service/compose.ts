import { join } from "node:path";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Clock } from "./domain/clock.ts";
import { createApp } from "./http/app.ts";
import { actorOf, type HttpEnv } from "./http/context.ts";
import { type Listening, listen } from "./http/listen.ts";
import { mcpRoutes } from "./mcp/endpoint.ts";
import type { Parts } from "./parts.ts";
import { createBuilds } from "./pipeline/queue.ts";
import { type Settings, addressesOf } from "./settings.ts";
import { acceptPreview } from "./store/accept.ts";
import { openDatabase } from "./store/database.ts";
import { createFeed } from "./store/feed.ts";

const DATABASE_FILE = "greenroom.db";

/** A running instance. */
export interface RunningService {
  readonly parts: Parts;
  /** Stops claiming builds, ends the streams, lets requests finish, closes the store; once. */
  close(): Promise<void>;
}

/**
 * Builds every part of the service and starts it.
 * @param settings How it runs.
 * @returns The instance; requests are answered from now on.
 * @throws {Error} When the address is taken or the data folder cannot be used.
 */
export async function compose(
  settings: Settings,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<RunningService> {
  const db = openDatabase(join(settings.dataDirectory, DATABASE_FILE));
  const listening = await listen({ settings, log });
  const ground = { settings, addresses: addressesOf(settings, listening.port), db, feed: createFeed(), clock, log };
  const builds = createBuilds(ground);
  const parts: Parts = { ...ground, builds };
  serve(parts, listening);
  builds.start();
  let closed: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([builds.stop(), listening.close()]);
    await db.destroy();
  };
  return { parts, close: () => (closed ??= close()) };
}

function serve(parts: Parts, listening: Listening): void {
  const mcp = mcpRoutes(parts, {
    actorOf,
    createPreview: async (actor, { siteId, idempotencyKey, ...named }) => {
      const body = { environment: "preview", ...named };
      return (await acceptPreview(parts, actor, { siteId, body, key: idempotencyKey })).deployment;
    },
  });
  const apps = [new Hono<HttpEnv>().route("/", mcp)];
  const app = createApp(parts, { apps, stopping: listening.stopping });
  listening.serve({ app, addresses: parts.addresses });
}
