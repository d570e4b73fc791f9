/** Why a deployment ended as `failed`, with what its author can do. [§3: not shown] */
export const BUILD_ERRORS = {
  clone_failed: "Check the repository address, and that the service may read it.",
  commit_not_found: "Push the commit to the repository the site is connected to.",
  manifest_invalid: "Correct the field of greenroom.json that the message names.",
  detect_failed: "Add a greenroom.json that says how to build the site.",
  install_failed: "Run the install command in a clean checkout to see the same error.",
  build_failed: "Run the build command in a clean checkout to see the same error.",
  output_missing: "Set 'output' in greenroom.json to the folder the build writes.",
  output_rejected: "Remove what the message names from the output folder.",
  limit_exceeded: "Make the build smaller, or ask the operator for a higher limit.",
  timed_out: "Make the build faster, or ask the operator for a longer limit.",
  storage_exhausted: "Ask the operator to free disk space.",
  sandbox_unavailable: "Ask the operator to install bubblewrap.",
  source_unavailable: "Promote another ready preview; the files of this one are gone.",
  worker_lost: "Deploy again; the machine that built it stopped twice.",
  canceled_by_user: "Deploy again when you want it.",
  superseded: "A newer commit of the branch took its place.",
  site_archived: "Restore the site, then deploy again.",
} as const satisfies Record<string, string>;

/** A reason in `error.code` of a deployment. */
export type BuildErrorCode = keyof typeof BUILD_ERRORS;

/** All reasons, for schemas. */
export const BUILD_ERROR_CODES = Object.keys(BUILD_ERRORS) as [BuildErrorCode, ...BuildErrorCode[]];

/**
 * Says what to do about a failed deployment.
 * @param code `error.code` of a deployment record, as received.
 * @returns One sentence, or undefined for a code this version does not know.
 */
export function buildErrorHint(code: string): string | undefined {
  return Object.hasOwn(BUILD_ERRORS, code) ? BUILD_ERRORS[code as BuildErrorCode] : undefined;
}
