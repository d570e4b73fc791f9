import { z } from "zod";
import { PREVIEW_ACCESS, PRODUCTION_ACCESS } from "./access.ts";
import { Deployment } from "./deployment.ts";
import { MAX_SLUG_CHARS, ONE_LINE_PATTERN, SLUG_PATTERN } from "./limits.ts";
import { maxChars, requiredLine, requiredText } from "./text.ts";

/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
export const SITE_STATUSES = ["active", "archived"] as const;

/** What a site does with files that were built elsewhere; only with `allowed` they can be released. */
export const PREBUILT_RULES = ["refused", "previews", "allowed"] as const;

/** Which of the pages that a release changes an approver must have viewed. */
export const VIEWED_PAGES = ["any", "all"] as const;

/** Whether visitors with a share link may comment. */
export const GUEST_COMMENTS = ["allowed", "refused"] as const;

/** Whether each thread of a pull request is one comment of it on GitHub too. */
export const GITHUB_COMMENTS = ["off", "on"] as const;

/** Who may approve a release that an open comment blocks: no one, owners and admins, or all who approve. */
export const BLOCK_OVERRIDES = ["nobody", "admins", "approvers"] as const;

/** Which commits are built: with `newest` a queued build ends once its branch has a newer commit. */
export const BUILT_COMMITS = ["all", "newest"] as const;

const Slug = z.string().max(MAX_SLUG_CHARS).regex(SLUG_PATTERN, "must be lower-case letters, digits and hyphens");

/** A hosted site of a workspace. @see Interface §2 */
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
    /** When what is live was published; null when nothing is. Additive. */
    publishedAt: z.iso.datetime().nullable().optional(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** Settings, each null when detection decides; the manifest of the repository wins over them. */
    rootDirectory: z.string().nullable().optional(),
    installCommand: z.string().nullable().optional(),
    buildCommand: z.string().nullable().optional(),
    output: z.string().nullable().optional(),
    nodeVersion: z.string().nullable().optional(),
    /** Days after which a preview is removed; null is never. */
    previewExpiryDays: z.int().nullable().optional(),
    /** Former releases that stay, so that they can be published again; null is all. */
    keptReleases: z.int().nullable().optional(),
    /** What it does with files that were built elsewhere; null is `previews`. */
    prebuilt: z.enum(PREBUILT_RULES).nullable().optional(),
    /** Which changed pages an approver must have viewed; null is `any`. */
    viewedPages: z.enum(VIEWED_PAGES).nullable().optional(),
    /** Null is `allowed`. */
    guestComments: z.enum(GUEST_COMMENTS).nullable().optional(),
    /** Null is `off`. */
    githubComments: z.enum(GITHUB_COMMENTS).nullable().optional(),
    /** Null is `admins`. */
    blockOverride: z.enum(BLOCK_OVERRIDES).nullable().optional(),
    /** Most builds that one author starts within a day; further ones wait. Null is `DEFAULT_DAILY_BUILDS`. */
    dailyBuilds: z.int().nullable().optional(),
    /** Null is `all`. */
    builtCommits: z.enum(BUILT_COMMITS).nullable().optional(),
    /** What is left out of pictures that are compared: lines of a path, a space and a CSS selector; null is nothing. */
    masks: z.string().nullable().optional(),
    /** Repositories, one a line, that are fetched as submodules with the credential of the workspace; null is none. */
    submodules: z.string().nullable().optional(),
    /** Who can open its previews; absent where previews are not protected. */
    previewAccess: z.enum(PREVIEW_ACCESS).optional(),
    /** Who can open what is live. */
    productionAccess: z.enum(PRODUCTION_ACCESS).optional(),
    archivedAt: z.iso.datetime().optional(),
  })
  .meta({ id: "Site" });
export type Site = z.infer<typeof Site>;

/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
export const MANIFEST_FILE = "greenroom.json";

const relativePath = (pattern: RegExp) =>
  z.string().min(1).check(maxChars(1024)).regex(pattern, "must stay inside the repository");

const RelativePath = relativePath(/^(?!\/)(?!(?:[\s\S]*[\\/])?\.\.(?:[\\/]|$))[\s\S]*$/);

const Command = requiredText(4096);

