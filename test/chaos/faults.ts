import { randomFrom } from "../random.ts";
import { type Disturbance, DISTURBANCES } from "./network.ts";

/** Something of ours that breaks. */
export type Fault =
  | { readonly kind: "kill"; readonly process: string }
  | { readonly kind: "freeze"; readonly process: string; readonly forMs: number }
  | { readonly kind: "disturb"; readonly link: string; readonly how: Disturbance; readonly forMs: number }
  | { readonly kind: "crash"; readonly engine: "database" | "store" }
  | { readonly kind: "failover" }
  | { readonly kind: "fill"; readonly process: string; readonly what: "space" | "inodes"; readonly forMs: number }
  | { readonly kind: "lose"; readonly how: "lost" | "damaged"; readonly chance: number };

type Planned = Fault & {
  /** From the start of the run. */
  readonly atMs: number;
};

interface FaultSize {
  readonly seed: number;
  readonly spanMs: number;
  readonly processes: readonly string[];
  readonly links: readonly string[];
  /** A process that is stopped longer has lost what it held. */
  readonly leaseMs: number;
}

const GAP_MS = { least: 1_500, more: 4_000 };
const DISTURBED_MS = { least: 2_000, more: 8_000 };
const FULL_MS = { least: 10_000, more: 15_000 };
const PAST_LEASE_MS = { least: 1_000, more: 4_000 };

/** Plans the faults of a seed, one each few seconds; several of them overlap. */
export function planFaults({ seed, spanMs, processes, links, leaseMs }: FaultSize): readonly Planned[] {
  const random = randomFrom(seed);
  const within = ({ least, more }: { least: number; more: number }): number => Math.round(least + random() * more);
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new TypeError("There is nothing to choose from.");
    return value;
  };
  const next = (): Fault => {
    const chance = random();
    if (chance < 0.22) return { kind: "kill", process: oneOf(processes) };
    if (chance < 0.34) return { kind: "freeze", process: oneOf(processes), forMs: leaseMs + within(PAST_LEASE_MS) };
    if (chance < 0.64) {
      return { kind: "disturb", link: oneOf(links), how: oneOf(DISTURBANCES), forMs: within(DISTURBED_MS) };
    }
    if (chance < 0.76) {
      const what = oneOf(["space", "inodes"] as const);
      return { kind: "fill", process: oneOf(processes), what, forMs: within(FULL_MS) };
    }
    if (chance < 0.88) return { kind: "lose", how: oneOf(["lost", "damaged"] as const), chance: random() };
    if (chance < 0.92) return { kind: "failover" };
    return { kind: "crash", engine: oneOf(["database", "store"] as const) };
  };
  const planned: Planned[] = [];
  for (let atMs = within(GAP_MS); atMs < spanMs; atMs += within(GAP_MS)) planned.push({ ...next(), atMs });
  return planned;
}
