import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import type { Report } from "../domain/comparison.ts";
import type { ServedSite } from "../hosting/site.ts";
import { counted } from "../outside/words.ts";
import { hostedUrl } from "../settings.ts";
import { requireRow } from "../store/engine/rows.ts";
import type { ComparisonRow } from "../store/engine/schema.ts";
import { keepObjects } from "../store/files/kept-objects.ts";
import type { StoredObject } from "../store/files/objects.ts";
import {
  type ComparisonResult,
  finishComparison,
  type NeededFiles,
  noteProgress,
  releaseComparison,
  renewComparison,
} from "../store/reviews/comparison-queue.ts";
import { GONE, isStored } from "../store/reviews/comparisons.ts";
import { findRenderOf } from "../store/reviews/renders.ts";
import type { ReviewFindings, ReviewRecord } from "./record.ts";
import { Render } from "./renders.ts";
import { compareRules, countChangedFiles, summarize } from "./report.ts";
import { PROBLEMS } from "./visit.ts";

type RecordDeps = Pick<ServiceContext, "db" | "objects" | "addresses" | "clock">;

export interface ReviewClaim {
  readonly row: ComparisonRow;
  readonly owner: string;
  readonly leaseMs: number;
  /** The worker that makes it; empty: the service. */
  readonly maker: string;
}

export interface Subject {
  readonly origin: string;
  readonly sides: Sides;
}

interface Sides {
  readonly before: ServedSite;
  readonly after: ServedSite;
}

export type ReadSite = (fileListDigest: string) => Promise<ServedSite>;

const UNEXPECTED = "The service failed unexpectedly; its own log has the details. Deploy again.";

const EMPTY: ServedSite = { files: new Map(), variants: new Map(), rules: {} };

/** @returns Why there is nothing to compare, as a sentence. */
export async function openSubject(
  { db, addresses }: Pick<RecordDeps, "db" | "addresses">,
  { site_id: siteId, before_digest: before, after_digest: after }: ComparisonRow,
  read: ReadSite,
): Promise<Subject | { readonly unavailable: string }> {
  const site = await requireRow(db, "sites", { id: siteId });
  if (site.status === "archived") return { unavailable: "The site was archived." };
  if (!(await isStored(db, siteId, { before, after }))) return { unavailable: GONE };
  const { origin } = new URL(hostedUrl(addresses, site.production_label, "production"));
  const readSide = async (digest: string) => (digest === "" ? EMPTY : await read(digest));
  return { origin, sides: { before: await readSide(before), after: await readSide(after) } };
}

/**
 * What clocks show on both sides: noon of the first day of the month, so that what was rendered can be used again.
 * @returns Epoch milliseconds.
 */
function clockOf({ created_at: createdAt }: ComparisonRow): number {
  const created = new Date(createdAt);
  return Date.UTC(created.getUTCFullYear(), created.getUTCMonth(), 1, 12);
}

/** @param message Why there is none, as a sentence. */
export async function endUnreviewed(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { row, owner }: ReviewClaim,
  message: string,
): Promise<void> {
  await finishComparison(db, row.id, { status: "unavailable", message }, owner, instant(clock));
}

/** Of a comparison made here or by a worker. */
export function openReviewLease(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { row: { id }, owner, leaseMs }: ReviewClaim,
): Pick<ReviewRecord, "renew" | "fail" | "giveBack"> {
  return {
    renew: () => renewComparison(db, id, { owner, at: instant(clock), expiresAt: instant(clock, leaseMs) }),
    fail: () => {
      const ended = { status: "failed", message: UNEXPECTED } as const;
      return finishComparison(db, id, ended, owner, instant(clock));
    },
    giveBack: () => releaseComparison(db, id, owner),
  };
}

/** @param found Its files are kept. */
export async function storeProgress(
  { db }: Pick<RecordDeps, "db">,
  { row, owner, maker }: ReviewClaim,
  { sides, found, done, total }: { readonly sides: Sides; readonly found: ReviewFindings } & Steps,
): Promise<void> {
  const progress = { done, total, report: reportOf(sides, found), files: { ...filesOf(found), maker } };
  await noteProgress(db, row.id, progress, owner);
}

export interface Steps {
  readonly done: number;
  readonly total: number;
}

