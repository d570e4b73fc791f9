import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { instant } from "@greenroom/contract/clock";
import { createSites } from "../http/hosting/site.ts";
import type { ServiceContext } from "../context.ts";
import { type Machine, readMachine } from "../pipeline/bubblewrap.ts";
import { type ControlGroups, openControlGroups } from "../pipeline/cgroup.ts";
import { buildsRoot } from "../settings.ts";
import type { Lease } from "../store/queue.ts";
import { claimReview, type Ended, finishReview, recoverReviews, releaseReview, renewReview } from "../store/reviews.ts";
import type { ReviewRow } from "../store/schema.ts";
import type { BrowserSettings } from "./browser.ts";
import { type Chromium, findChromium } from "./chromium.ts";
import { NoBrowser, reviewPreview } from "./review.ts";

/** What an operator can set about reviews, and tests. */
export interface ReviewOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly groups?: ControlGroups;
  readonly leaseMs?: number;
  readonly pollMs?: number;
}

/** Reviews previews, one at a time, while nothing is built. */
export interface Reviews {
  start(): void;
  /** Why previews are not reviewed, as a sentence that says what to do; undefined when they are. */
  problem(): string | undefined;
  /** Stops everything; a running review begins again at the next start. */
  stop(): Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 1_000;
const HEARTBEATS_A_LEASE = 6;

const OFF = "Reviews are switched off on this service.";
const UNEXPECTED = "The service failed unexpectedly; its own log has the details. Deploy again.";
const WHAT_TO_DO =
  "The service's log has the details. The operator can name another Chromium with --chromium, or switch reviews off with --review off.";

type ReviewDeps = Omit<ServiceContext, "builds" | "reviews">;

/** Makes the reviews of one process; without `settings.review` there are none. */
export function createReviews(service: ReviewDeps, options: ReviewOptions): Reviews {
  const { settings, log, clock } = service;
  const stopping = new AbortController();
  let problem: string | undefined = settings.review ? undefined : OFF;
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    const found = await findChromium({
      chosen: settings.review?.chromium,
      path: options.environment["PATH"] ?? "",
      folder: join(settings.dataDirectory, "review"),
    });
    if ("problem" in found) {
      ({ problem } = found);
      log.warn(problem);
    }
    const worker = createWorker(
      service,
      options,
      "problem" in found ? undefined : found,
      (reason) => (problem = reason),
    );
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await worker.advance(stopping.signal)));
      } catch (error) {
        log.error({ err: error }, "the reviews could not be read");
      }
      await clock.sleep(options.pollMs ?? POLL_MS, stopping.signal).catch(() => {});
    }
  }

  return {
    start() {
      if (settings.review) loop ??= run();
    },
    problem: () => problem,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

interface Worker {
  /** Claims a review and makes it; false when there is nothing to do. */
  advance(stopping: AbortSignal): Promise<boolean>;
}

function createWorker(
  service: ReviewDeps,
  options: ReviewOptions,
  chromium: Chromium | undefined,
  onProblem: (problem: string | undefined) => void,
): Worker {
  const { db, clock, log } = service;
  const owner = randomUUID();
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const lease = (): Lease => ({ owner, at: instant(clock), expiresAt: instant(clock, leaseMs) });
  const siteOf = createSites(db);
  let opened: Promise<Omit<BrowserSettings, "program">> | undefined;

  async function browserSettings(found: Chromium): Promise<BrowserSettings> {
    try {
      const { machine, ...shared } = await (opened ??= openSettings(service, options));
      if (machine?.unavailable !== undefined) throw new NoBrowser(machine.unavailable);
      return { ...shared, machine, program: await found.program() };
    } catch (error) {
      throw error instanceof NoBrowser ? error : new NoBrowser("Chromium could not be unpacked.", { cause: error });
    }
  }

  async function review(claimed: ReviewRow, signal: AbortSignal): Promise<Ended> {
    if (!chromium) return { status: "unavailable", message: NO_CHROMIUM };
    const row = await db
      .selectFrom("deployments")
      .selectAll()
      .where("id", "=", claimed.deployment_id)
      .executeTakeFirstOrThrow();
    const site = await db.selectFrom("sites").selectAll().where("id", "=", row.site_id).executeTakeFirstOrThrow();
    if (site.status === "archived" || row.hidden_at !== null) {
      return { status: "unavailable", message: "The site was archived." };
    }
    try {
      const browser = await browserSettings(chromium);
      const ended = await reviewPreview({ service, siteOf, browser, row, site, signal });
      onProblem(undefined);
      return ended;
    } catch (error) {
      if (!(error instanceof NoBrowser)) throw error;
      const message = `Previews are not reviewed. ${error.message} ${WHAT_TO_DO}`;
      log.warn({ err: error }, message);
      onProblem(message);
      return { status: "unavailable", message };
    }
  }

  return {
    async advance(stopping) {
      await recoverReviews(db, lease());
      const claimed = await claimReview(db, lease());
      if (!claimed) return false;
      const { deployment_id: id } = claimed;
      const lost = new AbortController();
      const ended = new AbortController();
      const heartbeat = keepReview(service, { id, lease, leaseMs, lost }, ended.signal);
      const signal = AbortSignal.any([stopping, lost.signal]);
      try {
        const result = await review(claimed, signal);
        await finishReview(db, id, { ended: result, owner, at: instant(clock) });
      } catch (error) {
        if (stopping.aborted) await releaseReview(db, id, owner);
        else if (!lost.signal.aborted) {
          log.error({ err: error, deploymentId: id }, "a review failed with an error of the service");
          const failed = { status: "failed", message: UNEXPECTED } as const;
          await finishReview(db, id, { ended: failed, owner, at: instant(clock) });
        }
      } finally {
        ended.abort();
        await heartbeat;
      }
      return true;
    },
  };
}

const NO_CHROMIUM = "Previews are not reviewed on this service: it has no Chromium. The operator can install one.";

const AS_ROOT = "Chromium is not started as root: run the service as an account of its own.";

async function openSettings(
  { settings }: ReviewDeps,
  { environment, groups }: ReviewOptions,
): Promise<Omit<BrowserSettings, "program">> {
  const { dataDirectory, development, unsafeNoSandbox, unsafeBuildsAsRoot } = settings;
  // A page that got out of its browser and its sandbox would be root too.
  if (!development && unsafeBuildsAsRoot !== true && process.getuid?.() === 0) throw new NoBrowser(AS_ROOT);
  const folder = join(buildsRoot(settings), "sandbox");
  const machine: Machine | undefined = unsafeNoSandbox ? undefined : await readMachine({ folder, environment });
  return {
    machine,
    groups: groups ?? openControlGroups(),
    folder: join(dataDirectory, "review"),
    path: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
  };
}

interface Kept {
  readonly id: string;
  readonly lease: () => Lease;
  readonly leaseMs: number;
  readonly lost: AbortController;
}

async function keepReview(
  { clock, db, log }: ReviewDeps,
  { id, lease, leaseMs, lost }: Kept,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    const slept = await clock.sleep(leaseMs / HEARTBEATS_A_LEASE, ended).then(
      () => true,
      () => false,
    );
    if (!slept) return;
    try {
      if (!(await renewReview(db, id, lease()))) lost.abort();
    } catch (error) {
      log.error({ err: error, deploymentId: id }, "a heartbeat of a review could not be written");
    }
  }
}
