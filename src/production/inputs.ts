import {
  type ConnectionInputs,
  InputReader,
  MAX_MINUTES,
  parseMinutes,
  readCommitSha,
  readConnection,
  type ReadInputs,
  readReporting,
  type ReportingInputs,
} from "../inputs.ts";

export interface Inputs extends ConnectionInputs, ReportingInputs {
  /** The preview to release, or an earlier release to go back to. */
  readonly sourceDeploymentId: string | undefined;
  readonly commitSha: string | undefined;
  /** How long to wait for the approval and the release; 0 does not wait. */
  readonly waitMs: number;
  readonly onPending: "pass" | "fail";
  readonly dryRun: boolean;
}

export const USER_AGENT = "greenroom-production-action";

/**
 * Reads and checks every input of the production action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @param identity Whether the job may ask GitHub who it is, so that it needs no token.
 */
export function readInputs(lookup: (name: string) => string, identity = false): ReadInputs<Inputs> {
  const reader = new InputReader(lookup, ["token", "github-token"]);
  const connection = readConnection(reader, identity);
  const inputs = {
    sourceDeploymentId: reader.optional(
      "source-deployment-id",
      (text) => (/^[\w.:-]{1,128}$/.test(text) ? text : undefined),
      "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'",
    ),
    commitSha: readCommitSha(reader),
    ...readReporting(reader, { commentGroup: "releases", environment: "production" }),
    waitMs: Math.round(
      60_000 *
        (reader.optional("wait-minutes", parseMinutes, `a number of minutes from 0 to ${MAX_MINUTES}, such as '0'`) ??
          0),
    ),
    onPending: reader.word("on-pending", ["pass", "fail"]),
    dryRun: reader.flag("dry-run", false),
  };
  if (connection === undefined || reader.problems.length > 0) return { kind: "invalid", problems: reader.problems };
  return { kind: "valid", inputs: { ...connection, ...inputs } };
}
