import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { DEPLOYMENT_ID_PATTERN } from "./limits.ts";
import { Person } from "./person.ts";
import { requiredLine } from "./text.ts";

/**
 * Who can open the previews of a site: everyone who has a URL; signed-in members of its workspace; or these and anyone
 * with a share link.
 */
export const PREVIEW_ACCESS = ["public", "members", "link"] as const;

/** Who can open the previews of a site. */
export type PreviewAccess = (typeof PREVIEW_ACCESS)[number];

/** Who can open the production deployment of a site. */
export const PRODUCTION_ACCESS = ["public", "members"] as const;

/** Who can open the production deployment of a site. */
export type ProductionAccess = (typeof PRODUCTION_ACCESS)[number];

/** Header by which an automated test opens protected previews. */
export const PREVIEW_TOKEN_HEADER = "Greenroom-Preview-Token";

/** Path on the host of a preview that exchanges the header for a cookie of that host. */
export const PREVIEW_SESSION_PATH = "/.well-known/greenroom/session";

export const MAX_SHARE_LINKS = 100;

export const MAX_PREVIEW_TOKENS = 10;

export const MIN_SHARE_LINK_SECONDS = 60;

/** Longest life of a share link, seconds: 90 days. */
export const MAX_SHARE_LINK_SECONDS = 90 * 86_400;

const Name = requiredLine(80);

/** A link that opens previews of a site whose previews are open to share links. @see Interface §3 (additive) */
export const ShareLink = z
  .looseObject({
    id: z.uuid(),
    siteId: z.uuid(),
    /** The only preview that it opens; null for all previews of the site. */
    deploymentId: z.string().nullable(),
    name: z.string().nullable(),
    createdBy: Person,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "ShareLink" });
export type ShareLink = z.infer<typeof ShareLink>;

/** A share link right after it was made: the only response that has its secret. */
export const CreatedShareLink = ShareLink.extend({
  /** The path that opens any preview the link is for, on the host of that preview. */
  path: z.string(),
  /** The link on the host of its preview, or of the site's newest one; null while there is none. */
  url: z.url().nullable(),
}).meta({ id: "CreatedShareLink" });
export type CreatedShareLink = z.infer<typeof CreatedShareLink>;

export const CreateShareLink = z
  .object({
    /** Without it the link opens every preview of the site. */
    deploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN, "must be the id of a deployment").optional(),
    name: Name.optional(),
    expiresInSeconds: z.int().min(MIN_SHARE_LINK_SECONDS).max(MAX_SHARE_LINK_SECONDS),
  })
  .meta({
    id: "CreateShareLink",
    description: `The previews of the site are open by link; a site has at most ${MAX_SHARE_LINKS} links that work.`,
  });
export type CreateShareLink = z.infer<typeof CreateShareLink>;

/** A token by which automated tests open the previews of a site. */
export const PreviewToken = z
  .looseObject({
    id: z.uuid(),
    siteId: z.uuid(),
    name: z.string(),
    /** The last four characters of the token. */
    last4: z.string(),
    createdBy: Person,
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "PreviewToken" });
export type PreviewToken = z.infer<typeof PreviewToken>;

/** A preview token right after it was made: the only response that has its text. */
export const CreatedPreviewToken = PreviewToken.extend({ token: z.string() }).meta({ id: "CreatedPreviewToken" });
export type CreatedPreviewToken = z.infer<typeof CreatedPreviewToken>;

export const CreatePreviewToken = z.object({ name: Name }).meta({
  id: "CreatePreviewToken",
  description: `A site has at most ${MAX_PREVIEW_TOKENS} tokens that work.`,
});
export type CreatePreviewToken = z.infer<typeof CreatePreviewToken>;

export const RevokedAccess = z.looseObject({ id: z.uuid(), revoked: z.literal(true) }).meta({ id: "RevokedAccess" });
export type RevokedAccess = z.infer<typeof RevokedAccess>;

/** A share link as a client reads it; right after it was made with its `path` and `url`. */
export const ReceivedShareLink = asReceived(CreatedShareLink, ["id"]);
export type ReceivedShareLink = z.infer<typeof ReceivedShareLink>;

/** A preview token as a client reads it; right after it was made with its text. */
export const ReceivedPreviewToken = asReceived(CreatedPreviewToken, ["id"]);
export type ReceivedPreviewToken = z.infer<typeof ReceivedPreviewToken>;
