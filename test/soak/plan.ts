/** One logical attempt to deploy a commit. */
export interface Attempt {
  readonly id: number;
  readonly by: "client" | "action";
  /** `cancel` stops the deployment, `break` names a commit that does not exist, `twins` sends the request twice at once. */
  readonly wish: "build" | "break" | "cancel" | "twins";
  readonly site: number;
  readonly branch: string;
  /** Number of its pull request; undefined for none, and for that of an action. */
  readonly pullRequest: number | undefined;
  /** When it begins, milliseconds of the hurried time from the start. */
  readonly atMs: number;
  /** Milliseconds until the action is killed, in real time; undefined for never. */
  readonly killAfterMs: number | undefined;
}

/** Everything that will be done in a soak. */
export interface SoakPlan {
  readonly attempts: readonly Attempt[];
  /** When the service is killed, in the first part of the time. */
  readonly serviceKillsAtMs: readonly number[];
  /** When the process of the clients is killed, all the time. */
  readonly clientKillsAtMs: readonly number[];
  /** When the service is killed no more, so that its memory can be watched. */
  readonly calmFromMs: number;
  readonly spanMs: number;
}

/** How large a soak is. */
export interface SoakSize {
  readonly deployments: number;
  /** How many of them the built action makes. */
  readonly actions: number;
  readonly serviceKills: number;
  readonly clientKills: number;
  /** Milliseconds of the hurried time over which they begin. */
  readonly spanMs: number;
  readonly seed: number;
}

export const SITES = 3;
const ATTEMPTS_A_PULL_REQUEST = 24;
const FIRST_PULL_REQUEST = 100;
/** Of the attempts of clients, each so many-th has no pull request. */
const WITHOUT_PULL_REQUEST = 5;

/** Share of the time in which the service is killed. */
const STORM = 0.4;
const BURSTS = 40;
const BURST_WITHIN_MS = 5000;
const KILLED_ACTIONS = 0.4;

/** Makes the plan of a seed: attempts come in bursts, so that kills of the service find it at work. */
export function makePlan(size: SoakSize): SoakPlan {
  const random = randomFrom(size.seed);
  const { deployments, spanMs } = size;
  const burst = Math.ceil(deployments / BURSTS);
  const burstMs = spanMs / BURSTS;
  const everyNth = Math.floor(deployments / Math.max(1, size.actions));
  const attempts = Array.from({ length: deployments }, (_, id): Attempt => {
    const action = size.actions > 0 && id % everyNth === everyNth - 1;
    return {
      id,
      by: action ? "action" : "client",
      wish: action ? "build" : wishOf(random()),
      site: id % SITES,
      branch: `soak/${id}`,
      pullRequest: action || id % WITHOUT_PULL_REQUEST === 0 ? undefined : pullRequestOf(id),
      atMs: Math.floor(id / burst) * burstMs + random() * BURST_WITHIN_MS,
      killAfterMs: action && random() < KILLED_ACTIONS ? 150 + random() * 1500 : undefined,
    };
  });
  const storm = Math.floor(BURSTS * STORM);
  return {
    attempts: attempts.toSorted((a, b) => a.atMs - b.atMs),
    serviceKillsAtMs: Array.from({ length: size.serviceKills }, (_, index) => {
      const nth = Math.floor((index * storm) / size.serviceKills);
      return nth * burstMs + (0.05 + random() * 0.3) * burstMs;
    }),
    clientKillsAtMs: moments(size.clientKills, spanMs, random),
    calmFromMs: storm * burstMs,
    spanMs,
  };
}

function pullRequestOf(id: number): number {
  return FIRST_PULL_REQUEST + Math.floor(id / ATTEMPTS_A_PULL_REQUEST);
}

/** Whether a pull request is closed when everything of it ended; the others stay open. */
export function closes(pullRequest: number): boolean {
  return pullRequest % 2 === 0;
}

function wishOf(chance: number): Attempt["wish"] {
  if (chance < 0.05) return "break";
  if (chance < 0.1) return "cancel";
  return chance < 0.15 ? "twins" : "build";
}

/** Moments spread over a time, each at random within its share. */
function moments(count: number, untilMs: number, random: () => number): readonly number[] {
  return Array.from({ length: count }, (_, index) => ((index + 0.15 + random() * 0.8) / count) * untilMs);
}

/** Numbers from 0 to below 1, the same for the same seed. @see Mulberry32 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
