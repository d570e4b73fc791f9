/** Longest name of a branch, characters. */
export const MAX_BRANCH_CHARS = 255;

/**
 * Says whether a text is a git branch name that can be no option and no revision expression.
 * @see git-check-ref-format(1)
 */
export function isBranchName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  if (name === "" || name.length > MAX_BRANCH_CHARS) return false;
  return name !== "@" && name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
