import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { CommandProcess } from "../process.ts";
import { addSettings, readGroups } from "./setting.ts";
import { SERVE_SETTINGS, VARIABLES } from "./settings.ts";

export function serveCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("serve")
    .description("Run the service: sites, builds, previews, approvals, MCP, with an embedded database.")
    .addHelpText("after", afterHelp)
    .action(async (_, given) => {
      const values = readGroups(SERVE_SETTINGS, given, process);
      const { serviceSettings } = await import("./service-settings.ts");
      const settings = serviceSettings(values);
      const { runService } = await import("@greenroom/service/main");
      const { seed = null, json } = values.development;
      const { ownerEmail } = values.signIn;
      await runService(settings, { seed, json, ownerEmail, logLevel: values.monitoring.logLevel });
    });
  return addSettings(command, SERVE_SETTINGS);
}

function afterHelp(): string {
  const variables = Object.entries(VARIABLES).map(([name, doc]) => `  ${name}\n      ${doc}`);
  return `
Other variables:
${variables.join("\n")}
Builds can read PATH, NODE_EXTRA_CA_CERTS and, when they are plain https URLs, NPM_CONFIG_REGISTRY and PIP_INDEX_URL; no other variable
and no .npmrc of yours.
SIGTERM and Ctrl-C stop the service within 10 s; running builds restart at the next start.`;
}
