import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClientError } from "../../packages/client/errors.ts";
import type { ReceivedEvent } from "../../packages/client/events.ts";
import type { FollowEvent } from "../../packages/client/follow.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { virtualClock } from "./fake-clock.ts";
import { QUEUED, READY, errorOf, event, lines, lost, statuses, run as play, type Streams } from "./follow-harness.ts";

const serviceError = (status: number, code: string): ClientError =>
  errorOf({ kind: "refused", code, message: code, retry: "never", outcomeUnknown: false, status });

const status = (value: string, more: object = {}): ReceivedEvent =>
  event("status", { status: value, at: "2026-11-20T12:00:00Z", ...more });
const log = (...logged: unknown[]): ReceivedEvent => event("log", { stream: "build", lines: logged });

type Step =
  | ReceivedEvent
  | { readonly kind: "retry" }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "hang" }
  | ClientError;

/** Follows a service that plays a script: streams one after another, and a record that depends on the time. */
async function run(
  streams: readonly (readonly Step[])[],
  record: (atMs: number) => ReceivedDeployment | ClientError,
  more: Parameters<typeof play>[2] = {},
) {
  const clock = more.clock ?? virtualClock();
  const stream: Streams = async function* (nth, { signal, onRetry }) {
    for (const step of streams[Math.min(nth, streams.length) - 1] ?? []) {
      if (step instanceof ClientError) throw step;
      if (step.kind === "retry") onRetry?.(undefined as never);
      else if (step.kind === "wait") await clock.sleep(step.ms, signal).catch(() => undefined);
      else if (step.kind === "hang") await clock.sleep(2 ** 40, signal).catch(() => undefined);
      else yield step;
      if (signal?.aborted === true) return;
    }
  };
  return play(stream, record, { ...more, clock });
}

