import { describe, expect, test } from "vitest";
import { startScripted } from "./harness.ts";
import { ENDLESS, READY, RECORD } from "./scripted-service.ts";

describe("waiting for a build", () => {
  test("wait: false ends once the service has accepted the deployment", async () => {
    await using harness = await startScripted(ENDLESS, { wait: "false" });
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RECORD.id, reused: "false" });
    expect(harness.service.seen.map(({ path }) => path)).not.toContain(`/deployments/${RECORD.id}/events`);
  });

  test("on-timeout: warn ends with exit 0 when the time runs out, and says that the build is still running", async () => {
    await using harness = await startScripted(ENDLESS);
    const run = await harness.preview({ inputs: { "timeout-minutes": "0.1", "on-timeout": "warn" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "timed_out", "deployment-id": RECORD.id });
    expect(run.annotations).toContainEqual(
      expect.objectContaining({
        kind: "warning",
        title: "Timed out",
        message: expect.stringContaining("The build is still running"),
      }),
    );
    expect(harness.github.comments[0]?.body).toContain("The build is still running");
  });

  test("a canceled run ends by itself, and comment and outputs say that the build is still running", async () => {
    await using harness = await startScripted(ENDLESS);
    const cancel = new AbortController();
    const streaming = () => harness.service.seen.some(({ path }) => path.endsWith("/events"));
    const run = await harness.preview({
      signal: cancel.signal,
      onStart: () =>
        void expect
          .poll(streaming, { interval: 20 })
          .toBe(true)
          .finally(() => cancel.abort()),
    });
    expect(run.signal).toBeNull();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RECORD.id });
    expect(harness.github.comments).toHaveLength(1);
    expect(harness.github.comments[0]?.body).toContain("The build is still running");
  });
});

test("after a main step that finished the post step sends nothing", async () => {
  await using harness = await startScripted(READY);
  let before = 0;
  const run = await harness.preview({
    onLine: () => {
      before = harness.service.seen.length;
    },
  });
  expect(run.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
  expect(harness.service.seen).toHaveLength(before);
});
