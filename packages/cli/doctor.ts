import type { Command } from "commander";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { mcpAddress } from "./mcp-address.ts";
import { runVerb } from "./verb.ts";

interface DoctorFlags extends ConnectionFlags {
  readonly mcpUrl?: string;
  readonly deployment?: string;
}

/** The verb `doctor`. */
export function doctorCommand(): Command {
  return clientVerb("doctor [site]", "Check address, token, scopes, site, event stream and tools; say what to do.")
    .option("--mcp-url <address>", "where the service's tools are; else /mcp below its address")
    .option("--deployment <id>", "deployment whose event stream is measured; best one that is running")
    .addHelpText("after", "\nOnly reads, and asks for things that cannot exist: nothing is created or changed.")
    .action((site: string | undefined, flags: DoctorFlags) =>
      runVerb(flags, async (verb) => {
        const { examine } = await import("./checks.ts");
        const mcpUrl = mcpAddress(verb.connection.baseUrl, flags.mcpUrl);
        const checks = await examine(verb, { site, mcpUrl, deployment: flags.deployment });
        const tones = { ok: "good", warn: "busy", fail: "bad", skip: "quiet" } as const;
        if (verb.json) verb.terminal.json(checks);
        else
          for (const { name, state, told } of checks)
            verb.terminal.line(`${MARKS[state]} ${name}: ${told}`, tones[state]);
        return checks.find(({ state }) => state === "fail")?.exit;
      }),
    );
}

const MARKS = { ok: "ok  ", warn: "note", fail: "FAIL", skip: "skip" } as const;
