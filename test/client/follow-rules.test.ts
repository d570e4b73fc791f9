import { describe, expect, test } from "vitest";
import { abortedError, timedOutError } from "../../packages/client/errors.ts";
import type { CallOptions } from "../../packages/client/retry.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { type VirtualClock, virtualClock } from "./fake-clock.ts";
import {
  QUEUED,
  READY,
  errorOf,
  lost,
  tooLarge,
  event,
  numbered,
  later,
  gaps,
  lines,
  run,
  type Streams,
} from "./follow-harness.ts";

describe("the stream of a deployment", () => {
  test("is begun twenty times at most, half a minute apart; then the record alone is read", async () => {
    const { followed, opened } = await run(
      // oxlint-disable-next-line require-yield -- a stream that brings nothing is the point
      async function* () {
        throw lost();
      },
      later(20 * 60_000),
    );
    expect(opened).toHaveLength(20);
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
  });

  test("that was refused once is back after a second", async () => {
    const { reported, tookMs } = await run(async function* (nth) {
      if (nth === 1) throw errorOf({ kind: "refused", code: "not_found", retry: "never" });
      yield numbered(1);
      yield event("status", { status: "ready" });
    }, later(1000));
    expect(lines(reported)).toEqual(["line 1"]);
    expect(tookMs).toBeLessThanOrEqual(5000);
  });

  test("that reconnects is no gap; one that cannot be resumed is, and so is an event that is too large", async () => {
    const { reported } = await run(
      async function* () {
        yield { kind: "open" };
        yield { kind: "reconnect", error: undefined, resumable: true };
        yield { kind: "reconnect", error: tooLarge, resumable: true };
        yield { kind: "reconnect", error: undefined, resumable: false };
        yield event("status", { status: "ready" });
      },
      () => READY,
    );
    expect(gaps(reported)).toEqual([
      "A log event was too large and is not shown.",
      "The log stream was interrupted; lines may be missing or repeated.",
    ]);
  });

  test.each(["breaks off", "is requested again"])("that %s makes the record be read at once", async (what) => {
    const { reads } = await run(
      async function* (_, { onRetry, signal }) {
        if (what === "breaks off") yield { kind: "reconnect", error: undefined, resumable: true };
        else onRetry?.(undefined as never);
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      },
      () => READY,
    );
    expect(reads).toEqual([0]);
  });
});

describe("the record of a deployment", () => {
  test("that cannot be read is reported as an error, and read again", async () => {
    let reads = 0;
    const { reported, followed } = await run(
      async function* () {
        yield event("status", { status: "ready" });
      },
      () => ((reads += 1) === 1 ? lost() : READY),
    );
    expect(reported.filter(({ kind }) => kind === "error")).toHaveLength(1);
    expect(followed.kind).toBe("terminal");
  });

  test("that breaks this program is not taken for an error of the service", async () => {
    const broken = run(
      async function* () {
        yield event("status", { status: "ready" });
      },
      () => new TypeError("out of memory"),
    );
    await expect(broken).rejects.toThrow(TypeError);
  });

  test("is not reported as an error to a caller who has left", async () => {
    const controller = new AbortController();
    const { reported, followed } = await run(
      async function* () {
        controller.abort();
        yield await Promise.reject(lost());
      },
      () => lost(),
      { signal: controller.signal },
    );
    expect(followed.kind).toBe("aborted");
    expect(reported.filter(({ kind }) => kind === "error").length).toBeLessThanOrEqual(1);
  });
});

const BUILDING: ReceivedDeployment = { ...QUEUED, status: "building" };
const untilAborted = (signal: AbortSignal | undefined): Promise<unknown> =>
  new Promise((resolve) => signal?.addEventListener("abort", resolve));
/** A stream that brings nothing for as long as it may. */
const silent: Streams = async function* (_, { signal }) {
  yield { kind: "open" };
  await untilAborted(signal);
};

