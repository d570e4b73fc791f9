import { type PathParameters, type Route, type RouteName, ROUTES } from "@greenroom/contract";
import { Hono } from "hono";
import { matchedRoutes } from "hono/route";
import type { z } from "zod";
import { seesSite, type SessionActor, type TokenActor } from "../domain/actor.ts";
import { ApiError, invalid, validated } from "../domain/api-error.ts";
import type { Database } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { requireSite, siteNotFound } from "../store/sites/sites.ts";
import { readJsonObject } from "./body.ts";
import { actorOf, type HttpContext, type HttpEnv } from "./context.ts";
import { sendData } from "./envelope.ts";

type Definition<Name extends RouteName> = (typeof ROUTES)[Name];
type ActorOf<Name extends RouteName> = Definition<Name>["access"] extends "web_session" | "anonymous"
  ? SessionActor
  : TokenActor;
type Part<Name extends RouteName, Key extends string> =
  Definition<Name> extends Readonly<Record<Key, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** A request of one operation, its parts read by the schemas of the contract. */
export interface OperationRequest<Name extends RouteName> {
  readonly c: HttpContext;
  /** The token or web session the guard let in; an operation open to anyone has none. */
  readonly actor: ActorOf<Name>;
  readonly parameters: PathParameters<Name>;
  /** The active site that the path names. */
  readonly requireSite: () => Promise<SiteRow>;
  readonly query: () => Part<Name, "query">;
  /** A path with a site: the site is looked for first. */
  readonly body: () => Promise<Part<Name, "body">>;
}

/** Handles operations of the contract: each returns the value of `data`, or a response of its own. */
export type OperationHandlers = {
  readonly [Name in RouteName]?: (
    request: OperationRequest<Name>,
  ) => Promise<Response | z.output<Definition<Name>["data"]>>;
};

/**
 * Makes an app of operations: method, path, schemas and status come from the contract. The guard runs before it.
 *
 * They are validated here and not by the library that documents them: its validators run before the handler, while a
 * deployment's site and key are checked before its body; and they read JSON less strictly than `readJsonObject`.
 */
export function operations(db: Database, handlers: OperationHandlers): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const paths = Map.groupBy(Object.keys(handlers) as RouteName[], (name) => ROUTES[name].path);
  // A fixed path is not an id: it takes no methods from the path with a parameter in its place.
  const fixedFirst = [...paths].toSorted(([a], [b]) => a.split("{").length - b.split("{").length);
  for (const [path, names] of fixedFirst) {
    for (const name of names) register({ app, db }, name, handlers[name]);
    const allow = names.map((name) => ROUTES[name].method).toSorted();
    allowOnly(app, routingPath(path), allow);
  }
  return app;
}

function register<Name extends RouteName>(
  { app, db }: { readonly app: Hono<HttpEnv>; readonly db: Database },
  name: Name,
  handle: OperationHandlers[Name],
): void {
  if (!handle) return;
  const route: Route = ROUTES[name];
  app.on(route.method, routingPath(route.path), async (c) => {
    const caller = c.get("actor");
    const siteId = c.req.param("siteId");
    // Before anything is read: a token of one site learns nothing of another.
    if (caller && siteId !== undefined && !seesSite(caller, siteId)) throw siteNotFound();
    const findSite = async () => requireSite(db, actorOf(c).workspaceId, siteId ?? "");
    const result = await handle({
      c,
      get actor() {
        return actorOf(c) as ActorOf<Name>;
      },
      parameters: c.req.param() as PathParameters<Name>,
      requireSite: findSite,
      query: () => (route.query ? validated(route.query, readQuery(c)) : undefined) as Part<Name, "query">,
      async body() {
        if (siteId !== undefined) await findSite();
        return (route.body ? validated(route.body, await readJsonObject(c)) : undefined) as Part<Name, "body">;
      },
    });
    return result instanceof Response ? result : sendData(c, result, route.status);
  });
}

/** Call it after the path's own methods. @see RFC 9110 §15.5.6 */
export function allowOnly(app: Hono<HttpEnv>, path: string, allow: readonly string[]): void {
  app.all(path, () => {
    throw new ApiError("method_not_allowed", `This path only accepts ${allow.join(", ")}.`, { allow });
  });
}

const routingPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const OPERATIONS = new Map(
  [...Map.groupBy(Object.keys(ROUTES) as RouteName[], (name) => routingPath(ROUTES[name].path))].map(
    ([path, names]) => [path, new Map<string, RouteName>(names.map((name) => [ROUTES[name].method, name]))] as const,
  ),
);

/**
 * By the router itself, so that no other spelling of a path (`/%73ites`) leads to an operation that the guard did not
 * see.
 */
export function operationOf(c: HttpContext): RouteName | undefined {
  for (const { method, path } of matchedRoutes(c)) {
    const methods = OPERATIONS.get(path);
    if (methods) return methods.get(method);
  }
  return undefined;
}

function readQuery(c: HttpContext): Record<string, string> {
  const sent = Object.entries(c.req.queries());
  const twice = sent.filter(([, values]) => values.length > 1);
  if (twice.length > 0) throw invalid(twice.map(([path]) => ({ path, message: "must be given once" })));
  const withNul = sent.filter(([, [value]]) => value?.includes("\0"));
  if (withNul.length > 0) throw invalid(withNul.map(([path]) => ({ path, message: "must have no NUL" })));
  return Object.fromEntries(sent.map(([name, [value]]) => [name, value ?? ""]));
}
