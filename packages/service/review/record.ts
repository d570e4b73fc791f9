import type { WHY_NOT_RENDERED } from "@greenroom/contract";
import type { Report } from "../domain/comparison.ts";
import type { ServedSite } from "../hosting/site.ts";
import type { PageChange } from "./choose.ts";
import type { NamedRender, RenderStore } from "./renders.ts";
import type { Problem } from "./visit.ts";

/** What is compared; the reviewing machine gets nothing else of the service. */
export interface ReviewOrder {
  /** Of the production host, under which both sides are shown. */
  readonly origin: string;
  /** What clocks show, epoch milliseconds. */
  readonly nowMs: number;
  /** What is left out of pictures, as the site says. */
  readonly masks: string;
  readonly maxPages: number;
  /** How long it gives way to builds at most, milliseconds. */
  readonly patienceMs: number;
  /** Without files when nothing was live. */
  readonly before: ServedSite;
  readonly after: ServedSite;
}

/** What was found; the service adds up the rest by itself. */
export interface ReviewFindings extends Pick<Report, "pages" | "brokenLinks"> {
  readonly notRendered: readonly Unrendered[];
  /** Digest of the stored WebP. */
  readonly thumbnail?: string | undefined;
  /** What is known of the rendered pages. */
  readonly renders: readonly NamedRender[];
  /** Pages that differ and were not rendered, by the reason, and those that come or go; `notRendered` names the first of them. */
  readonly left: LeftOut;
}

/** A page whose files differ; whether it looks different is unknown. */
export interface Unrendered {
  readonly path: string;
  readonly change: PageChange;
  readonly why: (typeof WHY_NOT_RENDERED)[number];
  /** What kept it from being rendered. */
  readonly problem?: Problem | undefined;
}

export interface LeftOut {
  readonly limit: number;
  readonly time: number;
  readonly failed: number;
  readonly added: number;
  readonly removed: number;
}

/** The service's side of a claimed comparison: everything that outlives who makes it. */
export interface ReviewRecord extends RenderStore {
  readonly comparisonId: string;
  /** Without a renewal for this long another machine begins again. */
  readonly leaseMs: number;
  readonly order: ReviewOrder;
  /** @returns Whether this machine still holds the comparison. */
  renew(): Promise<boolean>;
  /** Reads a file of either side, or a picture. */
  read(sha256: string): Promise<Buffer>;
  progress(findings: ReviewFindings, steps: { readonly done: number; readonly total: number }): Promise<void>;
  finish(findings: ReviewFindings): Promise<void>;
  fail(): Promise<void>;
  /** Gives it back, which costs no attempt. */
  giveBack(): Promise<void>;
}

/** Something other than the pages went wrong: there is no report, and another machine begins again. */
export class ReviewInterrupted extends Error {
  override readonly name = "ReviewInterrupted";
}
