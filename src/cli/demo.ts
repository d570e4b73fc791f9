import { Command } from "commander";
import type { runDemo } from "../demo/demo.ts";

/** What the command line may say. */
interface DemoFlags {
  readonly data?: string;
  readonly example: string;
  readonly once?: true;
  readonly json?: true;
}

/**
 * The verb `demo`: a pull request becomes a preview, on this machine alone.
 * @returns The command; what it needs is loaded when it runs.
 */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "Run the whole flow on this machine: service, sample repository, pull request, preview, approval link.",
    )
    .option("--data <folder>", "keep the service's data here; else a temporary folder, removed at the end")
    .option("--example <name>", "folder under examples/ to deploy", "static-html")
    .option("--once", "end when the action has ended; else everything runs until Ctrl-C")
    .option("--json", "print one JSON result on stdout, everything else on stderr")
    .action(demo);
}

async function demo(flags: DemoFlags, command: Command): Promise<void> {
  const run = await load(command);
  process.exitCode = await run({
    ...(flags.data === undefined ? {} : { data: flags.data }),
    example: flags.example,
    once: flags.once === true,
    json: flags.json === true,
  });
}

/** What the stand-ins of the demo need is no dependency of the installed package. */
async function load(command: Command): Promise<typeof runDemo> {
  try {
    const loaded = await import("../demo/demo.ts");
    return loaded.runDemo;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return command.error(`The demo runs from a checkout of the repository, after npm ci. ${error.message}`);
  }
}
