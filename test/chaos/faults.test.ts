import { expect, test } from "vitest";
import { planFaults } from "./faults.ts";

const SIZE = { spanMs: 600_000, processes: ["front-1", "worker-1"], links: ["a", "b"], leaseMs: 5_000 };

test("a seed plans the same faults again, and another one others", () => {
  expect(planFaults({ ...SIZE, seed: 7 })).toEqual(planFaults({ ...SIZE, seed: 7 }));
  expect(planFaults({ ...SIZE, seed: 7 })).not.toEqual(planFaults({ ...SIZE, seed: 8 }));
});

test("ten minutes have every kind of fault, and who is stopped is stopped past the lease", () => {
  const planned = planFaults({ ...SIZE, seed: 7 });
  expect(new Set(planned.map(({ kind }) => kind))).toEqual(
    new Set(["kill", "freeze", "disturb", "crash", "failover", "fill", "lose"]),
  );
  expect(planned.every(({ atMs }) => atMs < SIZE.spanMs)).toBe(true);
  const frozenMs = planned.flatMap((fault) => (fault.kind === "freeze" ? fault.forMs : []));
  expect(Math.min(...frozenMs)).toBeGreaterThan(SIZE.leaseMs);
});
