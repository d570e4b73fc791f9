import { Manifest } from "@greenroom/contract";

/** How a deployment's files are served, as its manifest said when it was built. */
export const ServingRules = Manifest.pick({ spa: true, headers: true, redirects: true });

/** How a deployment's files are served. */
export type ServingRules = Pick<Manifest, "spa" | "headers" | "redirects">;

/**
 * Takes the serving rules out of a manifest.
 * @returns JSON that is the same for the same rules, since it becomes part of a digest.
 */
export function servingRules(manifest: Manifest | null): string {
  return JSON.stringify({
    ...(manifest?.spa === true ? { spa: true } : {}),
    ...(manifest?.headers?.length ? { headers: manifest.headers } : {}),
    ...(manifest?.redirects?.length ? { redirects: manifest.redirects } : {}),
  });
}

/**
 * Reads stored serving rules.
 * @param json As `servingRules` made it.
 */
export function readServingRules(json: string): ServingRules {
  const value: unknown = JSON.parse(json);
  return ServingRules.parse(value);
}
