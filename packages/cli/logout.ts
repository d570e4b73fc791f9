import { Command } from "commander";
import { resolveServiceUrl, urlOption } from "./connection.ts";
import { runCommand } from "./context.ts";
import { deleteLogin, loginsFile, serviceKey } from "./logins.ts";
import type { CommandProcess } from "./process.ts";

export function logoutCommand(process: CommandProcess): Command {
  return new Command("logout")
    .description("Delete the stored token of a service.")
    .addOption(urlOption())
    .action((flags: { readonly url?: URL }) =>
      runCommand(process, async ({ terminal }) => {
        const service = serviceKey(resolveServiceUrl(flags, process.env));
        if (!deleteLogin(loginsFile(process.env), service)) {
          return terminal.say(`You were not signed in to ${service}.`);
        }
        terminal.say(`Signed out of ${service}. The token is still valid; revoke it at ${service}/app/devices.`);
      }),
    );
}
