import { z } from "zod";
import { isBranchName, MAX_BRANCH_CHARS } from "./branch.ts";
import { BUILD_ERROR_CODES } from "./build-errors.ts";
import { COMMIT_SHA_PATTERN, DEPLOYMENT_ID_PATTERN } from "./limits.ts";
import { DEPLOYMENT_STATUSES, ENVIRONMENTS } from "./status.ts";

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

const Branch = z.string().min(1).max(MAX_BRANCH_CHARS).refine(isBranchName, "must be a valid git branch name");

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
