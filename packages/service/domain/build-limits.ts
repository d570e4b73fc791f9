import { OUTPUT_LIMITS, type OutputLimits } from "@greenroom/contract/upload-files";
import { DAY_MS, MINUTE_MS } from "./instants.ts";

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
  /** What the package-manager caches and kept dependencies of one site take between builds, bytes. */
  readonly cacheBytes: number;
  /** What those of all sites take on one machine, bytes. */
  readonly allCacheBytes: number;
  readonly cacheUnusedMs: number;
  /** Where the log ends, bytes. */
  readonly logBytes: number;
  readonly output: OutputLimits;
}

const SECOND_MS = 1_000;
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

interface LimitSetting {
  /** Name of the option, and in capitals that of its variable. */
  readonly option: string;
  readonly unit: "time" | "size" | "count";
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** Each machine has its own, or the service has one for all of them. */
  readonly of: "machine" | "service";
  readonly what: string;
}

export const LIMIT_SETTINGS = {
  cloneMs: {
    option: "clone-time-limit",
    unit: "time",
    usual: 3 * MINUTE_MS,
    least: 10 * SECOND_MS,
    most: DAY_MS,
    of: "service",
    what: "time to fetch the repository",
  },
  installMs: {
    option: "install-time-limit",
    unit: "time",
    usual: 7 * MINUTE_MS,
    least: 10 * SECOND_MS,
    most: DAY_MS,
    of: "service",
    what: "time of the install step",
  },
  buildMs: {
    option: "build-time-limit",
    unit: "time",
    usual: 10 * MINUTE_MS,
    least: 10 * SECOND_MS,
    most: DAY_MS,
    of: "service",
    what: "time of the build step",
  },
  memoryBytes: {
    option: "build-memory",
    unit: "size",
    usual: 4 * GIBIBYTE,
    least: 256 * MEBIBYTE,
    most: 1024 * GIBIBYTE,
    of: "machine",
    what: "memory of a build, with files in memory",
  },
  processes: {
    option: "build-processes",
    unit: "count",
    usual: 512,
    least: 16,
    most: 1_000_000,
    of: "machine",
    what: "processes of a build at a time",
  },
  tasks: {
    option: "build-tasks",
    unit: "count",
    usual: 1024,
    least: 32,
    most: 1_000_000,
    of: "machine",
    what: "processes and threads of a build at a time",
  },
  diskBytes: {
    option: "build-disk",
    unit: "size",
    usual: 8 * GIBIBYTE,
    least: 64 * MEBIBYTE,
    most: 1024 * GIBIBYTE,
    of: "machine",
    what: "disk for checkout, dependencies, caches and output, with open files that have no name",
  },
  entries: {
    option: "build-files",
    unit: "count",
    usual: 500_000,
    least: 1_000,
    most: 10_000_000,
    of: "machine",
    what: "files and folders of these",
  },
  cacheBytes: {
    option: "cache-size",
    unit: "size",
    usual: 2 * GIBIBYTE,
    least: 0,
    most: 1024 * GIBIBYTE,
    of: "machine",
    what: "caches of package managers and kept dependencies of one site; those used longest ago go first",
  },
  allCacheBytes: {
    option: "all-caches-size",
    unit: "size",
    usual: 20 * GIBIBYTE,
    least: 0,
    most: 16 * 1024 * GIBIBYTE,
    of: "machine",
    what: "caches of all sites together",
  },
  cacheUnusedMs: {
    option: "cache-retention",
    unit: "time",
    usual: 14 * DAY_MS,
    least: MINUTE_MS,
    most: 365 * DAY_MS,
    of: "machine",
    what: "how long a cache is kept that no build uses",
  },
  logBytes: {
    option: "log-size",
    unit: "size",
    usual: 10 * MEBIBYTE,
    least: 64 * KIBIBYTE,
    // An unpacked log is held in memory.
    most: 32 * MEBIBYTE,
    of: "service",
    what: "log of a build; what follows is not kept",
  },
  outputFiles: {
    option: "deployment-files",
    unit: "count",
    usual: OUTPUT_LIMITS.files,
    least: 1,
    // A worker lists a file with two compressed ones.
    most: 50_000,
    of: "service",
    what: "files of a deployment",
  },
  outputFileBytes: {
    option: "deployment-file-size",
    unit: "size",
    usual: OUTPUT_LIMITS.fileBytes,
    least: KIBIBYTE,
    // A file from a worker is checked in memory.
    most: 256 * MEBIBYTE,
    of: "service",
    what: "one file of a deployment",
  },
  outputBytes: {
    option: "deployment-size",
    unit: "size",
    usual: OUTPUT_LIMITS.totalBytes,
    least: KIBIBYTE,
    most: 64 * GIBIBYTE,
    of: "service",
    what: "all files of a deployment",
  },
} as const satisfies Record<string, LimitSetting>;

