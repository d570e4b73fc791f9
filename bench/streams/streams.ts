import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Child, COMMAND_OPTIONS, startChild } from "../child.ts";
import { type Figure, type Progress, quantile } from "../measure.ts";

const COUNTS = [1_000, 5_000, 10_000];
const BROADCASTS = 10;
const WARM = 50;
const WARM_ROUNDS = 10;
const CONNECTING_AT_A_TIME = 100;
const SETTLE_MS = 500;
const PATIENCE_MS = 10_000;

const Ready = z.object({ baseUrl: z.url(), path: z.string(), token: z.string() });

/** Memory of an open event stream, and how long an event takes to reach everybody, beside Node's bare server. */
export async function streams(progress: Progress): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    const [bare, service] = [await hold("bare", count, progress), await hold("service", count, progress)];
    for (const [name, unit, valueOf] of MEASURED) {
      const [value, peer] = [valueOf(service), valueOf(bare)];
      figures.push({
        name: `${count.toLocaleString("en-US")} streams, ${name}`,
        value,
        unit,
        beside: { name: "bare Node server", value: peer },
        ratio: value / peer,
        goal: "at most 1.5",
        better: "less",
      });
    }
  }
  return figures;
}

type Held = Awaited<ReturnType<typeof measure>>;

const MEASURED: readonly (readonly [name: string, unit: string, valueOf: (held: Held) => number])[] = [
  ["memory of each", "KB", ({ kilobytes }) => kilobytes],
  ["an event reaches all, p99", "ms", ({ latencies }) => quantile(latencies, 0.99)],
];

async function hold(kind: "bare" | "service", count: number, progress: Progress): Promise<Held> {
  await using child = await startChild("streams/streams-child.ts", [kind], kind === "service" ? COMMAND_OPTIONS : []);
  const held = await measure(child, count);
  progress(`${kind} held ${count} streams, ${held.kilobytes.toFixed(1)} KB each`);
  return held;
}

async function measure(child: Child, count: number) {
  const ready = Ready.parse(child.ready);
  // What the first hundreds of requests load and compile is not of each. Few are open at a time, so that no memory is
  // left that those to be measured would find free.
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    const warm = await open(ready, WARM);
    await broadcast(child, warm);
    for (const socket of warm) socket.destroy();
  }
  await sleep(SETTLE_MS);
  const before = z.number().parse(await child.ask("memory"));
  const sockets = await open(ready, count);
  await sleep(SETTLE_MS);
  const after = z.number().parse(await child.ask("memory"));
  const latencies: number[] = [];
  for (let round = 0; round < BROADCASTS; round += 1) latencies.push(...(await broadcast(child, sockets)));
  for (const socket of sockets) socket.destroy();
  return { kilobytes: (after - before) / 1024 / count, latencies };
}

async function open(ready: z.infer<typeof Ready>, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wave = Math.min(CONNECTING_AT_A_TIME, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: wave }, () => openOne(ready)))));
  }
  return sockets;
}

function openOne({ baseUrl, path, token }: z.infer<typeof Ready>): Promise<Socket> {
  const { hostname, port, host } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
    socket.once("error", reject);
    socket.once("data", (head) => {
      if (head.toString().startsWith("HTTP/1.1 200")) resolve(socket);
      else reject(new Error(`a stream got the response ${head.toString().split("\r\n")[0]}`));
    });
  });
}

/** @returns Milliseconds from the word to publish until the event has reached each reader. */
async function broadcast(child: Child, sockets: readonly Socket[]): Promise<readonly number[]> {
  const startedAtMs = performance.now();
  const received = sockets.map(
    (socket) =>
      new Promise<number>((resolve) => {
        const listener = (data: Buffer) => {
          if (!data.includes("event: log")) return;
          socket.off("data", listener);
          resolve(performance.now() - startedAtMs);
        };
        socket.on("data", listener);
      }),
  );
  await child.ask("broadcast");
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error("an event did not reach every reader");
  });
  return Promise.race([Promise.all(received), late]);
}
