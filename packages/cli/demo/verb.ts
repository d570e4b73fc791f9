import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { CommandProcess } from "../process.ts";
import { optionOf } from "../serve/setting.ts";
import { readServers, SERVER_SETTINGS } from "./servers.ts";

export function demoCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("demo")
    .description("Run the full pull request flow locally: service, repository, pull request, preview, approval link.")
    .option(
      "--data <folder>",
      "keep the service's data here (default: a temporary folder, deleted on exit; with --database, one for this database)",
    )
    .option("--example <name>", "folder under examples/ to deploy", "static-html")
    .option("--once", "exit when the action finishes (default: keep running until Ctrl-C)")
    .option("--json", "print one JSON result on stdout, everything else on stderr")
    .option("--verbose", "print the comment's Markdown and every output at the end")
    .action(async ({ data, example, once, json, verbose }, given) => {
      const servers = readServers(process, given);
      const { runDemo } = await import("./demo.ts");
      process.exitCode = await runDemo(process, {
        data,
        servers,
        example,
        once: once === true,
        json: json === true,
        verbose: verbose === true,
      });
    });
  for (const setting of Object.values(SERVER_SETTINGS)) command.addOption(optionOf(setting));
  return command;
}
