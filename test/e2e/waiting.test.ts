import { describe, expect, test } from "vitest";
import { accepting, RECORD, type Script, scriptedService } from "./scripted-service.ts";
import { startHarness, TOKEN } from "./harness.ts";

/** A build that never ends: its stream stays open and its record stays `building`. */
const ENDLESS: Script = (request) => {
  if (request.path.endsWith("/events")) return undefined;
  return accepting({ status: "building" })(request);
};

describe("waiting for a build", () => {
  test("wait: false ends once the service has accepted the deployment", async () => {
    await using service = await scriptedService(ENDLESS);
    await using harness = await startHarness({
      "base-url": service.baseUrl,
      token: TOKEN,
      site: RECORD.siteId,
      wait: "false",
    });
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RECORD.id, reused: "false" });
    expect(service.seen.map(({ path }) => path)).not.toContain(`/deployments/${RECORD.id}/events`);
  });

  test.each([
    ["fail", 1, "error"],
    ["warn", 0, "warning"],
  ] as const)(
    "on-timeout: %s ends with exit %i when the time runs out, and says that the build is still running",
    async (onTimeout, exitCode, kind) => {
      await using service = await scriptedService(ENDLESS);
      await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
      const run = await harness.preview({ inputs: { "timeout-minutes": "0.03", "on-timeout": onTimeout } });
      expect(run.exitCode).toBe(exitCode);
      expect(run.outputs).toMatchObject({ status: "timed_out", "deployment-id": RECORD.id });
      expect(run.annotations).toContainEqual(
        expect.objectContaining({
          kind,
          title: "Timed out",
          message: expect.stringContaining("The build is still running"),
        }),
      );
      expect(harness.github.comments[0]?.body).toContain("The build is still running");
    },
  );

  test("a canceled run ends by itself, and comment and outputs say that the build is still running", async () => {
    await using service = await scriptedService(ENDLESS);
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const cancel = new AbortController();
    const streaming = () => service.seen.some(({ path }) => path.endsWith("/events"));
    const run = await harness.preview({
      signal: cancel.signal,
      onStart: () =>
        void expect
          .poll(streaming, { timeout: 60_000, interval: 20 })
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
  await using service = await scriptedService(
    accepting({ status: "ready", previewUrl: "https://dep.preview.example/" }),
  );
  await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  let before = 0;
  const run = await harness.preview({
    onLine: () => {
      before = service.seen.length;
    },
  });
  expect(run.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
  expect(service.seen).toHaveLength(before);
});
