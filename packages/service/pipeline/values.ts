import type { BranchCheck, ChosenValues } from "./record.ts";
import { SECRETS_FILE, type Secrets, storedValues, type Value } from "./secrets.ts";

interface ValueQuestion {
  readonly siteId: string;
  /** As the manifest lists them. */
  readonly names: readonly string[];
  readonly branch: BranchCheck;
  /** Undefined: not asked for yet; null: not known. */
  readonly defaultBranch?: string | null;
}

/** The operator's values for a build; `which_default` when they depend on which branch is the default one. */
export function valuesFor(
  secrets: Secrets,
  { siteId, names, branch, defaultBranch }: ValueQuestion,
): ChosenValues | "which_default" {
  const asks = branch.kind !== "unverified" && asksForDefaultBranch(secrets, siteId, names);
  if (asks && defaultBranch === undefined) return "which_default";
  return chooseValues(secrets, { siteId, names, place: placeOf(branch, defaultBranch ?? undefined) });
}

function placeOf(branch: BranchCheck, defaultBranch: string | undefined): Place {
  switch (branch.kind) {
    case "unverified":
      return branch;
    case "default":
      return { kind: "verified", branch: defaultBranch, isDefault: true };
    case "branch": {
      const isDefault = defaultBranch === undefined ? undefined : branch.name === defaultBranch;
      return { kind: "verified", branch: branch.name, isDefault };
    }
  }
}

/** What a build is made from, as far as the service saw it itself. */
export type Place =
  | { readonly kind: "unverified"; readonly reason: string }
  | {
      readonly kind: "verified";
      /** Undefined when the default branch was built and its name is not known. */
      readonly branch: string | undefined;
      /** Undefined when it is not known. */
      readonly isDefault: boolean | undefined;
    };

/** Whether it matters for the values of a site which branch is its repository's default one. */
function asksForDefaultBranch(secrets: Secrets, siteId: string, names: readonly string[]): boolean {
  return storedValues(secrets, siteId).some(({ name, scope }) => names.includes(name) && scope !== undefined);
}

/**
 * Chooses the values a build can see: those that the operator stored for the site and the manifest lists, where their
 * scope covers the build. A build whose commit was seen on no branch gets none, and does not learn which there are.
 * @param names As the manifest lists them.
 */
export function chooseValues(
  secrets: Secrets,
  { siteId, names, place }: { readonly siteId: string; readonly names: readonly string[]; readonly place: Place },
): ChosenValues {
  const stored = storedValues(secrets, siteId);
  const chosen: Value[] = [];
  const missing: string[] = [];
  for (const name of new Set(names)) {
    const ofName = stored.filter((one) => one.name === name);
    const found = place.kind === "verified" ? ofName.find(({ scope }) => covers(scope, place)) : undefined;
    if (found) chosen.push(found);
    else missing.push(`'${name}' of greenroom.json has no value here: ${whyNot(ofName, place)}.`);
  }
  const values = (of: readonly Value[]) => Object.fromEntries(of.map(({ name, value }) => [name, value]));
  return { build: values(chosen), install: values(chosen.filter(({ install }) => install)), missing };
}

function whyNot(ofName: readonly Value[], place: Place): string {
  if (place.kind === "unverified") {
    return `values go only to commits that the service sees on a branch of the site's repository, and ${place.reason}`;
  }
  if (ofName.length === 0) return `${SECRETS_FILE} has none of this name for the site`;
  const scopes = new Set(ofName.flatMap(({ scope = [] }) => scope));
  const listed = scopes.size === 0 ? "no build" : [...scopes].join(", ");
  const known = place.isDefault === undefined ? "; which branch is the default one is not known" : "";
  return `its scope is ${listed}, and this is a build of ${place.branch ?? "the default branch"}${known}`;
}

function covers(scopes: Value["scope"], { branch, isDefault }: Extract<Place, { kind: "verified" }>): boolean {
  if (scopes === undefined) return true;
  return scopes.some((scope) => {
    if (scope === "production") return isDefault === true;
    if (scope === "previews") return isDefault === false;
    return branch !== undefined && branchPattern(scope.slice("branch:".length)).test(branch);
  });
}

/** `*` does not go beyond a slash, as in patterns of git hosts. */
function branchPattern(text: string): RegExp {
  const parts = text.split(/(\*+)/).map((part) => {
    if (part === "*") return "[^/]*";
    return part.startsWith("*") ? ".*" : part.replaceAll(/[\\^$.|?+()[\]{}/]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join("")}$`, "su");
}
