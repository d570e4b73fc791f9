import type { Hono } from "hono";
import type { z } from "zod";
import type { PathParameters, RouteName, ROUTES } from "@greenroom/contract";
import type { SessionActor, TokenActor } from "../domain/actor.ts";
import { invalid, validated } from "../domain/validated.ts";
import { readJsonObject } from "./body.ts";
import { ApiError } from "../domain/api-error.ts";
import { actorOf, type HttpContext, type HttpEnv } from "./context.ts";
import { honoPath, routeOf } from "./table.ts";

type Access<Name extends RouteName> = (typeof ROUTES)[Name]["access"];
type ActorOf<Name extends RouteName> = Access<Name> extends { readonly scope: string } ? TokenActor : SessionActor;
type Part<Name extends RouteName, Key extends string> =
  (typeof ROUTES)[Name] extends Readonly<Record<Key, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** A request of one operation, its parts read by the schemas of the contract. */
export interface Call<Name extends RouteName> {
  readonly c: HttpContext;
  /** Who asks; the guard let them pass. */
  readonly actor: ActorOf<Name>;
  readonly parameters: PathParameters<Name>;
  /**
   * Reads the query.
   * @throws {ApiError} `validation_failed`
   */
  readonly query: () => Part<Name, "query">;
  /**
   * Reads and checks the body.
   * @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `invalid_json`, `validation_failed`
   */
  readonly body: () => Promise<Part<Name, "body">>;
}

/**
 * Adds an operation of the contract to an app: its method, path and schemas come from the contract's table.
 * @param app App the operation is added to; the guard stands in front of it.
 * @param name Operation.
 * @param handle Answers a request of it; a thrown `ApiError` becomes the error envelope.
 */
export function mount<Name extends RouteName>(
  app: Hono<HttpEnv>,
  name: Name,
  handle: (call: Call<Name>) => Promise<Response>,
): void {
  const route = routeOf(name);
  app.on(route.method, honoPath(name), async (c) =>
    handle({
      c,
      get actor() {
        return actorOf(c) as ActorOf<Name>;
      },
      parameters: c.req.param() as PathParameters<Name>,
      query: () => (route.query ? validated(route.query, readQuery(c)) : undefined) as Part<Name, "query">,
      body: async () => (route.body ? validated(route.body, await readJsonObject(c)) : undefined) as Part<Name, "body">,
    }),
  );
}

/**
 * Refuses every method but GET and HEAD at a path the app answers outside the contract; call after its GET.
 * @see RFC 9110 §15.5.6
 */
export function readOnly(app: Hono<HttpEnv>, path: string): void {
  app.all(path, () => {
    throw new ApiError("method_not_allowed", "This path is only read.", { allow: ["GET", "HEAD"] });
  });
}

/** A parameter given twice is no choice of ours. */
function readQuery(c: HttpContext): Record<string, string> {
  const given = Object.entries(c.req.queries());
  const twice = given.filter(([, values]) => values.length > 1);
  if (twice.length > 0) throw invalid(twice.map(([path]) => ({ path, message: "must be given once" })));
  return Object.fromEntries(given.map(([name, [value]]) => [name, value ?? ""]));
}