/** A version of Node.js, or the newest of a release line; npm does not run on older ones. */
const NodeVersion = z
  .string()
  .regex(/^(?:[2-9]\d)(?:\.\d{1,3}){0,2}$/, "must be a version of Node.js from 20 on, such as 22 or 22.11.0");

const Framework = z.string().min(1).check(maxChars(100));

/** What one site of a repository says of itself. The descriptions are those of the published schema. */
const SiteManifest = z.looseObject({
  rootDirectory: RelativePath.describe("Folder of the site inside the repository. Default: the top.").optional(),
  runtime: z
    .enum(["node24", "static"])
    .describe('What the build runs on; "static" serves the files as they are committed.')
    .optional(),
  framework: Framework.describe(
    "Name of the framework, when several are found and the wrong one is taken, such as astro.",
  ).optional(),
  nodeVersion: NodeVersion.describe(
    "Version of Node.js that install and build run on: a release line such as 22, or a whole version.",
  ).optional(),
  installCommand: Command.nullable()
    .describe("Command that installs dependencies, with network; null skips the step.")
    .optional(),
  buildCommand: Command.nullable()
    .describe("Command that builds the site, without network; null skips the step.")
    .optional(),
  output: RelativePath.describe("Folder of the built site, below rootDirectory.").optional(),
  spa: z
    .boolean()
    .describe("Serves index.html for unknown paths, for sites that route in the browser. Default: by framework.")
    .optional(),
  home: z
    .boolean()
    .describe("false for a site without a home page, such as a folder of files: it is not checked for one.")
    .optional(),
  basePath: z
    .string()
    .max(200)
    .regex(/^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*\/)*$/, "must begin and end with a slash, such as /docs/")
    .describe(
      'Path below which the site is served as well, and where its home page is; "/" keeps it from being found out by what the home page loads.',
    )
    .optional(),
  includeReferenced: z
    .boolean()
    .describe(
      "Serves the styles, scripts, pictures, fonts and media of node_modules and of folders that begin with a dot that pages refer to. Default: true.",
    )
    .optional(),
  headers: z
    .array(
      z.looseObject({
        source: z.string().startsWith("/").describe("Path, or the beginning of paths when it ends with *."),
        headers: z.record(z.string(), z.string()).describe("Headers by name."),
      }),
    )
    .max(100)
    .describe("Headers of responses by path; later entries win.")
    .optional(),
  redirects: z
    .array(
      z.looseObject({
        source: z.string().startsWith("/").describe("Path, or the beginning of paths when it ends with *."),
        destination: z
          .string()
          .min(1)
          .check(maxChars(2048))
          .describe("Path of the site, or an http(s) URL; :splat is what * matched."),
        status: z
          .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
          .describe("Default: 308.")
          .optional(),
      }),
    )
    .max(1000)
    .describe("Redirects by path; the first that matches wins, also over a file.")
    .optional(),
  environment: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .max(100)
    .describe("Names that the build needs a value for: a variable of the site, or a value of the operator.")
    .optional(),
  cancelSuperseded: z.boolean().describe("Cancels queued builds of a branch when a newer one is created.").optional(),
});

/** Far more sites than people keep in one repository. */
const MAX_SITES_OF_REPOSITORY = 200;

/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
export const Manifest = SiteManifest.extend({
  sites: z
    .record(Slug, SiteManifest)
    .refine(
      (sites) => Object.keys(sites).length <= MAX_SITES_OF_REPOSITORY,
      `has at most ${MAX_SITES_OF_REPOSITORY} sites`,
    )
    .meta({
      description: "What differs between the sites of the repository, by the slug of each.",
      maxProperties: MAX_SITES_OF_REPOSITORY,
    })
    .optional(),
}).meta({ id: "Manifest" });
export type Manifest = z.infer<typeof Manifest>;

// Unions, since `nullable()` would mark the one schema that every other operation shares.
const ManifestOrNull = z.union([Manifest, z.null()]);
const DeploymentOrNull = z.union([Deployment, z.null()]);

/**
 * Response of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
export const SiteDetail = Site.extend({
  /** As read by the newest ready build; null before it, or without a manifest file. */
  manifest: ManifestOrNull,
  /** Commit the manifest was read from. */
  manifestCommitSha: z.string().nullable(),
  latestDeployment: DeploymentOrNull,
}).meta({ id: "SiteDetail" });
export type SiteDetail = z.infer<typeof SiteDetail>;

