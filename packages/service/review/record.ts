import type { ServedSite } from "../hosting/site.ts";
import type { Report } from "../store/deployments/reviews.ts";

/** What is compared; the reviewing machine gets nothing else of the service. */
export interface ReviewOrder {
  /** Of the production host, under which both sides are shown. */
  readonly origin: string;
  /** What clocks show, epoch milliseconds. */
  readonly nowMs: number;
  /** What was live when the review was claimed; without files when nothing was. */
  readonly before: ServedSite;
  readonly after: ServedSite;
}

/** What a review found; the service adds up the rest by itself. */
export interface ReviewFindings extends Pick<Report, "pages" | "notRendered" | "brokenLinks"> {
  /** Digest of the stored WebP. */
  readonly thumbnail?: string | undefined;
  /** Pages that differ and were not rendered, and whether for want of time; `notRendered` names the first of them. */
  readonly left: { readonly count: number; readonly late: boolean };
}

/** The service's side of a claimed review: everything that outlives who makes it. */
export interface ReviewRecord {
  readonly deploymentId: string;
  /** Without a renewal for this long another machine begins again. */
  readonly leaseMs: number;
  readonly order: ReviewOrder;
  /** @returns Whether this machine still holds the review. */
  renew(): Promise<boolean>;
  /** Reads a file of either side. */
  read(sha256: string): Promise<Buffer>;
  /** Takes a picture. @returns Its digest. */
  addPicture(bytes: Buffer): Promise<string>;
  finish(findings: ReviewFindings): Promise<void>;
  fail(): Promise<void>;
  /** Gives it back, which costs no attempt. */
  release(): Promise<void>;
}

/** Something other than the pages went wrong: there is no report, and another machine begins again. */
export class ReviewInterrupted extends Error {
  override readonly name = "ReviewInterrupted";
}
