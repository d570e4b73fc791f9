import { z } from "zod";
import { BUILD_ERROR_CODES } from "./errors.ts";
import { MAX_PULL_REQUEST_NUMBER } from "./label.ts";
import {
  BRANCH_PATTERN,
  COMMIT_SHA_PATTERN,
  DEPLOYMENT_ID_PATTERN,
  MAX_BRANCH_CHARS,
  MAX_PAGE_SIZE,
} from "./limits.ts";
import { REVIEW_STATUSES } from "./review.ts";
import { DEPLOYMENT_STATUSES, ENVIRONMENTS } from "./status.ts";
import { maxChars } from "./text.ts";
import { Prebuilt } from "./upload.ts";

const DeploymentId = z.string().regex(DEPLOYMENT_ID_PATTERN);

/** A pull request as the client of a create request names it: a label, which nothing is decided by. */
const PullRequest = z.object({
  number: z.int().positive().max(MAX_PULL_REQUEST_NUMBER),
  /** One line is kept, up to 256 characters; empty when the client did not know it. */
  title: z.string().check(maxChars(4_096)),
});

/** How grave a diagnostic is: what a build failed with, or what may be wrong with a deployment that is ready. */
export const DIAGNOSTIC_LEVELS = ["error", "warning"] as const;

/** An error of a failed build, of which the first is why it failed, or a warning. @see Interface §2 (additive) */
export const BuildDiagnostic = z
  .looseObject({
    /** Absent is `error`. */
    level: z.enum(DIAGNOSTIC_LEVELS).optional(),
    /** What a warning is about, such as `missing_files`. */
    code: z.string().optional(),
    message: z.string(),
    file: z.string().optional(),
    /** From 1. */
    line: z.int().positive().optional(),
    /** From 1. */
    column: z.int().nonnegative().optional(),
    /** What to do about it, for an error that is known. */
    hint: z.string().optional(),
    /** Lines of the file around the place; the first is number `excerptStart`. */
    excerpt: z.array(z.string()).optional(),
    excerptStart: z.int().positive().optional(),
    /** Number of its line in the log. */
    logLine: z.int().positive().optional(),
    /** Name of a value that the build needs and that can be set. */
    variable: z.string().optional(),
  })
  .meta({ id: "BuildDiagnostic" });
export type BuildDiagnostic = z.infer<typeof BuildDiagnostic>;

/** Why the files of a deployment were removed. */
export const REMOVAL_REASONS = ["expired", "pull_request_closed", "deleted", "site_archived"] as const;

