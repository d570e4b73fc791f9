import type { BranchCheck, ChosenValues, ValuesQuestion } from "../record.ts";
import { SECRETS_FILE, type Value } from "./secrets.ts";

/** A value that is stored for a site: by a person as its variable, or by the operator in a file. */
export interface StoredValue extends Value {
  /** As its people know it, such as `production`; undefined for one of the operator's file. */
  readonly environment?: string;
  readonly hidden: boolean;
  /** Why no build gets it, as a clause. */
  readonly inactive?: string;
}

/** Where a value is set, for sentences. */
export interface ValuePlace {
  readonly slug: string;
  /** Page of the site's variables. */
  readonly page: string;
}

export async function valuesFor(
  stored: readonly StoredValue[],
  { names, branch, defaultBranch }: ValuesQuestion,
  where: ValuePlace,
): Promise<ChosenValues> {
  const isScoped = stored.some(({ scope }) => scope !== undefined);
  const asks = branch.kind !== "unverified" && (names.length > 0 || isScoped);
  return chooseValues(stored, { names, place: placeOf(branch, asks ? await defaultBranch() : null), where });
}

export function placeOf(branch: BranchCheck, defaultBranch: string | null): Place {
  switch (branch.kind) {
    case "unverified":
      return branch;
    case "default":
      return { kind: "verified", branch: defaultBranch ?? undefined, isDefault: true };
    case "branch": {
      const isDefault = typeof defaultBranch === "string" ? branch.name === defaultBranch : undefined;
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

interface Choice {
  /** As the manifest lists them. */
  readonly names: readonly string[];
  readonly place: Place;
  readonly where: ValuePlace;
}

/**
 * Chooses the values a build gets: variables of its site whose environment covers it, whether or not the manifest
 * lists them, and of the operator's those that it lists. A variable wins over a value of the operator, and of several
 * with one name the first that covers the build. A build whose commit was seen on no branch gets none, and does not
 * learn which there are.
 * @param stored Variables first, the narrowest of a name before the others.
 */
export function chooseValues(stored: readonly StoredValue[], { names, place, where }: Choice): ChosenValues {
  const asked = new Set(names.filter((name) => !SYSTEM_NAME.test(name)));
  const given = stored.filter(({ name, environment }) => environment !== undefined || asked.has(name));
  const chosen = new Map<string, StoredValue>();
  for (const value of given) {
    if (place.kind === "unverified" || value.inactive !== undefined || !covers(value.scope, place)) continue;
    if (!chosen.has(value.name)) chosen.set(value.name, value);
  }
  const missing = [...asked]
    .filter((name) => !chosen.has(name))
    .map((name) => ({
      message: whatIsMissing(name, stored, { place, where }),
      ...(place.kind === "verified" && { variable: name }),
    }));
  const all = [...chosen.values()];
  const values = (of: readonly StoredValue[]) => Object.fromEntries(of.map(({ name, value }) => [name, value]));
  return {
    build: values(all),
    install: values(all.filter(({ install }) => install)),
    missing,
    hidden: all.filter(({ hidden }) => hidden).map(({ value }) => value),
    used: all.map(({ name, environment }) => `${name} (${environment ?? SECRETS_FILE})`),
  };
}

/** What every build has without a setting, as far as it is known. */
const SYSTEM_NAME = /^(?:GREENROOM.*|CI|HOME|PATH)$/;

function whatIsMissing(name: string, stored: readonly StoredValue[], { place, where }: Omit<Choice, "names">): string {
  if (place.kind === "unverified") {
    return `Take '${name}' out of 'environment' in greenroom.json when the build can do without it: values go only to commits that the service sees on a branch of the site's repository, and ${place.reason}.`;
  }
  const ofName = stored.filter((one) => one.name === name);
  const environment = place.isDefault === true ? "production" : "preview";
  return `Set '${name}', which greenroom.json lists, for ${environment} builds at ${where.page}, or with 'greenroom variables set ${where.slug} ${name}': ${whyNot(ofName, place)}.`;
}

function whyNot(stored: readonly StoredValue[], place: Extract<Place, { kind: "verified" }>): string {
  if (stored.length === 0) return "the site has no variable of this name";
  const inactive = stored.find((one) => one.inactive !== undefined)?.inactive;
  if (inactive !== undefined) return inactive;
  const scopes = new Set(stored.flatMap(({ environment, scope = [] }) => environment ?? scope));
  const listed = scopes.size === 0 ? "no build" : [...scopes].join(", ");
  const known = place.isDefault === undefined ? "; which branch is the default one is not known" : "";
  return `it is set for ${listed}, and this is a build of ${place.branch ?? "the default branch"}${known}`;
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
