// The whole service as a process of its own, in a time that runs faster: leases, chores and heartbeats come sooner.
import { channel } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { getHeapStatistics } from "node:v8";
import { pino } from "pino";
import { z } from "zod";
import type { Clock } from "../../packages/contract/clock.ts";
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

const CHORE_MS = 5 * 60_000;
/** The collector condemns what is older than an hour, and removes it an hour later. */
const LEAP_MS = 2 * 60 * 60_000;

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
const fast = fastClock(start.time);
let aheadMs = 0;
/** What is done every five minutes or less often waits for its time, or for a leap. */
const untilDue = new EventEmitter().setMaxListeners(0);
const clock: Clock = {
  ...fast,
  now: () => fast.now() + aheadMs,
  async sleep(ms, signal) {
    if (ms < CHORE_MS) return fast.sleep(ms, signal);
    using over = new DisposableStack();
    const leapt = new AbortController();
    over.defer(() => leapt.abort());
    const leap = once(untilDue, "leap", { signal: leapt.signal }).catch(() => undefined);
    await Promise.race([leap, fast.sleep(ms, AbortSignal.any([leapt.signal, ...(signal ? [signal] : [])]))]);
  },
};

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

process.on("message", (message) => {
  if (message === "measure") return void process.send?.(measure());
  aheadMs += LEAP_MS;
  untilDue.emit("leap");
});
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
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  // V8 makes its nursery larger as more is done, up to a bound: room it keeps, nothing that is held.
  const nativeBytes = rssBytes - getHeapStatistics().total_physical_size - external;
  return { heapBytes, rssBytes, nativeBytes, handles };
}
