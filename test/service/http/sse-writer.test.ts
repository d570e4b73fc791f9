import { beforeEach, expect, test, vi } from "vitest";
import { type ReadEvents, type SseOutput, SseWriter } from "../../../packages/service/http/sse-writer.ts";
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
function lazyClient() {
  let [bufferedBytes, events, destroyed, onDrain] = [0, 0, false, () => {}];
  const output: SseOutput = {
    write(text) {
      bufferedBytes += text.length;
      if (text.startsWith("id: ")) events += 1;
    },
    end() {},
    destroy() {
      destroyed = true;
    },
    get bufferedBytes() {
      return bufferedBytes;
    },
    onDrain(listener) {
      onDrain = listener;
    },
    onClose() {},
  };
  return {
    output,
    take() {
      bufferedBytes = 0;
      onDrain();
    },
    get seen() {
      return { bufferedBytes, events, destroyed };
    },
  };
}

function follow(output: SseOutput) {
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
  const client = lazyClient();
  follow(client.output);
  await storeIdle();
  const { bufferedBytes } = client.seen;
  expect(bufferedBytes).toBeGreaterThan(EVENT_BYTES);
  expect(bufferedBytes).toBeLessThan(64 * 1024 + 2 * EVENT_BYTES);
  for (let n = 0; n < 50; n += 1) context.events.notify(id);
  await storeIdle();
  expect(client.seen.bufferedBytes).toBe(bufferedBytes);
  expect(client.seen.destroyed).toBe(false);
});

test("a slow client gets every event", async () => {
  const client = lazyClient();
  follow(client.output);
  for (let n = 0; n < EVENTS && client.seen.events <= EVENTS; n += 1) {
    await storeIdle();
    client.take();
  }
  expect(client.seen.events).toBe(EVENTS + 1);
});

test("a client that takes nothing for 30 seconds is dropped and its subscription removed", async () => {
  const client = lazyClient();
  const { writer, onClosed } = follow(client.output);
  await storeIdle();
  context.clock.advance(30_000);
  writer.heartbeat();
  expect(client.seen.destroyed).toBe(false);
  context.clock.advance(1);
  writer.heartbeat();
  expect(client.seen.destroyed).toBe(true);
  expect(onClosed).toHaveBeenCalledOnce();
  expect(context.events.watchedCount).toBe(0);
});
