import { COMMIT_SHA_PATTERN } from "@greenroom/contract";
import { readApprovalUrl, readConnection, readMcpUrl } from "../connection.ts";
import { createFields, type Fields, type InputProblem } from "../fields.ts";
import { readReporting, type Reporting } from "../reporting.ts";

/** What the workflow asked for, checked. */
export interface Inputs extends Reporting {
  readonly baseUrl: URL;
  readonly token: string;
  /** A site's id (lower case) or slug. */
  readonly site: string;
  /** The preview to release, or an earlier release to go back to. */
  readonly sourceDeploymentId: string | undefined;
  readonly commitSha: string | undefined;
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
  readonly mcpUrl: URL;
  /** How long a decision is waited for; 0 for not at all. */
  readonly waitMs: number;
  readonly onPending: "pass" | "fail";
  readonly dryRun: boolean;
}

/** The inputs, or every reason why they cannot be used. */
export type ReadInputs =
  | { readonly kind: "valid"; readonly inputs: Inputs }
  | { readonly kind: "invalid"; readonly problems: readonly InputProblem[] };

/** What GitHub lets a job of a self-hosted runner last, five days. */
const MAX_WAIT_MINUTES = 7200;

/**
 * Reads and checks every input of the production action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 */
export function readInputs(lookup: (name: string) => string): ReadInputs {
  const fields = createFields(lookup, ["token", "github-token"]);
  const { baseUrl, token, site } = readConnection(fields);
  const mcpUrl = readMcpUrl(fields, baseUrl);
  const rest = {
    ...readSource(fields),
    ...readReporting(fields, { commentGroup: "releases", environment: "production" }),
  };
  const conduct = {
    waitMs: readWait(fields),
    onPending: fields.word("on-pending", ["pass", "fail"]),
    dryRun: fields.flag("dry-run", false),
  };
  const approvalUrl = readApprovalUrl(fields);
  const missing = baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined;
  if (missing || fields.problems.length > 0) return { kind: "invalid", problems: fields.problems };
  return { kind: "valid", inputs: { ...rest, ...conduct, baseUrl, token, site, mcpUrl, approvalUrl } };
}

function readSource(fields: Fields) {
  const sourceDeploymentId = fields.optional(
    "source-deployment-id",
    (text) => (/^[\w.:-]{1,128}$/.test(text) ? text : undefined),
    "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'",
  );
  const commitSha = fields.optional(
    "commit-sha",
    (text) => (COMMIT_SHA_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
    "a commit's id, 7 to 64 hexadecimal digits",
  );
  return { sourceDeploymentId, commitSha };
}

function readWait(fields: Fields): number {
  const parse = (text: string): number | undefined => {
    const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return minutes <= MAX_WAIT_MINUTES ? Math.round(minutes * 60_000) : undefined;
  };
  return fields.optional("wait-minutes", parse, `a number of minutes from 0 to ${MAX_WAIT_MINUTES}, such as '0'`) ?? 0;
}
