import { COMMIT_SHA_PATTERN, CreateDeployment, IDEMPOTENCY_KEY_PATTERN } from "../../contract/index.ts";
import { readApprovalUrl, readConnection, readMcpUrl } from "../connection.ts";
import { createFields, type Fields, type InputProblem } from "../fields.ts";

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
/**
 * Reads and checks every input of the preview action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
export function readInputs(lookup: (name: string) => string): ReadInputs {
  const fields = createFields(lookup, ["token", "github-token"]);
  const required = readConnection(fields);
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
    approvalUrl: readApprovalUrl(fields),
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

function branchOf(text: string): string | undefined {
  const parsed = CreateDeployment.shape.branch.safeParse(text.replace(/^refs\/heads\//, ""));
  return parsed.success ? parsed.data : undefined;
}

function timeoutOf(text: string): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return undefined;
  const minutes = Number(text);
  return minutes > 0 && minutes <= MAX_TIMEOUT_MINUTES ? Math.max(1, Math.round(minutes * 60_000)) : undefined;
}
