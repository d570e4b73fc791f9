import { pino } from "pino";
import { systemClock } from "../../packages/contract/clock.ts";
import type { ServiceContext } from "../../packages/service/context.ts";
import { newDeploymentId } from "../../packages/service/domain/ids.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { useClock } from "../../packages/service/store/engine/database.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace } from "../../test/service/fixtures.ts";

/** Limits a benchmark does not meet. */
const UNLIMITED = { "builds-queued": 1_000_000, "streams-per-token": 1_000_000 };

/** A store with a workspace in it, as an instance has it, without builds. */
export async function openBenchContext(
  file: string,
): Promise<{ readonly context: ServiceContext; readonly seeded: SeededWorkspace }> {
  const context: ServiceContext = { ...openTestContext({ file, limit: UNLIMITED }), clock: systemClock };
  useClock(context.db, systemClock);
  return { context, seeded: (await seedWorkspace(context)).first };
}

const CHUNK = 500;
const START_MS = Date.parse("2026-01-01T00:00:00.000Z");
const STEP_MS = 1_000;

/** @returns When the `n`th deployment of `addDeployments` was made. */
export const instantOf = (n: number): string => new Date(START_MS + n * STEP_MS).toISOString();

/** Puts deployments that have ended into a store, every fiftieth of them failed, each with the key it was made by. */
export async function addDeployments(context: ServiceContext, seeded: SeededWorkspace, count: number): Promise<void> {
  const { db } = context;
  await addDeployment(context, seeded, { status: "ready" });
  const template = await db.selectFrom("deployments").selectAll().executeTakeFirstOrThrow();
  for (let start = 1; start < count; start += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - start) }, (_, n) => start + n);
    const rows = numbers.map((n) => ({
      ...template,
      id: newDeploymentId(),
      status: n % 50 === 0 ? ("failed" as const) : ("ready" as const),
      created_at: instantOf(n),
    }));
    await db.insertInto("deployments").values(rows).execute();
    const keys = rows.map(({ id, workspace_id, created_at }) => {
      return { workspace_id, key: crypto.randomUUID(), fingerprint: id, deployment_id: id, created_at };
    });
    await db
      .insertInto("idempotency_keys")
      .values(keys.map((key) => ({ ...key, body: "{}" })))
      .execute();
  }
}

export async function serveBench(
  context: ServiceContext,
): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const listening = await listen(context.settings, pino({ level: "silent" }));
  const addresses = { ...context.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  listening.serve({ app: createApp({ ...context, addresses }, { stopping: listening.stopping }), addresses });
  return { baseUrl: addresses.baseUrl, close: () => listening.close() };
}
