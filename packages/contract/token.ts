import { MAX_SLUG_CHARS, SLUG_PATTERN, UUID_PATTERN } from "./limits.ts";

/** Grant type by which a run exchanges its identity token. [RFC 8693 §2.1] */
export const EXCHANGE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange";

/** Type of the identity token. [RFC 8693 §3] */
export const IDENTITY_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:id_token";

/** Type of the token that is issued. [RFC 8693 §3] */
export const ACCESS_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";

/** A site as a run names it: by its id, or by its slug, with the slug of its workspace. */
export interface NamedSite {
  /** Undefined where the service has one workspace, or the site is named by its id. */
  readonly workspace?: string | undefined;
  readonly site: string;
}

/**
 * Names what an identity token is good for, one site or the sites of one workspace, and the address of the site.
 * @param origin Of the service.
 */
export function exchangeTarget(origin: string, { workspace, site }: NamedSite) {
  if (workspace !== undefined) {
    const audience = `${origin}/w/${workspace}`;
    return { audience, resource: `${audience}/sites/${site}` };
  }
  const isId = UUID_PATTERN.test(site);
  const resource = isId ? `${origin}/s/${site.toLowerCase()}` : `${origin}/sites/${site}`;
  return { audience: isId ? resource : origin, resource };
}

/**
 * Reads how a run names a site: `workspace/site`, a slug, or an id in lower case.
 * @returns Undefined for any other text.
 */
export function parseNamedSite(text: string): NamedSite | undefined {
  if (UUID_PATTERN.test(text)) return { site: text.toLowerCase() };
  const parts = text.split("/");
  const [site = "", workspace] = parts.toReversed();
  const isSlug = (part: string): boolean => SLUG_PATTERN.test(part) && part.length <= MAX_SLUG_CHARS;
  if (parts.length > 2 || !parts.every(isSlug) || UUID_PATTERN.test(site)) return undefined;
  return workspace === undefined ? { site } : { workspace, site };
}

/** Kinds of credential that authenticate REST calls. [§5.2] */
export const TOKEN_KINDS = ["pat", "mcp"] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** An instance issues and accepts the tokens of one realm only: `test` in development, `live` otherwise. */
export const TOKEN_REALMS = ["live", "test"] as const;

export type TokenRealm = (typeof TOKEN_REALMS)[number];

/** Prefix of each kind in each realm. [§5.2] */
export const TOKEN_PREFIXES: Readonly<Record<TokenKind, Readonly<Record<TokenRealm, string>>>> = {
  pat: { live: "sk_live_", test: "sk_test_" },
  mcp: { live: "mcp_live_", test: "mcp_test_" },
};

/** Reads kind and realm off a token's prefix. @returns Undefined when no prefix matches. @see Interface §5.2 */
export function tokenPrefix(token: string): { kind: TokenKind; realm: TokenRealm } | undefined {
  for (const kind of TOKEN_KINDS) {
    for (const realm of TOKEN_REALMS) {
      if (token.startsWith(TOKEN_PREFIXES[kind][realm])) return { kind, realm };
    }
  }
  return undefined;
}

/** Shorter pieces would be found in any text. */
const MIN_CHARS = 8;

/**
 * Spells a secret as base64 holds it, at each of the three places it may have within a longer text that was encoded.
 * @returns In both alphabets, each once; only characters that are the same whatever surrounds the secret.
 * @see RFC 4648 sections 4 and 5
 */
export function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    // Only characters whose six bits all belong to the secret are the same in every text around it.
    const sure = bytes.toString("base64url").slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return sure.length < MIN_CHARS ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
  });
  return [...new Set(forms)];
}
