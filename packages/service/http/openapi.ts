import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  BINARY_BODY_ERRORS,
  BODY_ERRORS,
  DEVICE_GRANT_TYPE,
  Entitlements,
  ErrorEnvelope,
  type ErrorCode,
  EXCHANGE_GRANT_TYPE,
  IDENTITY_TOKEN_TYPE,
  ERRORS,
  GUARD_ERRORS,
  IDEMPOTENCY_KEY_PATTERN,
  NextCursor,
  OAuthError,
  PULL_REQUEST_HEADER,
  type Route,
  type RouteName,
  successEnvelope,
} from "@greenroom/contract";
import { cookieName } from "../domain/authentication.ts";
import type { HttpEnv } from "./context.ts";

type Responses = Parameters<typeof createRoute>[0]["responses"];

/** Members beside `data` in the responses of some operations. */
const SIBLINGS: Partial<Record<RouteName, z.ZodRawShape>> = {
  listSites: { entitlements: Entitlements },
  listDeployments: { nextCursor: NextCursor.optional() },
  listSiteDeployments: { nextCursor: NextCursor.optional() },
  listApprovals: { nextCursor: NextCursor.optional() },
};

/** Groups of operations, in the order a reader meets them. */
const TAGS = {
  sites: "Sites: create, list, archive and restore.",
  deployments: "Preview builds and production releases of a site, and their events.",
  "repository-credentials": "What private repositories are read with.",
  approvals: "Publish requests and the decisions on them.",
  "deployment-targets": "Providers and runtimes that deployments run on.",
  token: "The token in use.",
  oauth: "Tokens: a person allows a tool to get one, or a run exchanges its identity token.",
} as const;

/**
 * Makes the OpenAPI 3.1 document of all operations an app has.
 * @param app Its registry has what `describeOperation` returned for each.
 * @param baseUrl Origin of the instance.
 */
export function openApiDocument(app: OpenAPIHono<HttpEnv>, baseUrl: string): object {
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

/** Describes an operation of the contract for the document. */
export function describeOperation(name: RouteName, route: Route) {
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
      ...headersOf(name),
      ...bodyOf(name, route),
    },
    responses: { ...successOf(name, route), ...errorsOf(route) },
  });
}

function descriptionOf({ summary, access, section }: Route): string {
  const where = section === "additive" ? "Additive to the interface." : `Section ${section} of the interface.`;
  if (access === "anonymous") return `${summary} Needs no credential. ${where}`;
  if (access === "web_session") return `${summary} Needs the web session of a person; no token is accepted. ${where}`;
  if (access === "token") return `${summary} Needs any valid token. ${where}`;
  return `${summary} Needs a token with the scope \`${access.scope}\`. ${where}`;
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
        [PULL_REQUEST_HEADER]: z.string().optional().meta({
          description:
            'The pull request as people know it, such as `7;title=%"Open the box office"`: an integer with a display string (RFC 9651). It is no part of the request that the Idempotency-Key names: a replay names the pull request of a deployment that has none, and changes nothing else. Anything else in it is ignored; `pullRequest` in the body goes before it.',
          example: '7;title=%"Open the box office"',
        }),
      }),
    };
  }
  if (name !== "streamDeploymentEvents") return {};
  return { headers: z.object({ "Last-Event-ID": z.string().optional() }) };
}

/** Fields of the form-encoded requests. [RFC 8628 §3.1, §3.4; RFC 8693 §2.1] */
const FORMS: Partial<Record<RouteName, z.ZodType>> = {
  startDeviceAuthorization: z.looseObject({ client_id: z.string().min(1), scope: z.string().optional() }),
  pollDeviceToken: z.union([
    z.looseObject({
      client_id: z.string().min(1),
      grant_type: z.literal(DEVICE_GRANT_TYPE),
      device_code: z.string().min(1),
    }),
    z.looseObject({
      grant_type: z.literal(EXCHANGE_GRANT_TYPE),
      subject_token: z.string().min(1),
      subject_token_type: z.literal(IDENTITY_TOKEN_TYPE),
      resource: z.url(),
    }),
  ]),
};

/** OpenAPI 3.1 has no schema for one event; one for the whole text would say nothing. */
const EVENTS = z.unknown().meta({
  description: "Server-sent events: `status` and `log`, each with its number as `id` and JSON as `data`.",
});

function bodyOf(name: RouteName, { body, bodyType, bytes }: Route) {
  const fields = FORMS[name];
  if (fields) {
    return { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: fields } } } };
  }
  if (!body) return {};
  const media = { schema: body };
  if (bodyType === "text/plain") {
    const other = bytes && { "application/octet-stream": { schema: bytes } };
    return { body: { required: true, content: { "text/plain": media, ...other } } };
  }
  if (bodyType === "application/octet-stream") {
    return { body: { required: true, content: { "application/octet-stream": media } } };
  }
  return { body: { required: true, content: { "application/json": media } } };
}

function successOf(name: RouteName, { form, status, data, summary }: Route): Responses {
  if (form === "stream") {
    return {
      200: { description: "Events `status` and `log`.", content: { "text/event-stream": { schema: EVENTS } } },
      204: { description: "The client has the terminal event already." },
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

function errorsOf(route: Route): Responses {
  const bare = route.form === "bare";
  const codes: readonly ErrorCode[] = [
    ...GUARD_ERRORS.filter((code) => !bare || code !== "insufficient_scope"),
    ...(route.body ? (route.bodyType ? BINARY_BODY_ERRORS : BODY_ERRORS) : []),
    ...route.errors,
    ...(bare ? (["validation_failed"] as const) : []),
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
