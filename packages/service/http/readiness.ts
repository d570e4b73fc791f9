import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { OPERATOR_FAULTS, type OperatorFault } from "../domain/operator-fault.ts";
import { isAbsent } from "../outside/absent.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import { fileFault } from "../store/engine/file-fault.ts";
import { noteTime } from "../store/engine/last-times.ts";
import { serverFault } from "../store/engine/server-fault.ts";

export interface Readiness {
  /** @throws {ApiError} `try_again`, with why not */
  check(): Promise<void>;
}

interface ReadinessOptions {
  readonly stopping: AbortSignal | undefined;
  /** Bytes that can still be written to a folder; by default the file system says. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/** Less cannot hold the log of the embedded database and one file of a worker. */
const MIN_FREE_BYTES = 48 * 1024 ** 2;

/** A proxy that asks waits no longer for a database that does not answer. */
const TIMEOUT_MS = 3_000;

/** Anyone may ask, and each answer costs a write. */
const GOOD_FOR_MS = 1_000;
/** A database that another process holds stops everything while it is tried. */
const BAD_FOR_MS = 5_000;

/** What a file of the probe holds: a page, which a quota or a full disk refuses. */
const PAGE = Buffer.alloc(4096);

interface Problem {
  readonly problem: string;
  readonly err?: unknown;
  readonly fault?: OperatorFault;
}

export function createReadiness(context: ServiceContext, options: ReadinessOptions): Readiness {
  const { db, clock, log } = context;
  const { dataDirectory } = context.settings;
  const { stopping, freeBytes = readFreeBytes } = options;
  // A database in memory needs none.
  const hasFolder = existsSync(dataDirectory);
  let known: { readonly untilMs: number; readonly problem: string | undefined } | undefined;
  let checking: Promise<string | undefined> | undefined;

  async function find(): Promise<Problem | undefined> {
    try {
      await withinTime(noteTime(db, "alive", instant(clock)));
      if (hasFolder) await tryFile(dataDirectory);
      if ((await freeBytes(dataDirectory)) < MIN_FREE_BYTES) {
        return { problem: "The disk of the data folder is full." };
      }
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return { problem: error.message };
      const fault = serverFault(error) ?? fileFault(error, join(dataDirectory, DATABASE_FILE));
      if (fault === undefined) return { problem: "The database cannot be written.", err: error };
      return { problem: `The service cannot write: ${OPERATOR_FAULTS[fault.fault].meaning}.`, err: error, fault };
    }
  }

  async function look(): Promise<string | undefined> {
    const found = await find();
    const problem = found?.problem;
    if (problem !== known?.problem) {
      if (found) log.error({ ...found, fault: found.fault?.fault }, found.fault?.message ?? "the service is not ready");
      else log.info("the service is ready again");
    }
    known = { problem, untilMs: clock.monotonic() + (problem === undefined ? GOOD_FOR_MS : BAD_FOR_MS) };
    return problem;
  }

  return {
    async check() {
      if (stopping?.aborted === true) throw new ApiError("try_again", "The service is stopping.");
      const fresh = known !== undefined && clock.monotonic() < known.untilMs ? known : undefined;
      checking ??= (fresh ? Promise.resolve(fresh.problem) : look()).finally(() => (checking = undefined));
      const problem = await checking;
      if (problem !== undefined) throw new ApiError("try_again", problem, { retryAfterSeconds: 5 });
    },
  };
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ApiError("try_again", "The database does not answer.");
    timer = setTimeout(() => reject(error), TIMEOUT_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The database may still have room in its own files where no other file has. */
async function tryFile(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomUUID()}`);
  try {
    await writeFile(file, PAGE, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw isAbsent(error) ? new ApiError("try_again", "The data folder is gone.") : error;
  } finally {
    await rm(file, { force: true });
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  return (await freeSpaceOf(folder).catch(() => undefined))?.bytes ?? Number.POSITIVE_INFINITY;
}
