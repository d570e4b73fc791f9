import type { Fields } from "./fields.ts";

/** What of a run is told on GitHub, and as whom. */
export interface Reporting {
  readonly githubToken: string | undefined;
  readonly pullNumber: number | undefined;
  readonly comment: "update" | "recreate" | "off";
  readonly commentGroup: string;
  readonly deploymentRecord: boolean;
  readonly environment: string;
}

/**
 * Reads the inputs about comment and deployment record.
 * @param defaults What stands where the workflow names nothing.
 */
export function readReporting(fields: Fields, defaults: Pick<Reporting, "commentGroup" | "environment">): Reporting {
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
      ) ?? defaults.commentGroup,
    deploymentRecord: fields.flag("deployment-record", true),
    environment:
      fields.optional(
        "environment",
        (text) => (/^[^\x00-\x1f\x7f]{1,255}$/.test(text) ? text : undefined),
        "the name of an environment on GitHub, at most 255 characters, such as 'preview'",
      ) ?? defaults.environment,
  };
}
