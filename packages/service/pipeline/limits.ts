/** Limits of one build. */
export interface BuildLimits {
  readonly cloneMs: number;
  readonly installMs: number;
  readonly buildMs: number;
  /** Resident memory of the process tree, bytes. */
  readonly memoryBytes: number;
  /** Processes at a time. */
  readonly processes: number;
  /** What checkout, dependencies and output take on the disk together, bytes. */
  readonly diskBytes: number;
  readonly output: OutputLimits;
}

/** Limits of what one deployment serves. */
export interface OutputLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
}

const MINUTE_MS = 60_000;
const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/** Limits unless an operator says otherwise: twenty minutes in all. [§3 `failed`: not shown] */
export const BUILD_LIMITS: BuildLimits = {
  cloneMs: 3 * MINUTE_MS,
  installMs: 7 * MINUTE_MS,
  buildMs: 10 * MINUTE_MS,
  memoryBytes: 4 * GIBIBYTE,
  processes: 512,
  diskBytes: 8 * GIBIBYTE,
  output: { files: 20_000, fileBytes: 25 * MEBIBYTE, totalBytes: GIBIBYTE },
};
