import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deployOnce } from "../../packages/client/create.ts";
import { ClientError } from "../../packages/client/errors.ts";
import { runCount } from "../adversarial/run-count.ts";
import { instantClock } from "./fake-clock.ts";
import { clientOf, deploymentService, type Handler, LOST, sendError, startFaultServer } from "./fault-server.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const request = { environment: "preview", commitSha: "1111111111111111111111111111111111111111" } as const;
const wanted = { siteId: SITE, request, key: (n: number) => `key-${n}` };

/** Those of the lost answers that show at once. */
const quick = Object.keys(LOST).filter((name) => !/stalls|never comes/.test(name));

type Step =
  | {
      readonly kind: "run";
      /** A build that starts in it fails at once. */ readonly dies: boolean;
      readonly faults: readonly (readonly [name: string, acted: boolean])[];
    }
  /** The process is killed after so many requests. */
  | { readonly kind: "killed"; readonly after: number }
  | { readonly kind: "twins" }
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "ends"; readonly status: string };

const fault = fc.tuple(fc.constantFrom(...quick, "rate_limited"), fc.boolean());
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("run" as const), dies: fc.boolean(), faults: fc.array(fault, { maxLength: 10 }) }),
  fc.record({ kind: fc.constant("killed" as const), after: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: "twins" as const }),
  fc.record({ kind: fc.constant("time" as const), ms: fc.constantFrom(100, 3000, 60_000) }),
  fc.record({ kind: fc.constant("ends" as const), status: fc.constantFrom("ready", "failed", "canceled", "building") }),
);

describe("one attempt", () => {
  test("is one deployment, through any history of faults, kills, twins and re-runs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, saysReplayed) => {
        const clock = instantClock();
        const service = deploymentService(clock);
        service.saysReplayed = saysReplayed;
        await using server = await startFaultServer((seen, response) => service.handle(seen, response));
        const handlerOf =
          ([name, acted]: readonly [string, boolean]): Handler =>
          (seen, response, socket) => {
            if (name === "rate_limited") return sendError(response, 429, "rate_limited");
            if (acted && seen.method === "POST") service.act(seen);
            return LOST[name]?.(response, socket);
          };
        /** A client of its own each time, as a run has. */
        const run = async (signal?: AbortSignal): Promise<void> => {
          const made = await deployOnce(clientOf(server, clock), wanted, { signal }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ClientError);
          });
          // A deployment of another attempt is never handed out.
          if (made !== undefined) expect(made.deployment.id).toBe(service.byKey.get(made.key)?.id);
        };
        for (const each of steps) {
          const over = [...service.records.values()].filter(
            ({ status }) => status === "failed" || status === "canceled",
          );
          server.next.length = 0;
          if (each.kind === "time") clock.advance(each.ms);
          if (each.kind === "ends") {
            const last = `dep_${service.accepted}`;
            const record = service.records.get(last);
            if (record?.["status"] === "queued") service.records.set(last, { ...record, status: each.status });
          }
          if (each.kind === "run") {
            server.next.push(...each.faults.map(handlerOf));
            service.born = each.dies ? "failed" : "queued";
            await run();
            service.born = "queued";
          }
          if (each.kind === "killed") {
            const controller = new AbortController();
            const kill: Handler = (seen, response, socket) => {
              if (seen.method === "POST") service.act(seen);
              controller.abort();
              socket.destroy();
              response.destroy();
            };
            server.next.push(
              ...Array.from({ length: each.after - 1 }, () => handlerOf(["a gateway gives 502", true])),
              kill,
            );
            await run(controller.signal);
          }
          if (each.kind === "twins") await Promise.all([run(), run()]);
          expect(service.accepted).toBeLessThanOrEqual(over.length + 1);
          expect(service.changedBytes).toBe(0);
        }
      }),
      { numRuns: runCount("HISTORIES", 25) },
    );
  });
});
