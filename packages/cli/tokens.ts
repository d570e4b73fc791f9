import type { Command } from "commander";
import { clientVerb, type ConnectionFlags, lookAtToken } from "./connection.ts";
import { addressKey } from "./credentials.ts";
import { runVerb } from "./verb.ts";

/** The verb `tokens`: no route lists tokens, so it says what this one is and where people keep theirs. */
export function tokensCommand(): Command {
  return clientVerb("tokens", "Describe the token in use and say where tokens are made and revoked.").action(
    (flags: ConnectionFlags) =>
      runVerb(flags, async ({ terminal, connection, json }) => {
        const page = `${addressKey(connection.baseUrl)}/app/tokens`;
        const look = lookAtToken(connection.token);
        if (json) return terminal.json({ token: { ...look, source: connection.source }, page });
        terminal.fields([
          ["token", look.shown],
          ["kind", look.kind],
          ["realm", look.realm],
          ["from", connection.source],
          ["page", page],
        ]);
        terminal.say("Tokens are listed, made and revoked on that page: no route of the interface does it.", "quiet");
      }),
  );
}
