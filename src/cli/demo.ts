import { Command, Option } from "commander";

/**
 * The verb `demo`: a pull request becomes a preview, on this machine alone.
 * @returns The command; what it needs is loaded when it runs.
 */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "Run the whole flow on this machine: service, sample repository, pull request, preview, approval link.",
    )
    .addOption(
      new Option("--data <folder>", "keep the service's data here; else a temporary folder, removed at the end"),
    )
    .addOption(new Option("--example <name>", "folder under examples/ to deploy").default("static-html"))
    .addOption(new Option("--once", "end when the action has ended"))
    .addOption(new Option("--json", "print one JSON result on stdout, everything else on stderr; implies --once"))
    .action(async (options: { data?: string; example: string; once?: true; json?: true }) => {
      const { runDemo } = await import("../demo/demo.ts");
      process.exitCode = await runDemo({
        ...(options.data === undefined ? {} : { data: options.data }),
        example: options.example,
        once: options.once === true || options.json === true,
        json: options.json === true,
      });
    });
}
