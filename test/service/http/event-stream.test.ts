import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream, type ReadEvents } from "../../../packages/service/http/event-stream.ts";
import type { Sink } from "../../../packages/service/http/sink.ts";
import { appendLog, readEvents } from "../../../packages/service/store/deployment-events.ts";
import { addDeployment, openTestContext, seedWorkspace, type TestContext } from "../fixtures.ts";

const EVENTS = 100;
const EVENT_BYTES = 10_000;

let context: TestContext;
let id: string;

beforeEach(async () => {
  context = openTestContext();
  const { first } = await seedWorkspace(context);
  id = await addDeployment(context, first, { status: "building", lease_owner: "w" });
  const at = "2026-03-01T12:00:00.000Z";
  for (let n = 0; n < EVENTS; n += 1) {
    const batch = { stream: "build", lines: [{ at, text: "x".repeat(EVENT_BYTES) }] } as const;
    await appendLog(context.db, id, { batch, leaseOwner: "w", at });
  }
});
afterEach(() => context.db.destroy());

/** A reader who takes what waits only when told to. */
function lazyReader() {
  let [waiting, events, dropped, drain] = [0, 0, false, () => {}];
  const sink: Sink = {
    write(text) {
      waiting += text.length;
      if (text.startsWith("id: ")) events += 1;
    },
    end() {},
    drop() {
      dropped = true;
    },
    get waitingBytes() {
      return waiting;
    },
    onDrain(listener) {
      drain = listener;
    },
    onClose() {},
  };
  return {
    sink,
    take() {
      waiting = 0;
      drain();
    },
    get seen() {
      return { waiting, events, dropped };
    },
  };
}

function follow(sink: Sink) {
  const forget = vi.fn<(stream: EventStream) => void>();
  const read: ReadEvents = (deploymentId, given) => readEvents(context.db, deploymentId, given);
  const stream = new EventStream(context, { deploymentId: id, afterSeq: 0, sink, read, forget });
  stream.start();
  return { stream, forget };
}

/** Every query of the store that was asked for has been answered. */
async function settled(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await context.db.selectFrom("workspaces").select("id").execute();
}

test("no more is read for a reader than they take, however much there is and however often they are woken", async () => {
  const reader = lazyReader();
  follow(reader.sink);
  await settled();
  const { waiting } = reader.seen;
  expect(waiting).toBeGreaterThan(EVENT_BYTES);
  expect(waiting).toBeLessThan(64 * 1024 + 2 * EVENT_BYTES);
  for (let n = 0; n < 50; n += 1) context.events.notify(id);
  await settled();
  expect(reader.seen.waiting).toBe(waiting);
  expect(reader.seen.dropped).toBe(false);
});

test("a reader who takes their time gets everything", async () => {
  const reader = lazyReader();
  follow(reader.sink);
  for (let n = 0; n < EVENTS && reader.seen.events <= EVENTS; n += 1) {
    await settled();
    reader.take();
  }
  expect(reader.seen.events).toBe(EVENTS + 1);
});

test("a reader who takes nothing for half a minute is dropped and forgotten", async () => {
  const reader = lazyReader();
  const { stream, forget } = follow(reader.sink);
  await settled();
  context.clock.advance(30_000);
  stream.beat();
  expect(reader.seen.dropped).toBe(false);
  context.clock.advance(1);
  stream.beat();
  expect(reader.seen.dropped).toBe(true);
  expect(forget).toHaveBeenCalledOnce();
  expect(context.events.watchedCount).toBe(0);
});
