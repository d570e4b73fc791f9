import { z } from "zod";
import { ROLES } from "./approval.ts";
import { asReceived } from "./as-received.ts";
import { SCOPES } from "./scopes.ts";
import { TOKEN_KINDS } from "./token.ts";

const Named = z.looseObject({ id: z.string(), name: z.string() });

/**
 * The token that a request was sent with: what it can do, where, and who is behind it.
 * @see Interface §5.2 (additive)
 */
export const CurrentToken = z
  .looseObject({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(TOKEN_KINDS),
    scopes: z.array(z.enum(SCOPES)),
    /** Runs name a site as the slug of its workspace, a slash, and its own. */
    workspace: Named.extend({ slug: z.string() }),
    /** Projects of the workspace, oldest first; none for a token of one site. */
    projects: z.array(Named),
    /** The only site it is good for; null when it is good for the whole workspace. */
    siteId: z.string().nullable(),
    /** The member whose requests these are; null for a token without an owner and for one of a trust rule. */
    user: Named.extend({ role: z.enum(ROLES) }).nullable(),
    /** Null when it does not expire. */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "CurrentToken" });
export type CurrentToken = z.infer<typeof CurrentToken>;

export const ReceivedCurrentToken = asReceived(CurrentToken, ["name", "scopes", "workspace"]);
export type ReceivedCurrentToken = z.infer<typeof ReceivedCurrentToken>;
