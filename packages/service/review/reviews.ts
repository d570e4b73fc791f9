import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Clock, instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { createSites } from "../hosting/site.ts";
import type { ComparisonRow } from "../store/engine/schema.ts";
import {
  claimComparison,
  endForgotten,
  isBuilding,
  PATIENCE_MS,
  recoverComparisons,
} from "../store/reviews/comparison-queue.ts";
import { type Chromium, findChromium } from "./chromium.ts";
import { NoBrowser, reviewPreview } from "./review.ts";
import { createBrowserSettings, runReview } from "./run-review.ts";
import { endUnreviewed, openReview, openReviewLease, openSubject, type ReviewClaim } from "./service-review.ts";

export interface ReviewOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shorter, for tests. */
  readonly pollMs?: number;
}

/** One at a time; they give way to builds for a while. */
export interface Reviews {
  start(): void;
  /** Why previews are not reviewed, as a sentence that says what to do; undefined when they are. */
  problem(): string | undefined;
  /** A running review begins again at the next start. */
  stop(): Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 1_000;

const FORGOTTEN_MS = 60 * 60_000;
const FORGOTTEN = "No worker reviewed it within an hour. Deploy again when one does.";

const OFF = "Reviews are switched off on this service.";
const WHAT_TO_DO =
  "The service's log has the details. The operator can name another Chromium with --chromium, or switch reviews off with --review off.";

type ReviewDeps = Omit<ServiceContext, "builds" | "reviews" | "domains">;

/** Claims a review and makes it; false when there is nothing to do. */
type Advance = (stopping: AbortSignal) => Promise<boolean>;

/** Without `settings.review` there are none. */
export function createReviews(service: ReviewDeps, options: ReviewOptions): Reviews {
  const { settings, log, clock } = service;
  const stopping = new AbortController();
  let problem: string | undefined = settings.review ? undefined : OFF;
  let loop: Promise<void> | undefined;

  async function openWorker(): Promise<Advance> {
    if (settings.review?.by === "workers") return () => endUnclaimed(service);
    const found = await findChromium({
      chosen: settings.review?.chromium,
      path: options.environment["PATH"] ?? "",
      folder: join(settings.dataDirectory, "review"),
    });
    if ("problem" in found) {
      ({ problem } = found);
      log.warn(problem);
    }
    const chromium = "problem" in found ? undefined : found;
    return createWorker(service, options.environment, chromium, (reason) => (problem = reason));
  }

  async function run(): Promise<void> {
    const advance = await openWorker();
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await advance(stopping.signal)));
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

/** Where only workers review: ends the reviews that none of them took. */
async function endUnclaimed({ db, clock }: ReviewDeps): Promise<false> {
  const at = instant(clock);
  await recoverComparisons(db, { owner: "", at });
  await endForgotten(db, instant(clock, -FORGOTTEN_MS), FORGOTTEN, at);
  return false;
}

function createWorker(
  service: ReviewDeps,
  environment: ReviewOptions["environment"],
  chromium: Chromium | undefined,
  onProblem: (problem: string | undefined) => void,
): Advance {
  const { db, clock, log, settings } = service;
  const read = createSites(service);
  const folder = join(settings.dataDirectory, "review");
  const browserSettings = createBrowserSettings({ settings, environment, folder });

  /** @returns Why there is no review, as a sentence. */
  async function review(claim: ReviewClaim, stopping: AbortSignal): Promise<string | undefined> {
    if (!chromium) return NO_CHROMIUM;
    const subject = await openSubject(service, claim.row, read);
    if ("unavailable" in subject) return subject.unavailable;
    const patienceMs = patienceOf(claim.row, clock);
    const record = openReview(service, claim, { ...subject, patienceMs });
    try {
      await runReview({ clock, log, stopping }, record, async (signal) => {
        const browser = await browserSettings(chromium);
        const found = await reviewPreview({ service, record, browser, isBuilding: () => isBuilding(db), signal });
        onProblem(undefined);
        return found;
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof NoBrowser)) throw error;
      const message = `Previews are not reviewed. ${error.message} ${WHAT_TO_DO}`;
      log.warn({ err: error }, message);
      onProblem(message);
      return message;
    }
  }

  return async (stopping) => {
    // Each claim has a unique name, so that one that broke is recovered here too.
    const owner = randomUUID();
    const lease = { owner, at: instant(clock), expiresAt: instant(clock, LEASE_MS) };
    await recoverComparisons(db, lease);
    const row = await claimComparison(db, lease, { patientSince: instant(clock, -PATIENCE_MS) });
    if (!row) return false;
    const claim = { row, owner, leaseMs: LEASE_MS, maker: "" };
    try {
      const message = await review(claim, stopping);
      if (message !== undefined) await endUnreviewed(service, claim, message);
    } catch (error) {
      log.error({ err: error, comparisonId: row.id }, "a review failed with an error of the service");
      await openReviewLease(service, claim).fail();
    }
    return true;
  };
}

/** How long a comparison goes on giving way to builds. */
export function patienceOf({ queued_at: queuedAt }: Pick<ComparisonRow, "queued_at">, clock: Clock): number {
  return Math.max(0, Date.parse(queuedAt) + PATIENCE_MS - clock.now());
}

const NO_CHROMIUM = "Previews are not reviewed on this service: it has no Chromium. The operator can install one.";