/** @param found Its files are kept. */
export async function storeFound(
  { db, clock }: Pick<RecordDeps, "db" | "clock">,
  { row, owner, maker }: ReviewClaim,
  { sides, found }: { readonly sides: Sides; readonly found: ReviewFindings },
): Promise<void> {
  const message = leftOut(found, row);
  const ended: ComparisonResult = {
    status: "ready",
    report: reportOf(sides, found),
    files: { ...filesOf(found), maker },
    ...(found.thumbnail !== undefined && { thumbnail: found.thumbnail }),
    ...(message !== undefined && { message }),
  };
  await finishComparison(db, row.id, ended, owner, instant(clock));
}

function reportOf({ before, after }: Sides, { pages, notRendered, brokenLinks, left }: ReviewFindings): Report {
  const parts = { pages, brokenLinks };
  const summary = { ...summarize(parts, left), files: countChangedFiles(before.files, after.files) };
  return {
    summary,
    ...parts,
    notRendered: notRendered.map(({ problem, ...page }) => ({
      ...page,
      ...(problem && { message: PROBLEMS[problem] }),
    })),
    rules: [...compareRules(before.rules, after.rules)],
  };
}

export function filesOf({ pages, thumbnail, renders }: ReviewFindings): Omit<NeededFiles, "maker"> {
  const shown = pages.flatMap(({ pictures }) =>
    pictures.flatMap(({ before, after, difference }) => [before, after, difference]),
  );
  const small = pages.flatMap(({ thumbnails }) => [thumbnails?.before, thumbnails?.after]);
  const digests = (of: readonly (string | undefined)[]) => [...new Set(of.filter((digest) => digest !== undefined))];
  return {
    pictures: digests([...shown, ...renders.flatMap((render) => render.pictures)]),
    thumbnails: digests([thumbnail, ...small]),
    renders,
  };
}

function leftOut({ left }: ReviewFindings, { max_pages: most }: ComparisonRow): string | undefined {
  const { limit, time, failed } = left;
  const reasons = [
    ...(limit > 0 ? [`at most ${most} are rendered at a time`] : []),
    ...(time > 0 ? ["the time for it was over"] : []),
    ...(failed > 0 ? ["some did not answer"] : []),
  ];
  const count = limit + time + failed;
  if (count === 0) return undefined;
  const which = counted(count, "more page differs and was not rendered", "more pages differ and were not rendered");
  return `${which}: ${reasons.join("; ")}.`;
}

/** For another comparison of the site. */
export async function findRender(
  { db, objects }: Pick<RecordDeps, "db" | "objects">,
  { row, maker }: ReviewClaim,
  key: string,
): Promise<{ readonly render: Render; readonly sha256: string } | undefined> {
  const sha256 = await findRenderOf(db, { siteId: row.site_id, maker, key });
  if (sha256 === undefined) return undefined;
  // One that is lost, or of another version, is made again.
  const bytes = await objects.read(sha256).catch(() => undefined);
  const read = bytes && Render.safeParse(JSON.parse(bytes.toString()));
  return read?.success ? { render: read.data, sha256 } : undefined;
}

/** What is compared, but for its files. */
export function orderOf({ row }: ReviewClaim, { origin }: Subject, patienceMs: number) {
  return { origin, nowMs: clockOf(row), masks: row.masks, maxPages: row.max_pages, patienceMs };
}

export function openReview(
  deps: RecordDeps,
  claim: ReviewClaim,
  subject: Subject & { readonly patienceMs: number },
): ReviewRecord {
  const { sides } = subject;
  const kept = new Map<string, StoredObject>();
  return {
    ...openReviewLease(deps, claim),
    comparisonId: claim.row.id,
    leaseMs: claim.leaseMs,
    order: { ...orderOf(claim, subject, subject.patienceMs), ...sides },
    read: (sha256) => deps.objects.read(sha256),
    async addPicture(bytes) {
      const picture = await deps.objects.putBytes(bytes);
      kept.set(picture.sha256, picture);
      return picture.sha256;
    },
    findRender: (key) => findRender(deps, claim, key),
    async addRender(render) {
      const stored = await deps.objects.putBytes(Buffer.from(JSON.stringify(render)));
      kept.set(stored.sha256, stored);
      return stored.sha256;
    },
    async progress(found, steps) {
      await keepObjects(deps, [...kept.values()]);
      await storeProgress(deps, claim, { sides, found, ...steps });
    },
    async finish(found) {
      await keepObjects(deps, [...kept.values()]);
      await storeFound(deps, claim, { sides, found });
    },
  };
}
