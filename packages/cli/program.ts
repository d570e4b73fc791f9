import { Command } from "commander";

import { adminCommand } from "./admin.ts";
import { approvalsCommand } from "./approvals.ts";
import { completionCommand } from "./completion.ts";
import { demoCommand } from "./demo.ts";
import { deployCommand } from "./deploy.ts";
import { deploymentsCommand } from "./deployments.ts";
import { doctorCommand } from "./doctor.ts";
import { exitTable } from "./exit.ts";
import { followCommand } from "./follow.ts";
import { initCommand } from "./init.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { openCommand } from "./open.ts";
import { serveCommand } from "./serve.ts";
import { sitesCommand } from "./sites.ts";
import { targetsCommand } from "./targets.ts";
import { tokensCommand } from "./tokens.ts";
import { whoamiCommand } from "./whoami.ts";

const WORK = "Work with a service:";
const ACCOUNT = "Sign in and look around:";
const OPERATE = "Run a service:";

/**
 * The `greenroom` command; each verb loads what it needs when it runs, so that help is instant.
 * @returns The command, ready to parse the arguments of the process.
 */
export function program(): Command {
  const root = new Command("greenroom")
    .description("Preview deployments on pull requests, gated production releases, and the service behind them.")
    .addHelpText("after", exitTable())
    .helpCommand(false);
  const add = (heading: string, ...commands: readonly Command[]): void => {
    for (const command of commands) root.addCommand(command.helpGroup(heading));
  };
  add(WORK, deployCommand(), followCommand(), deploymentsCommand(), sitesCommand(), approvalsCommand());
  add(WORK, targetsCommand(), openCommand(), initCommand());
  add(ACCOUNT, loginCommand(), logoutCommand(), whoamiCommand(), tokensCommand(), doctorCommand());
  add(ACCOUNT, completionCommand(root));
  add(OPERATE, serveCommand(), adminCommand(), demoCommand());
  settle(root);
  return root;
}

/** Every command of the tree ends and explains itself the same way. */
function settle(command: Command): void {
  command.exitOverride().showHelpAfterError("(run with --help for the options)");
  for (const child of command.commands) settle(child);
}