/** One build run of a site. @see Interface §2; fields after `previewUrl` are additive */
export const Deployment = z
  .looseObject({
    id: DeploymentId,
    siteId: z.uuid(),
    environment: z.enum(ENVIRONMENTS),
    status: z.enum(DEPLOYMENT_STATUSES),
    createdAt: z.iso.datetime(),
    /** Fixed URL of this deployment; present on a ready preview. */
    previewUrl: z.url().optional(),
    /** Present on a ready production deployment. */
    productionUrl: z.url().optional(),
    commitSha: z.string().optional(),
    branch: z.string().optional(),
    /** What git says of the commit, once it was fetched. */
    commit: z
      .looseObject({
        message: z.string(),
        /** Name of its author, as written in the commit, unverified. */
        author: z.string(),
      })
      .optional(),
    /** The pull request that a create request named, in its body or in the header `Greenroom-Pull-Request`. */
    pullRequest: z.looseObject({ ...PullRequest.shape, url: z.url().optional() }).optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The approved release request, on production deployments. */
    approvalRequestId: z.string().optional(),
    framework: z.string().optional(),
    /** The files were built elsewhere and uploaded; that they come from the commit is unverified. */
    prebuilt: z.looseObject(Prebuilt.shape).optional(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: z.looseObject({ code: z.enum(BUILD_ERROR_CODES), message: z.string() }).optional(),
    /** Errors of a failed build, the reason first, then warnings; of a ready one warnings alone. */
    diagnostics: z.array(BuildDiagnostic).optional(),
    /** How often a worker started it. */
    attempt: z.int().nonnegative().optional(),
    /** URLs that move with the branch. */
    aliases: z.array(z.url()).optional(),
    /** When its files were removed: its URLs then answer 410, and it can no longer be released. */
    removedAt: z.iso.datetime().optional(),
    /** Present with `removedAt`. */
    removedBecause: z.enum(REMOVAL_REASONS).optional(),
    /** A queued build that is over the budget of its author: when it starts by itself. A member can let it start now. */
    heldUntil: z.iso.datetime().optional(),
    /** State of the review of a ready preview, in the response to GET /deployments/{deploymentId} only. */
    review: z.enum(REVIEW_STATUSES).optional(),
    /** Open threads of a preview and its branch, where there are any; in that response only. */
    comments: z.looseObject({ open: z.int().positive(), blocking: z.int().nonnegative(), webUrl: z.url() }).optional(),
    /** Page of the deployment with its log, for people who are signed in. */
    webUrl: z.url().optional(),
  })
  .meta({ id: "Deployment" });
export type Deployment = z.infer<typeof Deployment>;

const Branch = z
  .string()
  .min(1)
  .check(maxChars(MAX_BRANCH_CHARS))
  .regex(BRANCH_PATTERN, "must be a valid git branch name");

/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a separate code.
 * @see Interface §4
 */
export const CreateDeployment = z
  .object({
    environment: z.enum(ENVIRONMENTS),
    commitSha: z.string().regex(COMMIT_SHA_PATTERN, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: z.string().min(1).check(maxChars(128)).optional(),
    /** Additive; the same request with another title is still the same request. */
    pullRequest: PullRequest.optional(),
    /** Additive, with preview: nothing is built, the files are uploaded. */
    prebuilt: Prebuilt.optional(),
  })
  .meta({
    id: "CreateDeployment",
    description: "`prebuilt` goes with a preview only.",
    dependentSchemas: { prebuilt: { properties: { environment: { const: "preview" } } } },
  });
export type CreateDeployment = z.infer<typeof CreateDeployment>;

/** Arguments of `create_preview`. [§1: schema outside the interface] */
export const CreatePreviewArguments = z.object({
  siteId: z.uuid(),
  ...CreateDeployment.pick({ commitSha: true, branch: true, pullRequest: true }).shape,
  /** The same key gives the same deployment. */
  idempotencyKey: z.string().min(1).check(maxChars(255)),
});

/** A number in a query: decimal digits and nothing else, so that no reader of a URL takes it for another one. */
const PageSize = z.preprocess(
  (value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int().min(1).max(MAX_PAGE_SIZE),
);

/** Fields of a query for one page of a list. */
export const Page = {
  limit: PageSize.optional(),
  cursor: z.string().min(1).check(maxChars(512)).optional(),
};

const Instant = z.iso.datetime({ offset: true });

/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the response is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms are in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
export const ListDeployments = z
  .object({
    siteId: z.uuid().optional(),
    environment: z.enum(ENVIRONMENTS).optional(),
    status: z.enum(DEPLOYMENT_STATUSES).optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...Page,
  })
  .meta({ id: "ListDeployments" });
export type ListDeployments = z.infer<typeof ListDeployments>;

/** What becomes of the previews of a pull request that was closed. */
export const ClosedPullRequest = z
  .looseObject({
    pullRequest: z.int().positive(),
    /** Ready previews that have its number; those that production uses by then stay. */
    previews: z.int().nonnegative(),
    /** From then on they are removed, unless one of the pull request is deployed before. */
    removeAt: z.iso.datetime(),
  })
  .meta({ id: "ClosedPullRequest" });
export type ClosedPullRequest = z.infer<typeof ClosedPullRequest>;
