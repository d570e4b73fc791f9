import { DAY_MS, later } from "./instants.ts";

/** How long after it was replaced a release can be gone back to by one person. */
export const ROLL_BACK_DAYS = 30;

/**
 * Whether files were live within the last days and are not live now.
 * @param releases Of the site, newest first.
 */
export function wasLiveLately(
  releases: readonly { readonly fileListDigest: string | null; readonly liveSince: string }[],
  fileListDigest: string,
  at: string,
): boolean {
  if (releases[0]?.fileListDigest === fileListDigest) return false;
  const earliest = later(at, -ROLL_BACK_DAYS * DAY_MS);
  return releases.some((release, index) => {
    const replacedAt = releases[index - 1]?.liveSince;
    return release.fileListDigest === fileListDigest && replacedAt !== undefined && replacedAt >= earliest;
  });
}
