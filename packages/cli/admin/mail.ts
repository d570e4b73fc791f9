import { randomUUID } from "node:crypto";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group, required } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { mailSettings } from "../serve/service-settings.ts";
import { addSettings, readGroups } from "../serve/setting.ts";
import { SERVE_SETTINGS, STORE_SETTINGS } from "../serve/settings.ts";

const SETTINGS = {
  mail: { config: STORE_SETTINGS.config, publicUrl: SERVE_SETTINGS.names.publicUrl, ...SERVE_SETTINGS.mail },
} as const;

export function mailCommand(process: CommandProcess): CommandUnknownOpts {
  const test = new Command("test")
    .description("Send one mail by the settings of the service, and say what the mail server answers.")
    .addOption(required("--to <email>", "who gets it"))
    .action(({ to }, command) =>
      runCommand(process, async ({ signal, terminal }) => {
        const { publicUrl, ...values } = readGroups(SETTINGS, command, process).mail;
        const settings = mailSettings(values);
        if (!settings)
          throw new CommandError(
            "usage",
            "There is no mail server: give --smtp-url, or smtp-url in the configuration file.",
          );
        const { createMailer } = await import("@greenroom/service/notify/mailer");
        const text = "This is a test of greenroom admin mail test. Mail from this service arrives here.";
        const outcome = await createMailer(settings).send(
          {
            messageId: `<${randomUUID()}@${publicUrl?.hostname ?? "localhost"}>`,
            to,
            subject: "Greenroom can send mail",
            text,
            html: `<p>${text}</p>`,
            preferencesUrl: `${publicUrl?.origin ?? "http://localhost"}/app/account#mail`,
          },
          signal,
        );
        if (outcome.kind === "delivered") {
          return terminal.line(`${settings.host} took the mail to ${to}. Look whether it arrived.`, "good");
        }
        throw new CommandError("refused", `${outcome.note} Check smtp-url, its password and mail-from.`);
      }),
    );
  return group("mail", "Test the mail server.", [addSettings(test, SETTINGS)]);
}
