import { randomUUID } from "node:crypto";
import { REVIEW_WIDTHS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { inTurn } from "../domain/in-turn.ts";
import { sha256Of } from "../domain/sha256.ts";
import { createSites } from "../hosting/site.ts";
import { WorkerRefusal } from "../pipeline/failure.ts";
import type { WorkerRow } from "../store/engine/schema.ts";
import { keepObjects } from "../store/files/kept-objects.ts";
import { claimComparison, PATIENCE_MS, recoverComparisons } from "../store/reviews/comparison-queue.ts";
import { PAGES } from "../store/reviews/comparisons.ts";
import { picturesOfSite } from "../store/reviews/renders.ts";
import {
  addClaim,
  expectFiles,
  filesArrived,
  findHeldComparison,
  holdsComparison,
  sentFiles,
  workspacesOf,
} from "../store/workers/workers.ts";
import { plainThumbnail } from "./compare.ts";
import { MAX_FILE_BYTES } from "./interception.ts";
import type { ReviewFindings, ReviewRecord } from "./record.ts";
import { picturesOf } from "./renders.ts";
import { patienceOf } from "./reviews.ts";
import { isPage, pagePath } from "./served-side.ts";
import {
  endUnreviewed,
  filesOf,
  findRender,
  openReviewLease,
  orderOf,
  openSubject,
  type ReviewClaim,
  storeFound,
  storeProgress,
  type Subject,
} from "./service-review.ts";
import { isPng, MAX_HEIGHT, MAX_PNG_BYTES } from "./visit.ts";
import type { ClaimedReview } from "./worker-protocol.ts";

export interface WorkerReviews {
  /** Undefined while the worker holds one, or none waits. */
  claim(worker: WorkerRow): Promise<HeldReview | undefined>;
  /** Undefined when another worker holds it, or it has ended. */
  find(worker: WorkerRow, claimId: string): Promise<HeldReview | undefined>;
}

/** What takes something of the worker throws a `WorkerRefusal`. */
export interface HeldReview extends Omit<ReviewRecord, "comparisonId" | "leaseMs" | "order" | "read" | "addPicture"> {
  /** What a worker learns before it asks for the files. */
  readonly claim: ClaimedReview;
  readonly sides: Subject["sides"];
  readFile(sha256: string): Promise<Buffer | undefined>;
  addPicture(sha256: string, bytes: Buffer): Promise<void>;
}

/** Less than pictures are kept without a row that names them. */
const MAX_HOLD_MS = 30 * 60_000;

/** Of each page and width before and after, twice, and the difference, also in the dark, and the thumbnail. */
const MAX_PICTURES = PAGES.most * (REVIEW_WIDTHS.length + 1) * 5 + 1;
const MAX_SENT = { files: MAX_PICTURES, bytes: MAX_PICTURES * MAX_PNG_BYTES };

type WorkerReviewDeps = Pick<ServiceContext, "db" | "objects" | "addresses" | "clock">;

export function createWorkerReviews(
  service: WorkerReviewDeps,
  { leaseMs }: { readonly leaseMs: number },
): WorkerReviews {
  const { db, clock } = service;
  const read = createSites(service);
  /** Claims of one worker, so that it never holds two. */
  const claimInTurn = inTurn();

  async function find(worker: WorkerRow, id: string): Promise<HeldReview | undefined> {
    const row = await findHeldComparison(db, id, worker.id, instant(clock, -MAX_HOLD_MS));
    const subject = row && (await openSubject(service, row, read));
    if (!row || !subject || "unavailable" in subject) return undefined;
    return hold(service, { row, owner: id, leaseMs, maker: worker.id }, subject);
  }

  async function claimOne(worker: WorkerRow): Promise<HeldReview | undefined> {
    const owner = randomUUID();
    const lease = { owner, at: instant(clock), expiresAt: instant(clock, leaseMs) };
    await recoverComparisons(db, lease);
    if (await holdsComparison(db, worker.id, lease.at)) return undefined;
    const workspaces = await workspacesOf(db, worker.id);
    const patientSince = instant(clock, -PATIENCE_MS);
    const row = await claimComparison(db, lease, { besideBuilds: true, workspaces, patientSince });
    if (!row) return undefined;
    const claim = { row, owner, leaseMs, maker: worker.id };
    const subject = await openSubject(service, row, read);
    if ("unavailable" in subject) {
      await endUnreviewed(service, claim, subject.unavailable);
      return undefined;
    }
    await addClaim(db, { id: owner, workerId: worker.id, comparisonId: row.id, at: lease.at });
    return hold(service, claim, subject);
  }

  return {
    find,
    claim: (worker) => claimInTurn(worker.id, () => claimOne(worker)),
  };
}

function hold(service: WorkerReviewDeps, claim: ReviewClaim, subject: Subject): HeldReview {
  const { sides } = subject;
  const { db, objects, clock } = service;
  const { row, owner, leaseMs } = claim;
  return {
    ...openReviewLease(service, claim),
    claim: { id: owner, comparisonId: row.id, leaseMs, ...orderOf(claim, subject, patienceOf(row, clock)) },
    sides,
    async readFile(sha256) {
      for (const { files } of Object.values(sides)) {
        const file = [...files.values()].find((one) => one.sha256 === sha256);
        if (file) return file.size > MAX_FILE_BYTES ? undefined : objects.read(sha256);
      }
      return (await isKnown([sha256])) ? objects.read(sha256) : undefined;
    },
    findRender: (key) => findRender(service, claim, key),
    async addRender(render) {
      await requireKnown(picturesOf(render));
      return take(Buffer.from(JSON.stringify(render)));
    },
    async addPicture(sha256, bytes) {
      if (!isPicture(bytes)) throw new WorkerRefusal("invalid", "This is no picture of a page.");
      if (sha256Of(bytes) !== sha256) {
        throw new WorkerRefusal("wrong_digest", "The bytes are not those of the digest.");
      }
      await take(bytes);
    },
    async progress(found, steps) {
      await check(found);
      await storeProgress(service, claim, { sides, found, ...steps });
    },
    async finish(found) {
      await check(found);
      await storeFound(service, claim, { sides, found });
    },
  };

  /** @returns Its digest. */
  async function take(bytes: Buffer): Promise<string> {
    const file = { sha256: sha256Of(bytes), size: bytes.length };
    if (!(await expectFiles(db, owner, [file], MAX_SENT))) {
      throw new WorkerRefusal("too_large", "A comparison has fewer pages and pictures.");
    }
    await keepObjects(service, [await objects.putBytes(bytes)]);
    await filesArrived(db, owner, [file.sha256]);
    return file.sha256;
  }

  /** Whether these files were sent for this comparison, or belong to others of its site. */
  async function isKnown(names: readonly string[]): Promise<boolean> {
    const sent = await sentFiles(db, owner, names);
    const left = names.filter((name) => !sent.has(name));
    return left.length === (await picturesOfSite(db, row.site_id, left)).size;
  }

  async function requireKnown(names: readonly string[]): Promise<void> {
    if (!(await isKnown(names))) throw new WorkerRefusal("files_missing", "A picture was not sent.");
  }

  async function check(found: ReviewFindings): Promise<void> {
    const files = [...sides.before.files.keys(), ...sides.after.files.keys()];
    const paths = new Set(files.filter(isPage).map(pagePath));
    const named = [...found.pages, ...found.notRendered].map(({ path }) => path);
    const unknownPath = [...named, ...found.brokenLinks.map(({ page }) => page)].find((path) => !paths.has(path));
    if (unknownPath !== undefined || new Set(named).size < named.length) {
      throw new WorkerRefusal("invalid", "The report names a page that is not there, or one twice.");
    }
    const { pictures, thumbnails, renders } = filesOf(found);
    await requireKnown([...pictures, ...thumbnails, ...renders.map(({ sha256 }) => sha256)]);
    for (const thumbnail of thumbnails) {
      if (!isThumbnail(await objects.read(thumbnail))) throw new WorkerRefusal("invalid", "The thumbnail is none.");
    }
  }
}

/** Browsers of people decode it, so its size is that of a page or of a thumbnail. */
function isPicture(bytes: Buffer): boolean {
  if (!isPng(bytes)) return isThumbnail(bytes);
  if (bytes.length > MAX_PNG_BYTES || bytes.toString("latin1", 12, 16) !== "IHDR" || bytes.length < 24) return false;
  return bytes.readUInt32BE(16) <= REVIEW_WIDTHS[0] && bytes.readUInt32BE(20) <= MAX_HEIGHT;
}

const isThumbnail = (bytes: Buffer): boolean => plainThumbnail(bytes)?.equals(bytes) === true;
