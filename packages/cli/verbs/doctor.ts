import type { Command } from "commander";
import { apiCommand, type ConnectionFlags, resolveMcpUrl } from "../connection.ts";
import { runApiCommand } from "../context.ts";
import type { CommandProcess } from "../process.ts";

interface DoctorFlags extends ConnectionFlags {
  readonly mcpUrl?: string;
  readonly deployment?: string;
}

export function doctorCommand(process: CommandProcess): Command {
  return apiCommand(
    "doctor [site]",
    "Check URL, token, scopes, site, event stream and MCP tools, and say how to fix what fails.",
  )
    .option("--mcp-url <url>", "URL of the service's MCP tools (default: /mcp below the service URL)")
    .option("--deployment <id>", "deployment whose event stream is measured, preferably a running one")
    .addHelpText("after", "\nIt only reads, and probes with ids that cannot exist: nothing is created or changed.")
    .action((site: string | undefined, flags: DoctorFlags) =>
      runApiCommand(process, flags, async (context) => {
        const { runChecks } = await import("./doctor-checks.ts");
        const mcpUrl = resolveMcpUrl(context.connection.baseUrl, flags.mcpUrl);
        const checks = await runChecks(context, { site, mcpUrl, deployment: flags.deployment });
        const tones = { ok: "good", warn: "busy", fail: "bad", skip: "quiet" } as const;
        if (context.json) context.terminal.json(checks);
        else
          for (const { name, state, message } of checks)
            context.terminal.line(`${MARKS[state]} ${name.padEnd(NAME_WIDTH)} ${message}`, tones[state]);
        return checks.find(({ state }) => state === "fail")?.exit;
      }),
    );
}

const MARKS = { ok: "✓", warn: "!", fail: "✗", skip: "-" } as const;

/** The longest name of a check. */
const NAME_WIDTH = "workspace".length;
