import {
  BUILD_ERROR_CODES,
  BuildDiagnostic,
  FINDING_STATES,
  LOG_STREAMS,
  Manifest,
  PAGE_CHANGES,
  REVIEW_WIDTHS,
  WHY_NOT_RENDERED,
} from "@greenroom/contract";
import { z } from "zod";
import { RefusedHosts } from "../domain/build-hosts.ts";
import { ServingFiles } from "../domain/serving-files.ts";
import { ServingRules } from "../domain/site.ts";
import { MAX_LEFT_OUT, WHY_LEFT_OUT } from "../pipeline/output/check-site.ts";
import { BranchCheck, BuildOrder, ChosenValues } from "../pipeline/record.ts";
import { BOUNDS } from "../pipeline/sandbox/cgroup.ts";
import { FULL_SHA } from "../pipeline/source/git.ts";
import { ENCODINGS } from "../store/files/variants.ts";
import { PAGES } from "../store/reviews/comparisons.ts";
import { MACHINE_FAULTS } from "../store/workers/machines.ts";
import { Boxes, Regions } from "./compare.ts";
import type { ReviewFindings } from "./record.ts";
import { Render } from "./renders.ts";
import { MAX_BROKEN, MAX_FINDINGS, MAX_HOSTS, MAX_PART_CHARS, MAX_TARGET_CHARS, MAX_TEXT_PARTS } from "./report.ts";
import { MAX_NOT_RENDERED } from "./review.ts";
import { MAX_PROBLEMS, ProblemCode, PROBLEMS, Weight } from "./visit.ts";

/*
 * What a worker and the service say to each other: JSON by POST below WORKER_PATH, files by PUT, with the
 * worker's token as bearer. Both sides are of one version or of neighboring ones; unknown fields are left out.
 * Each side checks what the other says, since a build may have broken out on the worker. It is about builds as much as
 * about reviews; no folder below this one can name both.
 */

export const WORKER_PATH = "/workers/v1";

export const MAX_WAIT_MS = 20_000;

export const MAX_NAMED = 1_000;

const MAX_LINE_CHARS = 8_400;
const MAX_LINES = 500;
const MAX_MESSAGE_CHARS = 4_000;
const MAX_DIAGNOSTICS = 100;
const MAX_FILES = 100_000;
const MAX_PATH_CHARS = 1_024;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.int().nonnegative();
const Instant = z.iso.datetime();
const Name = z.string().max(300);

const StoredFile = z.object({ sha256: Sha256, size: Size });

export const ErrorResponse = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
});