// One pattern, since a document has one for each field.
const RelativePathOfOneLine = relativePath(
  /^(?!\/)(?!(?:.*[\\/])?\.\.(?:[\\/]|$))[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/,
);

/** Takes a repository that the service cannot read yet; its builds fail until it can. Additive. */
const SkipCheck = z.boolean();
/** The service says more exactly what is wrong with a URL than a pattern does, so that only the document has it. */
const RepositoryUrl = z
  .string()
  .min(1)
  .check(maxChars(2048))
  .meta({
    pattern: [
      String.raw`^https://(?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*(?::[1-9]\d{0,3})?(?:/[\x21\x24-\x3e\x40-\x7e]*)?$`,
      String.raw`^ssh://[A-Za-z_][\w.-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*/[\w~][\w/~-]{0,1000}(?:\.git)?$`,
      String.raw`^file:///[\w/.-]*$`,
    ].join("|"),
    description:
      "https without a user name, query or fragment; ssh with a user, for a deploy key; file in development.",
  });
/** Body of POST /sites. @see Interface §4 */
export const CreateSite = z
  .object({
    projectId: z.uuid(),
    name: requiredText(200),
    slug: Slug,
    repositoryUrl: RepositoryUrl.optional(),
    framework: Framework.optional(),
    /** Additive. */
    rootDirectory: RelativePathOfOneLine.optional(),
    skipRepositoryCheck: SkipCheck.optional(),
  })
  .meta({ id: "CreateSite" });
export type CreateSite = z.infer<typeof CreateSite>;

const ONE_LINE = "must be one line without control characters";

/** A path that ends with `*` is the beginning of paths. */
const Masks = z
  .string()
  .check(maxChars(2000))
  .regex(
    /^\/\S* +[^\u0000-\u0020\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*(?:\n\/\S* +[^\u0000-\u0020\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*)*$/,
    "must be lines of a path, a space and a CSS selector",
  );

const Submodules = z
  .string()
  .check(maxChars(4000))
  .regex(
    /^https:\/\/[^\s@?#]+(?:\nhttps:\/\/[^\s@?#]+){0,19}$/,
    "must be at most 20 lines, each the https URL of a repository without a user name, query or fragment",
  );

/** Body of PATCH /sites/{siteId}: what is left out stays; null leaves a setting to detection. Additive. */
export const UpdateSite = z
  .object({
    name: requiredLine(200).optional(),
    slug: Slug.optional(),
    repositoryUrl: RepositoryUrl.nullable().optional(),
    skipRepositoryCheck: SkipCheck.optional(),
    framework: Framework.regex(ONE_LINE_PATTERN, ONE_LINE).nullable().optional(),
    rootDirectory: RelativePathOfOneLine.nullable().optional(),
    installCommand: requiredLine(4096).nullable().optional(),
    buildCommand: requiredLine(4096).nullable().optional(),
    output: RelativePathOfOneLine.nullable().optional(),
    nodeVersion: NodeVersion.nullable().optional(),
    /** Null is never. */
    previewExpiryDays: z.int().min(1).max(3650).nullable().optional(),
    /** Null is all. */
    keptReleases: z.int().min(0).max(1000).nullable().optional(),
    prebuilt: z.enum(PREBUILT_RULES).nullable().optional(),
    viewedPages: z.enum(VIEWED_PAGES).nullable().optional(),
    /** Null is `allowed`. */
    guestComments: z.enum(GUEST_COMMENTS).nullable().optional(),
    /** Null is `off`. */
    githubComments: z.enum(GITHUB_COMMENTS).nullable().optional(),
    /** Null is `admins`. */
    blockOverride: z.enum(BLOCK_OVERRIDES).nullable().optional(),
    masks: Masks.nullable().optional(),
    /** Null is `DEFAULT_DAILY_BUILDS`. */
    dailyBuilds: z.int().min(1).max(100_000).nullable().optional(),
    /** Null is `all`. */
    builtCommits: z.enum(BUILT_COMMITS).nullable().optional(),
    submodules: Submodules.nullable().optional(),
    previewAccess: z.enum(PREVIEW_ACCESS).optional(),
    productionAccess: z.enum(PRODUCTION_ACCESS).optional(),
  })
  .meta({ id: "UpdateSite" });
export type UpdateSite = z.infer<typeof UpdateSite>;
