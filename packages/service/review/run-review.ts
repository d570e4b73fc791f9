import { join } from "node:path";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { keepLease } from "../pipeline/run-claim.ts";
import type { Machine } from "../pipeline/sandbox/bubblewrap.ts";
import { type ControlGroups, openControlGroups } from "../pipeline/sandbox/cgroup.ts";
import { readMachine } from "../pipeline/sandbox/read-machine.ts";
import { buildsRoot, type Settings } from "../settings.ts";
import type { BrowserSettings } from "./browser.ts";
import type { Chromium } from "./chromium.ts";
import { type ReviewFindings, ReviewInterrupted, type ReviewRecord } from "./record.ts";
import { NoBrowser } from "./review.ts";

const AS_ROOT =
  "Chromium is not started as root without a sandbox: run the service without --unsafe-no-sandbox, or as an account of its own.";

interface BrowserOptions {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly groups?: ControlGroups | undefined;
  /** For the files of browsers. */
  readonly folder: string;
}

/** @returns It throws `NoBrowser`. */
export function createBrowserSettings(options: BrowserOptions): (found: Chromium) => Promise<BrowserSettings> {
  let opened: Promise<Omit<BrowserSettings, "program">> | undefined;
  return async (found) => {
    try {
      const { machine, ...shared } = await (opened ??= openSettings(options));
      if (machine?.unavailable !== undefined) throw new NoBrowser(machine.unavailable);
      return { ...shared, machine, program: await found.program() };
    } catch (error) {
      throw error instanceof NoBrowser ? error : new NoBrowser("Chromium could not be unpacked.", { cause: error });
    }
  };
}

async function openSettings({
  settings,
  environment,
  groups,
  folder,
}: BrowserOptions): Promise<Omit<BrowserSettings, "program">> {
  const { development, unsafeNoSandbox, unsafeBuildsAsRoot } = settings;
  // A page that got out of its browser would be root too.
  const isAllowed = !unsafeNoSandbox || development || unsafeBuildsAsRoot === true;
  if (!isAllowed && process.getuid?.() === 0) throw new NoBrowser(AS_ROOT);
  const sandbox = join(buildsRoot(settings), "sandbox");
  const machine: Machine | undefined = unsafeNoSandbox
    ? undefined
    : await readMachine({ folder: sandbox, environment });
  return {
    machine,
    groups: groups ?? openControlGroups(),
    folder,
    path: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
  };
}

interface Running {
  readonly clock: Clock;
  readonly log: Logger;
  /** Gives the review back. */
  readonly stopping: AbortSignal;
}

/** Renews the lease meanwhile, and records how the review ended. @throws {NoBrowser} Then nothing is recorded. */
export async function runReview(
  running: Running,
  record: ReviewRecord,
  work: (signal: AbortSignal) => Promise<ReviewFindings>,
): Promise<void> {
  const { clock, stopping } = running;
  const log = running.log.child({ comparisonId: record.comparisonId });
  const lost = new AbortController();
  const ended = new AbortController();
  const heartbeat = keepLease({ clock, log }, record, { ended: ended.signal, onLost: () => lost.abort() });
  try {
    await record.finish(await work(AbortSignal.any([stopping, lost.signal])));
  } catch (error) {
    if (stopping.aborted) await record.giveBack();
    else if (error instanceof NoBrowser) throw error;
    else if (error instanceof ReviewInterrupted) {
      log.warn({ err: error }, "a review was interrupted; it begins again when its lease ends");
    } else if (!lost.signal.aborted) {
      log.error({ err: error }, "a review failed with an error of the service");
      await record.fail();
    }
  } finally {
    ended.abort();
    await heartbeat;
  }
}
