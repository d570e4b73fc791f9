import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { SiteList } from "@greenroom/client/deploy-client";
import { ClientError } from "@greenroom/client/errors";
import type { ReceivedCurrentToken } from "@greenroom/contract/current-token";
import { apiCommand, type ConnectionFlags, describeToken } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { serviceKey } from "../logins.ts";
import type { CommandProcess } from "../process.ts";

export function whoamiCommand(process: CommandProcess): CommandUnknownOpts {
  return apiCommand("whoami", "Show the service and token in use, who is behind it, and the sites it can see.").action(
    (flags: ConnectionFlags) => runApiCommand(process, flags, whoami),
  );
}

async function whoami(context: ApiContext): Promise<void> {
  const { terminal, connection, json } = context;
  const token = describeToken(connection.token);
  const [visible, described] = await Promise.all([listVisibleSites(context), readCurrentToken(context)]);
  const { sites, entitlements } = visible ?? {};
  if (json) {
    return terminal.json({
      service: serviceKey(connection.baseUrl),
      token: { ...token, source: connection.source },
      user: described?.user ?? null,
      workspace: described?.workspace ?? null,
      scopes: described?.scopes ?? null,
      expiresAt: described?.expiresAt ?? null,
      sites: sites?.map(({ id, slug }) => ({ id, slug })) ?? null,
      entitlements: entitlements ?? null,
    });
  }
  terminal.fields([
    ["service", serviceKey(connection.baseUrl)],
    ["person", described?.user && `${described.user.name}, ${described.user.role}`],
    ["workspace", described && workspaceText(described.workspace)],
    ["token", `${described === undefined ? "" : `${described.name}: `}${KINDS[token.kind]} ${token.shown}`],
    ["realm", token.realm],
    ["from", connection.source],
    ["scopes", described?.scopes.join(", ")],
    ["expires", described?.expiresAt],
    ["sites", sites === undefined ? "the token cannot list them" : summarize(sites)],
    [
      "allowance",
      entitlements &&
        `${entitlements.maxSites} sites, ${entitlements.maxLiveSites} live (${entitlements.currentLiveSites} used)`,
    ],
  ]);
}

const workspaceText = ({ name, slug }: ReceivedCurrentToken["workspace"]): string =>
  slug === undefined ? name : `${name} (${slug})`;

const KINDS = { pat: "personal access token", mcp: "MCP token", unknown: "token" } as const;

function summarize(sites: SiteList["sites"]): string {
  const shown = sites.slice(0, 5).map((site) => site.slug);
  const more = sites.length > shown.length ? ", …" : "";
  return sites.length === 0 ? "none yet" : `${sites.length}: ${shown.join(", ")}${more}`;
}

/** What the service says about the token; undefined when it is one that does not say. */
export async function readCurrentToken({
  client,
  call,
}: Pick<ApiContext, "client" | "call">): Promise<ReceivedCurrentToken | undefined> {
  try {
    return await client.token.get(call);
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}

/** Slugs by the ids of their sites. */
export type Slugs = ReadonlyMap<string, string>;

/** Lists name sites by their slugs; a token that cannot list sites shows their ids. */
export async function readSlugs(context: Pick<ApiContext, "client" | "call">): Promise<Slugs> {
  const visible = await listVisibleSites(context);
  return new Map(visible?.sites.map(({ id, slug }) => [id, slug]));
}

/** The sites that the token can see; undefined when it is valid but has no permission to list sites. */
export async function listVisibleSites({
  client,
  call,
}: Pick<ApiContext, "client" | "call">): Promise<SiteList | undefined> {
  try {
    return await client.sites.list(call);
  } catch (error) {
    if (error instanceof ClientError && error.code === "insufficient_scope") return undefined;
    throw error;
  }
}
