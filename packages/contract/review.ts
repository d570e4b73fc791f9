import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { DEPLOYMENT_ID_PATTERN } from "./limits.ts";

/** States of the review of a preview: `pending` until it is done, `unavailable` where none is made. */
export const REVIEW_STATUSES = ["pending", "ready", "failed", "unavailable"] as const;

/** Widths at which pages are rendered, CSS pixels. */
export const REVIEW_WIDTHS = [1280, 390] as const;

/** How a page changed; `unchanged`: it was rendered, and nothing that people see differs. */
export const PAGE_CHANGES = ["changed", "added", "removed", "unchanged"] as const;

/** Whether a finding is new in the preview, or was only in what was live. */
export const FINDING_STATES = ["new", "fixed"] as const;

const State = z.enum(FINDING_STATES);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().nonnegative();

const Rectangle = z.looseObject({ x: Count, y: Count, width: Count, height: Count });
const Rows = z.looseObject({ y: Count, height: Count });

/** Most changed, and most unstable regions of a picture. */
export const MAX_BOXES = 50;

/** Why a page that differs in its files has no pictures: over the number of pages, out of time, or it failed. */
export const WHY_NOT_RENDERED = ["limit", "time", "failed"] as const;

/** Pictures of a page at one width; the digests name them at `…/review/pictures/{sha256}.png`. */
const Pictures = z.looseObject({
  width: z.int().positive(),
  /** Colours that visitors ask for; absent: light. Only where the page looks different in them. */
  scheme: z.literal("dark").optional(),
  /** Of the page after, or before where it is gone, CSS pixels, before the picture was cut. */
  height: Count,
  before: Digest.optional(),
  after: Digest.optional(),
  /** The page before, faded, with every changed pixel marked, equal rows side by side; absent when nothing differs. */
  difference: Digest.optional(),
  /** Changed regions, top to bottom, as each picture shows them; of no height where one has nothing there. */
  boxes: z.array(z.looseObject({ x: Count, width: Count, before: Rows, after: Rows })).optional(),
  /** Regions that differ from themselves each time they are rendered; they count as no change. */
  unstable: z.looseObject({ before: z.array(Rectangle), after: z.array(Rectangle) }).optional(),
  /** Share of pixels that differ, 0 to 1; absent without a picture of both. */
  changedShare: z.number().min(0).max(1).optional(),
  cut: z.boolean().optional(),
});

/** Bytes of the files a page loads, uncompressed. */
const Weight = z.looseObject({ scripts: Count, styles: Count, images: Count, fonts: Count, other: Count });
const WeightPair = z.looseObject({ before: Weight.optional(), after: Weight.optional() });

const Page = z.looseObject({
  /** Of the URL, with its leading slash. */
  path: z.string(),
  change: z.enum(PAGE_CHANGES),
  /** Something in it differs each time it is rendered, and was left out. */
  unstable: z.boolean().optional(),
  title: z.looseObject({ before: z.string().optional(), after: z.string().optional() }),
  /** What differs in the visible text, in order, with a line around each change. */
  text: z.array(z.looseObject({ kind: z.enum(["added", "removed", "same"]), text: z.string() })),
  pictures: z.array(Pictures),
  /** Digests of small pictures of its top, WebP of 480 by 300 pixels. */
  thumbnails: z.looseObject({ before: Digest.optional(), after: Digest.optional() }).optional(),
  /** The same for a comment, as `thumbnailUrl` of the review. */
  thumbnailUrls: z.looseObject({ before: z.url().optional(), after: z.url().optional() }).optional(),
  /** What kept the page from being rendered as people would see it. */
  problems: z.array(z.looseObject({ side: z.enum(["before", "after"]), code: z.string(), message: z.string() })),
  /** Errors in the console and exceptions that nothing caught. */
  errors: z.array(z.looseObject({ state: State, message: z.string() })),
  /** Findings of axe-core. */
  accessibility: z.array(
    z.looseObject({ state: State, rule: z.string(), impact: z.string(), help: z.string(), target: z.string() }),
  ),
  weight: WeightPair,
  /** Hosts the page asks for something; nothing was fetched. */
  thirdParty: z.array(z.string()),
});

const Rule = z.looseObject({
  kind: z.enum(["redirect", "header"]),
  /** Paths it is for, as the manifest writes them. */
  source: z.string(),
  name: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** What a preview changes against what was live when it became ready, as people see it. @see Interface §9 (additive) */
export const Review = z
  .looseObject({
    /** The preview; for a production deployment the one it was made from. */
    deploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN),
    siteId: z.uuid(),
    status: z.enum(REVIEW_STATUSES),
    /** Names what was compared; a decision may say that it is about it. */
    comparison: z.string().optional(),
    /** Why there is no review, or what it leaves out. */
    message: z.string().optional(),
    createdAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
    /** What it was compared with, null when nothing was live; `current`: it still is what is live. */
    live: z
      .looseObject({
        deploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN),
        commitSha: z.string().optional(),
        current: z.boolean(),
        /** Of the live site; absent when nothing is live any more. */
        url: z.url().optional(),
      })
      .nullish(),
    /** With `ready`. */
    summary: z
      .looseObject({
        /** Pages that look different, or have other findings. */
        changed: Count,
        /** Pages that come and go, rendered or not. */
        added: Count,
        removed: Count,
        /** Pages whose files differ, and which were not rendered. */
        notRendered: Count,
        files: z.looseObject({ added: Count, changed: Count, removed: Count }).optional(),
        brokenLinks: z.looseObject({ new: Count, fixed: Count }),
        errors: z.looseObject({ new: Count, fixed: Count }),
        accessibility: z.looseObject({ new: Count, fixed: Count }),
        /** Of the rendered pages that exist before and after. */
        weight: WeightPair,
      })
      .optional(),
    /** The front page, then those that change most. */
    pages: z.array(Page).optional(),
    /** Paths of pages that were not rendered, and how they changed. */
    notRendered: z
      .array(
        z.looseObject({
          path: z.string(),
          change: z.enum(PAGE_CHANGES),
          why: z.enum(WHY_NOT_RENDERED).optional(),
          message: z.string().optional(),
        }),
      )
      .optional(),
    /** What a release of it would take back of former releases, in words; absent for nothing. */
    takesBack: z.string().optional(),
    /** Links inside the site that lead nowhere, and files that are missing. */
    brokenLinks: z
      .array(
        z.looseObject({
          state: State,
          kind: z.enum(["link", "file", "anchor"]),
          page: z.string(),
          target: z.string(),
        }),
      )
      .optional(),
    /**
     * Picture of the front page, 480 by 300 pixels, for a comment: anyone who has the URL can fetch it. Absent
     * unless the operator lets previews be seen so.
     */
    thumbnailUrl: z.url().optional(),
    rules: z.array(Rule).optional(),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

export const ReceivedReview = asReceived(Review, ["deploymentId", "status"]);
export type ReceivedReview = z.infer<typeof ReceivedReview>;
