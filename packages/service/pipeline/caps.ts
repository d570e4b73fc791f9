import { OUTPUT_BOUNDS, type OutputBounds } from "./ingest.ts";

/** Bounds of one build. */
export interface BuildCaps {
  readonly cloneMs: number;
  readonly installMs: number;
  readonly buildMs: number;
  /** Resident memory of the process tree, bytes. */
  readonly memoryBytes: number;
  /** Processes at a time. */
  readonly processes: number;
  /** What checkout, dependencies and output take on the disk together, bytes. */
  readonly diskBytes: number;
  readonly output: OutputBounds;
}

const MINUTE_MS = 60_000;
const GIBIBYTE = 1024 ** 3;

/** Bounds unless an operator says otherwise: twenty minutes in all. [§3 `failed`: not shown] */
export const BUILD_CAPS: BuildCaps = {
  cloneMs: 3 * MINUTE_MS,
  installMs: 7 * MINUTE_MS,
  buildMs: 10 * MINUTE_MS,
  memoryBytes: 4 * GIBIBYTE,
  processes: 512,
  diskBytes: 8 * GIBIBYTE,
  output: OUTPUT_BOUNDS,
};
