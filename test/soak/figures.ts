import type { Figure } from "../../bench/measure.ts";
import { quarter, type Sample } from "./memory.ts";
import type { SoakPlan } from "./plan.ts";
import type { Measured } from "./service.ts";

/** What a process may hold beyond a fresh one: connections to the database, files being sent. */
const SPARE = 6;
/** And the two ends of pipes that are made ahead for the output of builds, and three names of the database after a backup. */
const SPARE_FILES = 48;

/** What was done to whom. */
export interface SoakCounts {
  kills: number;
  clientKills: number;
  actionKills: number;
  actionRuns: number;
  tries: number;
}

/** What was held, while it went on and afterwards. */
export interface SoakHeld {
  readonly held: readonly Sample[];
  /** By the process that served it all, once it had nothing to do; undefined when no test waited for that. */
  readonly idle: Idle | undefined;
  /** By a process that has served nothing. */
  readonly fresh: Idle;
}

/** A process that has nothing to do. */
export interface Idle {
  readonly measured: Measured;
  readonly openFiles: readonly string[];
}

/** Compares a process that served a lot with one that served nothing. @returns What the first holds too much. */
export function heldTooMuch(idle: Idle, fresh: Idle): readonly string[] {
  const kinds = Object.entries(idle.measured.handles).flatMap(([kind, count]) => {
    const most = (fresh.measured.handles[kind] ?? 0) + SPARE;
    return count > most ? [`${count} handles ${kind} are open in the idle service`] : [];
  });
  if (idle.openFiles.length <= fresh.openFiles.length + SPARE_FILES) return kinds;
  const files = [...Map.groupBy(idle.openFiles, (file) => file)].map(([file, all]) => `${all.length} ${file}`);
  return [...kinds, `${idle.openFiles.length} files are open in the idle service: ${files.join(", ")}`];
}

function residentOf(held: readonly Sample[]): readonly number[] {
  return held.map(({ residentBytes }) => residentBytes / 1024 ** 2);
}

/** @returns Mebibytes. */
export function nativeOf(held: readonly Sample[]): readonly number[] {
  return held.map(({ nativeBytes }) => nativeBytes / 1024 ** 2);
}

/** @returns Mebibytes. */
export function heapOf(held: readonly Sample[]): readonly number[] {
  return held.map(({ heapBytes }) => heapBytes / 1024 ** 2);
}

/** @returns What a soak did, and what was held meanwhile. */
export function figuresOf(
  { counts, plan }: { readonly counts: SoakCounts; readonly plan: SoakPlan },
  { held, idle, fresh }: SoakHeld,
): readonly Figure[] {
  const [memory, native, heap] = [residentOf(held), nativeOf(held), heapOf(held)];
  const open = held.map(({ openFiles }) => openFiles);
  return [
    {
      name: "made by the built action",
      value: plan.attempts.filter(({ by }) => by === "action").length,
      unit: "deployments",
    },
    { name: "runs of the built action", value: counts.actionRuns, unit: "runs" },
    { name: "kills of the service", value: counts.kills, unit: "kills" },
    { name: "kills of the clients", value: counts.clientKills, unit: "kills" },
    { name: "kills of the action", value: counts.actionKills, unit: "kills" },
    { name: "resident memory, second quarter", value: quarter(memory, 2), unit: "MiB" },
    { name: "resident memory, last quarter", value: quarter(memory, 4), unit: "MiB" },
    { name: "of it native, second quarter", value: quarter(native, 2), unit: "MiB" },
    { name: "of it native, last quarter", value: quarter(native, 4), unit: "MiB", goal: "1.15 of the second at most" },
    { name: "live heap, second quarter", value: quarter(heap, 2), unit: "MiB" },
    { name: "live heap, last quarter", value: quarter(heap, 4), unit: "MiB", goal: "1.15 of the second at most" },
    { name: "open files, second quarter", value: quarter(open, 2), unit: "files" },
    { name: "open files, last quarter", value: quarter(open, 4), unit: "files" },
    ...(idle === undefined ? [] : afterwards(idle, fresh)),
  ];
}

function afterwards(idle: Idle, fresh: Idle): readonly Figure[] {
  const handles = ({ measured }: Idle): number =>
    Object.values(measured.handles).reduce((sum, count) => sum + count, 0);
  return [
    { name: "heap when idle after it", value: idle.measured.heapBytes / 1024 ** 2, unit: "MiB" },
    { name: "heap of a fresh process", value: fresh.measured.heapBytes / 1024 ** 2, unit: "MiB" },
    { name: "open files when idle after it", value: idle.openFiles.length, unit: "files" },
    { name: "open files of a fresh process", value: fresh.openFiles.length, unit: "files" },
    { name: "handles when idle after it", value: handles(idle), unit: "handles" },
    { name: "handles of a fresh process", value: handles(fresh), unit: "handles" },
  ];
}
