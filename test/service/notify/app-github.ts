import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { connectRepository } from "../../../packages/service/admin/integrations.ts";
import type { Github } from "../../../packages/testkit/github.ts";
import { serve } from "../../http.ts";
import { test as base, HOOK_SECRET, type Scenario } from "./scenario.ts";

/** A key as GitHub gives it to the owner of an App. */
export function makeAppKey(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
}

const HOUR_MS = 60 * 60_000;
const APP_ID = "Iv23liGreenroomGate01";
const INSTALLATION_ID = 4_711;

interface Issued {
  readonly token: string;
  readonly endsAtMs: number;
  readonly body: unknown;
}

interface AppRequest {
  readonly method: string;
  readonly path: string;
  readonly bearer: string;
  readonly body: unknown;
}

/**
 * A GitHub that knows one App: it checks what the App signed with the public key, and takes its tokens for an hour.
 * @param clock Shared with the service.
 * @param publicKey The App's, PEM.
 */
export async function startAppGithub({ now, publicKey }: { now: () => number; publicKey: string }) {
  const requests: AppRequest[] = [];
  const issued: Issued[] = [];
  const state = {
    permissions: { contents: "write", deployments: "write", pull_requests: "read", metadata: "read" } as Record<
      string,
      string
    >,
    suspendedAt: null as string | null,
    installed: true,
    /** Tokens that were withdrawn before their end. */
    withdrawn: new Set<string>(),
    /** Unusual responses to the next requests for tokens. */
    broken: [] as { readonly status: number; readonly body: string }[],
    /** The stand-in that responds to what a token of the App reads; without one, lists are empty. */
    reads: undefined as Github | undefined,
    /** How many requests for a token were under way together, at most. */
    together: 0,
  };
  let underWay = 0;
  const isApp = (bearer: string) => isSigned(bearer, { publicKey, nowMs: now() });
  const isToken = (bearer: string) =>
    !state.withdrawn.has(bearer) && issued.some(({ token, endsAtMs }) => token === bearer && now() < endsAtMs);
  const issue = async (body: unknown) => {
    underWay += 1;
    state.together = Math.max(state.together, underWay);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    underWay -= 1;
    const broken = state.broken.shift();
    if (broken) return broken;
    const one = { token: `ghs_canary_${issued.length}_0123456789`, endsAtMs: now() + HOUR_MS, body };
    issued.push(one);
    return reply(201, { token: one.token, expires_at: new Date(one.endsAtMs).toISOString() });
  };
  const respond = async ({ method, path, bearer, body }: AppRequest) => {
    const about = path.split("?")[0] ?? "";
    if (/^\/(?:repos\/[^/]+\/[^/]+\/installation|app\/installations\/\d+)$/.test(about)) {
      if (!isApp(bearer)) return reply(401, { message: "A JSON web token could not be decoded" });
      if (!state.installed) return reply(404, { message: "Not Found" });
      return reply(200, {
        id: INSTALLATION_ID,
        permissions: state.permissions,
        suspended_at: state.suspendedAt,
      });
    }
    if (about === `/app/installations/${INSTALLATION_ID}/access_tokens`) {
      return isApp(bearer) ? issue(body) : reply(401, { message: "A JSON web token could not be decoded" });
    }
    if (!isToken(bearer)) return reply(401, { message: "Bad credentials" });
    if (method === "GET" && state.reads) {
      const headers = { authorization: `Bearer ${state.reads.token}` };
      const read = await fetch(`${state.reads.apiUrl}${path}`, { headers });
      return { status: read.status, body: await read.text() };
    }
    return method === "GET" ? reply(200, []) : { status: 204, body: "" };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    const one = { method: request.method ?? "", path: request.url ?? "", bearer, body: await readBody(request) };
    requests.push(one);
    end(response, await respond(one));
  };
  // What the stand-in cuts off is cut off here too.
  const server = await serve((request, response) => void handle(request, response).catch(() => response.destroy()));
  return {
    apiUrl: server.url,
    appId: APP_ID,
    installationId: String(INSTALLATION_ID),
    requests,
    issued,
    state,
    /** What was written to repositories. */
    posts: () => requests.filter(({ method, path }) => method === "POST" && path.startsWith("/repos/")),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** [GitHub, Generating a JSON Web Token] RS256, of this App, valid now and for no more than ten minutes. */
function isSigned(token: string, { publicKey, nowMs }: { publicKey: string; nowMs: number }): boolean {
  const [header = "", claims = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || signature === "") return false;
  const { alg, typ } = decode(header);
  const { iat, exp, iss } = decode(claims);
  if (alg !== "RS256" || typ !== "JWT" || iss !== APP_ID) return false;
  const nowSeconds = nowMs / 1_000;
  if (typeof iat !== "number" || typeof exp !== "number") return false;
  if (iat > nowSeconds - 59 || exp <= nowSeconds || exp > nowSeconds + 600) return false;
  const signed = Buffer.from(`${header}.${claims}`);
  return verify("RSA-SHA256", signed, createPublicKey(publicKey), Buffer.from(signature, "base64url"));
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
}

interface AppResponse {
  readonly status: number;
  readonly body: string;
}

function reply(status: number, body: unknown): AppResponse {
  return { status, body: JSON.stringify(body) };
}

function end(response: ServerResponse, { status, body }: AppResponse): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === "" ? undefined : (JSON.parse(body) as unknown);
}

/** Of the App that the GitHub of these tests knows. */
export const KEYS = makeAppKey();

export type AppGithub = Awaited<ReturnType<typeof startAppGithub>>;

/** A GitHub that knows the App, on the clock of a scenario. */
export const githubOf = (scenario: Scenario) =>
  startAppGithub({ now: () => scenario.context.clock.now(), publicKey: KEYS.publicKey });

export const connectApp = (
  scenario: Scenario,
  github: AppGithub,
  more: { privateKey?: string; installationId?: string; id?: string } = {},
) =>
  connectRepository(scenario.operator, {
    siteId: scenario.siteId,
    repository: "Lantern-Theatre/website",
    apiUrl: github.apiUrl,
    hookSecret: HOOK_SECRET,
    app: { id: github.appId, privateKey: KEYS.privateKey, ...more },
  });

/** Tests whose GitHub is one to which the site is connected as the App. */
export const test = base.extend<{ readonly github: AppGithub }>({
  github: async ({ scenario }, use) => {
    await using github = await githubOf(scenario);
    await connectApp(scenario, github);
    await use(github);
  },
});

/** Queues what a person's decision sends: an event and a status. */
export async function decide(scenario: Scenario): Promise<void> {
  await scenario.decide((await scenario.request()).id, "approve");
}

/** Queues the same two deliveries again. */
export async function again(scenario: Scenario): Promise<void> {
  const at = scenario.context.at();
  await scenario.context.db
    .updateTable("deliveries")
    .set({ status: "waiting", next_try_at: at, created_at: at, finished_at: null })
    .execute();
}
