import { z } from "zod";
import { BUILD_ERROR_CODES } from "./build-errors.ts";
import { COMMIT_SHA_PATTERN, DEPLOYMENT_ID_PATTERN } from "./limits.ts";

/** Where a deployment is served. [§2] */
export const ENVIRONMENTS = ["preview", "production"] as const;

/** Where a deployment is served. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** All statuses there are; there is no `built` or `live`. [§2] */
export const DEPLOYMENT_STATUSES = ["queued", "building", "ready", "failed", "canceled"] as const;

/** Status of a deployment. */
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Statuses a deployment never leaves. [§3] */
export const TERMINAL_STATUSES = ["ready", "failed", "canceled"] as const satisfies readonly DeploymentStatus[];

/** A status a deployment never leaves. */
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/**
 * Which status may follow which.
 * The edges from `queued` to `failed` and `canceled` are ours: people cancel queued work first. [§3]
 */
export const TRANSITIONS: Readonly<Record<DeploymentStatus, readonly DeploymentStatus[]>> = {
  queued: ["building", "failed", "canceled"],
  building: ["ready", "failed", "canceled"],
  ready: [],
  failed: [],
  canceled: [],
};

/**
 * Tells whether a string is one of the five statuses.
 * @param status Any string a record or event carried.
 */
export function isDeploymentStatus(status: string): status is DeploymentStatus {
  return (DEPLOYMENT_STATUSES as readonly string[]).includes(status);
}

/**
 * Tells whether a status is one a deployment never leaves; unknown statuses are not.
 * @param status Any string a record or event carried.
 */
export function isTerminal(status: string): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly string[]).includes(status);
}

const DeploymentId = z.string().regex(DEPLOYMENT_ID_PATTERN);

/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
export const Deployment = z
  .looseObject({
    id: DeploymentId,
    siteId: z.uuid(),
    environment: z.enum(ENVIRONMENTS),
    status: z.enum(DEPLOYMENT_STATUSES),
    createdAt: z.iso.datetime(),
    /** Fixed address of this deployment; present on a ready preview. */
    previewUrl: z.url().optional(),
    /** Present on a ready production deployment. */
    productionUrl: z.url().optional(),
    commitSha: z.string().optional(),
    branch: z.string().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The request a person approved, on production deployments. */
    approvalRequestId: z.string().optional(),
    framework: z.string().optional(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: z.looseObject({ code: z.enum(BUILD_ERROR_CODES), message: z.string() }).optional(),
    /** How often a worker took it up. */
    attempt: z.int().nonnegative().optional(),
    /** Addresses that move with the branch. */
    aliases: z.array(z.url()).optional(),
  })
  .meta({ id: "Deployment" });

/** One build run of a site. */
export type Deployment = z.infer<typeof Deployment>;

/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
export const ReceivedDeployment = z.looseObject({
  id: z.string().min(1),
  siteId: z.string().optional(),
  environment: z.string().optional(),
  status: z.string().min(1),
  createdAt: z.string().optional(),
  previewUrl: z.string().nullish(),
  productionUrl: z.string().nullish(),
  commitSha: z.string().nullish(),
  branch: z.string().nullish(),
  sourceDeploymentId: z.string().nullish(),
  startedAt: z.string().nullish(),
  finishedAt: z.string().nullish(),
  error: z.looseObject({ code: z.string().optional(), message: z.string().optional() }).nullish(),
});

/** A deployment as received. */
export type ReceivedDeployment = z.infer<typeof ReceivedDeployment>;

/** A git branch name that can be no option and no revision expression. [git-check-ref-format(1)] */
const Branch = z.string().min(1).max(255).refine(isBranchName, "must be a valid git branch name");

function isBranchName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  return name !== "@" && name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
export const CreateDeployment = z
  .object({
    environment: z.enum(ENVIRONMENTS),
    commitSha: z.string().regex(COMMIT_SHA_PATTERN, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: z.string().min(1).max(128).optional(),
  })
  .meta({ id: "CreateDeployment" });

/** Body of POST /sites/{siteId}/deploy. */
export type CreateDeployment = z.infer<typeof CreateDeployment>;
