import { MAX_SLUG_CHARS, SLUG_PATTERN, tokenPrefix, UUID_PATTERN } from "@greenroom/contract";
import { approvalAddress } from "./approval-link.ts";
import type { Fields } from "./fields.ts";
import { serviceAddress } from "./origin.ts";

const ADDRESS =
  "an https address, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";

/** Inputs that say which service is asked, as whom, and about which site; undefined where one is missing or wrong. */
export interface ConnectionFields {
  readonly baseUrl: URL | undefined;
  readonly token: string | undefined;
  /** A site's id (lower case) or slug. */
  readonly site: string | undefined;
}

/**
 * Reads the inputs `base-url`, `token` and `site`.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
export function readConnection(fields: Fields): ConnectionFields {
  return {
    baseUrl: fields.required("base-url", serviceAddress, ADDRESS),
    token: fields.required(
      "token",
      (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && tokenPrefix(text) !== undefined ? text : undefined),
      "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret",
    ),
    site: fields.required(
      "site",
      siteOf,
      `the site's id (a UUID) or its slug (at most ${MAX_SLUG_CHARS} lower-case letters, digits and hyphens)`,
    ),
  };
}

/**
 * Reads the input `mcp-url`, which may hold `{base-url}`.
 * @param baseUrl Undefined when that input was wrong.
 */
export function readMcpUrl(fields: Fields, baseUrl: URL | undefined): URL | undefined {
  const base = (baseUrl?.href ?? "https://service.invalid").replace(/(?<!\/)\/+$/, "");
  const parse = (text: string): URL | undefined => serviceAddress(text.replace("{base-url}", base));
  const given = fields.optional("mcp-url", parse, `${ADDRESS}, with '{base-url}' for that of 'base-url'`);
  return given ?? parse("{base-url}/mcp");
}

/**
 * Reads the input `approval-url`.
 * @returns A template that {@link approvalAddress} can fill in.
 */
export function readApprovalUrl(fields: Fields): string | undefined {
  return fields.optional(
    "approval-url",
    (text) => (approvalAddress(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text),
    "an https address in which only '{siteId}' and '{deploymentId}' are filled in, after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'",
  );
}

function siteOf(text: string): string | undefined {
  if (UUID_PATTERN.test(text)) return text.toLowerCase();
  return SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_CHARS ? text : undefined;
}
