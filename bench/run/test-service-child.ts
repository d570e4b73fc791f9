import { pino } from "pino";
import { z } from "zod";
import { systemClock } from "../../packages/contract/clock.ts";
import type { ServiceContext } from "../../packages/service/context.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { approvalRoutes } from "../../packages/service/http/routes/approvals.ts";
import { mcpRoutes } from "../../packages/service/mcp/endpoint.ts";
import { appendLog } from "../../packages/service/store/deployments/deployment-events.ts";
import { claimNext } from "../../packages/service/store/deployments/queue.ts";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { useClock } from "../../packages/service/store/engine/database.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { storeFileList } from "../../packages/service/store/files/file-lists.ts";
import { openTestContext, seedWorkspace } from "../../test/service/fixtures.ts";

// A whole service whose builds are simulated: each accepted deployment writes the given number of lines, and becomes ready
// on a message. Sends when it was, on the clock that all processes of a machine share.

/** `lines` for the builds to come, or that the build that waits is ready. */
const Word = z.union([z.object({ lines: z.int() }), z.literal("ready")]);
const LEASE = { owner: "bench", at: "", expiresAt: "2999-01-01T00:00:00.000Z" };
const LINES_A_BATCH = 200;
/** Batches between two turns of the event loop, so that readers read while lines are written. */
const BATCHES_A_TURN = 5;

let lines = 0;
let finish: () => void = () => undefined;

const context: ServiceContext = {
  ...openTestContext({ limit: { "builds-queued": 1_000_000, "streams-per-token": 1_000_000 } }),
  clock: systemClock,
  builds: {
    wake: () => void play(),
    cancel: () => undefined,
    requireInstallation: async () => undefined,
    checkRepository: async () => undefined,
    findSites: async () => ({ sites: [] }),
    unbounded: () => [],
    problem: () => undefined,
    slots: () => ({ total: 0, busy: 0, cacheBytes: 0 }),
  },
};
useClock(context.db, systemClock);
const { first } = await seedWorkspace(context);

async function play(): Promise<void> {
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const at = new Date().toISOString();
  const row = await claimNext(
    context.db,
    { ...LEASE, at },
    { machine: "here", buildsRunning: 1000, build: true, working: [] },
  );
  if (row === undefined) return;
  context.events.notify(row.id);
  await write(row.id, lines);
  process.send?.("building");
  await finished;
  const digest = "0".repeat(64);
  await inDatabase(context.db, async (tx) => {
    await storeFileList(tx, { digest, files: [], rules: "{}" });
    const preview_label = row.id.slice(4, 40).toLowerCase();
    const event = { previewUrl: `http://${preview_label}.preview.localhost/` };
    const set = { file_list_digest: digest, preview_label, commit_sha: row.commit_sha };
    await transition(tx, row.id, { from: "building", to: "ready", set, event });
  });
  const atNs = process.hrtime.bigint();
  context.events.notify(row.id);
  process.send?.({ readyAtMs: Number(atNs) / 1e6 });
}

async function write(id: string, count: number): Promise<void> {
  for (let written = 0; written < count; written += LINES_A_BATCH) {
    const at = new Date().toISOString();
    const length = Math.min(LINES_A_BATCH, count - written);
    const texts = Array.from({ length }, (_, n) => ({
      at,
      text: `line ${String(written + n).padStart(8, "0")} of a build`,
    }));
    await appendLog(context.db, id, { batch: { stream: "build", lines: texts }, leaseOwner: LEASE.owner });
    context.events.notify(id);
    if ((written / LINES_A_BATCH) % BATCHES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

const listening = await listen(context.settings, pino({ level: "silent" }));
const addresses = { ...context.addresses, baseUrl: process.argv[2] ?? `http://127.0.0.1:${listening.port}` };
const listeningContext = { ...context, addresses };
listening.serve({
  app: createApp(listeningContext, {
    apps: [approvalRoutes(listeningContext), mcpRoutes(listeningContext)],
    stopping: listening.stopping,
  }),
  addresses,
});
process.on("message", (message) => {
  const word = Word.parse(message);
  if (word === "ready") finish();
  else lines = word.lines;
});
process.send?.({ baseUrl: `http://127.0.0.1:${listening.port}`, siteId: first.site.id, token: first.tokens.pat });
