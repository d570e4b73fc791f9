import type { Route } from "./route.ts";
import { APPROVALS_ROUTES } from "./routes/approvals.ts";
import { DEPLOYMENTS_ROUTES } from "./routes/deployments.ts";
import { DEVICE_ROUTES } from "./routes/device.ts";
import { SITES_ROUTES } from "./routes/sites.ts";
import { TARGETS_ROUTES } from "./routes/targets.ts";

/** Every operation, by name. */
export const ROUTES = {
  ...SITES_ROUTES,
  ...DEPLOYMENTS_ROUTES,
  ...APPROVALS_ROUTES,
  ...TARGETS_ROUTES,
  ...DEVICE_ROUTES,
} as const satisfies Record<string, Route>;

/** Name of an operation. */
export type RouteName = keyof typeof ROUTES;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Parameters in the path of an operation. */
export type PathParameters<Name extends RouteName> = Readonly<
  Record<ParameterNames<(typeof ROUTES)[Name]["path"]>, string>
>;

/**
 * Fills the parameters into the path of an operation.
 * @param name Operation.
 * @param parameters One string for each `{name}` of the path; each becomes exactly one segment.
 * @returns The path, percent-encoded.
 * @throws {TypeError} When a parameter is empty, `.` or `..`, which no encoding keeps a segment.
 */
export function routePath<Name extends RouteName>(name: Name, parameters: PathParameters<Name>): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return ROUTES[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values.get(parameter);
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new TypeError(`The ${parameter} of ${name} must be an id; give one that is not empty and no dot segment.`);
    }
    return encodeURIComponent(value);
  });
}
