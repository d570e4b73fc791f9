import {
  COMMIT_SHA_PATTERN,
  CreateDeployment,
  IDEMPOTENCY_KEY_PATTERN,
  MAX_SLUG_CHARS,
  SLUG_PATTERN,
  tokenPrefix,
  UUID_PATTERN,
} from "../../contract/index.ts";
import { createFields, type Fields, type InputProblem } from "../fields.ts";
import { serviceAddress } from "../origin.ts";

/** What the workflow asked for, checked. */
export interface Inputs {
  readonly baseUrl: URL;
  readonly token: string;
  /** A site's id (lower case) or slug. */
  readonly site: string;
  readonly branch: string | undefined;
  readonly commitSha: string | undefined;
  readonly githubToken: string | undefined;
  readonly pullNumber: number | undefined;
  readonly comment: "update" | "recreate" | "off";
  readonly commentGroup: string;
  readonly deploymentRecord: boolean;
  readonly environment: string;
  readonly approval: "link" | "off";
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
  readonly mcpUrl: URL;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly onTimeout: "fail" | "warn";
  readonly onQuota: "fail" | "wait";
  readonly logs: "stream" | "on-failure" | "off";
  readonly forceNew: boolean;
  readonly idempotencyKey: string | undefined;
  readonly dryRun: boolean;
}

/** The inputs, or every reason why they cannot be used. */
export type ReadInputs =
  | { readonly kind: "valid"; readonly inputs: Inputs }
  | { readonly kind: "invalid"; readonly problems: readonly InputProblem[] };

/** Longest `timeout-minutes`: what GitHub lets a job of a self-hosted runner last, five days. */
const MAX_TIMEOUT_MINUTES = 7200;

const DEFAULT_TIMEOUT_MINUTES = 30;
const ADDRESS =
  "an https address, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only)";

/**
 * Reads and checks every input of the preview action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
export function readInputs(lookup: (name: string) => string): ReadInputs {
  const fields = createFields(lookup, ["token", "github-token"]);
  const required = readRequired(fields);
  const inputs = { ...readTarget(fields), ...readReporting(fields), ...readConduct(fields) };
  const mcpUrl = readMcpUrl(fields, required.baseUrl);
  if (inputs.forceNew && inputs.idempotencyKey !== undefined) {
    const sentence =
      "Inputs 'force-new' and 'idempotency-key' exclude each other: a key of your own already decides what is new, so write a new key, or leave it out.";
    fields.reject("force-new", sentence);
  }
  const { baseUrl, token, site } = required;
  if (baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined) {
    return { kind: "invalid", problems: fields.problems };
  }
  if (fields.problems.length > 0) return { kind: "invalid", problems: fields.problems };
  return { kind: "valid", inputs: { ...inputs, baseUrl, token, site, mcpUrl } };
}

function readRequired(fields: Fields) {
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

function readTarget(fields: Fields) {
  return {
    branch: fields.optional("branch", branchOf, "the name of a git branch, such as 'main'"),
    commitSha: fields.optional(
      "commit-sha",
      (text) => (COMMIT_SHA_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
      "a commit's id, 7 to 64 hexadecimal digits",
    ),
    idempotencyKey: fields.optional(
      "idempotency-key",
      (text) => (IDEMPOTENCY_KEY_PATTERN.test(text) ? text : undefined),
      "1 to 255 visible ASCII characters without spaces, such as a UUID",
    ),
    forceNew: fields.flag("force-new", false),
  };
}

function readReporting(fields: Fields) {
  const githubToken = fields.text("github-token");
  return {
    githubToken: githubToken === "" ? undefined : githubToken,
    pullNumber: fields.optional(
      "pr-number",
      (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
      "the number of a pull request, such as '42'",
    ),
    comment: fields.word("comment", ["update", "recreate", "off"]),
    commentGroup:
      fields.optional(
        "comment-group",
        (text) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text) ? text : undefined),
        "a name of at most 100 letters, digits, dots, hyphens and underscores, such as 'previews'",
      ) ?? "previews",
    deploymentRecord: fields.flag("deployment-record", true),
    environment:
      fields.optional(
        "environment",
        (text) => (/^[^\x00-\x1f\x7f]{1,255}$/.test(text) ? text : undefined),
        "the name of an environment on GitHub, at most 255 characters, such as 'preview'",
      ) ?? "preview",
    approval: fields.word("approval", ["link", "off"]),
    approvalUrl: fields.optional(
      "approval-url",
      (text) => (approvalAddress(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text),
      "an https address in which only '{siteId}' and '{deploymentId}' are filled in, after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'",
    ),
  };
}

function readConduct(fields: Fields) {
  return {
    wait: fields.flag("wait", true),
    timeoutMs:
      fields.optional(
        "timeout-minutes",
        timeoutOf,
        `a number of minutes above 0 and up to ${MAX_TIMEOUT_MINUTES}, such as '${DEFAULT_TIMEOUT_MINUTES}'`,
      ) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
    onTimeout: fields.word("on-timeout", ["fail", "warn"]),
    onQuota: fields.word("on-quota", ["fail", "wait"]),
    logs: fields.word("logs", ["stream", "on-failure", "off"]),
    dryRun: fields.flag("dry-run", false),
  };
}

function readMcpUrl(fields: Fields, baseUrl: URL | undefined): URL | undefined {
  const base = (baseUrl?.href ?? "https://service.invalid").replace(/\/+$/, "");
  const parse = (text: string): URL | undefined => serviceAddress(text.replace("{base-url}", base));
  const given = fields.optional("mcp-url", parse, `${ADDRESS}, with '{base-url}' for that of 'base-url'`);
  return given ?? parse("{base-url}/mcp");
}

function siteOf(text: string): string | undefined {
  if (UUID_PATTERN.test(text)) return text.toLowerCase();
  return SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_CHARS ? text : undefined;
}

function branchOf(text: string): string | undefined {
  const parsed = CreateDeployment.shape.branch.safeParse(text.replace(/^refs\/heads\//, ""));
  return parsed.success ? parsed.data : undefined;
}

function timeoutOf(text: string): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return undefined;
  const minutes = Number(text);
  return minutes > 0 && minutes <= MAX_TIMEOUT_MINUTES ? Math.max(1, Math.round(minutes * 60_000)) : undefined;
}

/**
 * Fills an approval template in.
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @param ids Inserted percent-encoded.
 * @returns Undefined when the result is no address, or when an id could change its origin.
 */
export function approvalAddress(
  template: string,
  ids: { readonly siteId: string; readonly deploymentId: string },
): URL | undefined {
  const filled = template
    .replaceAll("{siteId}", encodeURIComponent(ids.siteId))
    .replaceAll("{deploymentId}", encodeURIComponent(ids.deploymentId));
  const url = /[{}]/.test(filled) ? null : URL.parse(filled);
  const bare = URL.parse(template.split("{", 1)[0] ?? "");
  if (url === null || bare === null || bare.origin !== url.origin || url.username !== "" || url.password !== "") {
    return undefined;
  }
  return serviceAddress(url.origin) === undefined ? undefined : url;
}
