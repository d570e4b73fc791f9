import type { Command } from "commander";
import { ClientError } from "@greenroom/client/errors";
import type { SiteList } from "@greenroom/client/deploy-client";
import { apiCommand, type ConnectionFlags, describeToken } from "./connection.ts";
import { type ApiContext, runApiCommand } from "./context.ts";
import { serviceKey } from "./logins.ts";
import type { CommandProcess } from "./process.ts";

/** No route describes a token, so one cheap request proves that it is valid, and its prefix and sites say the rest. */
export function whoamiCommand(process: CommandProcess): Command {
  return apiCommand("whoami", "Show the service and token in use, and the sites the token can see.").action(
    (flags: ConnectionFlags) => runApiCommand(process, flags, whoami),
  );
}

async function whoami(context: ApiContext): Promise<void> {
  const { terminal, connection, json } = context;
  const token = describeToken(connection.token);
  const visible = await listVisibleSites(context);
  const { sites, entitlements } = visible ?? {};
  if (json) {
    return terminal.json({
      service: serviceKey(connection.baseUrl),
      token: { ...token, source: connection.source },
      sites: sites?.map(({ id, slug }) => ({ id, slug })) ?? null,
      entitlements: entitlements ?? null,
    });
  }
  terminal.fields([
    ["service", serviceKey(connection.baseUrl)],
    ["token", `${KINDS[token.kind]} ${token.shown}`],
    ["realm", token.realm],
    ["from", connection.source],
    ["sites", sites === undefined ? "the token cannot list them" : summarize(sites)],
    [
      "allowance",
      entitlements &&
        `${entitlements.maxSites} sites, ${entitlements.maxLiveSites} live (${entitlements.currentLiveSites} used)`,
    ],
  ]);
}

const KINDS = { pat: "personal access token", mcp: "MCP token", unknown: "token" } as const;

function summarize(sites: SiteList["sites"]): string {
  const shown = sites.slice(0, 5).map((site) => site.slug);
  const more = sites.length > shown.length ? ", …" : "";
  return sites.length === 0 ? "none yet" : `${sites.length}: ${shown.join(", ")}${more}`;
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
