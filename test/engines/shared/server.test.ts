import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { instant, systemClock } from "../../../packages/contract/clock.ts";
import { createRateLimits } from "../../../packages/service/http/limits.ts";
import { SseWriter } from "../../../packages/service/http/sse-writer.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { createDeploymentEvents, readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { followClock, readDatabaseTime } from "../../../packages/service/store/engine/database-clock.ts";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { addDeployment, seedWorkspace } from "../../service/fixtures.ts";
import { addEvent } from "../../service/rows.ts";
import { createOwnDatabase, joinServer } from "./fixture.ts";

const log = pino({ level: "silent" });

/** What the driver warns of in any of these tests: each warning comes once in a process. */
const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));
afterAll(() => expect(warnings).toEqual([]));

test("a broadcast reaches every other process once, and not its sender", async () => {
  await using database = await createOwnDatabase();
  await using one = joinServer(database.url);
  await using other = joinServer(database.url);
  const received: string[] = [];
  const ready = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  one.broadcast.subscribe((message) => message !== "missed" && received.push("by the sender"));
  other.broadcast.subscribe((message) => {
    if (message === "missed") return ready.resolve();
    received.push(message.kind === "wake" ? "wake" : `${message.kind} ${message.deploymentId}`);
    if (message.kind === "wake") end.resolve();
  });
  await ready.promise;
  for (let index = 0; index < 400; index += 1)
    one.broadcast.publish({ kind: "events", deploymentId: `dep_${index % 200}` });
  one.broadcast.publish({ kind: "cancel", deploymentId: "dep_x" });
  one.broadcast.publish({ kind: "wake", reason: "any" });
  await end.promise;
  expect(received).toHaveLength(202);
  expect(new Set(received).size).toBe(202);
  expect(received).not.toContain("by the sender");
});

test("unknown messages on the channel are ignored", async () => {
  await using database = await createOwnDatabase();
  await using one = joinServer(database.url);
  const ready = Promise.withResolvers<void>();
  const received: unknown[] = [];
  const end = Promise.withResolvers<void>();
  one.broadcast.subscribe((message) => {
    if (message === "missed") return ready.resolve();
    received.push(message);
    if (message.kind === "wake" && message.reason === "any") end.resolve();
  });
  await ready.promise;
  for (const payload of ["", "x", "x e:error", "x e:dep_1%00 e:../x z:dep_1", "x b w"]) {
    await database.query(`SELECT pg_notify('greenroom_' || hashtext(current_schema()), '${payload}')`);
  }
  await end.promise;
  expect(received).toEqual([
    { kind: "wake", reason: "build" },
    { kind: "wake", reason: "any" },
  ]);
});

test("a stream whose broadcasts were lost ends complete and without a gap once the listener reconnects", async () => {
  await using database = await createOwnDatabase();
  await using opened = new AsyncDisposableStack();
  const open = async () =>
    opened.adopt(await openPostgres({ url: database.url, dataDirectory: undefined }), (db) => db.destroy());
  const [writing, reading] = [await open(), await open()];
  const { first } = await seedWorkspace({ db: writing, clock: systemClock });
  const id = await addDeployment({ db: writing, clock: systemClock }, first);
  const [one, other] = [opened.use(joinServer(database.url)), opened.use(joinServer(database.url))];
  const ready = Promise.withResolvers<void>();
  other.broadcast.subscribe((message) => message === "missed" && ready.resolve());
  await ready.promise;

  // No heartbeat: only the broadcast wakes this stream.
  const output = new PassThrough().setEncoding("utf8");
  const deps = { events: createDeploymentEvents(other.broadcast), clock: systemClock, log };
  const sent = Promise.withResolvers<void>();
  new SseWriter(deps, {
    subjectId: id,
    afterSeq: 0,
    output,
    read: (deploymentId, range) => readEvents(reading, deploymentId, range),
    onClosed: () => undefined,
  }).start();
  let text = "";
  output.on("data", (chunk: string) => {
    text += chunk;
    if (text.includes("id: 6\n")) sent.resolve();
  });
  const ended = once(output, "end");
  const events = createDeploymentEvents(one.broadcast);
  const at = instant(systemClock);
  const append = (event: Parameters<typeof addEvent>[2]) => addEvent(writing, id, event);
  for (let index = 0; index < 5; index += 1) {
    await append({ type: "log", data: { stream: "build", lines: [] } });
    events.notify(id);
  }
  await sent.promise;
  // Nothing is published for these, as if the messages were lost.
  for (let index = 0; index < 20; index += 1) await append({ type: "log", data: { stream: "build", lines: [] } });
  await append({ type: "status", data: { status: "ready", at } });
  expect(await database.cutBroadcasts()).toBeGreaterThanOrEqual(2);
  await ended;
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
  expect(ids).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
});

