import { type Route, type RouteName, ROUTES } from "@greenroom/contract";

/** What the contract says about a path and a method. */
export type Match =
  | { readonly kind: "route"; readonly name: RouteName }
  /** The path is one of the contract, the method is not. */
  | { readonly kind: "wrong_method"; readonly allow: readonly string[] }
  | { readonly kind: "unknown" };

const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

const parameterCount = (name: RouteName): number => ROUTES[name].path.split("{").length;

const TABLE = ROUTE_NAMES.toSorted((a, b) => parameterCount(a) - parameterCount(b)).map((name) => ({
  name,
  method: ROUTES[name].method,
  path: ROUTES[name].path,
  pattern: new RegExp(`^${ROUTES[name].path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/**
 * Finds the operation of a request; a fixed path goes before one with parameters.
 * @param method Method as sent; HEAD counts as GET. [RFC 9110 §9.3.2]
 * @param path Path as sent, percent-encoded.
 */
export function matchRoute(method: string, path: string): Match {
  const asked = method === "HEAD" ? "GET" : method;
  const first = TABLE.find(({ pattern }) => pattern.test(path));
  // A fixed path is no id: the methods of the path with parameters are not its own.
  const here = TABLE.filter((row) => row.path === first?.path);
  const route = here.find((row) => row.method === asked);
  if (route) return { kind: "route", name: route.name };
  if (here.length === 0) return { kind: "unknown" };
  return { kind: "wrong_method", allow: [...new Set(here.map((row) => row.method))].toSorted() };
}

/** An operation of the contract with its optional parts in view. */
export function routeOf(name: RouteName): Route {
  return ROUTES[name];
}

/** Path of an operation as hono writes it. */
export function honoPath(name: RouteName): string {
  return ROUTES[name].path.replaceAll(/\{(\w+)\}/g, ":$1");
}
