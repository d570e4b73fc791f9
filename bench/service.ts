import { pino } from "pino";
import { systemClock } from "../src/service/domain/clock.ts";
import { createApp } from "../src/service/http/app.ts";
import { listen } from "../src/service/http/listen.ts";
import type { Parts } from "../src/service/parts.ts";
import { openTestParts, type SeededWorkspace, seedWorkspace } from "../test/service/fixtures.ts";

/** Limits a benchmark does not meet. */
const UNLIMITED = { "builds-queued": 1_000_000, "streams-per-token": 1_000_000 };

/** A store with a workspace in it, as an instance has it, without builds. */
export async function openBenchParts(
  file: string,
): Promise<{ readonly parts: Parts; readonly seeded: SeededWorkspace }> {
  const parts: Parts = { ...openTestParts({ file, limit: UNLIMITED }), clock: systemClock };
  return { parts, seeded: (await seedWorkspace(parts)).first };
}

/** The REST interface on a socket of this machine. */
export async function serveBench(parts: Parts): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const listening = await listen({ settings: parts.settings, log: pino({ level: "silent" }) });
  const addresses = { ...parts.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  listening.serve({ app: createApp({ ...parts, addresses }, { stopping: listening.stopping }), addresses });
  return { baseUrl: addresses.baseUrl, close: () => listening.close() };
}
