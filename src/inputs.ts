import { COMMIT_SHA_PATTERN, MAX_SLUG_CHARS } from "@greenroom/contract/limits";
import { parseNamedSite, tokenPrefix } from "@greenroom/contract/token";
import { fillApprovalUrl, parseServiceUrl } from "./service-url.ts";

/** A problem says which input is wrong, what was given, and what to write. */
export type ReadInputs<Inputs> =
  | { readonly kind: "valid"; readonly inputs: Inputs }
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

export interface ConnectionInputs {
  readonly baseUrl: URL;
  /** Undefined: the identity of the run is exchanged for one. */
  readonly token: string | undefined;
  /** A slug that only the exchange needs. */
  readonly workspace?: string | undefined;
  /** A site's id (lower case) or slug. */
  readonly site: string;
  readonly mcpUrl: URL;
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
}

export interface ReportingInputs {
  readonly githubToken: string | undefined;
  readonly pullNumber: number | undefined;
  readonly comment: "update" | "recreate" | "off";
  readonly commentGroup: string;
  readonly deploymentRecord: boolean;
  readonly environment: string;
}

export interface ActionInputs extends ConnectionInputs, ReportingInputs {
  readonly commitSha: string | undefined;
  readonly dryRun: boolean;
}

export const SECRET_INPUTS: readonly string[] = ["token", "github-token"];

/** What GitHub lets a job of a self-hosted runner last: five days. */
export const MAX_MINUTES = 7200;

const MAX_SHOWN_CHARS = 100;
const SERVICE_URL =
  "an https URL, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";

type Parse<Value> = (text: string) => Value | undefined;

/** Keeps every problem, so that a user corrects all of them at once. */
export class InputReader {
  readonly problems: string[] = [];
  readonly #lookup: (name: string) => string;

  /** @param lookup Gives an empty text for an input that was not given. */
  constructor(lookup: (name: string) => string) {
    this.#lookup = lookup;
  }

  text(name: string): string {
    return this.#lookup(name).trim();
  }

  /**
   * @param parse Gives undefined for a wrong value.
   * @param expected What to write instead; follows "write".
   */
  optional<Value>(name: string, parse: Parse<Value>, expected: string): Value | undefined {
    if (this.text(name) === "") return undefined;
    const value = parse(this.text(name));
    if (value === undefined) this.problems.push(`Input '${name}' is ${this.#shown(name)}: write ${expected}.`);
    return value;
  }

  required<Value>(name: string, parse: Parse<Value>, expected: string): Value | undefined {
    if (this.text(name) !== "") return this.optional(name, parse, expected);
    this.problems.push(`Input '${name}' is missing: write ${expected}.`);
    return undefined;
  }

  /** The first word is the default. */
  word<const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const parse = (value: string): Word | undefined => words.find((word) => word === value.toLowerCase());
    const quoted = words.map((word) => `'${word}'`);
    const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
    return this.optional(name, parse, expected) ?? words[0];
  }

  flag(name: string, fallback: boolean): boolean {
    return this.text(name) === "" ? fallback : this.word(name, ["true", "false"]) === "true";
  }

  /** @param inputs Undefined when one that is needed is missing or wrong. */
  end<Inputs>(inputs: Inputs | undefined): ReadInputs<Inputs> {
    const { problems } = this;
    return inputs === undefined || problems.length > 0 ? { kind: "invalid", problems } : { kind: "valid", inputs };
  }

  /** Never a token, not even one in the wrong input. */
  #shown(name: string): string {
    if (SECRET_INPUTS.includes(name)) return "not shown here";
    const value = this.text(name);
    const secrets = SECRET_INPUTS.map((secret) => this.text(secret)).filter((secret) => secret !== "");
    if (secrets.some((secret) => value.includes(secret)) || tokenPrefix(value) !== undefined) {
      return "a token, not shown here";
    }
    const shown = withoutCredentials(value);
    return shown.length <= MAX_SHOWN_CHARS ? `'${shown}'` : `'${shown.slice(0, MAX_SHOWN_CHARS)}…'`;
  }
}

export function matching(pattern: RegExp): Parse<string> {
  return (text) => (pattern.test(text) ? text : undefined);
}

