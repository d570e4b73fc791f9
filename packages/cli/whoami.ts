import type { Command } from "commander";
import type { SiteList } from "@greenroom/client/operations";
import { clientVerb, type ConnectionFlags, lookAtToken } from "./connection.ts";
import { addressKey } from "./credentials.ts";
import { readSeenSites } from "./seen-sites.ts";
import { runVerb, type Verb } from "./verb.ts";

/**
 * The verb `whoami`. The interface has no route that tells a token about itself, so one cheap read proves that
 * the token counts, and its prefix and what it sees say the rest.
 */
export function whoamiCommand(): Command {
  return clientVerb("whoami", "Say which service and token are in use, and what the token sees.").action(
    (flags: ConnectionFlags) => runVerb(flags, whoami),
  );
}

async function whoami(verb: Verb): Promise<void> {
  const { terminal, connection, json } = verb;
  const look = lookAtToken(connection.token);
  const seen = await readSeenSites(verb);
  const { sites, entitlements } = seen ?? {};
  if (json) {
    return terminal.json({
      service: addressKey(connection.baseUrl),
      token: { ...look, source: connection.source },
      sites: sites?.map(({ id, slug }) => ({ id, slug })) ?? null,
      entitlements: entitlements ?? null,
    });
  }
  terminal.fields([
    ["service", addressKey(connection.baseUrl)],
    ["token", `${KINDS[look.kind]} ${look.shown}`],
    ["realm", look.realm],
    ["from", connection.source],
    ["sites", sites === undefined ? "the token may not list them" : describe(sites)],
    [
      "allowance",
      entitlements &&
        `${entitlements.maxSites} sites, ${entitlements.maxLiveSites} live (${entitlements.currentLiveSites} are)`,
    ],
  ]);
}

const KINDS = { pat: "personal access token", mcp: "MCP token", unknown: "token" } as const;

function describe(sites: SiteList["sites"]): string {
  const shown = sites.slice(0, 5).map((site) => site.slug);
  const more = sites.length > shown.length ? ", …" : "";
  return sites.length === 0 ? "none yet" : `${sites.length}: ${shown.join(", ")}${more}`;
}
