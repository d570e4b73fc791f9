import type { IncomingMessage } from "node:http";
import type { SiteList } from "@greenroom/client/deploy-client";
import { ClientError, connectionError } from "@greenroom/client/errors";
import { openMcpSession } from "@greenroom/client/mcp";
import { urlBelow } from "@greenroom/client/transport";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract/limits";
import { type RouteName, routePath } from "@greenroom/contract/paths";
import { ROUTES } from "@greenroom/contract/routes";
import type { Scope } from "@greenroom/contract/scopes";
import { isTerminal } from "@greenroom/contract/status";
import { domainProblem, domainWarnings } from "@greenroom/service/domain/site-domains";
import { z } from "zod";
import { describeToken } from "../connection.ts";
import type { ApiContext } from "../context.ts";
import { type Exit, reportOf } from "../errors.ts";
import { loginsFile, othersCanReadLogins, serviceKey } from "../logins.ts";
import { listVisibleSites, readCurrentToken } from "./whoami.ts";

const Tools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

interface DoctorOptions {
  /** Id or slug; undefined skips the check. */
  readonly site: string | undefined;
  readonly mcpUrl: URL;
  /** Its stream is measured; the newest deployment unless given. */
  readonly deployment: string | undefined;
}

/** Checks that depend on one that failed are left out. */
export async function runChecks(context: ApiContext, options: DoctorOptions): Promise<readonly Check[]> {
  const checks: Check[] = [checkUrl(context), checkToken(context)];
  const startedMs = performance.now();
  const visible = await listVisibleSites(context).catch((error: unknown) => failed("service", error));
  if (visible !== undefined && "state" in visible) return [...checks, visible];
  const tookMs = Math.round(performance.now() - startedMs);
  checks.push(ok("service", `It responds in ${tookMs} ms and accepts the token.`));
  checks.push(describeWorkspace(visible), ...(options.site === undefined ? [] : [checkSite(visible, options.site)]));
  checks.push(...rateDomains(context.connection.baseUrl, urlsOf(visible)));
  checks.push(await checkScopes(context, visible !== undefined));
  checks.push(...(await checkBounds(context)));
  checks.push(await checkStream(context, options.deployment), await checkTools(context, options.mcpUrl));
  return checks;
}

function checkUrl({ connection }: ApiContext): Check {
  const { baseUrl } = connection;
  const url = serviceKey(baseUrl);
  if (baseUrl.protocol === "https:") return ok("address", `${url}, over TLS.`);
  return warn("address", `${url}, without TLS: for a service on this machine only.`);
}

function checkToken({ connection, process }: ApiContext): Check {
  const { kind, realm, shown } = describeToken(connection.token);
  const from = `${shown}, from ${connection.source}`;
  if (kind === "unknown") {
    return warn("token", `${from}, does not start with sk_ or mcp_. Check that it was copied completely.`);
  }
  if (connection.source === "greenroom login" && othersCanReadLogins(loginsFile(process.env))) {
    return warn("token", `${loginsFile(process.env)} is readable by other users. Run chmod 600 on it.`);
  }
  return ok("token", `${from}: ${kind === "pat" ? "personal access token" : "MCP token"}, ${realm}.`);
}

function describeWorkspace(visible: SiteList | undefined): Check {
  const name = "workspace";
  if (visible === undefined) return warn(name, "The token cannot list sites. Use one with sites:read.");
  const slugs = visible.sites.map((site) => site.slug);
  const shown = slugs.slice(0, 10).join(", ");
  if (slugs.length === 0) return warn(name, "No sites yet. Create one with greenroom sites create.");
  return ok(
    name,
    `The token can see ${slugs.length === 1 ? "one site" : `${slugs.length} sites`}: ${shown}${slugs.length > 10 ? ", …" : ""}.`,
  );
}

function checkSite(visible: SiteList | undefined, named: string): Check {
  const site = visible?.sites.find((one) => one.slug === named || one.id === named.toLowerCase());
  if (site !== undefined) return ok("site", `${site.slug} is ${site.id}.`);
  const message = `The token cannot see the site ${named}. Check the slug, and that the token belongs to the site's workspace.`;
  return fail("site", message);
}

const WithPreview = z.looseObject({ latestDeployment: z.looseObject({ previewUrl: z.string() }) });

function urlsOf(visible: SiteList | undefined): Parameters<typeof rateDomains>[1] {
  const sites = visible?.sites ?? [];
  return {
    production: sites.find(({ productionUrl }) => typeof productionUrl === "string")?.productionUrl,
    preview: sites.flatMap((site) => WithPreview.safeParse(site).data?.latestDeployment.previewUrl ?? [])[0],
  };
}

/** @returns Nothing for a service without TLS, which is for development, and while no preview has a URL. */
export function rateDomains(
  service: URL,
  urls: { readonly production: string | null | undefined; readonly preview: string | null | undefined },
): readonly Check[] {
  const [preview, production] = [domainOf(urls.preview), domainOf(urls.production)];
  if (service.protocol !== "https:" || preview === undefined) return [];
  const name = "domains";
  const domains = { service: service.hostname, preview, production: production === preview ? undefined : production };
  const problem = domainProblem(domains);
  if (problem !== undefined) return [fail(name, problem)];
  const warnings = domainWarnings(domains);
  if (warnings.length > 0) return warnings.map((message) => warn(name, message));
  return [ok(name, "Browsers keep the service, previews and production apart.")];
}