export const ERROR_STATUSES = {
  /** The token is wrong or revoked: the worker ends. */
  unauthenticated: 401,
  /** The build is another worker's, or has ended: the worker stops it at once. */
  lease_lost: 409,
  /** Lines before these are missing. */
  log_gap: 409,
  /** Files that are listed were not sent. */
  files_missing: 409,
  invalid: 400,
  /** Neither side of the comparison has such a file. */
  file_not_found: 404,
  too_large: 413,
  /** The bytes are not those of the digest; they were deleted. */
  wrong_digest: 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUSES;

export const ClaimRequest = z.object({
  waitMs: z.int().min(0).max(MAX_WAIT_MS),
  /** Only for a build that runs no commands, which takes no slot of the worker. */
  quick: z.boolean().default(false),
});

/** Everything a worker learns of a build. */
const Claimed = z.object({
  id: z.string(),
  deploymentId: z.string(),
  attempt: z.int().positive(),
  logged: z.object({
    bytes: z.int().nonnegative(),
    lines: z.int().nonnegative(),
    maxBytes: z.int().positive().optional(),
  }),
  leaseMs: z.int().positive(),
  order: BuildOrder,
});
export type Claimed = z.infer<typeof Claimed>;
export const ClaimAnswer = z.object({ claim: Claimed.nullable() });

/** Neutral names of deployments, as folders of builds have them. */
export const Names = z.object({ names: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(10_000) });

/** Of the names those that have ended, and how many builds the worker may hold at a time. */
export const EndedAnswer = Names.extend({ slots: z.int().positive().optional() });

export const LogRequest = z.object({
  stream: z.enum(LOG_STREAMS),
  first: z.int().positive(),
  lines: z
    .array(
      z.object({
        at: Instant,
        text: z.string().max(MAX_LINE_CHARS),
        level: z.enum(["info", "warn", "error"]).optional(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
});

export const PinRequest = z.object({
  commitSha: z.string().regex(FULL_SHA),
  about: z.object({ message: Name, author: Name }).nullable(),
});

/** Where the service saw it. */
export const PinAnswer = z.object({ branch: BranchCheck });

export const ValuesRequest = z.object({
  names: z.array(Name).max(500),
  reason: Name,
});

export const ValuesAnswer = z.object({ values: ChosenValues });

export const FilesRequest = z.object({ files: z.array(StoredFile).max(MAX_NAMED) });
const Variant = z.union([z.null(), StoredFile]);
export const FilesAnswer = z.object({
  missing: z.array(Sha256),
  /** Compressed variants that are there, by digest and encoding. */
  variants: z.record(z.string(), z.partialRecord(z.enum(ENCODINGS), Variant)),
});

/** Files are sent as those of an upload; the answer names those that are not whole yet. */
export const SentFiles = z.object({ partial: z.array(z.object({ sha256: Sha256, have: Size })) });

export const PublishRequest = z.object({
  files: z
    .array(StoredFile.extend({ path: z.string() }))
    .min(1)
    .max(MAX_FILES),
  variants: z.array(z.object({ sha256: Sha256, encoding: z.enum(ENCODINGS), encoded: StoredFile })).max(MAX_FILES),
  framework: z.string().regex(/^[\x20-\x7e]{1,64}$/),
  manifest: Manifest.nullable(),
  serving: ServingFiles.optional(),
  spa: z.boolean().optional(),
  output: z.string().max(MAX_PATH_CHARS).optional(),
  leftOut: z
    .array(z.object({ path: z.string().max(MAX_PATH_CHARS), why: z.enum(WHY_LEFT_OUT) }))
    .max(MAX_LEFT_OUT)
    .optional(),
  sandbox: z.enum(["bubblewrap", "none", "not_needed"]),
  cgroup: z.array(z.enum(BOUNDS)).max(BOUNDS.length),
  node: z.string().regex(/^v\d{1,4}(?:\.\d{1,4}){0,2}[\w.-]{0,40}$/),
});
export type PublishRequest = z.infer<typeof PublishRequest>;

/** Reasons that a worker can give; the others are the service's own. */
const FAILURES = BUILD_ERROR_CODES.filter(
  (code) => !["worker_lost", "canceled_by_user", "superseded", "site_archived", "source_unavailable"].includes(code),
);

export const FailRequest = z.object({
  code: z.enum(FAILURES),
  message: z.string().max(MAX_MESSAGE_CHARS),
  diagnostics: z.array(BuildDiagnostic).max(MAX_DIAGNOSTICS),
  refusedHosts: RefusedHosts.default([]),
});

export const ReleaseRequest = z.object({
  afterMs: z.int().min(0).max(60_000),
  /** It runs commands, and was claimed as one that runs none. */
  needsSlot: z.boolean().default(false),
  /** The worker's machine cannot make it. */
  fault: z.object({ code: z.enum(MACHINE_FAULTS), message: z.string().max(MAX_MESSAGE_CHARS) }).optional(),
});

/** Everything a worker learns of a review before it asks for the files. */
const ClaimedReview = z.object({
  id: z.string(),
  comparisonId: z.string(),
  leaseMs: z.int().positive(),
  origin: z.url(),
  nowMs: z.int(),
  masks: z.string(),
  maxPages: z.int().positive(),
  patienceMs: z.int().nonnegative(),
});
export type ClaimedReview = z.infer<typeof ClaimedReview>;
export const ReviewAnswer = z.object({ claim: ClaimedReview.nullable() });

export const SIDES = ["before", "after"] as const;
export const SideRequest = z.object({ side: z.enum(SIDES) });
export const SideAnswer = z.object({
  files: z.array(StoredFile.extend({ path: z.string() })).max(MAX_FILES),
  rules: ServingRules,
});

export const ReadRequest = z.object({ sha256: Sha256 });

const ReportPath = z.string().startsWith("/").max(8_000);
const Change = z.enum(PAGE_CHANGES);
const State = z.enum(FINDING_STATES);
const Count = Size.max(MAX_FILES);
const Title = z.string().max(500);
const Pictures = z.object({
  width: z.literal(REVIEW_WIDTHS),
  scheme: z.literal("dark").optional(),
  height: Size,
  before: Sha256.optional(),
  after: Sha256.optional(),
  difference: Sha256.optional(),
  changedShare: z.number().min(0).max(1).optional(),
  boxes: Boxes.optional(),
  unstable: z.object({ before: Regions, after: Regions }).optional(),
  cut: z.boolean().optional(),
});

/** What a review found, each part with its limit; unknown fields are left out, and the service writes the sentences. */
export const FoundRequest = z.object({
  pages: z
    .array(
      z.object({
        path: ReportPath,
        change: Change,
        unstable: z.boolean().optional(),
        title: z.object({ before: Title.optional(), after: Title.optional() }),
        text: z
          .array(z.object({ kind: z.enum(["added", "removed", "same"]), text: z.string().max(MAX_PART_CHARS) }))
          .max(MAX_TEXT_PARTS),
        pictures: z.array(Pictures).max(2 * REVIEW_WIDTHS.length),
        thumbnails: z.object({ before: Sha256.optional(), after: Sha256.optional() }).optional(),
        problems: z
          .array(
            z
              .object({ side: z.enum(SIDES), code: ProblemCode })
              .transform(({ side, code }) => ({ side, code, message: PROBLEMS[code] })),
          )
          .max(2 * MAX_PROBLEMS),
        errors: z.array(z.object({ state: State, message: z.string().max(500) })).max(MAX_FINDINGS),
        accessibility: z
          .array(
            z.object({
              state: State,
              rule: z.string().max(100),
              impact: z.string().max(100),
              help: z.string().max(300),
              target: z.string().max(300),
            }),
          )
          .max(MAX_FINDINGS),
        weight: z.object({ before: Weight.optional(), after: Weight.optional() }),
        thirdParty: z.array(z.string().max(253)).max(MAX_HOSTS),
      }),
    )
    .max(PAGES.most),
  notRendered: z
    .array(
      z.object({
        path: ReportPath,
        change: Change,
        why: z.enum(WHY_NOT_RENDERED),
        problem: ProblemCode.optional(),
      }),
    )
    .max(MAX_NOT_RENDERED),
  brokenLinks: z
    .array(
      z.object({
        state: State,
        kind: z.enum(["link", "file", "anchor"]),
        page: ReportPath,
        target: z.string().max(MAX_TARGET_CHARS),
      }),
    )
    .max(MAX_BROKEN),
  thumbnail: Sha256.optional(),
  renders: z
    .array(z.object({ key: Sha256, sha256: Sha256, pictures: z.array(Sha256).max(4 * REVIEW_WIDTHS.length) }))
    .max(2 * PAGES.most),
  left: z.object({ limit: Count, time: Count, failed: Count, added: Count, removed: Count }),
}) satisfies z.ZodType<ReviewFindings>;

export const RenderRequest = z.object({ key: Sha256 });
export const RenderAnswer = z.object({ found: z.object({ render: Render, sha256: Sha256 }).nullable() });
export const RenderStored = z.object({ sha256: Sha256 });

export const ProgressRequest = z.object({ done: Count, total: Count, found: FoundRequest });

/** The answer to what has none. */
export const Done = z.object({});
