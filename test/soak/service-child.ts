// The whole service as a process of its own, in a time that runs faster: leases, chores and heartbeats come sooner.
import { channel } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { getHeapStatistics } from "node:v8";
import { pino } from "pino";
import { z } from "zod";
import type { Clock } from "../../packages/contract/clock.ts";
import { compose } from "../../packages/service/compose.ts";
import { seedDemo } from "../../packages/service/admin/seed.ts";
import { DEFAULT_LIMITS, type Settings } from "../../packages/service/settings.ts";
import { hurriedClock } from "./clock.ts";

const Start = z.object({
  data: z.string(),
  repositoryRoot: z.string(),
  port: z.int(),
  hurry: z.object({ epochMs: z.number(), factor: z.number() }),
  /** Where it backs itself up every hour of its time, and serves metrics. */
  operated: z.object({ backups: z.string(), metricsPort: z.int() }).optional(),
});

const Leap = z.object({ leapMs: z.number() });
const CHORE_MS = 5 * 60_000;

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
const hurried = hurriedClock(start.hurry);
let stepMs = 0;
/** What is done every five minutes or less often waits for its time, or for a leap. */
const untilDue = new EventEmitter().setMaxListeners(0);
const clock: Clock = {
  ...hurried,
  now: () => hurried.now() + stepMs,
  async sleep(ms, signal) {
    if (ms < CHORE_MS) return hurried.sleep(ms, signal);
    using over = new DisposableStack();
    const leapt = new AbortController();
    over.defer(() => leapt.abort());
    const leap = once(untilDue, "leap", { signal: leapt.signal }).catch(() => undefined);
    await Promise.race([leap, hurried.sleep(ms, AbortSignal.any([leapt.signal, ...(signal ? [signal] : [])]))]);
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
  ...(start.operated && {
    backup: { target: { kind: "folder", path: start.operated.backups }, everyMs: 10 * 60_000, keep: 3 },
    metrics: { host: "127.0.0.1", port: start.operated.metricsPort },
  }),
};
const log = pino({ level: "warn" }, pino.destination({ fd: 2, sync: true }));
const service = await compose(settings, { clock, log, environment: process.env });
const { projectId, tokens } = await seedDemo(service.context);

process.on("message", (question) => {
  const leap = Leap.safeParse(question);
  if (leap.success) {
    stepMs += leap.data.leapMs;
    untilDue.emit("leap");
  }
  if (question === "measure") process.send?.(measure());
  // NTP sets the clock back.
  if (question === "step") stepMs -= 2 * 60_000;
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

function measure(): unknown {
  globalThis.gc?.();
  const { heapUsed, rss, external } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  // V8 makes its nursery larger as more is done, up to a bound: room it keeps, nothing that is held.
  const roomBytes = getHeapStatistics().total_physical_size;
  return { heapBytes: heapUsed, rssBytes: rss, roomBytes, externalBytes: external, handles };
}
