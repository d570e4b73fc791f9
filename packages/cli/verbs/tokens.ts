import type { Command } from "commander";
import { apiCommand, type ConnectionFlags, describeToken } from "../connection.ts";
import { runApiCommand } from "../context.ts";
import { serviceKey } from "../logins.ts";
import type { CommandProcess } from "../process.ts";

/** No route lists tokens, so this describes the one in use and points to the page that lists them. */
export function tokensCommand(process: CommandProcess): Command {
  return apiCommand("tokens", "Describe the token in use and show where to create and revoke tokens.").action(
    (flags: ConnectionFlags) =>
      runApiCommand(process, flags, async ({ terminal, connection, json }) => {
        const page = `${serviceKey(connection.baseUrl)}/app/tokens`;
        const token = describeToken(connection.token);
        if (json) return terminal.json({ token: { ...token, source: connection.source }, page });
        terminal.fields([
          ["token", token.shown],
          ["kind", token.kind],
          ["realm", token.realm],
          ["from", connection.source],
          ["page", page],
        ]);
        terminal.say("List, create and revoke tokens on that page.", "quiet");
      }),
  );
}
