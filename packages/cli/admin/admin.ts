import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { auditCommand } from "./audit.ts";
import { backupCommand, backupsCommand, restoreCommand } from "./backup.ts";
import { channelCommand, deliveriesCommand, repositoryCommand, webhookCommand } from "./integrations.ts";
import { mailCommand } from "./mail.ts";
import { moveCommand } from "./move.ts";
import { objectsCommand } from "./objects.ts";
import { memberCommand, tokenCommand, userCommand } from "./people.ts";
import { siteCommand } from "./sites.ts";
import { upgradeCheckCommand } from "./upgrade.ts";
import { workersCommand } from "./workers.ts";
import {
  confirmationCommand,
  entitlementsCommand,
  projectCommand,
  rotateSecretsCommand,
  selfApprovalCommand,
  workspacesCommand,
} from "./workspaces.ts";

export function adminCommand(process: CommandProcess): CommandUnknownOpts {
  const commands = [
    workspacesCommand(process),
    projectCommand(process),
    entitlementsCommand(process),
    selfApprovalCommand(process),
    siteCommand(process),
    confirmationCommand(process),
    userCommand(process),
    memberCommand(process),
    tokenCommand(process),
    workersCommand(process),
    rotateSecretsCommand(process),
    repositoryCommand(process),
    webhookCommand(process),
    channelCommand(process),
    deliveriesCommand(process),
    mailCommand(process),
    auditCommand(process),
    objectsCommand(process),
    backupCommand(process),
    backupsCommand(process),
    restoreCommand(process),
    upgradeCheckCommand(process),
    moveCommand(process),
  ];
  const doc =
    "Administer a service through its data folder, also while it runs: workspaces, members, tokens, audit log, backups, moves.";
  return group("admin", doc, commands).addHelpText(
    "after",
    "\nEvery change is recorded in the workspace's audit log, as made by the operator.",
  );
}
