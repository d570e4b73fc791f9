import { describe, expect, test } from "vitest";
import { follow, type FollowEvent } from "../../packages/client/follow.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { clientOf, type Handler, sendError, startFaultServer, succeed } from "./fault-server.ts";

const limits = { reconnectFloorMs: 10, reconnectCapMs: 20 };

const status = (id: number, value: string): string => `id: ${id}\nevent: status\ndata: {"status":"${value}"}\n\n`;
const log = (id: number, ...lines: string[]): string =>
  `id: ${id}\nevent: log\ndata: ${JSON.stringify({ stream: "build", lines })}\n\n`;

/** A service with one deployment that is ready once its stream said so. */
async function oneDeployment(events: Handler) {
  const record = { id: "dep_1", environment: "preview", status: "queued", createdAt: new Date().toISOString() };
  const server = await startFaultServer((seen, response, socket) => {
    if (seen.method === "POST") return succeed(response, 202, record);
    if (seen.path.endsWith("/events")) return events(seen, response, socket);
    return succeed(response, 200, { ...record, status: "ready", previewUrl: "https://a.preview.example/" });
  });
  return server;
}

describe("a whole run", () => {
  test("survives a stream that is reset in the middle of a line, and shows every line once", async () => {
    let streams = 0;
    const building: Handler = (_, response) => succeed(response, 200, { id: "dep_1", status: "building" });
    await using server = await oneDeployment((seen, response, socket) => {
      streams += 1;
      const after = Number(seen.headers["last-event-id"] ?? 0);
      const all = [log(1, "a"), log(2, "b"), log(3, "c"), log(4, "d"), status(5, "ready")];
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (streams === 3) return void response.end(all.slice(after).join(""));
      // The record must not be over before the log is: it is read when a stream breaks.
      server.next.push(building);
      response.write(all.slice(after, after + 2).join("") + "id: 9\nevent: lo");
      return void setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const client = clientOf(server, systemClock, limits);
    const lines: string[] = [];
    const onEvent = (event: FollowEvent): void => void (event.kind === "log" && lines.push(...event.lines));
    const followed = await follow(client, { id: "dep_1", status: "queued" }, { timeoutMs: 10_000, onEvent });
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect(lines).toEqual(["a", "b", "c", "d"]);
  });

  test("ends by its limit, in bounded memory, when the stream is endless and hostile", async () => {
    await using server = await startFaultServer((seen, response) => {
      if (!seen.path.endsWith("/events")) return sendError(response, 500, "internal_error");
      response.writeHead(200, { "content-type": "text/event-stream" });
      const piece = `event: log\ndata: {"lines":["${"x".repeat(200_000)}"]}\n\ndata: ${"y".repeat(2_000_000)}\nid: ${"z".repeat(5000)}\n\n`;
      const more = (): void => void (response.destroyed || response.write(piece, more));
      more();
      return undefined;
    });
    let shown = 0;
    let gaps = 0;
    const onEvent = (event: FollowEvent): void => {
      if (event.kind === "log") shown += event.lines.reduce((sum, line) => sum + line.length, 0);
      if (event.kind === "gap") gaps += 1;
    };
    const options = { timeoutMs: 700, maxLogChars: 1_000_000, onEvent };
    const followed = await follow(clientOf(server, systemClock), { id: "dep_1", status: "building" }, options);
    expect(followed.kind).toBe("timed_out");
    expect(shown).toBeLessThanOrEqual(1_000_000);
    expect(gaps).toBeGreaterThan(0);
    expect(process.memoryUsage().heapUsed).toBeLessThan(400 * 1024 * 1024);
  });
});
