import { ClientError } from "@greenroom/client/errors";
import type { SiteList } from "@greenroom/client/operations";
import { ROUTES } from "@greenroom/contract/routes";
import { type RouteName, routePath } from "@greenroom/contract/paths";
import type { Scope } from "@greenroom/contract/token";
import { type Check, failed } from "./check.ts";
import { checkStream } from "./check-stream.ts";
import { checkTools } from "./check-tools.ts";
import { lookAtToken } from "./connection.ts";
import { addressKey, loginsAreOpen, loginsFile } from "./credentials.ts";
import { readSeenSites } from "./seen-sites.ts";
import type { Verb } from "./verb.ts";

/** What is to be examined. */
export interface Examined {
  /** Id or slug; undefined skips the check. */
  readonly site: string | undefined;
  readonly mcpUrl: URL;
  /** Whose stream is measured; else the newest deployment. */
  readonly deployment: string | undefined;
}

/**
 * Examines the way to a service, step by step; what cannot be known after a failure is left out.
 * @returns One check a line, in the order they were made.
 */
export async function examine(verb: Verb, examined: Examined): Promise<readonly Check[]> {
  const checks: Check[] = [checkAddress(verb), checkToken(verb)];
  const startedMs = performance.now();
  const seen = await readSeenSites(verb).catch((error: unknown) => failed("service", error));
  if (seen !== undefined && "state" in seen) return [...checks, seen];
  const tookMs = Math.round(performance.now() - startedMs);
  checks.push({ name: "service", state: "ok", told: `It answers in ${tookMs} ms and accepts the token.` });
  checks.push(describeWorkspace(seen), ...(examined.site === undefined ? [] : [checkSite(seen, examined.site)]));
  checks.push(await checkScopes(verb, seen !== undefined));
  checks.push(await checkStream(verb, examined.deployment), await checkTools(verb, examined.mcpUrl));
  return checks;
}

function checkAddress({ connection }: Verb): Check {
  const { baseUrl } = connection;
  const told = addressKey(baseUrl);
  if (baseUrl.protocol === "https:") return { name: "address", state: "ok", told: `${told}, over TLS.` };
  return { name: "address", state: "warn", told: `${told}, without TLS: for a service on this machine only.` };
}

function checkToken({ connection }: Verb): Check {
  const { kind, realm, shown } = lookAtToken(connection.token);
  const from = `${shown}, from ${connection.source}`;
  if (kind === "unknown") {
    return {
      name: "token",
      state: "warn",
      told: `${from}, has none of the prefixes sk_ and mcp_. Check what was copied.`,
    };
  }
  if (connection.source === "greenroom login" && loginsAreOpen(loginsFile(process.env))) {
    return {
      name: "token",
      state: "warn",
      told: `${loginsFile(process.env)} is readable by others. Run chmod 600 on it.`,
    };
  }
  return {
    name: "token",
    state: "ok",
    told: `${from}: ${kind === "pat" ? "personal access token" : "MCP token"}, ${realm}.`,
  };
}

function describeWorkspace(seen: SiteList | undefined): Check {
  const name = "workspace";
  if (seen === undefined)
    return { name, state: "warn", told: "The token may not list sites. Use one with sites:read." };
  const slugs = seen.sites.map((site) => site.slug);
  const shown = slugs.slice(0, 10).join(", ");
  if (slugs.length === 0) return { name, state: "warn", told: "No site yet. Create one with greenroom sites create." };
  return {
    name,
    state: "ok",
    told: `The token sees ${slugs.length === 1 ? "one site" : `${slugs.length} sites`}: ${shown}${slugs.length > 10 ? ", …" : ""}.`,
  };
}

function checkSite(seen: SiteList | undefined, named: string): Check {
  const site = seen?.sites.find((one) => one.slug === named || one.id === named.toLowerCase());
  if (site !== undefined) return { name: "site", state: "ok", told: `${site.slug} is ${site.id}.` };
  const told = `The token sees no site ${named}. Check the slug, and that the token belongs to the site's workspace.`;
  return { name: "site", state: "fail", told, exit: "refused" };
}

/** An id nothing has: the guard looks at the scope first, and then there is nothing to act on. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A route for each scope that can be asked for without a trace. */
const PROBES: readonly (readonly [Scope, RouteName, string])[] = [
  ["deployments:read", "listDeployments", `${ROUTES.listDeployments.path}?limit=1`],
  ["deployments:write", "cancelDeployment", routePath("cancelDeployment", { deploymentId: `dep_${NOBODY}` })],
  ["approvals:read", "getApproval", routePath("getApproval", { requestId: `apr_${NOBODY}` })],
  ["targets:read", "listTargetCapabilities", ROUTES.listTargetCapabilities.path],
];

/** What the actions need; the rest is for people and dashboards. */
const NEEDED: ReadonlySet<Scope> = new Set(["sites:read", "deployments:read", "deployments:write"]);

async function checkScopes(verb: Verb, canReadSites: boolean): Promise<Check> {
  const name = "scopes";
  const missing: Scope[] = canReadSites ? [] : ["sites:read"];
  try {
    for (const [scope, route, path] of PROBES) if (await lacks(verb, route, path)) missing.push(scope);
  } catch (error) {
    return failed(name, error);
  }
  const tried = ["sites:read", ...PROBES.map(([scope]) => scope)].join(", ");
  if (missing.length === 0)
    return { name, state: "ok", told: `It carries ${tried}; the others show when they are used.` };
  const told = `It lacks ${missing.join(", ")}. Make a token with them at ${addressKey(verb.connection.baseUrl)}/app/tokens.`;
  const needed = missing.some((scope) => NEEDED.has(scope));
  return needed ? { name, state: "fail", told, exit: "refused" } : { name, state: "warn", told };
}

async function lacks({ client, call }: Verb, route: RouteName, path: string): Promise<boolean> {
  try {
    await client.transport.call({ method: ROUTES[route].method, path, data: "anything" }, call);
  } catch (error) {
    if (!(error instanceof ClientError) || error.kind !== "refused") throw error;
    return error.code === "insufficient_scope";
  }
  return false;
}
