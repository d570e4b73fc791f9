import { COMMIT_SHA_PATTERN, IDEMPOTENCY_KEY_PATTERN, isBranchName } from "@greenroom/contract";
import { MAX_TEMPLATE_CHARS, TEMPLATE_FIELDS, unknownFields } from "../github/comment/render.ts";
import { readApprovalUrl, readConnection, readMcpUrl } from "../connection.ts";
import { readReporting } from "../reporting.ts";
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
  /** Text of the team's own above the table, with `{field}`s that exist. */
  readonly commentTemplate: string | undefined;
  /** Jobs of the matrix this one is of; 1 without a matrix. */
  readonly jobTotal: number;
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
  const inputs = {
    ...readTarget(fields),
    ...readReporting(fields, { commentGroup: "previews", environment: "preview" }),
    commentTemplate: templateOf(fields),
    // Filled in by GitHub: whatever else stands there means no matrix.
    jobTotal: /^[1-9]\d{0,3}$/.test(fields.text("job-total")) ? Number(fields.text("job-total")) : 1,
    approval: fields.word("approval", ["link", "off"]),
    approvalUrl: readApprovalUrl(fields),
    ...readConduct(fields),
  };
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

function templateOf(fields: Fields): string | undefined {
  const text = fields.text("comment-template");
  const known = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(", ");
  for (const name of unknownFields(text)) {
    fields.reject("comment-template", `Input 'comment-template' holds '{${name}}': write one of ${known}.`);
  }
  if (text.length > MAX_TEMPLATE_CHARS) {
    const sentence = `Input 'comment-template' is ${text.length} characters long: write at most ${MAX_TEMPLATE_CHARS}.`;
    fields.reject("comment-template", sentence);
  }
  return text === "" ? undefined : text;
}

function branchOf(text: string): string | undefined {
  const name = text.replace(/^refs\/heads\//, "");
  return isBranchName(name) ? name : undefined;
}

function timeoutOf(text: string): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return undefined;
  const minutes = Number(text);
  return minutes > 0 && minutes <= MAX_TIMEOUT_MINUTES ? Math.max(1, Math.round(minutes * 60_000)) : undefined;
}
