import { z } from "zod";
import { Deployment } from "./deployment.ts";
import { MAX_SLUG_CHARS, SLUG_PATTERN } from "./limits.ts";
import { Manifest } from "./manifest.ts";

/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
export const SITE_STATUSES = ["active", "archived"] as const;

/** A site's status. */
export type SiteStatus = (typeof SITE_STATUSES)[number];

const Slug = z.string().max(MAX_SLUG_CHARS).regex(SLUG_PATTERN, "must be lower-case letters, digits and hyphens");

/**
 * A hosted site of a workspace.
 * @see Interface §2
 */
export const Site = z
  .looseObject({
    id: z.uuid(),
    projectId: z.uuid(),
    slug: Slug,
    name: z.string(),
    framework: z.string().nullable(),
    status: z.enum(SITE_STATUSES),
    repositoryUrl: z.string().nullable(),
    productionUrl: z.url(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** Set on archived sites. */
    archivedAt: z.iso.datetime().optional(),
  })
  .meta({ id: "Site" });

/** A site. */
export type Site = z.infer<typeof Site>;

/**
 * What a client reads of a site: ids, slug and addresses; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
export const ReceivedSite = z.looseObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  name: z.string().optional(),
  status: z.string().optional(),
  repositoryUrl: z.string().nullish(),
  productionUrl: z.string().nullish(),
});

/** A site as received. */
export type ReceivedSite = z.infer<typeof ReceivedSite>;

/**
 * Answer of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
export const SiteDetail = Site.extend({
  /** As read by the newest ready build; null before it, or without a manifest file. */
  manifest: Manifest.nullable(),
  /** Commit the manifest was read from. */
  manifestCommitSha: z.string().nullable(),
  latestDeployment: Deployment.nullable(),
}).meta({ id: "SiteDetail" });

/** A site with its manifest and latest deployment. */
export type SiteDetail = z.infer<typeof SiteDetail>;

/**
 * Body of POST /sites.
 * @see Interface §4
 */
export const CreateSite = z
  .object({
    projectId: z.uuid(),
    name: z.string().trim().min(1).max(200),
    slug: Slug,
    repositoryUrl: z.string().min(1).max(2048).optional(),
    framework: z.string().min(1).max(100).optional(),
  })
  .meta({ id: "CreateSite" });

/** Body of POST /sites. */
export type CreateSite = z.infer<typeof CreateSite>;

const Allowance = z.union([z.literal("unlimited"), z.int().nonnegative()]);

/**
 * Sibling of the sites in the list answer.
 * @see Interface §2
 */
export const Entitlements = z
  .looseObject({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: z.int().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: z.int().nonnegative(),
  })
  .meta({ id: "Entitlements" });

/** Allowances of a workspace and what is used of them. */
export type Entitlements = z.infer<typeof Entitlements>;
