import { join } from "node:path";
import type { BuildContext } from "../pipeline/job.ts";
import { findChromium } from "../review/chromium.ts";
import { NoBrowser, reviewPreview } from "../review/review.ts";
import { createBrowserSettings, runReview } from "../review/run-review.ts";
import * as protocol from "../review/worker-protocol.ts";
import { buildsRoot } from "../settings.ts";
import { PATIENCE_MS } from "../store/reviews/comparison-queue.ts";
import { type Connection, RequestRejected, WorkerRejected } from "./connection.ts";
import { openRemoteReview } from "./remote-review.ts";

/** Whether a worker reviews: `auto` when its machine has a Chromium, `on` demands one. */
export interface WorkerReviews {
  readonly review: "auto" | "on" | "off";
  /** Path of the Chromium; else the one of the machine. */
  readonly chromium?: string | undefined;
}

interface Reviewer {
  readonly context: BuildContext;
  readonly connection: Connection;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  readonly isBuilding: () => boolean;
}

const POLL_MS = 2_000;

/** After a browser could not be started. */
const REST_MS = 5 * 60_000;

/**
 * Finds what a worker reviews with, and says once when there is nothing.
 * @returns Reviews one preview after the other until the worker stops, while it builds nothing; undefined when it does not.
 * @throws {NoBrowser} When it has to, and cannot.
 */
export async function prepareReviews(
  reviewer: Reviewer,
  { review, chromium }: WorkerReviews,
): Promise<(() => Promise<void>) | undefined> {
  if (review === "off") return undefined;
  const { context, environment } = reviewer;
  const { settings, log } = context.service;
  const folder = join(buildsRoot(settings), "review");
  const browserSettings = createBrowserSettings({ settings, environment, groups: context.groups, folder });
  const found = await findChromium({ chosen: chromium, path: environment["PATH"] ?? "", folder });
  try {
    if ("problem" in found) throw new NoBrowser(found.problem);
    await browserSettings(found);
    return () => takeReviews(reviewer, () => browserSettings(found));
  } catch (error) {
    if (!(error instanceof NoBrowser) || review === "on") throw error;
    log.warn({ err: error }, "this worker does not review previews");
    return undefined;
  }
}

type Browser = () => ReturnType<ReturnType<typeof createBrowserSettings>>;

async function takeReviews(reviewer: Reviewer, browser: Browser): Promise<void> {
  const { context, connection, stop, isBuilding } = reviewer;
  const { clock, log } = context.service;
  let patientSince = clock.monotonic();
  while (!stop.aborted) {
    let restMs = POLL_MS;
    try {
      const options = { answer: protocol.ReviewAnswer, once: true, signal: stop };
      if (!isBuilding()) patientSince = clock.monotonic();
      const waits = isBuilding() && clock.monotonic() - patientSince < PATIENCE_MS;
      const claim = waits ? null : (await connection.post("/reviews", {}, options)).claim;
      if (claim !== null) {
        await review(reviewer, claim, browser);
        continue;
      }
    } catch (error) {
      // The build loop reports it.
      if (stop.aborted || error instanceof WorkerRejected) return;
      if (error instanceof RequestRejected) {
        return log.warn({ err: error }, "this worker does not review previews: the service has no reviews for it");
      }
      if (error instanceof NoBrowser) restMs = REST_MS;
      log.warn({ err: error }, "no preview could be reviewed; the worker tries again");
    }
    await clock.sleep(restMs, stop).catch(() => {});
  }
}

async function review(reviewer: Reviewer, claim: protocol.ClaimedReview, browser: Browser): Promise<void> {
  const { context, connection, stop } = reviewer;
  const { clock, log } = context.service;
  const { comparisonId } = claim;
  const isBuilding = () => Promise.resolve(reviewer.isBuilding());
  log.info({ comparisonId }, "a review begins");
  const record = await openRemoteReview(claim, connection, stop);
  try {
    await runReview({ clock, log, stopping: stop }, record, async (signal) =>
      reviewPreview({ service: { clock, log }, record, browser: await browser(), isBuilding, signal }),
    );
    log.info({ comparisonId }, "a review ended");
  } catch (error) {
    // Another worker, or the service, has a browser that starts.
    if (error instanceof NoBrowser) await record.giveBack();
    throw error;
  }
}
