import { Command } from "commander";
import { auditCommand, backupCommand, restoreCommand } from "./admin-keeping.ts";
import { memberCommand, tokenCommand, userCommand } from "./admin-people.ts";
import { deliveriesCommand, repositoryCommand, webhookCommand } from "./admin-telling.ts";
import { entitlementsCommand, projectCommand, selfApprovalCommand, workspaceCommand } from "./admin-workspaces.ts";

/** `greenroom admin`: what an operator does on the data folder, while the service runs or not. */
export function adminCommand(): Command {
  const command = new Command("admin").description(
    "Operate a service on its data folder, while it runs: workspaces, people, tokens, allowances, audit log, backup.",
  );
  const people = [userCommand(), memberCommand(), tokenCommand()];
  const workspaces = [workspaceCommand(), projectCommand(), entitlementsCommand(), selfApprovalCommand()];
  const keeping = [auditCommand(), backupCommand(), restoreCommand()];
  const telling = [repositoryCommand(), webhookCommand(), deliveriesCommand()];
  for (const child of [...workspaces, ...people, ...telling, ...keeping]) command.addCommand(child);
  command.addHelpText("after", "\nEvery change is in the audit log of its workspace, in the name of the operator.");
  return command;
}
