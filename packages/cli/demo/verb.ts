import { Command, Option } from "commander";
import { optionOf } from "../serve/setting.ts";
import { STORE_SETTINGS } from "../serve/settings.ts";
import type { DatabaseFlags } from "../serve/store-options.ts";
import type { CommandProcess } from "../process.ts";

interface DemoFlags extends Pick<DatabaseFlags, "database" | "databasePasswordFile"> {
  readonly data?: string;
  readonly objects?: string;
  readonly example: string;
  readonly once?: true;
  readonly json?: true;
  readonly verbose?: true;
}

export function demoCommand(process: CommandProcess): Command {
  return new Command("demo")
    .description("Run the full pull request flow locally: service, repository, pull request, preview, approval link.")
    .option(
      "--data <folder>",
      "keep the service's data here (default: a temporary folder, deleted on exit; with --database, one for this database)",
    )
    .addOption(optionOf(STORE_SETTINGS.database))
    .addOption(optionOf(STORE_SETTINGS.databasePassword))
    .addOption(
      new Option("--objects <url>", "bucket for the files, with --database: see greenroom serve --help").env(
        "GREENROOM_OBJECTS",
      ),
    )
    .option("--example <name>", "folder under examples/ to deploy", "static-html")
    .option("--once", "exit when the action finishes (default: keep running until Ctrl-C)")
    .option("--json", "print one JSON result on stdout, everything else on stderr")
    .option("--verbose", "print the comment's Markdown and every output at the end")
    .action(async (flags: DemoFlags) => {
      const { data, example, once, json, verbose } = flags;
      const { readServers } = await import("./servers.ts");
      const servers = readServers(process, flags);
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
}
