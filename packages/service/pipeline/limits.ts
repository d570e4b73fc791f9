import { OUTPUT_LIMITS, type OutputLimits } from "@greenroom/contract/upload-limits";

/** Limits of one build. */
export interface BuildLimits {
  readonly cloneMs: number;
  readonly installMs: number;
  readonly buildMs: number;
  /** Memory of all processes together, with files in memory where a control group counts it, bytes. */
  readonly memoryBytes: number;
  /** Processes at a time. */
  readonly processes: number;
  /** Processes and threads at a time. */
  readonly tasks: number;
  /** What checkout, dependencies, caches and output take on the disk together, bytes. */
  readonly diskBytes: number;
  /** Files and folders of all these. */
  readonly entries: number;
  /** What the package-manager caches of one site take between builds, bytes. */
  readonly cacheBytes: number;
  /** What those of all sites take on one machine, bytes. */
  readonly allCacheBytes: number;
  readonly output: OutputLimits;
}

const MINUTE_MS = 60_000;
const GIBIBYTE = 1024 ** 3;

/** Limits unless an operator says otherwise: twenty minutes in all. [§3 `failed`: not shown] */
export const BUILD_LIMITS: BuildLimits = {
  cloneMs: 3 * MINUTE_MS,
  installMs: 7 * MINUTE_MS,
  buildMs: 10 * MINUTE_MS,
  memoryBytes: 4 * GIBIBYTE,
  processes: 512,
  tasks: 1024,
  diskBytes: 8 * GIBIBYTE,
  entries: 500_000,
  cacheBytes: 2 * GIBIBYTE,
  allCacheBytes: 20 * GIBIBYTE,
  output: OUTPUT_LIMITS,
};
