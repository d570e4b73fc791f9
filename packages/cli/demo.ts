import { Command } from "commander";

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

async function demo(flags: DemoFlags): Promise<void> {
  const { runDemo } = await import("./demo/demo.ts");
  process.exitCode = await runDemo({
    ...(flags.data === undefined ? {} : { data: flags.data }),
    example: flags.example,
    once: flags.once === true,
    json: flags.json === true,
  });
}
