// The whole service as a process of its own, in a time that runs faster: leases, chores and heartbeats come sooner.
import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { getHeapStatistics } from "node:v8";
import { pino } from "pino";
import { z } from "zod";
import { seedDemo } from "../../packages/service/admin/seed.ts";
import { compose } from "../../packages/service/compose.ts";
import { DEFAULT_LIMITS, type Settings } from "../../packages/service/settings.ts";
import { fastClock, type Measured } from "./service.ts";

const Start = z.object({
  data: z.string(),
  repositoryRoot: z.string(),
  port: z.int(),
  time: z.object({ epochMs: z.number(), factor: z.number() }),
});

/** Limits are not what is soaked. */
const LIMITS = {
  ...DEFAULT_LIMITS,
  "pat-per-minute": 1_000_000,
  "deploy-per-minute": 1_000_000,
  "anonymous-per-minute": 1_000_000,
  "builds-running": 4,
  "builds-queued": 5000,
  "streams-per-token": 5000,
};

const start = Start.parse(JSON.parse(process.argv[2] ?? ""));
const clock = fastClock(start.time);

// Responses carry the time their records carry.
channel("http.server.request.start").subscribe((message) => {
  const { response } = message as { readonly response: ServerResponse };
  response.setHeader("Date", new Date(clock.now()).toUTCString());
});

const settings: Settings = {
  dataDirectory: start.data,
  host: "127.0.0.1",
  port: start.port,
  development: true,
  repositoryRoots: [start.repositoryRoot],
  unsafeNoSandbox: false,
  trustedProxies: [],
  limits: LIMITS,
};
const log = pino({ level: "warn" }, pino.destination({ fd: 2, sync: true }));
const service = await compose(settings, { clock, log, environment: process.env });
const { projectId, tokens } = await seedDemo(service.context);

process.on("message", () => void process.send?.(measure()));
const orphaned = (): void => process.exit(1);
process.once("disconnect", orphaned);
process.once("SIGTERM", () => {
  process.off("disconnect", orphaned);
  // What is left open after the close keeps this process, and is seen by it.
  process.disconnect();
  void service.close();
});
process.send?.({ baseUrl: service.context.addresses.baseUrl, projectId, token: tokens.pat });

function measure(): Measured {
  globalThis.gc?.();
  const { heapUsed: heapBytes, rss: rssBytes, external } = process.memoryUsage();
  // V8 makes its nursery larger as more is done, up to a bound: room it keeps, nothing that is held.
  const nativeBytes = rssBytes - getHeapStatistics().total_physical_size - external;
  return { heapBytes, rssBytes, nativeBytes };
}
