import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Child, COMMAND_OPTIONS, startChild } from "../child.ts";
import { type Figure, type Measured, type Point, type Progress, quantile } from "../measure.ts";

const COUNTS = [1_000, 5_000, 10_000];
const BROADCASTS = 10;
const WARM = 50;
const WARM_ROUNDS = 10;
const CONNECTING_AT_A_TIME = 100;
const SETTLE_MS = 500;
const PATIENCE_MS = 10_000;

const Ready = z.object({ baseUrl: z.url(), path: z.string(), token: z.string() });

/** Memory of an open event stream, and how long an event takes to reach everybody, beside Node's bare server. */
export async function streams(progress: Progress): Promise<Measured> {
  const figures: Figure[] = [];
  const memory = { bare: [] as Point[], service: [] as Point[] };
  const latest = { bare: [] as Point[], service: [] as Point[] };
  for (const count of COUNTS) {
    for (const kind of ["bare", "service"] as const) {
      await using child = await startChild(
        "streams/streams-child.ts",
        [kind],
        kind === "service" ? COMMAND_OPTIONS : [],
      );
      const { kilobytes, latencies } = await measure(child, count);
      memory[kind].push([count, kilobytes]);
      latest[kind].push([count, quantile(latencies, 0.99)]);
      progress(`${kind} held ${count} streams, ${kilobytes.toFixed(1)} KB each`);
    }
    for (const [name, unit, points] of [
      ["memory of each", "KB", memory],
      ["an event reaches all, p99", "ms", latest],
    ] as const) {
      const [, value = Number.NaN] = points.service.at(-1) ?? [];
      const [, bare = Number.NaN] = points.bare.at(-1) ?? [];
      figures.push({
        name: `${count.toLocaleString("en-US")} streams, ${name}`,
        value,
        unit,
        beside: { name: "bare Node server", value: bare },
        ratio: value / bare,
        goal: "at most 1.5",
        better: "less",
      });
    }
  }
  const series = (points: typeof memory) => [
    { name: "Greenroom", points: points.service },
    { name: "bare Node server", points: points.bare },
  ];
  const curve = { work: "open streams" } as const;
  return {
    figures,
    curves: [
      { ...curve, name: "streams-memory", title: "Memory of each open stream", unit: "KB", series: series(memory) },
      { ...curve, name: "streams-p99", title: "Broadcast to all, p99", unit: "ms", series: series(latest) },
    ],
  };
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
