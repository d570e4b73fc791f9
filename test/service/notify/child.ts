import { pino } from "pino";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { openTestDatabase } from "../../engines/database.ts";
import { testSettings } from "../fixtures.ts";

const [folder = "", base = "0"] = process.argv.slice(2);
const startedAtMs = Date.now();
const db = openTestDatabase(`${folder}/greenroom.db`);
const notifier = createNotifier({
  db,
  clock: {
    now: () => Number(base) + Date.now() - startedAtMs,
    monotonic: () => performance.now(),
    // Looks again at once, so that processes meet at the queue.
    sleep: (_ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 5);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("stopped"));
        });
      }),
  },
  log: pino({ level: "silent" }),
  addresses: { baseUrl: "http://127.0.0.1:4010", scheme: "http:", previewDomain: "preview.localhost:4010" },
  settings: testSettings({ dataDirectory: folder }),
});
process.once("SIGTERM", () => {
  void notifier.stop().then(() => db.destroy());
});
notifier.start();
