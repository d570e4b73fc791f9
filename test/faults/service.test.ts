import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  respondWith,
  cutBody,
  dripped,
  gateway,
  halfOpen,
  lostResponse,
  redirect,
  apiError,
  resetAfterReading,
  skewed,
} from "./faults.ts";
import { type TestService, startTestService } from "./test-service.ts";
import type { Fault } from "./proxy.ts";
import { count, CREATE, onCreate, runScenario, runAgain } from "./run-scenario.ts";

// Waits overlap; more at a time would only make processes wait for each other.
vi.setConfig({ maxConcurrency: 6 });

const DAY_MS = 24 * 3600 * 1000;
const READY = { status: "ready" };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

describe.concurrent("a create whose outcome is not known goes out again, and there is one deployment, when", () => {
  test.each<readonly [string, Fault]>([
    ["the connection is reset after the request was read", resetAfterReading],
    ["the response is lost", lostResponse],
    ["the body of the response is cut", cutBody],
    ["a gateway says 502 after the service acted", gateway(502, { acted: true })],
    ["the service says internal_error", apiError(500, "internal_error")],
    ["the service says try_again", apiError(503, "try_again", { "retry-after": "1" })],
    [
      "the response is a page with 200",
      respondWith({ status: 200, headers: { "content-type": "text/html" }, body: "<p>" }),
    ],
    ["the JSON is bare", respondWith({ body: '{"id":"dep_bare","status":"queued"}' })],
    ["the body is compressed garbage", respondWith({ headers: { "content-encoding": "gzip" } })],
  ])("%s", async (_, fault) => {
    await runScenario(service, onCreate(fault), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(2);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });

  test("three 5xx come in a row", async () => {
    await runScenario(service, onCreate(gateway(502, { acted: true }), 3), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(4);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });

  test("the connection is reset before a byte was read", async () => {
    await runScenario(service, [], async (scenario) => {
      scenario.proxy.resetNext(2);
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });

  test("the connection is refused until the service is there again", async () => {
    await runScenario(service, [], async (scenario) => {
      await scenario.proxy.close();
      let opened: Promise<void> | undefined;
      const run = await scenario.run({
        onLine: ({ text }) => {
          if (text.startsWith("Request 2 to the service failed")) opened ??= scenario.proxy.open();
        },
      });
      await opened;
      expect(run.outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(1);
    });
  });

  test("the response drips in byte by byte, which is no fault", async () => {
    await runScenario(service, onCreate(dripped), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(1);
    });
  });

  test("the response names another type, which is no fault", async () => {
    await runScenario(
      service,
      onCreate(respondWith({ headers: { "content-type": "text/plain" } })),
      async (scenario) => {
        expect((await scenario.run()).outputs).toMatchObject(READY);
        expect(count(scenario, CREATE)).toBe(1);
      },
    );
  });
});

describe.concurrent("a create that never gets its response ends by the limit of the step, and a re-run gets its deployment, when", () => {
  test.each<readonly [string, Fault]>([
    ["the connection is half open", halfOpen],
    ["every response is lost", lostResponse],
    ["a gateway says 504 for ever, and the service acts each time", gateway(504, { acted: true })],
  ])("%s", async (_, fault) => {
    await runScenario(service, onCreate(fault, Infinity), async (scenario) => {
      const first = await scenario.run({ inputs: { "timeout-minutes": "0.15" } });
      expect(first.exitCode).toBe(1);
      expect(first.outputs["preview-url"]).toBeUndefined();
      const [made] = await service.accepted(scenario.branch);
      const again = await runAgain(scenario);
      expect(again.outputs).toMatchObject(READY);
      if (made !== undefined) expect(again.outputs["deployment-id"]).toBe(made.id);
      expect(new Set(scenario.proxy.seen.flatMap(({ key }) => key ?? [])).size).toBe(1);
    });
  });
});

describe.concurrent("rate_limited is waited for as long as it says, and sent again with the same key, when Retry-After", () => {
  const inOneSecond = (now: number): string => new Date(now + 1000).toUTCString();
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ["is seconds", { "retry-after": "1" }],
    ["is a date", { date: new Date(0).toUTCString(), "retry-after": inOneSecond(0) }],
    [
      "is a date by a clock that is a day ahead",
      { date: new Date(Date.now() + DAY_MS).toUTCString(), "retry-after": inOneSecond(Date.now() + DAY_MS) },
    ],
    ["is missing", {}],
    ["is garbage", { "retry-after": "soon, I hope" }],
  ])("%s", async (_, headers) => {
    await runScenario(service, onCreate(apiError(429, "rate_limited", headers)), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      const [refused, taken, ...more] = scenario.proxy.seen.filter(({ method }) => method === "POST");
      expect(more).toEqual([]);
      expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(990);
      expect(taken?.key).toBe(refused?.key);
    });
  });

  test.each(["3600", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "is %s, longer than the step has: it fails at once",
    async (value) => {
      const fault = apiError(429, "rate_limited", { "retry-after": value });
      await runScenario(service, onCreate(fault, Infinity), async (scenario) => {
        const run = await scenario.run();
        expect(run.exitCode).toBe(1);
        expect(run.outputs["error-code"]).toBe("rate_limited");
        expect(count(scenario, CREATE)).toBe(1);
      });
    },
  );
});

describe.concurrent("an error response is final: one request, exit 1, and its code is an output, for", () => {
  test.each([
    [403, "insufficient_scope"],
    [409, "idempotency_conflict"],
    [418, "an_unknown_code"],
    [429, "build_quota_exceeded"],
    [202, "site_not_found"],
  ])("%i with the code %s", async (status, code) => {
    await runScenario(service, onCreate(apiError(status, code), Infinity), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ status: "refused", "error-code": code });
      expect(count(scenario, CREATE)).toBe(1);
      expect(await service.accepted(scenario.branch)).toEqual([]);
    });
  });

  test("a token the service does not know, by the service itself", async () => {
    await runScenario(service, [], async (scenario) => {
      const run = await scenario.run({ inputs: { token: "sk_test_nobody0123456789abcdefghijk" } });
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ status: "refused", "error-code": "unauthenticated" });
      expect(count(scenario, CREATE)).toBe(1);
    });
  });
});

describe.concurrent("a redirect is refused and its target gets no request, for", () => {
  test.each([302, 307])("%i to another port", async (status) => {
    const rules = (elsewhere: string) => onCreate(redirect(status, `${elsewhere}/sites/x/deploy`), Infinity);
    await runScenario(service, rules, async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode).toBe(1);
      expect(run.outputs["error-code"]).toBe("redirect_refused");
      expect(count(scenario, CREATE)).toBe(1);
    });
  });
});

describe.concurrent("the clock of the service changes nothing when it is", () => {
  test.each([
    ["a day ahead", DAY_MS],
    ["a day behind", -DAY_MS],
  ])("%s", async (_, ms) => {
    await runScenario(service, onCreate(skewed(ms), Infinity), async (scenario) => {
      const first = await scenario.run();
      expect(first.outputs).toMatchObject(READY);
      const again = await scenario.run();
      expect(again.outputs).toMatchObject({ ...READY, "deployment-id": first.outputs["deployment-id"] });
    });
  });
});
