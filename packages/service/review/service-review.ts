import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import type { ServedSite } from "../hosting/site.ts";
import { hostedUrl } from "../settings.ts";
import { liveOfSite } from "../store/sites/hosts.ts";
import { keepObjects } from "../store/files/kept-objects.ts";
import type { StoredObject } from "../store/files/objects.ts";
import { finishReview, noteLive, releaseReview, renewReview } from "../store/deployments/reviews.ts";
import type { DeploymentRow } from "../store/engine/schema.ts";
import { MAX_PAGES } from "./choose.ts";
import type { ReviewFindings, ReviewRecord } from "./record.ts";
import { compareRules, summarize } from "./report.ts";
import { REVIEW_MS } from "./review.ts";

type RecordDeps = Pick<ServiceContext, "db" | "objects" | "addresses" | "clock">;

/** A claimed review. */
export interface ReviewClaim {
  readonly deploymentId: string;
  readonly owner: string;
  readonly leaseMs: number;
}

/** The two deployments of a review. */
export interface Subject {
  readonly row: DeploymentRow;
  readonly origin: string;
  readonly live: { readonly deploymentId: string; readonly fileListDigest: string | null } | undefined;
  readonly fileListDigest: string;
}

export type ReadSite = (fileListDigest: string) => Promise<ServedSite>;

const UNEXPECTED = "The service failed unexpectedly; its own log has the details. Deploy again.";

const EMPTY: ServedSite = { files: new Map(), variants: new Map(), rules: {} };

/** Fixes what a claimed review compares: what is live now. @returns Why there is nothing to compare, as a sentence. */
export async function beginReview(
  { db, addresses }: Pick<RecordDeps, "db" | "addresses">,
  { deploymentId, owner }: ReviewClaim,
): Promise<Subject | { readonly unavailable: string }> {
  const row = await db.selectFrom("deployments").selectAll().where("id", "=", deploymentId).executeTakeFirstOrThrow();
  const site = await db.selectFrom("sites").selectAll().where("id", "=", row.site_id).executeTakeFirstOrThrow();
  if (site.status === "archived" || row.hidden_at !== null) return { unavailable: "The site was archived." };
  const { file_list_digest: fileListDigest } = row;
  if (fileListDigest === null) return { unavailable: "The files of the preview are gone." };
  const live = await liveOfSite(db, site.id);
  await noteLive(db, deploymentId, owner, live?.deploymentId ?? null);
  const { origin } = new URL(hostedUrl(addresses, site.production_label, "production"));
  return { row, origin, live, fileListDigest };
}

/** Ends a review that cannot be made. @param message Why, as a sentence. */
export async function endUnreviewed(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { deploymentId, owner }: ReviewClaim,
  message: string,
): Promise<void> {
  await finishReview(db, deploymentId, { status: "unavailable", message }, owner, instant(clock));
}

export async function readSides(
  { live, fileListDigest }: Subject,
  read: ReadSite,
): Promise<{ readonly before: ServedSite; readonly after: ServedSite }> {
  const digest = live?.fileListDigest ?? null;
  return { before: digest === null ? EMPTY : await read(digest), after: await read(fileListDigest) };
}

/** Records the end of a review, made here or by a worker. */
export function openReviewLease(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { deploymentId, owner, leaseMs }: ReviewClaim,
): Pick<ReviewRecord, "renew" | "fail" | "release"> {
  return {
    renew: () => renewReview(db, deploymentId, { owner, at: instant(clock), expiresAt: instant(clock, leaseMs) }),
    fail: () => {
      const ended = { status: "failed", message: UNEXPECTED } as const;
      return finishReview(db, deploymentId, ended, owner, instant(clock));
    },
    release: () => releaseReview(db, deploymentId, owner),
  };
}

/** Stores what a review found. @param found Its pictures are kept. */
export async function storeFound(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { deploymentId, owner }: ReviewClaim,
  { subject, sides, found }: Finding,
): Promise<void> {
  const { pages, notRendered, brokenLinks, thumbnail, left } = found;
  const parts = { pages, notRendered, brokenLinks };
  const rules = subject.live ? [...compareRules(sides.before.rules, sides.after.rules)] : [];
  const ended = {
    status: "ready",
    report: { summary: summarize(parts), ...parts, rules },
    liveDeploymentId: subject.live?.deploymentId ?? null,
    pictures: picturesOf(found),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(left.count > 0 && { message: leftOut(left) }),
  } as const;
  await finishReview(db, deploymentId, ended, owner, instant(clock));
}

interface Finding {
  readonly subject: Subject;
  readonly sides: { readonly before: ServedSite; readonly after: ServedSite };
  readonly found: ReviewFindings;
}

/** Digests of all pictures that a report names. */
export function picturesOf({ pages, thumbnail }: ReviewFindings): readonly string[] {
  const shown = pages.flatMap(({ pictures }) =>
    pictures.flatMap(({ before, after, difference }) => [before, after, difference]),
  );
  return [...new Set([...shown, thumbnail].filter((digest) => digest !== undefined))];
}

function leftOut({ count, late }: ReviewFindings["left"]): string {
  const why = late ? `the time of ${REVIEW_MS / 1000} s was over` : `at most ${MAX_PAGES} are rendered`;
  return count === 1
    ? `1 more page differs and was not rendered: ${why}.`
    : `${count} more pages differ and were not rendered: ${why}.`;
}

/** Records a review of this process. */
export async function openReview(
  deps: RecordDeps,
  claim: ReviewClaim,
  { subject, read }: { readonly subject: Subject; readonly read: ReadSite },
): Promise<ReviewRecord> {
  const sides = await readSides(subject, read);
  const pictures = new Map<string, StoredObject>();
  return {
    ...openReviewLease(deps, claim),
    deploymentId: claim.deploymentId,
    leaseMs: claim.leaseMs,
    order: { origin: subject.origin, nowMs: Date.parse(subject.row.created_at), ...sides },
    read: (sha256) => deps.objects.read(sha256),
    async addPicture(bytes) {
      const picture = await deps.objects.putBytes(bytes);
      pictures.set(picture.sha256, picture);
      return picture.sha256;
    },
    async finish(found) {
      await keepObjects(deps, [...pictures.values()]);
      await storeFound(deps, claim, { subject, sides, found });
    },
  };
}
