import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { describeToken } from "../connection.ts";
import { serviceKey } from "../logins.ts";
import type { CommandProcess } from "../process.ts";
import { apiVerb } from "./list.ts";

/** No route lists tokens, so this describes the one in use and points to the page that lists them. */
export function tokensCommand(process: CommandProcess): CommandUnknownOpts {
  return apiVerb(process, {
    name: "tokens",
    description: "Describe the token in use and show where to create and revoke tokens.",
    call: async ({ connection }) => ({
      token: { ...describeToken(connection.token), source: connection.source },
      page: `${serviceKey(connection.baseUrl)}/app/tokens`,
    }),
    print({ token, page }, { terminal }) {
      terminal.fields([
        ["token", token.shown],
        ["kind", token.kind],
        ["realm", token.realm],
        ["from", token.source],
        ["page", page],
      ]);
      terminal.say("List, create and revoke tokens on that page.", "quiet");
    },
  });
}
