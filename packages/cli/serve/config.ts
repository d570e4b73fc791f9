import { resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { addSettings, readGroups, type SettingGroups } from "./setting.ts";
import { SERVE_SETTINGS, WORKER_SETTINGS } from "./settings.ts";

export function configCommand(process: CommandProcess): CommandUnknownOpts {
  const check = new Command("check")
    .description("Check a configuration file as the service and a worker would read it; nothing is started.")
    .argument("[file]", "the file (default: GREENROOM_CONFIG, or /etc/greenroom/greenroom.yaml)")
    .action((file: string | undefined) =>
      runCommand(process, async ({ terminal }) => {
        const { CONFIG_PATH, readConfig } = await import("./config-file.ts");
        const path = resolve(process.cwd, file ?? process.env["GREENROOM_CONFIG"] ?? CONFIG_PATH);
        const config = await readConfig(path, process);
        const { service, worker, problems } = config;
        for (const problem of problems) terminal.line(problem, "bad");
        if (problems.length > 0) return "usage";
        const read = <Groups extends SettingGroups>(groups: Groups, values: typeof service) => {
          const command = addSettings(new Command(), groups);
          for (const option of command.options) {
            const value = values.get(option.envVar ?? "");
            if (value !== undefined) command.setOptionValueWithSource(option.attributeName(), value, "config");
          }
          return readGroups(groups, command, process);
        };
        try {
          if (service.size > 0) (await import("./service-settings.ts")).serviceSettings(read(SERVE_SETTINGS, service));
          if (worker.size > 0) read(WORKER_SETTINGS, worker);
        } catch (error) {
          if (error instanceof CommandError) throw new CommandError(error.code, `${path}: ${error.message}`);
          throw error;
        }
        terminal.line(
          `${path}: ${service.size} settings of the service, ${worker.size} of a worker. Nothing is wrong.`,
          "good",
        );
        return "ok";
      }),
    );
  return new Command("config").description("Check the configuration file.").addCommand(check);
}