/** The domain of a site's host: all but its first label. */
function domainOf(url: string | null | undefined): string | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const [, ...domain] = new URL(url).hostname.split(".");
  return domain.length === 0 ? undefined : domain.join(".");
}

/** An id that does not exist: the service checks the scope first, and then there is nothing to change. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A route for each scope that can be probed without changing anything. */
const PROBES: readonly (readonly [Scope, RouteName, string])[] = [
  ["deployments:read", "listDeployments", `${ROUTES.listDeployments.path}?limit=1`],
  ["deployments:write", "cancelDeployment", routePath("cancelDeployment", { deploymentId: `dep_${NO_ID}` })],
  ["approvals:read", "getApproval", routePath("getApproval", { requestId: `apr_${NO_ID}` })],
  ["targets:read", "listTargetCapabilities", ROUTES.listTargetCapabilities.path],
];

/** What the actions need; the rest is for users and dashboards. */
const NEEDED: ReadonlySet<Scope> = new Set(["sites:read", "deployments:read", "deployments:write"]);

async function checkScopes(context: ApiContext, canReadSites: boolean): Promise<Check> {
  const name = "scopes";
  try {
    const described = await readCurrentToken(context);
    if (described === undefined) return await probeScopes(context, canReadSites);
    const missing = [...NEEDED].filter((scope) => !described.scopes.includes(scope));
    if (missing.length > 0) return missingScopes(context, missing);
    return ok(name, `${described.scopes.join(", ")}.`);
  } catch (error) {
    return failed(name, error);
  }
}

function missingScopes({ connection }: ApiContext, missing: readonly Scope[]): Check {
  const name = "scopes";
  const message = `Missing: ${missing.join(", ")}. Create a token with them at ${serviceKey(connection.baseUrl)}/app/tokens.`;
  const needed = missing.some((scope) => NEEDED.has(scope));
  return needed ? fail(name, message) : warn(name, message);
}

/** For a service that does not describe the token: requests that need a scope and change nothing. */
async function probeScopes(context: ApiContext, canReadSites: boolean): Promise<Check> {
  const name = "scopes";
  const missing: Scope[] = canReadSites ? [] : ["sites:read"];
  for (const [scope, route, path] of PROBES) if (await lacks(context, route, path)) missing.push(scope);
  const tried = ["sites:read", ...PROBES.map(([scope]) => scope)].join(", ");
  if (missing.length > 0) return missingScopes(context, missing);
  return ok(name, `Has ${tried}; this service does not report the others.`);
}

async function lacks({ client, call }: ApiContext, route: RouteName, path: string): Promise<boolean> {
  try {
    await client.transport.call({ method: ROUTES[route].method, path, data: async () => z.unknown() }, call);
  } catch (error) {
    if (!(error instanceof ClientError) || error.kind !== "refused") throw error;
    return error.code === "insufficient_scope";
  }
  return false;
}

const Readiness = z.looseObject({
  builds: z.looseObject({ unbounded: z.array(z.string()), problem: z.string().nullish() }).optional(),
  reviews: z.looseObject({ problem: z.string().nullable() }).optional(),
  backups: z.looseObject({ problem: z.string().nullable() }).optional(),
});

/** Services other than ours need not report any of this. */
async function checkBounds({ client, call }: ApiContext): Promise<readonly Check[]> {
  const asked = { method: "GET", path: "/readyz", data: async () => Readiness } as const;
  const readiness = await client.transport.call(asked, call).catch(() => undefined);
  const { builds, reviews, backups } = readiness?.data ?? {};
  return [
    ...rateBuilds(builds),
    ...rate("reviews", reviews?.problem, "Previews are rendered and compared with what is live."),
    ...rate("backups", backups?.problem, "The service backs itself up."),
  ];
}

function rate(name: string, problem: string | null | undefined, good: string): readonly Check[] {
  if (problem === undefined) return [];
  return [problem === null ? ok(name, good) : warn(name, problem)];
}

export function rateBuilds(builds: z.infer<typeof Readiness>["builds"]): readonly Check[] {
  const name = "builds";
  if (builds === undefined) return [];
  const { problem } = builds;
  const unbounded = builds.unbounded.filter((bound) => bound !== "account");
  const account = builds.unbounded.includes("account")
    ? " They run with the account of the service: one build can use up what the kernel counts by account, such as inotify instances."
    : " What the kernel counts by account, such as inotify instances, is bounded for each.";
  if (typeof problem === "string") return [fail(name, problem, "no_sandbox")];
  if (unbounded.length === 0) {
    return [ok(name, `Control groups bound their memory, tasks and processor.${account}`)];
  }
  const message = `No control group bounds their ${unbounded.join(", ")}: one build can make others fail. Ask the operator to run the service with Delegate=yes, as in the guide "Install the service".${account}`;
  return [warn(name, message)];
}