describe("follow", () => {
  test("costs one stream and one read of the record when all goes well", async () => {
    const script: Step[] = [status("queued"), status("building"), log("a", { text: "b", n: 2 }), status("ready")];
    const { followed, reported, reads, opened, tookMs } = await run([script], () => READY);
    expect(followed).toEqual({ kind: "terminal", status: "ready", deployment: READY });
    expect(statuses(reported)).toEqual(["queued", "building", "ready"]);
    expect(lines(reported)).toEqual(["a", "b"]);
    expect(reads).toHaveLength(1);
    expect(opened).toHaveLength(1);
    expect(tookMs).toBe(0);
  });

  test("a ready record needs no request", async () => {
    const { followed, reads, opened } = await run([[]], () => READY, { from: READY });
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect([reads.length, opened.length]).toEqual([0, 0]);
  });

  test("a failed record still brings its log", async () => {
    const failed = { ...QUEUED, status: "failed" };
    const { followed, reported, reads } = await run([[log("why"), status("failed")]], () => failed, { from: failed });
    expect(followed).toMatchObject({ kind: "terminal", status: "failed" });
    expect(lines(reported)).toEqual(["why"]);
    expect(reads).toHaveLength(0);
  });

  test("the record decides when the stream says something else", async () => {
    const failed = { ...QUEUED, status: "failed", error: { code: "build_failed", message: "exit 1" } };
    const { followed, reported } = await run([[status("ready", { previewUrl: "https://evil.example" })]], () => failed);
    expect(followed).toMatchObject({ kind: "terminal", status: "failed", deployment: failed });
    expect(statuses(reported)).toEqual(["queued", "ready", "failed"]);
  });

  test("a terminal event whose record is behind makes it be read again", async () => {
    const { followed, reads } = await run([[status("ready")]], (atMs) => (atMs < 3000 ? QUEUED : READY));
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect(reads).toEqual([0, 250, 1250, 3250]);
  });

  test("a ready preview without a URL is read again, then reported as such", async () => {
    const bare = { ...QUEUED, status: "ready" };
    const { followed, reads } = await run([[status("ready")]], () => bare);
    expect(followed).toEqual({ kind: "terminal", status: "ready", deployment: bare });
    expect(reads).toHaveLength(5);
    const late = await run([[status("ready")]], (atMs) => (atMs < 1000 ? bare : READY));
    expect(late.followed).toEqual({ kind: "terminal", status: "ready", deployment: READY });
  });

  test("a record that was terminal stays so, whatever a replica behind says", async () => {
    const bare = { ...QUEUED, status: "ready" };
    let reads = 0;
    const { followed } = await run([[status("ready")]], () => ((reads += 1) === 1 ? bare : QUEUED));
    expect(followed).toEqual({ kind: "terminal", status: "ready", deployment: bare });
  });

  test("a production deployment needs no preview URL", async () => {
    const production = { ...QUEUED, environment: "production", status: "ready" };
    const { followed, reads } = await run([[status("ready")]], () => production);
    expect(followed).toMatchObject({ kind: "terminal" });
    expect(reads).toHaveLength(1);
  });

  test("a stream that is long in coming is not waited for", async () => {
    const script: Step[] = [{ kind: "retry" }, { kind: "hang" }];
    const { followed, reads } = await run([script], (atMs) => (atMs < 12_000 ? QUEUED : READY));
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect(reads.at(-1)).toBeLessThan(25_000);
  });

  test("a stream that lost its terminal event is found out by reading the record now and then", async () => {
    const { followed, reads, tookMs } = await run([[status("building"), { kind: "hang" }]], (atMs) =>
      atMs < 90_000 ? QUEUED : READY,
    );
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect(reads).toEqual([60_000, 120_000]);
    expect(tookMs).toBeLessThanOrEqual(123_000);
  });

  test("the rest of the log is waited for when the record is over first", async () => {
    const script: Step[] = [{ kind: "wait", ms: 61_000 }, log("last words"), status("ready")];
    const { reported } = await run([script], (atMs) => (atMs < 60_000 ? QUEUED : READY));
    expect(lines(reported)).toEqual(["last words"]);
  });

  test("a stream that broke off is read again, from where it was", async () => {
    const first: Step[] = [{ kind: "event", name: "log", data: '{"lines":["a"]}', id: "4" }, lost()];
    const { reported, opened } = await run([first, [log("b"), status("ready")]], (atMs) =>
      atMs < 30_000 ? QUEUED : READY,
    );
    expect(opened).toEqual(["", "4"]);
    expect(lines(reported)).toEqual(["a", "b"]);
  });

  const numbered = (...numbers: number[]): Step => log(...numbers.map((n) => ({ n, text: `line ${n}` })));
  test.each<[string, Step[][]]>([
    ["a reconnect", [[numbered(1, 2), { kind: "reconnect", error: undefined, resumable: false }, numbered(1, 2, 3)]]],
    ["another stream", [[numbered(1, 2), lost()], [numbered(1, 2, 3)]]],
  ])("lines that come again after %s are reported once", async (_, streams) => {
    const { reported } = await run(streams, (atMs) => (atMs > 30_000 ? READY : QUEUED));
    expect(lines(reported)).toEqual(["line 1", "line 2", "line 3"]);
  });

  test.each([
    [401, "unauthenticated"],
    [403, "insufficient_scope"],
  ])("%i while waiting ends it, with the outcome unknown", async (code, name) => {
    const error = serviceError(code, name);
    const { followed, reads } = await run([[error]], () => error);
    expect(followed).toEqual({ kind: "unknown", deployment: QUEUED, error });
    expect(reads).toHaveLength(1);
  });

  test("a record that is not there yet is read again, a few times", async () => {
    const error = serviceError(404, "deployment_not_found");
    const soon = await run([[error]], (atMs) => (atMs < 7000 ? error : READY));
    expect(soon.followed).toMatchObject({ kind: "terminal", status: "ready" });
    const gone = await run([[error]], () => error);
    expect(gone.followed).toMatchObject({ kind: "unknown", error: { code: "deployment_not_found" } });
    expect(gone.reads).toHaveLength(3);
  });

  test("the time limit ends it, whatever the wall clock does", async () => {
    const clock = virtualClock();
    const jumpy = {
      ...clock,
      now: () => clock.now() + (clock.monotonic() > 60_000 ? 9e9 : -9e9),
    };
    const { followed, tookMs } = await run([[{ kind: "hang" }]], () => QUEUED, {
      timeoutMs: 10 * 60_000,
      clock: jumpy,
    });
    expect(followed).toEqual({ kind: "timed_out", deployment: QUEUED });
    expect(tookMs).toBe(10 * 60_000);
  });

  test("the caller's signal ends it", async () => {
    const controller = new AbortController();
    const clock = virtualClock();
    void clock.sleep(5000).then(() => controller.abort());
    const { followed } = await run([[{ kind: "hang" }]], () => QUEUED, { signal: controller.signal, clock });
    expect(followed).toEqual({ kind: "aborted", deployment: QUEUED });
    expect(clock.monotonic()).toBe(5000);
  });

  test("what a listener throws is thrown", async () => {
    const onEvent = (event: FollowEvent): void => {
      if (event.kind === "log") throw new TypeError("listener");
    };
    const followed = run([[log("a"), { kind: "hang" }]], () => QUEUED, { timeoutMs: 1000, onEvent });
    await expect(followed).rejects.toThrow("listener");
  });

  test("a record with an unknown status is not ready", async () => {
    const { followed } = await run([[{ kind: "hang" }]], () => ({ ...QUEUED, status: "live" }));
    expect(followed.kind).toBe("timed_out");
  });

  test("any shuffle and repetition of the events ends as the record says", async () => {
    const some = fc.constantFrom("queued", "building", "ready", "failed", "canceled", "live");
    const end = fc.constantFrom("ready", "failed", "canceled");
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 12 }), end, async (events, last) => {
        const record = { ...READY, status: last };
        const { followed, reported } = await run([events.map((event) => status(event))], (atMs) =>
          atMs >= 0 ? record : record,
        );
        expect(followed).toEqual({ kind: "terminal", status: last, deployment: record });
        expect(statuses(reported).at(-1)).toBe(last);
      }),
      { numRuns: 40 },
    );
  });
});
