import { Command } from "commander";
import { demoCommand } from "./demo.ts";
import { serveCommand } from "./serve.ts";

/**
 * The `greenroom` command; each verb loads what it needs when it runs, so that help is instant.
 * @returns The command, ready to parse the arguments of the process.
 */
export function program(): Command {
  return new Command("greenroom")
    .description("Preview deployments on pull requests, gated production releases, and the service behind them.")
    .showHelpAfterError("(run with --help for the options)")
    .addCommand(serveCommand())
    .addCommand(demoCommand());
}
