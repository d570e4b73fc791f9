import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { BackupSettings } from "../settings.ts";
import { listSnapshots } from "./backup-format.ts";
import { describeTarget } from "./backup-place.ts";
import { backUpInThread } from "./backup-thread.ts";
import { AdminError } from "./store.ts";

export interface OwnBackups {
  /** Why the last one failed, for everyone who asks how the service is; undefined when none did. */
  problem(): string | undefined;
  runDue(signal: AbortSignal): Promise<void>;
}

interface OwnBackupsDeps {
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In a thread, unless given. */
  readonly backUp?: typeof backUpInThread;
}

/** After a failure, or when the next is due. */
const AGAIN_MS = 10 * 60_000;

const CREDENTIALS = /^AWS_/;

export function createOwnBackups(settings: BackupSettings, deps: OwnBackupsDeps): OwnBackups {
  const { target, everyMs, keep } = settings;
  const { dataDirectory, clock, log, backUp = backUpInThread } = deps;
  const environment = Object.fromEntries(Object.entries(deps.environment).filter(([name]) => CREDENTIALS.test(name)));
  const where = describeTarget(target);
  /** When the newest was taken; undefined until the place was asked. */
  let newestMs: number | undefined;
  let failed: { readonly atMs: number } | undefined;

  async function isDue(): Promise<boolean> {
    if (failed && clock.monotonic() - failed.atMs < Math.min(AGAIN_MS, everyMs)) return false;
    newestMs ??= await readNewest();
    const agoMs = clock.now() - newestMs;
    // One from the future is from before the clock was set back.
    return agoMs >= everyMs || agoMs < 0;
  }

  async function readNewest(): Promise<number> {
    const { snapshots } = await listSnapshots(target, { environment }).catch((error: unknown) => {
      if (error instanceof AdminError && error.code === "no_store") return { snapshots: [] };
      throw error;
    });
    return Date.parse(snapshots.at(-1)?.takenAt ?? new Date(0).toISOString());
  }

  function fail(message: string, fault?: string): void {
    failed = { atMs: clock.monotonic() };
    log.error({ to: where, ...(fault !== undefined && { fault }) }, `the backup failed: ${message}`);
  }

  return {
    problem: () =>
      failed && "The last backup of this service failed. Its log says why; greenroom admin backup tries again.",
    async runDue(signal) {
      try {
        if (!(await isDue())) return;
        const nowMs = clock.now();
        const end = await backUp({ from: dataDirectory, to: target, keep, nowMs, environment }, signal);
        if (signal.aborted) return;
        if (end.kind === "failed") return fail(end.message, end.fault);
        failed = undefined;
        newestMs = nowMs;
        const { snapshot, added, removed } = end;
        log.info({ to: where, snapshot: snapshot.id, files: snapshot.objects, added, removed }, "a backup was taken");
      } catch (error) {
        if (!signal.aborted) fail(error instanceof Error ? error.message : String(error));
      }
    },
  };
}
