import { createHash, randomUUID } from "node:crypto";
import { REVIEW_WIDTHS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { inTurn } from "../domain/in-turn.ts";
import type { ServiceContext } from "../context.ts";
import { createSites, type ServedSite } from "../hosting/site.ts";
import { hostedUrl } from "../settings.ts";
import { keepObjects } from "../store/files/kept-objects.ts";
import { claimReview, recoverReviews } from "../store/deployments/reviews.ts";
import type { WorkerRow } from "../store/engine/schema.ts";
import {
  addClaim,
  expectFiles,
  filesArrived,
  findHeldReview,
  holdsReview,
  sentFiles,
  workspacesOf,
} from "../store/deployments/workers.ts";
import { MAX_PAGES } from "./choose.ts";
import { plainThumbnail } from "./compare.ts";
import { MAX_FILE_BYTES } from "./interception.ts";
import type { ReviewFindings, ReviewRecord } from "./record.ts";
import { isPage, pagePath } from "./served-side.ts";
import {
  beginReview,
  endUnreviewed,
  openReviewLease,
  picturesOf,
  readSides,
  type ReviewClaim,
  storeFound,
  type Subject,
} from "./service-review.ts";
import { isPng, MAX_HEIGHT, MAX_PNG_BYTES } from "./visit.ts";

/** The reviews that workers on other machines claim and report. */
export interface WorkerReviews {
  /** Claims a review for a worker that holds none. */
  claim(worker: WorkerRow): Promise<HeldReview | undefined>;
  /** A review that the worker holds; undefined when another one does, or it has ended. */
  find(worker: WorkerRow, claimId: string): Promise<HeldReview | undefined>;
}

type Problem = { readonly code: "invalid" | "too_large" | "wrong_digest" | "files_missing"; readonly message: string };

/** A review that a worker holds. */
export interface HeldReview extends Pick<ReviewRecord, "renew" | "fail" | "release"> {
  readonly id: string;
  readonly deploymentId: string;
  readonly leaseMs: number;
  readonly origin: string;
  readonly nowMs: number;
  readSide(side: "before" | "after"): Promise<ServedSite>;
  /** Undefined when neither deployment has the file. */
  readFile(sha256: string): Promise<Buffer | undefined>;
  addPicture(sha256: string, bytes: Buffer): Promise<Problem | undefined>;
  finish(findings: ReviewFindings): Promise<Problem | undefined>;
}

/** Less than pictures are kept without a row that names them. */
const MAX_HOLD_MS = 30 * 60_000;

/** Of each page and width before, after and difference, and the thumbnail. */
const MAX_PICTURES = MAX_PAGES * REVIEW_WIDTHS.length * 3 + 1;
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
    const held = await findHeldReview(db, id, worker.id, instant(clock, -MAX_HOLD_MS));
    if (!held) return undefined;
    const { row, live } = held;
    const fileListDigest = row.file_list_digest;
    if (fileListDigest === null) return undefined;
    const site = await db
      .selectFrom("sites")
      .select("production_label")
      .where("id", "=", row.site_id)
      .executeTakeFirstOrThrow();
    const { origin } = new URL(hostedUrl(service.addresses, site.production_label, "production"));
    const claim = { deploymentId: row.id, owner: id, leaseMs };
    return hold({ service, read, claim, subject: { row, origin, live, fileListDigest } });
  }

  async function claimOne(worker: WorkerRow): Promise<HeldReview | undefined> {
    const owner = randomUUID();
    const lease = { owner, at: instant(clock), expiresAt: instant(clock, leaseMs) };
    await recoverReviews(db, lease);
    if (await holdsReview(db, worker.id, lease.at)) return undefined;
    const workspaces = await workspacesOf(db, worker.id);
    const claimed = await claimReview(db, lease, { besideBuilds: true, workspaces });
    if (!claimed) return undefined;
    const claim = { deploymentId: claimed.deployment_id, owner, leaseMs };
    const subject = await beginReview(service, claim);
    if ("unavailable" in subject) {
      await endUnreviewed(service, claim, subject.unavailable);
      return undefined;
    }
    await addClaim(db, { id: owner, workerId: worker.id, deploymentId: claim.deploymentId, at: lease.at });
    return hold({ service, read, claim, subject });
  }

  return {
    find,
    claim: (worker) => claimInTurn(worker.id, () => claimOne(worker)),
  };
}

interface Holding {
  readonly service: WorkerReviewDeps;
  readonly read: (fileListDigest: string) => Promise<ServedSite>;
  readonly claim: ReviewClaim;
  readonly subject: Subject;
}

function hold({ service, read, claim, subject }: Holding): HeldReview {
  const { db, objects } = service;
  const { row } = subject;
  return {
    ...openReviewLease(service, claim),
    id: claim.owner,
    deploymentId: claim.deploymentId,
    leaseMs: claim.leaseMs,
    origin: subject.origin,
    nowMs: Date.parse(row.created_at),
    readSide: async (side) => (await readSides(subject, read))[side],
    async readFile(sha256) {
      for (const { files } of Object.values(await readSides(subject, read))) {
        const file = files.values().find((one) => one.sha256 === sha256);
        if (file) return file.size > MAX_FILE_BYTES ? undefined : objects.read(sha256);
      }
      return undefined;
    },
    async addPicture(sha256, bytes) {
      if (!isPicture(bytes)) return { code: "invalid", message: "This is no picture of a page." };
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
        return { code: "wrong_digest", message: "The bytes are not those of the digest." };
      }
      const files = [{ sha256, size: bytes.length }];
      if (!(await expectFiles(db, claim.owner, files, MAX_SENT))) {
        return { code: "too_large", message: "A review has fewer pictures." };
      }
      await keepObjects(service, [await objects.putBytes(bytes)]);
      await filesArrived(db, claim.owner, [sha256]);
      return undefined;
    },
    async finish(found) {
      const sides = await readSides(subject, read);
      const files = [...sides.before.files.keys(), ...sides.after.files.keys()];
      const paths = new Set(files.filter(isPage).map(pagePath));
      const named = [...found.pages, ...found.notRendered].map(({ path }) => path);
      const unknownPath = [...named, ...found.brokenLinks.map(({ page }) => page)].find((path) => !paths.has(path));
      if (unknownPath !== undefined || new Set(named).size < named.length) {
        return { code: "invalid", message: "The report names a page that is not there, or one twice." };
      }
      const names = picturesOf(found);
      const sent = await sentFiles(db, claim.owner, names);
      const missing = names.find((name) => !sent.has(name));
      if (missing !== undefined) return { code: "files_missing", message: `The picture ${missing} was not sent.` };
      const { thumbnail } = found;
      if (thumbnail !== undefined && !isThumbnail(await objects.read(thumbnail))) {
        return { code: "invalid", message: "The thumbnail is none." };
      }
      await storeFound(service, claim, { subject, sides, found });
      return undefined;
    },
  };
}

/** Browsers of people decode it, so its size is that of a page or of a thumbnail. */
function isPicture(bytes: Buffer): boolean {
  if (!isPng(bytes)) return isThumbnail(bytes);
  if (bytes.length > MAX_PNG_BYTES || bytes.toString("latin1", 12, 16) !== "IHDR" || bytes.length < 24) return false;
  return bytes.readUInt32BE(16) <= REVIEW_WIDTHS[0] && bytes.readUInt32BE(20) <= MAX_HEIGHT;
}

const isThumbnail = (bytes: Buffer): boolean => plainThumbnail(bytes)?.equals(bytes) === true;