/** Takes user names, passwords and the values of queries out of what may be a URL, also a malformed one. */
function withoutCredentials(text: string): string {
  const [scheme = ""] = /^[^/@]*:\/\//.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  const end = rest.lastIndexOf("@");
  const colon = rest.indexOf(":");
  // Without a scheme, what stands before an `@` is a user name with a password only if there is a colon in it.
  const hides = end >= 0 && (scheme !== "" || (colon >= 0 && colon < rest.indexOf("@")));
  const bare = hides ? `${scheme}***${rest.slice(end)}` : text;
  return bare.replaceAll(/([?&#][^=&#{]*=)[^&#{]+/g, "$1***");
}

/**
 * @param identity Whether the job may ask GitHub who it is, so that it needs no token.
 * @returns Undefined when an input that is needed is missing or wrong.
 */
export function readActionInputs(
  reader: InputReader,
  identity: boolean,
  defaults: ReportingDefaults,
): ActionInputs | undefined {
  const connection = readConnection(reader, identity);
  const commitSha = reader.optional(
    "commit-sha",
    (text) => (COMMIT_SHA_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
    "a commit's id, 7 to 64 hexadecimal digits",
  );
  const inputs = { commitSha, ...readReporting(reader, defaults), dryRun: reader.flag("dry-run", false) };
  return connection && { ...connection, ...inputs };
}

const PERMISSIONS = "permissions: { contents: read, deployments: write, id-token: write, pull-requests: write }";

const TOKEN =
  "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret";

/** @see Interface §2 (ids and slugs), §5.2 (tokens) */
export function readConnection(reader: InputReader, identity: boolean): ConnectionInputs | undefined {
  const baseUrl = reader.required("base-url", parseServiceUrl, SERVICE_URL);
  const token = reader.optional(
    "token",
    (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && tokenPrefix(text) !== undefined ? text : undefined),
    TOKEN,
  );
  if (reader.text("token") === "" && !identity) {
    const sentence = `Input 'token' is missing, and this job may not ask GitHub who it is: give the job '${PERMISSIONS}' and let the site trust this repository, or write ${TOKEN}.`;
    reader.problems.push(sentence);
  }
  const named = reader.required(
    "site",
    parseNamedSite,
    `the site's id (a UUID), its slug (at most ${MAX_SLUG_CHARS} lower-case letters, digits and hyphens), or the slugs of its workspace and of it, such as 'acme/docs'`,
  );
  const mcpUrl = readMcpUrl(reader, baseUrl);
  const approvalUrl = reader.optional(
    "approval-url",
    (text) => (fillApprovalUrl(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text),
    "an https URL with '{siteId}' and '{deploymentId}' after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'",
  );
  if (baseUrl === undefined || named === undefined || mcpUrl === undefined) return undefined;
  return { baseUrl, token, ...named, mcpUrl, approvalUrl };
}

/** @param baseUrl Undefined when that input was wrong. */
function readMcpUrl(reader: InputReader, baseUrl: URL | undefined): URL | undefined {
  const base = (baseUrl?.href ?? "https://service.invalid").replace(/(?<!\/)\/+$/, "");
  const parse = (text: string): URL | undefined => parseServiceUrl(text.replace("{base-url}", base));
  const given = reader.optional("mcp-url", parse, `${SERVICE_URL}; '{base-url}' stands for the input 'base-url'`);
  return given ?? parse("{base-url}/mcp");
}

type ReportingDefaults = Pick<ReportingInputs, "commentGroup" | "environment">;

export function readReporting(reader: InputReader, defaults: ReportingDefaults): ReportingInputs {
  const githubToken = reader.text("github-token");
  return {
    githubToken: githubToken === "" ? undefined : githubToken,
    pullNumber: reader.optional(
      "pr-number",
      (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
      "the number of a pull request, such as '42'",
    ),
    comment: reader.word("comment", ["update", "recreate", "off"]),
    commentGroup:
      reader.optional(
        "comment-group",
        matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
        "a name of at most 100 letters, digits, dots, hyphens and underscores, such as 'previews'",
      ) ?? defaults.commentGroup,
    deploymentRecord: reader.flag("deployment-record", true),
    environment:
      reader.optional(
        "environment",
        matching(/^[^\x00-\x1f\x7f]{1,255}$/u),
        "the name of an environment on GitHub, at most 255 characters, such as 'preview'",
      ) ?? defaults.environment,
  };
}

/** @returns Undefined for a number with a sign, an exponent, or beyond {@link MAX_MINUTES}. */
export function parseMinutes(text: string): number | undefined {
  const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return minutes <= MAX_MINUTES ? minutes : undefined;
}