/** A heartbeat arrives within this time, unless a proxy buffers it. */
const MAX_SILENCE_MS = STREAM_HEARTBEAT_MS + 5000;

interface StreamMeasurement {
  readonly status: number;
  readonly type: string;
  /** Milliseconds from the request to the first byte of the body; undefined when none came. */
  readonly firstByteMs: number | undefined;
  /** The response ended with its first bytes. */
  readonly ended: boolean;
}

/** Measures the first byte of a deployment's event stream, since a proxy that buffers it delays the logs. */
export async function checkStream(context: ApiContext, deploymentId: string | undefined): Promise<Check> {
  try {
    const deployment =
      deploymentId === undefined
        ? (await context.client.deployments.list({ limit: 1 }, context.call)).deployments[0]
        : await context.client.deployments.get(deploymentId, context.call);
    if (deployment === undefined) {
      return skip("stream", "There is no deployment to measure. Deploy one first.");
    }
    return rateStream(await measure(context, deployment.id), isTerminal(deployment.status));
  } catch (error) {
    return failed("stream", error);
  }
}

async function measure({ client, signal }: ApiContext, deploymentId: string): Promise<StreamMeasurement> {
  const { baseUrl } = client.transport;
  const url = urlBelow(baseUrl, routePath("streamDeploymentEvents", { deploymentId }));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(MAX_SILENCE_MS)]);
  const startedMs = performance.now();
  let message: IncomingMessage | undefined;
  const head = () => ({ status: message?.statusCode ?? 0, type: message?.headers["content-type"] ?? "" });
  try {
    message = await client.transport.open({ method: "GET", url, headers: { accept: "text/event-stream" } }, limit);
    return { ...head(), ...(await firstByte(message, startedMs)) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { ...head(), firstByteMs: undefined, ended: false };
    throw connectionError(error, url);
  } finally {
    message?.destroy();
  }
}

async function firstByte(
  message: IncomingMessage,
  startedMs: number,
): Promise<Pick<StreamMeasurement, "firstByteMs" | "ended">> {
  for await (const chunk of message) {
    if (chunk instanceof Uint8Array && chunk.byteLength > 0) {
      const firstByteMs = performance.now() - startedMs;
      return { firstByteMs, ended: message.complete };
    }
  }
  return { firstByteMs: undefined, ended: true };
}

/** @param finished The whole stream of a finished deployment arrives at once, buffered or not. */
export function rateStream({ status, type, firstByteMs, ended }: StreamMeasurement, finished: boolean): Check {
  if (status !== 200 && status !== 0) {
    return fail("stream", `The event stream responds with ${status}. Check the proxy in front of the service.`);
  }
  if (firstByteMs === undefined) {
    const message = ended
      ? "The event stream ended without an event. Check the proxy in front of the service."
      : `No byte arrived within ${MAX_SILENCE_MS / 1000} s: a proxy buffers the stream. Turn buffering off for /deployments/*/events (nginx: proxy_buffering off).`;
    return fail("stream", message);
  }
  if (!type.startsWith("text/event-stream")) {
    return fail(
      "stream",
      `The event stream has the content type ${type || "(none)"}. Check the proxy in front of the service.`,
    );
  }
  const after = `first byte after ${Math.round(firstByteMs)} ms`;
  if (!finished) return ok("stream", `Log streaming works (${after}, no proxy buffering).`);
  return ok(
    "stream",
    `The event stream works (${after}). To detect proxy buffering, give a running build with --deployment.`,
  );
}

/** Lists the tools as an agent does: the token is sent to `mcpUrl`. */
async function checkTools({ client, call }: ApiContext, mcpUrl: URL): Promise<Check> {
  const session = openMcpSession(client.transport, mcpUrl, call);
  try {
    const listed = Tools.safeParse(await session.request("tools/list", {}, { repeatable: true }));
    const names = listed.data?.tools.map((tool) => tool.name) ?? [];
    if (names.includes("request_publish")) return ok("tools", `${mcpUrl.href} offers ${names.join(", ")}.`);
    const message = `${mcpUrl.href} does not offer request_publish. Check --mcp-url; without that tool, approval links are built from a template.`;
    return warn("tools", message);
  } catch (error) {
    const { message } = failed("tools", error);
    return warn("tools", message);
  } finally {
    await session.close();
  }
}

export interface Check {
  readonly name: string;
  /** `warn` is worth knowing and stops nothing. */
  readonly state: "ok" | "warn" | "fail" | "skip";
  /** The result and how to fix it; untrusted where it contains text of the service. */
  readonly message: string;
  /** How the command ends when the check fails. */
  readonly exit?: Exit;
}

const ok = (name: string, message: string): Check => ({ name, state: "ok", message });
const warn = (name: string, message: string): Check => ({ name, state: "warn", message });
const skip = (name: string, message: string): Check => ({ name, state: "skip", message });
const fail = (name: string, message: string, exit: Exit = "refused"): Check => ({ name, state: "fail", message, exit });

function failed(name: string, error: unknown): Check {
  const { exit, message } = reportOf(error);
  return { name, state: "fail", message, exit };
}
