import { SLUG_PATTERN, UUID_PATTERN } from "@greenroom/contract";
import type { Client } from "./client.ts";
import { ClientError, invalidCall } from "./errors.ts";
import type { CallOptions } from "./transport.ts";

/** A site that a caller named. */
export interface ResolvedSite {
  readonly id: string;
  /** Known when a request was needed. */
  readonly slug?: string;
}

/**
 * Finds the site a caller named by id or slug; an id needs no request.
 * @param client Client of the service.
 * @param idOrSlug UUID, or a slug of the token's workspace.
 * @throws {ClientError} `invalid_request`, `site_not_found`, and those of GET /sites
 * @see Interface §4 (GET /sites is a plain array)
 */
export async function resolveSite(
  client: Pick<Client, "sites">,
  idOrSlug: string,
  options: CallOptions = {},
): Promise<ResolvedSite> {
  if (UUID_PATTERN.test(idOrSlug)) return { id: idOrSlug.toLowerCase() };
  if (!SLUG_PATTERN.test(idOrSlug)) {
    const hint = "Give the site's id, or its slug of lower-case letters, digits and hyphens.";
    throw invalidCall("invalid_request", "The site is neither a UUID nor a slug", hint);
  }
  const { sites } = await client.sites.list(options);
  const site = sites.find((candidate) => candidate.slug === idOrSlug);
  if (site !== undefined) return { id: site.id, slug: site.slug };
  throw new ClientError({
    kind: "refused",
    code: "site_not_found",
    message: `The token sees no site with the slug '${idOrSlug}', among ${sites.length}`,
    hint: "Check the slug, and that the token belongs to the site's workspace.",
    retry: "never",
    outcomeUnknown: false,
  });
}
