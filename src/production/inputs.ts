import {
  type ActionInputs,
  InputReader,
  matching,
  MAX_MINUTES,
  parseMinutes,
  readActionInputs,
  type ReadInputs,
} from "../inputs.ts";

export interface Inputs extends ActionInputs {
  /** The preview to release, or an earlier release to go back to. */
  readonly sourceDeploymentId: string | undefined;
  /** 0 does not wait. */
  readonly waitMs: number;
  readonly onPending: "pass" | "fail";
}

export const USER_AGENT = "greenroom-production-action";

export function readInputs(lookup: (name: string) => string, identity = false): ReadInputs<Inputs> {
  const reader = new InputReader(lookup);
  const shared = readActionInputs(reader, identity, { commentGroup: "releases", environment: "production" });
  const minutes = reader.optional(
    "wait-minutes",
    parseMinutes,
    `a number of minutes from 0 to ${MAX_MINUTES}, such as '0'`,
  );
  const own = {
    sourceDeploymentId: reader.optional(
      "source-deployment-id",
      matching(/^[\w.:-]{1,128}$/),
      "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'",
    ),
    waitMs: Math.round(60_000 * (minutes ?? 0)),
    onPending: reader.word("on-pending", ["pass", "fail"]),
  };
  return reader.end(shared && { ...shared, ...own });
}
