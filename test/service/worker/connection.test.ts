import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@greenroom/contract/clock";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createFitness } from "../../../packages/service/pipeline/fitness.ts";
import { connect } from "../../../packages/service/worker/connection.ts";
import { createWorkerMetrics } from "../../../packages/service/worker/metrics.ts";
import { clockProblem } from "../../../packages/service/worker/worker.ts";

test("a worker is ready while the service answers it and its machine can build", async () => {
  const slots = () => ({ total: 1, busy: 0, cacheBytes: 0 });
  let unfit: string | undefined;
  const fitness = { look: async () => unfit, problem: () => unfit };
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
  const server = createServer((_, response) => {
    response.sendDate = false;
    response.setHeader("Date", "Mon, 23 Nov 2026 12:00:00 GMT").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const service = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const clock = { ...systemClock, now: () => Date.parse("2026-11-24T12:00:00Z") };
  const connection = connect({ service, token: "gr_worker", clock, log: pino({ level: "silent" }) });
  await connection.post("/ended", {}, { answer: z.unknown(), once: true });
  expect(connection.skewMs()).toBe(86_400_000);
  const fitness = createFitness(
    { diskGuard: { shortage: async () => undefined }, service: { log: pino({ level: "silent" }) } },
    () => clockProblem(connection.skewMs()),
  );
  expect(await fitness.look()).toBe("The clock of this machine is 86400 s ahead of that of the service.");
  server.close();
});

/** Sends one request of a worker to a server that answers as told, and gives what the worker was told. */
async function errorOf(answer: RequestListener): Promise<{ readonly error: Error; readonly origin: string }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const service = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const connection = connect({ service, token: "gr_worker", clock: systemClock, log: pino({ level: "silent" }) });
  try {
    await connection.post("/claims", {}, { answer: z.unknown(), once: true });
  } catch (error) {
    if (error instanceof Error) return { error, origin: service.origin };
    throw error;
  } finally {
    server.closeAllConnections();
    server.close();
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
