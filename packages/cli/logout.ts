import { Command } from "commander";
import { resolveAddress, urlOption } from "./connection.ts";
import { addressKey, forgetLogin, loginsFile } from "./credentials.ts";
import { runScene } from "./verb.ts";

/** The verb `logout`. */
export function logoutCommand(): Command {
  return new Command("logout")
    .description("Forget the stored token of a service.")
    .addOption(urlOption())
    .action((flags: { readonly url?: URL }) =>
      runScene(async ({ terminal }) => {
        const address = addressKey(resolveAddress(flags, process.env));
        if (!forgetLogin(loginsFile(process.env), address))
          return terminal.say(`You were not signed in to ${address}.`);
        terminal.say(
          `Signed out of ${address}. The token is gone from this machine; revoke it at ${address}/app/devices.`,
        );
      }),
    );
}