test("of two processes one does a chore at a time, and the other may when it is done", async () => {
  await using database = await createOwnDatabase();
  await using one = joinServer(database.url);
  await using other = joinServer(database.url);
  const began = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const running = one.runExclusively("sweep", () => {
    began.resolve();
    return finish.promise;
  });
  await began.promise;
  expect(await other.runExclusively("sweep", async () => undefined)).toBe(false);
  expect(await other.runExclusively("dust", async () => undefined)).toBe(true);
  finish.resolve();
  expect(await running).toBe(true);
  // The server lets go of the lock when it has seen the end of the connection.
  while (!(await other.runExclusively("sweep", async () => undefined))) await turn();
});

test("requests are counted over all processes, and by each alone while the database is away", async () => {
  await using database = await createOwnDatabase();
  const db = await openPostgres({ url: database.url, dataDirectory: undefined });
  await db.destroy();
  await using one = joinServer(database.url);
  await using other = joinServer(database.url);
  const limits = { ...DEFAULT_LIMITS, "anonymous-per-minute": 6 };
  const [first, second] = [createRateLimits(limits, one.counters), createRateLimits(limits, other.counters)];
  for (const counter of [first, second, first, second, first, second]) await counter.anonymous("192.0.2.1");
  for (const counter of [first, second, first, second]) {
    await expect(counter.anonymous("192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
  }
  await first.anonymous("192.0.2.2");
  await database.query("ALTER TABLE request_counts RENAME TO gone");
  for (let index = 0; index < 6; index += 1) await second.anonymous("192.0.2.3");
  await expect(second.anonymous("192.0.2.3")).rejects.toMatchObject({ code: "rate_limited" });
});

test("requests that come together are counted one by one, and no request more passes", async () => {
  await using database = await createOwnDatabase();
  const db = await openPostgres({ url: database.url, dataDirectory: undefined });
  await db.destroy();
  await using one = joinServer(database.url);
  await using other = joinServer(database.url);
  const limits = { ...DEFAULT_LIMITS, "anonymous-per-minute": 6 };
  const counters = [one, other].map((server) => createRateLimits(limits, server.counters));
  const addresses = ["192.0.2.1", "192.0.2.2"];
  const requests = counters.flatMap((counter) =>
    Array.from({ length: 16 }, async (_, n) => counter.anonymous(addresses[n % 2] ?? "")),
  );
  const passed = (await Promise.allSettled(requests)).filter(({ status }) => status === "fulfilled");
  expect(passed).toHaveLength(12);
});

test("the time is the database's", async () => {
  await using database = await createOwnDatabase();
  const db = await openPostgres({ url: database.url, dataDirectory: undefined });
  try {
    const late = { ...systemClock, now: () => systemClock.now() - 1_500 };
    const clock = await followClock(() => readDatabaseTime(db), late, log);
    const before = await readDatabaseTime(db);
    const now = clock.now();
    const after = await readDatabaseTime(db);
    clock.close();
    expect(now).toBeGreaterThan(before - 100);
    expect(now).toBeLessThan(after + 100);
  } finally {
    await db.destroy();
  }
});
