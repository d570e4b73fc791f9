/** The part of npm's package that is used here; it comes without types. */
declare module "semver" {
  const semver: {
    /** @returns The version as it is written by the rules, null when it is none. */
    valid(version: string): string | null;
    /** @returns The range in comparators, null when it is none. */
    validRange(range: string, options?: { readonly loose: boolean }): string | null;
    satisfies(version: string, range: string): boolean;
    maxSatisfying(versions: readonly string[], range: string): string | null;
    /** The lowest version of a range. */
    minVersion(range: string): { readonly version: string } | null;
    intersects(one: string, other: string): boolean;
  };
  export default semver;
}
