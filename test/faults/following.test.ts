import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { edited, gateway, lostResponse, redirect, apiError, resetAfterReading } from "./faults.ts";
import { type TestService, startTestService } from "./test-service.ts";
import type { Fault, Rule } from "./proxy.ts";
import { count, CREATE, EVENTS, onEvents, onRecord, runScenario, RECORD, runAgain } from "./run-scenario.ts";
import { beatsForEver, isTerminalFrame, joined, rewritten, silent } from "./stream-faults.ts";

// Waits overlap; more at a time would only make processes wait for each other.
vi.setConfig({ maxConcurrency: 6 });

const READY = { status: "ready" };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const odd = [
  "event: surprise\ndata: {}",
  "event: status\ndata: not JSON",
  'event: status\ndata: {"status":"live"}',
  'event: status\ndata: {"status":"built","at":"later"}',
  "event: log\ndata: [1,2",
  'event: log\ndata: {"stream":"build","lines":[{"text":"fine","__proto__":{"x":1}},7,null]}',
  ": a comment",
  "data",
];

describe.concurrent("a bad event stream does not keep a run from its deployment, when it", () => {
  test.each<readonly [string, Fault]>([
    ["says 404 once", apiError(404, "deployment_not_found")],
    ["says 204", ({ response }) => void response.writeHead(204).end()],
    ["says 503", gateway(503)],
    ["is reset", resetAfterReading],
    ["is empty and ends", rewritten(() => "")],
    [
      "ends before its terminal event",
      rewritten((frames) => joined(frames.filter((frame) => !isTerminalFrame(frame)))),
    ],
    ["is cut within a line", rewritten((frames) => joined(frames).slice(0, 40), "cut")],
    ["says everything twice", rewritten((frames) => joined(frames.flatMap((frame) => [frame, frame])))],
    ["contains unknown events", rewritten((frames) => joined([...odd, ...frames]))],
    ["sets no pause and breaks", rewritten(() => "retry: 0\n\n", "cut")],
    ["leads elsewhere", redirect(307, "http://127.0.0.1:9/events")],
  ])("%s", async (_, fault) => {
    await runScenario(service, onEvents(fault), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(1);
    });
  });

  test("never works at all", async () => {
    await runScenario(service, onEvents(resetAfterReading, Infinity), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(count(scenario, EVENTS) + count(scenario, RECORD)).toBeLessThan(20);
    });
  });

  test("gives an id that no header can hold", async () => {
    const fault = rewritten(() => "id: a\u0001b\nevent: surprise\ndata: {}\n\n", "cut");
    await runScenario(service, onEvents(fault), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(scenario.proxy.seen.flatMap(({ lastEventId }) => lastEventId ?? [])).toEqual([]);
    });
  });

  test("redirects to another port, which gets no request", async () => {
    const rules = (elsewhere: string) => onEvents(redirect(302, `${elsewhere}/events`), Infinity);
    await runScenario(service, rules, async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
    });
  });
});

describe.concurrent("a stream that says nothing ends with the step, whose re-run has the same deployment, when it", () => {
  test.each<readonly [string, Fault]>([
    ["is silent", silent],
    ["beats for ever and lost its terminal event", beatsForEver],
  ])("%s", async (_, fault) => {
    await runScenario(service, onEvents(fault, Infinity), async (scenario) => {
      const first = await scenario.run({ inputs: { "timeout-minutes": "0.15" } });
      expect(first.exitCode).toBe(1);
      expect(first.outputs["deployment-id"]).toMatch(/^dep_/);
      expect(first.outputs["preview-url"]).toBeUndefined();
      const again = await runAgain(scenario);
      expect(again.outputs).toMatchObject({ ...READY, "deployment-id": first.outputs["deployment-id"] });
    });
  });
});

describe.concurrent("the record decides, and a bad response is requested again, when it", () => {
  test.each<readonly [string, readonly Rule[]]>([
    ["is reset", onRecord(resetAfterReading)],
    ["is lost", onRecord(lostResponse)],
    ["is the page of a gateway", onRecord(gateway(502), 2)],
    ["is rate limited", onRecord(apiError(429, "rate_limited", { "retry-after": "1" }))],
    ["has no address at first", onRecord(edited((data) => ({ ...data, previewUrl: undefined })))],
    [
      "has unknown fields",
      onRecord(
        edited((data) => ({ ...data, theatre: { rows: [1] }, at: null })),
        Infinity,
      ),
    ],
  ])("%s", async (_, rules) => {
    await runScenario(service, rules, async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject(READY);
    });
  });

  test.each<readonly [string, Fault, string]>([
    ["never has an address", edited((data) => ({ ...data, previewUrl: undefined })), "preview_url_missing"],
    [
      "has an address that is a script",
      edited((data) => ({ ...data, previewUrl: "javascript:alert(1)" })),
      "preview_url_refused",
    ],
    ["is refused", apiError(401, "unauthenticated"), "unauthenticated"],
    ["is gone", apiError(404, "deployment_not_found"), "deployment_not_found"],
  ])("%s: exit 1, and the id stays an output", async (_, fault, code) => {
    await runScenario(service, onRecord(fault, Infinity), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ "error-code": code, "deployment-id": expect.stringMatching(/^dep_/) });
      expect(run.outputs["preview-url"]).toBeUndefined();
    });
  });

  test("says 'live' for ever: that is not ready", async () => {
    await runScenario(
      service,
      onRecord(
        edited((data) => ({ ...data, status: "live" })),
        Infinity,
      ),
      async (scenario) => {
        const run = await scenario.run({ inputs: { "timeout-minutes": "0.15" } });
        expect(run.exitCode).toBe(1);
        expect(run.outputs["preview-url"]).toBeUndefined();
      },
    );
  });
});
