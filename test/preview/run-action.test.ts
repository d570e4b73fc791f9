import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { reportTimeLimit, runAction } from "../../src/action-process.ts";
import { replaceProcess } from "../github/process.ts";

test("a fault of the action itself fails the step by its own name, not by the service's", async () => {
  const written: string[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString("utf8"));
      done();
    },
  });
  using _process = replaceProcess({ env: { GITHUB_ACTIONS: "true" }, stdout });
  await runAction(process, "Deployment", () => Promise.reject(new TypeError("x is undefined")));
  expect(written.join("")).toMatch(/::error title=Internal error::internal_error: TypeError: x is undefined\./);
  expect(process.exitCode).toBe(1);
});

test.each([
  [Infinity, "goes on", 60_000],
  [10_000, "goes on", 10_000],
  [0, "goes on", 4500],
  [Infinity, "was canceled", 4500],
])("with %d ms left of a step that %s, GitHub has %d ms for the report", (leftMs, what, reportMs) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  using time = reportTimeLimit(leftMs, stop.signal);
  if (what === "was canceled") stop.abort();
  vi.advanceTimersByTime(reportMs - 1);
  expect(time.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(time.signal.aborted).toBe(true);
});
