import { z } from "zod";

// What a client reads while it deploys and follows. Apart from the service's own schemas, which an action need not load.

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
  // What only people read from here on: in another shape it is no reason to reject the record.
  commit: z.looseObject({ message: z.string().optional(), author: z.string().optional() }).nullish().catch(undefined),
  pullRequest: z
    .looseObject({ number: z.number(), title: z.string().optional(), url: z.string().optional() })
    .nullish()
    .catch(undefined),
  prebuilt: z.looseObject({ sha256: z.string() }).nullish().catch(undefined),
  diagnostics: z
    .array(
      z.looseObject({
        /** Absent is `error`. */
        level: z.string().optional(),
        message: z.string(),
        file: z.string().optional(),
        line: z.number().optional(),
        column: z.number().optional(),
        hint: z.string().optional(),
        excerpt: z.array(z.string()).optional(),
        excerptStart: z.number().optional(),
      }),
    )
    .nullish()
    .catch(undefined),
  aliases: z.array(z.string()).nullish().catch(undefined),
  review: z.string().nullish().catch(undefined),
  heldUntil: z.string().nullish().catch(undefined),
  comments: z.looseObject({ open: z.number(), blocking: z.number(), webUrl: z.string() }).nullish().catch(undefined),
  webUrl: z.string().nullish().catch(undefined),
  removedAt: z.string().nullish().catch(undefined),
  removedBecause: z.string().nullish().catch(undefined),
});
export type ReceivedDeployment = z.infer<typeof ReceivedDeployment>;

/** What a client reads of a pull request whose previews are to be removed. */
export const ReceivedClosedPullRequest = z.looseObject({ previews: z.number(), removeAt: z.string() });
export type ReceivedClosedPullRequest = z.infer<typeof ReceivedClosedPullRequest>;

/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
export const ReceivedSite = z.looseObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  name: z.string().optional(),
  status: z.string().optional(),
  repositoryUrl: z.string().nullish(),
  productionUrl: z.string().nullish(),
  /** Null where nothing is published yet; absent where a service does not say. */
  publishedAt: z.string().nullish(),
});
export type ReceivedSite = z.infer<typeof ReceivedSite>;

/** A site with its manifest and latest deployment, as received. */
export const ReceivedSiteDetail = ReceivedSite.extend({
  manifest: z.unknown().optional(),
  latestDeployment: ReceivedDeployment.nullish(),
});
export type ReceivedSiteDetail = z.infer<typeof ReceivedSiteDetail>;

/** What a client reads of a `status` event: a status it does not know passes as a string. */
export const ReceivedStatusEvent = z.looseObject({
  status: z.string().min(1),
  at: z.string().optional(),
});
export type ReceivedStatusEvent = z.infer<typeof ReceivedStatusEvent>;

/** What a client reads of a `log` event: the shape of a line is open. */
export const ReceivedLogEvent = z.looseObject({ stream: z.string().optional(), lines: z.array(z.unknown()) });
export type ReceivedLogEvent = z.infer<typeof ReceivedLogEvent>;

/**
 * Reads the text of a log line of any shape: JSON where there is none, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
export function logLineText(line: unknown): string {
  if (typeof line === "string") return line;
  const own: Readonly<Record<string, unknown>> = typeof line === "object" ? { ...line } : {};
  const { text, message, line: plain } = own;
  return [text, message, plain].find((field) => typeof field === "string") ?? JSON.stringify(line) ?? "";
}

const Allowance = z.union([z.literal("unlimited"), z.int().nonnegative()]);

/** Sibling of the sites in the list. @see Interface §2 */
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
export type Entitlements = z.infer<typeof Entitlements>;

/** Data that no schema reads. */
export const Anything = z.unknown();

/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
export const NextCursor = z.string().nullable();
