import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { InstallationCheck } from "@greenroom/service/admin/installation";
import { apiCommand, resolveMcpUrl } from "../connection.ts";
import { runApiCommand, runCommand } from "../context.ts";
import type { Exit } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { applySettings } from "../serve/apply-settings.ts";
import { addSettings, readGroups } from "../serve/setting.ts";
import { SERVE_SETTINGS } from "../serve/settings.ts";
import type { Terminal } from "../terminal.ts";
import type { Check } from "./doctor-checks.ts";

export function doctorCommand(process: CommandProcess): CommandUnknownOpts {
  return apiCommand(
    "doctor [site]",
    "Check URL, token, scopes, site, event stream and MCP tools, and say how to fix what fails.",
  )
    .option("--mcp-url <url>", "URL of the service's MCP tools (default: /mcp below the service URL)")
    .option("--deployment <id>", "deployment whose event stream is measured, preferably a running one")
    .option(
      "--installation",
      "on the machine of the service, as its account: check disk, database, clock, files, workers, certificates, mail and backups; settings as for serve: the configuration file, variables, or options after --",
    )
    .allowExcessArguments()
    .addHelpText("after", "\nIt only reads, and probes with ids that cannot exist: nothing is created or changed.")
    .action((site, flags, { args }) =>
      flags.installation === true
        ? checkInstallation(process, args, flags.json === true)
        : runApiCommand(process, flags, async (context) => {
            const { runChecks } = await import("./doctor-checks.ts");
            const mcpUrl = resolveMcpUrl(context.connection.baseUrl, flags.mcpUrl);
            const checks = await runChecks(context, { site, mcpUrl, deployment: flags.deployment });
            return show(checks, context);
          }),
    );
}

async function checkInstallation(process: CommandProcess, words: readonly string[], json: boolean): Promise<void> {
  await runCommand(process, async ({ terminal }) => {
    const serve = addSettings(new Command("serve").exitOverride(), SERVE_SETTINGS);
    serve.parse(words, { from: "user" });
    await applySettings(serve, process);
    const { serviceSettings } = await import("../serve/service-settings.ts");
    const settings = serviceSettings(readGroups(SERVE_SETTINGS, serve, process));
    const { checkInstallation: run } = await import("@greenroom/service/admin/installation");
    const { systemClock } = await import("@greenroom/contract/clock");
    return show(await run(settings, { clock: systemClock, environment: process.env }), { terminal, json });
  });
}

function show(
  checks: readonly (Check | InstallationCheck)[],
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Exit | undefined {
  if (json) terminal.json(checks);
  else terminal.checks(checks);
  const failure = checks.find(({ state }) => state === "fail");
  return failure && ("exit" in failure ? failure.exit : "refused");
}
