import type { RequestListener } from "node:http";
import { systemClock } from "@greenroom/contract/clock";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MachineFault } from "../../../packages/service/pipeline/failure.ts";
import { clockProblem, createFitness, watchStore } from "../../../packages/service/pipeline/fitness.ts";
import { StoreUnavailable } from "../../../packages/service/store/files/objects.ts";
import { connect } from "../../../packages/service/worker/connection.ts";
import { createWorkerMetrics } from "../../../packages/service/worker/metrics.ts";
import { instantClock } from "../../client/fake-clock.ts";
import { serve } from "../../http.ts";

test("a worker is ready while the service answers it and its machine can build", async () => {
  const slots = () => ({ total: 1, busy: 0, cacheBytes: 0 });
  let unfit: string | undefined;
  const fitness = { look: async () => unfit, problem: () => unfit, rest: () => undefined };
  const metrics = createWorkerMetrics({ clock: systemClock, folder: "/", fitness, slots });
  const ready = async () => /^greenroom_ready (\d)$/m.exec(await metrics.text())?.[1];
  await expect(metrics.readiness.check()).rejects.toThrow("does not respond");
  metrics.responded();
  await metrics.readiness.check();
  expect(await ready()).toBe("1");
  // Also while all its slots are taken, and it asks for no build.
  unfit = "The disk for builds is full.";
  await expect(metrics.readiness.check()).rejects.toThrow("The disk for builds is full.");
  expect(await ready()).toBe("0");
  unfit = undefined;
  await metrics.readiness.check();
});

test("a worker sees how far its clock is off that of the service", async () => {
  await using server = await serve((_, response) => {
    response.sendDate = false;
    response.setHeader("Date", "Mon, 23 Nov 2026 12:00:00 GMT").end("{}");
  });
  const service = new URL(server.url);
  const clock = { ...systemClock, now: () => Date.parse("2026-11-24T12:00:00Z") };
  const connection = connect({ service, token: "gr_worker", clock, log: pino({ level: "silent" }) });
  await connection.post("/ended", {}, { answer: z.unknown(), once: true });
  expect(connection.skewMs()).toBe(86_400_000);
  const fitness = createFitness(
    { diskGuard: { shortage: async () => undefined }, service: { clock, log: pino({ level: "silent" }) } },
    () => clockProblem(connection.skewMs(), "service"),
  );
  expect(await fitness.look()).toBe("The clock of this machine is 86400 s ahead of that of the service.");
});

test("a machine whose fault a build met takes none for a minute", async () => {
  const clock = instantClock();
  const service = { clock, log: pino({ level: "silent" }) };
  const fitness = createFitness({ diskGuard: { shortage: async () => undefined }, service });
  fitness.rest(new MachineFault("sandbox_unavailable", "The machine cannot go on (EIO)."));
  expect(await fitness.look()).toBe("The machine cannot go on (EIO).");
  clock.advance(60_000);
  expect(await fitness.look()).toBeUndefined();
});

test("a store of files that does not answer is a reason to build nothing, until it answers", async () => {
  const clock = instantClock();
  let has: () => Promise<boolean> = () => Promise.reject(new StoreUnavailable("store_away", "Away."));
  const problem = watchStore({ has: () => has() }, clock);
  await expect.poll(problem).toBe("The store of files does not answer.");
  has = () => Promise.resolve(false);
  clock.advance(10_000);
  await expect.poll(problem).toBeUndefined();
});

/** Sends one request of a worker to a server that answers as told, and gives what the worker was told. */
async function errorOf(answer: RequestListener): Promise<{ readonly error: Error; readonly origin: string }> {
  await using server = await serve(answer);
  const service = new URL(server.url);
  const connection = connect({ service, token: "gr_worker", clock: systemClock, log: pino({ level: "silent" }) });
  try {
    await connection.post("/claims", {}, { answer: z.unknown(), once: true });
  } catch (error) {
    if (error instanceof Error) return { error, origin: service.origin };
    throw error;
  }
  throw new Error("The request was answered.");
}

describe("a worker", () => {
  test("whose requests are redirected ends, and says where to, without following", async () => {
    const asked: string[] = [];
    const { error, origin } = await errorOf((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(308, { location: "https://greenroom.example.com/elsewhere" }).end();
    });
    expect(error).toMatchObject({
      name: "WorkerRejected",
      message: `${origin} redirects to https://greenroom.example.com. Give --service the URL that the service itself has.`,
    });
    expect(asked).toHaveLength(1);
  });

  test("that asks for a host the service does not serve ends, and says which", async () => {
    const { error, origin } = await errorOf((_, response) => {
      response.writeHead(421).end();
    });
    expect(error).toMatchObject({
      name: "WorkerRejected",
      message: `The service does not serve the host ${new URL(origin).host}. Give --service the URL that the service itself has.`,
    });
  });

  test("that cannot reach the service says why", async () => {
    const { error, origin } = await errorOf((request) => {
      request.socket.destroy();
    });
    expect(error).toMatchObject({
      name: "Unavailable",
      message: `${origin} cannot be reached (UND_ERR_SOCKET). Check --service.`,
    });
  });
});
