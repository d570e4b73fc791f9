import { once } from "node:events";
import { Writable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { type ReadEvents, SseWriter } from "../../../packages/service/http/sse-writer.ts";
import { appendLog, readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { addDeployment } from "../fixtures.ts";
import { context, first, openApp } from "./app.ts";

const EVENTS = 100;
const EVENT_BYTES = 10_000;

let id: string;

openApp();

beforeEach(async () => {
  id = await addDeployment(context, first, { status: "building", lease_owner: "w" });
  const at = "2026-03-01T12:00:00.000Z";
  for (let n = 0; n < EVENTS; n += 1) {
    const batch = { stream: "build", lines: [{ at, text: "x".repeat(EVENT_BYTES) }] } as const;
    await appendLog(context.db, id, { batch, leaseOwner: "w" });
  }
});

/** A client that takes what is buffered only when the test says so. */
class LazyClient extends Writable {
  events = 0;
  #taken: () => void = () => undefined;

  override _writev(chunks: readonly { readonly chunk: Buffer }[], taken: () => void): void {
    this.events += chunks.filter(({ chunk }) => chunk.toString().startsWith("id: ")).length;
    this.#taken = taken;
  }

  take(): void {
    const taken = this.#taken;
    this.#taken = () => undefined;
    taken();
  }
}

function follow(output: Writable) {
  const onClosed = vi.fn<(writer: SseWriter) => void>();
  const read: ReadEvents = (deploymentId, range) => readEvents(context.db, deploymentId, range);
  const writer = new SseWriter(context, { subjectId: id, afterSeq: 0, output, read, onClosed });
  writer.start();
  return { writer, onClosed };
}

/** Waits until every query that was sent to the store has its result. */
async function storeIdle(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await context.db.selectFrom("workspaces").select("id").execute();
}

test("no more events are read than the client takes, however many there are and however often it is woken", async () => {
  const client = new LazyClient();
  follow(client);
  await storeIdle();
  const { writableLength } = client;
  expect(writableLength).toBeGreaterThan(EVENT_BYTES);
  expect(writableLength).toBeLessThan(64 * 1024 + 2 * EVENT_BYTES);
  for (let n = 0; n < 50; n += 1) context.events.notify(id);
  await storeIdle();
  expect(client.writableLength).toBe(writableLength);
  expect(client.destroyed).toBe(false);
});

test("a slow client gets every event, however long it takes for all of them", async () => {
  const client = new LazyClient();
  const { writer } = follow(client);
  for (let n = 0; n < EVENTS && client.events <= EVENTS; n += 1) {
    await storeIdle();
    context.clock.advance(2_000);
    client.take();
  }
  expect(client.events).toBe(EVENTS + 1);
  client.take();
  await storeIdle();
  writer.heartbeat();
  expect(client.destroyed).toBe(false);
});

test("a client that takes all at once gets more events than are read at a time", async () => {
  const sent: string[] = [];
  const write = (chunk: Buffer, _: unknown, taken: () => void) => (sent.push(chunk.toString()), taken());
  follow(new Writable({ highWaterMark: 2 * EVENTS * EVENT_BYTES, write }));
  await expect.poll(() => sent.filter((text) => text.startsWith("id: "))).toHaveLength(EVENTS + 1);
});

test("a client that goes away is unsubscribed", async () => {
  const client = new LazyClient();
  const { onClosed } = follow(client);
  await once(client.destroy(), "close");
  expect(onClosed).toHaveBeenCalledOnce();
  expect(context.events.watchedCount).toBe(0);
});

test("a client that takes nothing for 30 seconds is dropped and its subscription removed", async () => {
  const client = new LazyClient();
  const { writer, onClosed } = follow(client);
  await storeIdle();
  context.clock.advance(30_000);
  writer.heartbeat();
  expect(client.destroyed).toBe(false);
  context.clock.advance(1);
  writer.heartbeat();
  expect(client.destroyed).toBe(true);
  expect(onClosed).toHaveBeenCalledOnce();
  expect(context.events.watchedCount).toBe(0);
});
