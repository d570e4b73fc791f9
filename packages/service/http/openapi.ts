import {
  BINARY_BODY_ERRORS,
  BODY_ERRORS,
  ErrorEnvelope,
  type ErrorCode,
  ERRORS,
  GUARD_ERRORS,
  OAuthError,
  type Route,
  type RouteName,
  ROUTES,
  successEnvelope,
} from "@greenroom/contract";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { cookieName } from "../domain/authentication.ts";

type Responses = Parameters<typeof createRoute>[0]["responses"];

const TAGS = {
  sites: "Sites: create, list, archive and restore.",
  deployments: "Preview builds and production releases of a site, and their events.",
  "repository-credentials": "What private repositories are read with.",
  approvals: "Release requests and the decisions on them.",
  "deployment-targets": "Providers and runtimes that deployments run on.",
  token: "The token in use.",
  oauth: "Tokens: a person allows a tool to get one, or a run exchanges its identity token.",
} as const;

/** Describes all operations of the contract. */
export function openApiDocument(baseUrl: string): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  for (const name of Object.keys(ROUTES) as RouteName[]) registry.registerPath(describeOperation(name, ROUTES[name]));
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "A personal access token (sk_live_, sk_test_) or an MCP token (mcp_live_, mcp_test_).",
  });
  registry.registerComponent("securitySchemes", "webSession", {
    type: "apiKey",
    in: "cookie",
    name: cookieName("https:"),
    description: "The session of a person who signed in on the web; a token is never accepted instead.",
  });
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Greenroom",
      version: "1",
      description: "Sites, preview and production deployments, and the approvals between them.",
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  return { ...document, info: { ...document.info, license: { name: "MIT", identifier: "MIT" } } };
}

function describeOperation(name: RouteName, route: Route) {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? "");
  return createRoute({
    method: route.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete",
    path: route.path,
    operationId: name,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [tagOf(route.path)],
    security: securityOf(route),
    request: {
      ...(parameters.length > 0 && {
        params: z.object(Object.fromEntries(parameters.map((each) => [each, z.string()]))),
      }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.headers && { headers: route.headers }),
      ...bodyOf(route),
    },
    responses: { ...successOf(route), ...errorsOf(route) },
  });
}

function descriptionOf({ summary, access, section }: Route): string {
  const where = section === "additive" ? "Additive to the interface." : `Section ${section} of the interface.`;
  if (access === "anonymous") return `${summary} Needs no credential. ${where}`;
  if (access === "web_session") return `${summary} Needs the web session of a person; no token is accepted. ${where}`;
  if (access === "token") return `${summary} Needs any valid token. ${where}`;
  return `${summary} Needs a token with the scope \`${access}\`. ${where}`;
}

function tagOf(path: string): keyof typeof TAGS {
  if (path.endsWith("/deployments") || path.endsWith("/deploy") || /\/(?:deployments|pull-requests)\//.test(path))
    return "deployments";
  const first = path.split("/")[1];
  const tag = Object.keys(TAGS).find((name): name is keyof typeof TAGS => name === first);
  if (tag === undefined) throw new Error(`The operations under ${path} have no tag; add one to TAGS.`);
  return tag;
}

function securityOf({ access }: Route) {
  if (access === "anonymous") return [];
  if (access === "token") return [{ bearer: [] }];
  return access === "web_session" ? [{ webSession: [] }] : [{ bearer: [access] }];
}

/** OpenAPI 3.1 has no schema for one event; one for the whole text would say nothing. */
const EVENTS = z.unknown().meta({
  description: "Server-sent events: `status` and `log`, each with its number as `id` and JSON as `data`.",
});

function bodyOf({ body, bodyType }: Route) {
  return body && { body: { required: true, content: { [bodyType ?? "application/json"]: { schema: body } } } };
}

function successOf({ form, status, data, siblings = {}, summary, responseHeaders }: Route): Responses {
  if (form === "stream") {
    return {
      200: { description: "Events `status` and `log`.", content: { "text/event-stream": { schema: EVENTS } } },
      204: { description: "The client has the terminal event already." },
    };
  }
  const schema = form === "bare" ? data : successEnvelope(data).extend(siblings);
  const success = { description: summary, content: { "application/json": { schema } } };
  return { [status]: responseHeaders ? { ...success, headers: responseHeaders } : success };
}

const RETRY_HEADERS = z.object({
  "Retry-After": z.string().optional().meta({ description: "Whole seconds; absent with build_quota_exceeded." }),
});

function bodyErrorsOf({ body, bodyType, form }: Route): readonly ErrorCode[] {
  if (!body) return [];
  if (form === "bare") return ["validation_failed"];
  return bodyType === undefined ? BODY_ERRORS : BINARY_BODY_ERRORS;
}

function errorsOf(route: Route): Responses {
  const bare = route.form === "bare";
  const codes: readonly ErrorCode[] = [
    ...GUARD_ERRORS.filter((code) => !bare || code !== "insufficient_scope"),
    ...bodyErrorsOf(route),
    ...route.errors,
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const responses = [...byStatus].map(([status, group]) => {
    // Plain HTTP is rejected before the route is known.
    const schema = bare && status !== ERRORS.tls_required.status ? OAuthError : ErrorEnvelope;
    const description = bare && schema === OAuthError ? "An OAuth error." : group.join(", ");
    const waits = status === 429 || status === 503;
    return [
      status,
      { description, content: { "application/json": { schema } }, ...(waits && { headers: RETRY_HEADERS }) },
    ];
  });
  return Object.fromEntries(responses) as Responses;
}