export type LimitName = keyof typeof LIMIT_SETTINGS;

/** Limits as an operator set them; what is absent is as usual. */
export type ChosenLimits = Readonly<Partial<Record<LimitName, number | undefined>>>;

export function limitsOf(chosen: ChosenLimits = {}): BuildLimits {
  const of = (name: LimitName): number => chosen[name] ?? LIMIT_SETTINGS[name].usual;
  return {
    cloneMs: of("cloneMs"),
    installMs: of("installMs"),
    buildMs: of("buildMs"),
    memoryBytes: of("memoryBytes"),
    processes: of("processes"),
    tasks: of("tasks"),
    diskBytes: of("diskBytes"),
    entries: of("entries"),
    cacheBytes: of("cacheBytes"),
    allCacheBytes: of("allCacheBytes"),
    cacheUnusedMs: of("cacheUnusedMs"),
    logBytes: of("logBytes"),
    output: { files: of("outputFiles"), fileBytes: of("outputFileBytes"), totalBytes: of("outputBytes") },
  };
}

/** Limits unless an operator says otherwise: twenty minutes in all. [§3 `failed`: not shown] */
export const BUILD_LIMITS: BuildLimits = limitsOf();

/** Who can allow more, for the end of a message. */
export function whoRaises(name: LimitName): string {
  const less =
    name === "memoryBytes" || name === "tasks" ? ", or lower --build-slots where the machine has no more" : "";
  return `The operator can raise --${LIMIT_SETTINGS[name].option}${less}.`;
}

const TIME_UNITS = { d: DAY_MS, h: 60 * MINUTE_MS, m: MINUTE_MS, s: SECOND_MS } as const;
const SIZE_UNITS = { GiB: GIBIBYTE, MiB: MEBIBYTE, KiB: KIBIBYTE } as const;

/** Writes a value as its option takes it, such as 10m or 4GiB. */
export function formatLimit(name: LimitName, value: number): string {
  const { unit } = LIMIT_SETTINGS[name];
  if (unit === "count") return String(value);
  const units = Object.entries(unit === "time" ? TIME_UNITS : SIZE_UNITS);
  const [word, factor] = units.find(([, one]) => value > 0 && value % one === 0) ?? units.at(-1) ?? ["", 1];
  return `${value / factor}${word}`;
}

export function parseLimit(name: LimitName, text: string): number | { readonly problem: string } {
  const { unit, least, most, usual } = LIMIT_SETTINGS[name];
  const [, digits = "", word = ""] = /^(\d{1,12})([a-zA-Z]*)$/.exec(text) ?? [];
  const units: Readonly<Record<string, number>> =
    unit === "time" ? TIME_UNITS : unit === "size" ? SIZE_UNITS : { "": 1 };
  const factor = Object.hasOwn(units, word) ? units[word] : undefined;
  const value = digits === "" || factor === undefined ? Number.NaN : Number(digits) * factor;
  if (value >= least && value <= most) return value;
  const what = { time: "a time", size: "a size", count: "a whole number" }[unit];
  const range = `from ${formatLimit(name, least)} to ${formatLimit(name, most)}`;
  return { problem: `Give ${what} such as ${formatLimit(name, usual)}, ${range}.` };
}

/** A time in words, such as 10 min. */
export function timeText(ms: number): string {
  if (ms >= MINUTE_MS && ms % MINUTE_MS === 0) return `${ms / MINUTE_MS} min`;
  return `${ms / SECOND_MS} s`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** A size in words, such as 1.5 GiB. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[power]}`;
}

/** A client sends no more than the usual limits; an operator can only lower them for uploads. */
export function uploadLimits(chosen: ChosenLimits | undefined): OutputLimits {
  const { output } = limitsOf(chosen);
  return {
    files: Math.min(output.files, OUTPUT_LIMITS.files),
    fileBytes: Math.min(output.fileBytes, OUTPUT_LIMITS.fileBytes),
    totalBytes: Math.min(output.totalBytes, OUTPUT_LIMITS.totalBytes),
  };
}
