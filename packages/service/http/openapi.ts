import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { cookieName } from "../domain/session.ts";
import {
  BODY_ERRORS,
  DEVICE_GRANT_TYPE,
  Entitlements,
  ErrorEnvelope,
  type ErrorCode,
  ERRORS,
  GUARD_ERRORS,
  IDEMPOTENCY_KEY_PATTERN,
  NextCursor,
  OAuthError,
  type Route,
  type RouteName,
  ROUTES,
  successEnvelope,
} from "@greenroom/contract";

type Responses = Parameters<typeof createRoute>[0]["responses"];

/** Members that stand beside `data` in the answers of some operations. */
const SIBLINGS: Partial<Record<RouteName, z.ZodRawShape>> = {
  listSites: { entitlements: Entitlements },
  listDeployments: { nextCursor: NextCursor.optional() },
  listSiteDeployments: { nextCursor: NextCursor.optional() },
  listApprovals: { nextCursor: NextCursor.optional() },
};

/** Groups of operations, in the order a reader meets them. */
const TAGS = {
  sites: "What is deployed: made, listed, archived and brought back.",
  deployments: "Builds of a site and releases of what was built, with their events.",
  approvals: "Requests to publish, and what people decided about them.",
  "deployment-targets": "Where deployments run.",
  oauth: "Device authorization: a tool gets a token once a person allowed it.",
} as const;

/**
 * Makes the OpenAPI document of the whole interface from the contract's table of operations.
 * @param baseUrl Origin of the instance.
 * @returns An OpenAPI 3.1 document.
 */
export function openApiDocument(baseUrl: string): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "A personal access token (sk_live_, sk_test_) or an MCP token (mcp_live_, mcp_test_).",
  });
  registry.registerComponent("securitySchemes", "webSession", {
    type: "apiKey",
    in: "cookie",
    name: cookieName("https:"),
    description: "A signed-in person; a token never counts as one.",
  });
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][])
    registry.registerPath(describe(name, route));
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

function tagOf(path: string): keyof typeof TAGS {
  if (path.endsWith("/deployments") || path.endsWith("/deploy")) return "deployments";
  const first = path.split("/")[1];
  const tag = Object.keys(TAGS).find((name): name is keyof typeof TAGS => name === first);
  if (tag === undefined) throw new Error(`The operations under ${path} have no tag; add one to TAGS.`);
  return tag;
}

function describe(name: RouteName, route: Route) {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? "");
  return createRoute({
    method: route.method.toLowerCase() as "get" | "post" | "patch" | "delete",
    path: route.path,
    operationId: name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: securityOf(route),
    request: {
      ...(parameters.length > 0 && {
        params: z.object(Object.fromEntries(parameters.map((each) => [each, z.string()]))),
      }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...headersOf(name),
      ...bodyOf(name, route),
    },
    responses: { ...successOf(name, route), ...refusalsOf(route) },
  });
}

function securityOf({ access }: Route) {
  if (access === "anonymous") return [];
  return access === "web_session" ? [{ webSession: [] }] : [{ bearer: [access.scope] }];
}

function headersOf(name: RouteName) {
  if (name === "createDeployment") {
    return {
      headers: z.object({
        "Idempotency-Key": z
          .string()
          .regex(IDEMPOTENCY_KEY_PATTERN)
          .meta({ description: "Names one logical attempt; 1 to 255 visible ASCII characters." }),
      }),
    };
  }
  if (name !== "streamDeploymentEvents") return {};
  return { headers: z.object({ "Last-Event-ID": z.string().optional() }) };
}

/** Fields of the form-encoded requests. [RFC 8628 §3.1, §3.4] */
const FORMS: Partial<Record<RouteName, z.ZodType>> = {
  startDeviceAuthorization: z.looseObject({ client_id: z.string().min(1), scope: z.string().optional() }),
  pollDeviceToken: z.looseObject({
    client_id: z.string().min(1),
    grant_type: z.literal(DEVICE_GRANT_TYPE),
    device_code: z.string().min(1),
  }),
};

/** OpenAPI 3.1 has no schema for one event; one for the whole text would say nothing. */
const EVENTS = z.unknown().meta({
  description: "Server-sent events: `status` and `log`, each with its number as `id` and JSON as `data`.",
});

function bodyOf(name: RouteName, { body }: Route) {
  const fields = FORMS[name];
  if (fields) {
    return { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: fields } } } };
  }
  return body ? { body: { required: true, content: { "application/json": { schema: body } } } } : {};
}

function successOf(name: RouteName, { form, status, data, summary }: Route): Responses {
  if (form === "stream") {
    return {
      200: { description: "Events `status` and `log`.", content: { "text/event-stream": { schema: EVENTS } } },
      204: { description: "The terminal event was seen already." },
    };
  }
  const schema = form === "bare" ? data : successEnvelope(data).extend(SIBLINGS[name] ?? {});
  const success = { description: summary, content: { "application/json": { schema } } };
  return { [status]: name === "createDeployment" ? { ...success, headers: REPLAY_HEADERS } : success };
}

const REPLAY_HEADERS = z.object({
  "Idempotency-Replayed": z.literal("true").optional().meta({ description: "Set when the key was known." }),
});

const RETRY_HEADERS = z.object({
  "Retry-After": z.string().optional().meta({ description: "Whole seconds; absent with build_quota_exceeded." }),
});

function refusalsOf(route: Route): Responses {
  const bare = route.form === "bare";
  const codes: readonly ErrorCode[] = [
    ...GUARD_ERRORS.filter((code) => !bare || code !== "insufficient_scope"),
    ...(route.body ? BODY_ERRORS : []),
    ...route.errors,
    ...(bare ? (["validation_failed"] as const) : []),
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const refusals = [...byStatus].map(([status, those]) => {
    // The transport is refused before it is known which route was meant.
    const schema = bare && status !== ERRORS.tls_required.status ? OAuthError : ErrorEnvelope;
    const description = bare && schema === OAuthError ? "An OAuth error." : those.join(", ");
    const waits = status === 429 || status === 503;
    return [
      status,
      { description, content: { "application/json": { schema } }, ...(waits && { headers: RETRY_HEADERS }) },
    ];
  });
  return Object.fromEntries(refusals) as Responses;
}
