import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { STREAM_HEARTBEAT_MS } from "../../../packages/contract/index.ts";
import { appendLog } from "../../../packages/service/store/deployments/deployment-events.ts";
import { cancelDeployment } from "../../../packages/service/store/deployments/deployments.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { signIn } from "../../request-as-person.ts";
import { addDeployment } from "../fixtures.ts";
import { send } from "./api.ts";
import { app, context, first, openApp, request } from "./app.ts";

let stopping: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  stopping = new AbortController();
});
openApp({ limit: { "streams-per-token": 3 } }, () => ({ stopping: stopping.signal }));
afterEach(() => {
  stopping.abort();
  vi.useRealTimers();
});

interface Open {
  readonly response: Response;
  /** Reads until the text holds `mark`, or the stream ends. */
  until(mark: string): Promise<string>;
  rest(): Promise<string>;
  cancel(): Promise<void>;
}

async function open(id: string, headers: Record<string, string> = {}): Promise<Open> {
  const response = await app.request(`/deployments/${id}/events`, {
    headers: { Authorization: `Bearer ${first.tokens.pat}`, Accept: "text/event-stream", ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (mark: string) => {
    while (!text.includes(mark)) {
      const read = await reader?.read();
      if (!read || read.done) break;
      text += read.value;
    }
    return text;
  };
  return { response, until, rest: async () => until("\u0000"), cancel: async () => reader?.cancel() };
}

const at = "2026-03-01T12:00:00.000Z";

async function build(id: string): Promise<void> {
  await inDatabase(context.db, (tx) =>
    transition(tx, id, { from: "queued", to: "building", set: { lease_owner: "w" } }),
  );
  context.events.notify(id);
}

async function log(id: string, text: string): Promise<void> {
  await appendLog(context.db, id, { batch: { stream: "build", lines: [{ at, text }] }, leaseOwner: "w" });
  context.events.notify(id);
}

async function finish(id: string): Promise<void> {
  await inDatabase(context.db, (tx) =>
    transition(tx, id, {
      from: "building",
      to: "ready",
      event: { previewUrl: "http://a.preview.localhost/" },
    }),
  );
  context.events.notify(id);
}

const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe("GET /deployments/{deploymentId}/events", () => {
  test("a stream replays past events, sends new ones, and closes after the terminal event", async () => {
    const id = await addDeployment(context, first);
    const stream = await open(id);
    expect(stream.response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(stream.response.headers.get("X-Accel-Buffering")).toBe("no");
    await stream.until('"queued"');
    await build(id);
    await log(id, "one\nevent: status\ndata: {}");
    await stream.until("one");
    await finish(id);
    const text = await stream.rest();
    expect(idsIn(text)).toEqual([1, 2, 3, 4]);
    expect(
      text
        .split("\n\n")
        .slice(1, -1)
        .map((event) => event.split("\n").map((line) => line.split(":")[0])),
    ).toEqual(Array.from({ length: 4 }, () => ["id", "event", "data"]));
    expect(text).toContain(
      'data: {"status":"ready","at":"2026-03-01T12:00:00.000Z","previewUrl":"http://a.preview.localhost/"}',
    );
    expect(context.events.watchedCount).toBe(0);
  });

  test("Last-Event-ID resumes after that event, and the last event of a finished deployment gives 204", async () => {
    const id = await addDeployment(context, first);
    await build(id);
    await finish(id);
    expect(idsIn(await (await open(id, { "Last-Event-ID": "1" })).rest())).toEqual([2, 3]);
    expect((await open(id, { "Last-Event-ID": "3" })).response.status).toBe(204);
    for (const nonsense of ["x", "-1", "99", "1e1", "", "2 "]) {
      const expected = nonsense === "2 " ? [3] : [1, 2, 3];
      expect(idsIn(await (await open(id, { "Last-Event-ID": nonsense })).rest()), nonsense).toEqual(expected);
    }
  });

  test("the stream of a canceled deployment ends with the reason, and nothing follows", async () => {
    const id = await addDeployment(context, first);
    await build(id);
    const stream = await open(id);
    await stream.until('"building"');
    const person = { workspaceId: first.workspaceId, userId: first.users.developer };
    await cancelDeployment(context, await signIn(context, person, "developer"), id);
    await log(id, "too late");
    const text = await stream.rest();
    expect(text).toContain('"canceled_by_user"');
    expect(text).not.toContain("too late");
  });

  test("a heartbeat keeps a silent stream alive, and sends events that another process wrote", async () => {
    const id = await addDeployment(context, first);
    const stream = await open(id);
    await stream.until('"queued"');
    await inDatabase(context.db, (tx) => transition(tx, id, { from: "queued", to: "building" }));
    vi.advanceTimersByTime(STREAM_HEARTBEAT_MS);
    expect(await stream.until('"building"')).toContain(": hb\n\n");
    await stream.cancel();
  });

  test("the stream of a token that another process revoked ends within two seconds, others stay open", async () => {
    const id = await addDeployment(context, first);
    const [mine, other] = [await open(id), await open(id, { Authorization: `Bearer ${first.tokens.mcp}` })];
    await mine.until('"queued"');
    await context.db.updateTable("tokens").set({ revoked_at: at }).where("kind", "=", "pat").execute();
    vi.advanceTimersByTime(2_000);
    expect(await mine.rest()).not.toContain("building");
    await build(id);
    expect(await other.until('"building"')).toContain('"building"');
    await other.cancel();
  });

  test("a stream ends after 30 minutes, so that the client resumes on a new connection", async () => {
    const id = await addDeployment(context, first);
    const stream = await open(id);
    await stream.until('"queued"');
    context.clock.advance(30 * 60_000 + 1);
    vi.advanceTimersByTime(STREAM_HEARTBEAT_MS);
    expect(await stream.rest()).toContain("retry: 1000");
    expect(context.events.watchedCount).toBe(0);
  });

  test("a token has a limit of open streams, and closing one allows another", async () => {
    const id = await addDeployment(context, first);
    const streams = await Promise.all([open(id), open(id), open(id)]);
    const rejected = await request(`/deployments/${id}/events`);
    expect(rejected.result).toBe("429 rate_limited");
    expect(rejected.headers.get("Retry-After")).toBe("5");
    expect((await send(app, `/deployments/${id}/events`, { token: first.tokens.mcp, method: "HEAD" })).status).toBe(
      200,
    );
    await streams[0].cancel();
    await vi.waitFor(async () => expect((await open(id)).response.status).toBe(200), 60_000);
  });

  test("a client that disconnects leaves no subscription and no timer", async () => {
    const id = await addDeployment(context, first);
    const stream = await open(id);
    await stream.until('"queued"');
    expect(vi.getTimerCount()).toBe(2);
    await stream.cancel();
    await vi.waitFor(() => expect(context.events.watchedCount).toBe(0), 60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("when the service stops, open streams end and new ones end at once", async () => {
    const id = await addDeployment(context, first);
    const stream = await open(id);
    await stream.until('"queued"');
    stopping.abort();
    await stream.rest();
    await (await open(id)).rest();
    expect(context.events.watchedCount).toBe(0);
  });
});