describe("the pace of reading the record", () => {
  test("without a stream is read at once, then from five seconds on a quarter slower each time", async () => {
    // oxlint-disable-next-line require-yield -- a stream that brings nothing is the point
    const broken: Streams = async function* () {
      throw lost();
    };
    const { reads } = await run(broken, later(25_000));
    expect(reads).toEqual([0, 6250, 14_062.5, 23_828.125, 36_035.156_25]);
  });

  test("starts over when a healthy stream breaks off", async () => {
    const clock = virtualClock();
    const stream: Streams = async function* (nth, { signal }) {
      if (nth > 1) throw lost();
      yield { kind: "open" };
      await clock.sleep(130_000, signal);
      throw lost();
    };
    const { reads } = await run(stream, later(136_000), { clock });
    expect(reads).toEqual([60_000, 120_000, 130_000, 136_250]);
  });
});

describe("the end of following", () => {
  test("by its time is counted from its beginning, and nothing is read after it", async () => {
    const clock = virtualClock();
    clock.advance(1000);
    const { followed, reads, tookMs } = await run(silent, () => BUILDING, { clock, timeoutMs: 90_000 });
    expect(followed).toEqual({ kind: "timed_out", deployment: BUILDING });
    expect(reads).toEqual([61_000]);
    expect(tookMs).toBe(91_000);
  });

  test("breaks off the open requests, waits for them, and is no error", async () => {
    const clock = virtualClock();
    const ended: string[] = [];
    const reads: CallOptions[] = [];
    const brokenOff = async (signal: AbortSignal | undefined, what: string): Promise<never> => {
      await untilAborted(signal);
      await clock.sleep(1);
      ended.push(what);
      throw signal === undefined ? lost() : abortedError(signal, false);
    };
    const { followed, reported } = await run(
      async function* (_, { signal }) {
        yield { kind: "open" };
        await brokenOff(signal, "stream");
      },
      (_, options) => {
        reads.push(options);
        return brokenOff(options.signal, "record");
      },
      { clock, timeoutMs: 90_000 },
    );
    expect(followed).toEqual({ kind: "timed_out", deployment: QUEUED });
    expect(reads.map(({ deadlineAt }) => deadlineAt)).toEqual([90_000]);
    expect(ended.toSorted()).toEqual(["record", "stream"]);
    expect(reported.map(({ kind }) => kind)).toEqual(["status"]);
  });

  test("leaves no wait behind", async () => {
    const clock = virtualClock();
    let waits = 0;
    const counted: VirtualClock = {
      ...clock,
      sleep: (ms, signal) => {
        waits += 1;
        return clock.sleep(ms, signal).finally(() => (waits -= 1));
      },
    };
    const failed = { ...QUEUED, status: "failed" };
    const stream: Streams = async function* () {
      yield numbered(1);
      await new Promise((resolve) => setImmediate(resolve));
    };
    const { tookMs } = await run(stream, () => failed, { from: failed, clock: counted });
    expect(tookMs).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(waits).toBe(0);
  });

  test("does not wait for the log of a stream that is not there", async () => {
    // oxlint-disable-next-line require-yield -- a stream that brings nothing is the point
    const none: Streams = async function* () {
      throw lost();
    };
    const { followed, tookMs } = await run(none, () => READY);
    expect(followed.kind).toBe("terminal");
    expect(tookMs).toBe(0);
  });

  test("said by the stream opens no other stream while the record is behind", async () => {
    const { followed, opened } = await run(
      async function* () {
        yield event("status", { status: "ready" });
      },
      later(2 * 60_000),
    );
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
    expect(opened).toHaveLength(1);
  });

  test("by its time is no final error of the service, although two came before it", async () => {
    const clock = virtualClock();
    const refused = errorOf({ kind: "refused", code: "deployment_not_found", retry: "never", status: 404 });
    let reads = 0;
    const { followed } = await run(
      silent,
      async (_, { deadlineAt = 0 }) => {
        reads += 1;
        if (reads <= 2) throw refused;
        // A timer may fire a moment before the clock is there.
        await clock.sleep(deadlineAt - clock.monotonic() - 0.5);
        throw timedOutError(false, undefined);
      },
      { clock, timeoutMs: 200_000 },
    );
    expect([reads, followed]).toEqual([3, { kind: "timed_out", deployment: QUEUED }]);
  });

  test("is not decided by a gateway that rejects one request", async () => {
    const gateway = errorOf({ kind: "protocol", code: "unexpected_answer", retry: "never", status: 403 });
    const { followed } = await run(silent, (atMs) => (atMs < 60_000 + 1 ? gateway : READY));
    expect(followed).toMatchObject({ kind: "terminal", status: "ready" });
  });
});
