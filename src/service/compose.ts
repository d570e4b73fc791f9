import { join } from "node:path";
import type { Logger } from "pino";
import type { Clock } from "./domain/clock.ts";
import { createApp } from "./http/app.ts";
import { createHosting } from "./http/hosting/hosting.ts";
import { type Listening, listen } from "./http/listen.ts";
import { approvalRoutes } from "./http/routes/approvals.ts";
import { targetRoutes } from "./http/routes/targets.ts";
import { mcpRoutes } from "./mcp/endpoint.ts";
import type { Parts } from "./parts.ts";
import { createBuilds } from "./pipeline/queue.ts";
import { type Settings, addressesOf } from "./settings.ts";
import { readSession } from "./screens/session.ts";
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
  const app = createApp(parts, {
    apps: [approvalRoutes(parts), targetRoutes(parts), mcpRoutes(parts)],
    session: (request) => readSession(parts, request),
    stopping: listening.stopping,
  });
  listening.serve({ app, addresses: parts.addresses, hosting: createHosting(parts) });
}
