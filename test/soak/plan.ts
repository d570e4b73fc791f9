import { randomFrom } from "../random.ts";

/** One logical attempt to deploy a commit. */
export interface Attempt {
  readonly id: number;
  /** `cancel` stops the deployment, `break` names a commit that does not exist, `twins` sends the request twice at once. */
  readonly wish: "build" | "break" | "cancel" | "twins";
  readonly site: number;
  readonly branch: string;
  /** When it begins, in accelerated milliseconds from the start. */
  readonly atMs: number;
}

/** Everything that will be done in a soak. */
export interface SoakPlan {
  readonly attempts: readonly Attempt[];
  readonly serviceKillsAtMs: readonly number[];
  /** From here on the service is not killed, so that its memory can be watched. */
  readonly calmFromMs: number;
}

/** How large a soak is. */
export interface SoakSize {
  readonly deployments: number;
  readonly serviceKills: number;
  /** Accelerated time over which they begin. */
  readonly spanMs: number;
  readonly seed: number;
}

export const SITES = 3;

/** Share of the time in which the service is killed. */
const STORM = 0.4;
const BURSTS = 40;
const BURST_WITHIN_MS = 5000;

/** Makes the plan of a seed: attempts come in bursts, so that a kill of the service finds it at work. */
export function makePlan({ deployments, serviceKills, spanMs, seed }: SoakSize): SoakPlan {
  const random = randomFrom(seed);
  const burst = Math.ceil(deployments / BURSTS);
  const burstMs = spanMs / BURSTS;
  const attempts = Array.from({ length: deployments }, (_, id): Attempt => ({
    id,
    wish: wishOf(random()),
    site: id % SITES,
    branch: `soak/${id}`,
    atMs: Math.floor(id / burst) * burstMs + random() * BURST_WITHIN_MS,
  }));
  const storm = Math.floor(BURSTS * STORM);
  return {
    attempts: attempts.toSorted((a, b) => a.atMs - b.atMs),
    serviceKillsAtMs: Array.from({ length: serviceKills }, (_, index) => {
      const nth = Math.floor((index * storm) / serviceKills);
      return nth * burstMs + (0.05 + random() * 0.3) * burstMs;
    }),
    calmFromMs: storm * burstMs,
  };
}

function wishOf(chance: number): Attempt["wish"] {
  if (chance < 0.05) return "break";
  if (chance < 0.1) return "cancel";
  return chance < 0.15 ? "twins" : "build";
}
