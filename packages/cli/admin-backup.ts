import { resolve } from "node:path";
import { Command } from "commander";
import type { BackupManifest, CopyOptions } from "@greenroom/service/admin/backup";
import { blamingFolder, dataOption } from "./admin-context.ts";
import type { Terminal } from "./terminal.ts";
import { type DatabaseFlags, databaseOptions } from "./database-option.ts";
import { CommandError } from "./errors.ts";
import { type CommandContext, runCommand } from "./context.ts";
import type { CommandProcess } from "./process.ts";

interface CopyFlags extends DatabaseFlags {
  readonly data: string;
  readonly to: string;
  readonly from: string;
  readonly json?: true;
}

export function backupCommand(process: CommandProcess): Command {
  const [databaseUrl] = databaseOptions();
  return new Command("backup")
    .description("Copy the database and stored files to a folder, also while the service runs.")
    .addOption(dataOption())
    .addOption(databaseUrl.hideHelp())
    .requiredOption("--to <folder>", "empty or new folder")
    .option("--json", "print JSON")
    .action((flags: CopyFlags) =>
      runCommand(process, async (context) => {
        context.onInterruptMessage("Interrupted. The incomplete backup was deleted.");
        requireEmbedded(flags);
        const { backUp } = await import("@greenroom/service/admin/backup");
        const to = resolve(process.cwd, flags.to);
        const from = resolve(process.cwd, flags.data);
        const manifest = await blamingFolder(to, () => backUp({ from, to }, copyOptions(context)));
        printManifest(context.terminal, manifest, flags.json === true ? "json" : `Backed up to ${flags.to}`);
      }),
    );
}

export function restoreCommand(process: CommandProcess): Command {
  const [databaseUrl] = databaseOptions();
  return new Command("restore")
    .description("Create a data folder from a backup and verify every byte.")
    .addOption(dataOption())
    .addOption(databaseUrl.hideHelp())
    .requiredOption("--from <folder>", "folder written by admin backup")
    .option("--json", "print JSON")
    .action((flags: CopyFlags) =>
      runCommand(process, async (context) => {
        context.onInterruptMessage("Interrupted. The incomplete data folder was deleted.");
        requireEmbedded(flags);
        const { restoreBackup } = await import("@greenroom/service/admin/backup");
        const to = resolve(process.cwd, flags.data);
        const from = resolve(process.cwd, flags.from);
        const manifest = await blamingFolder(to, () => restoreBackup({ from, to }, copyOptions(context)));
        printManifest(context.terminal, manifest, flags.json === true ? "json" : `Restored to ${flags.data}`);
      }),
    );
}

/** The files of a server are not in the data folder, and a copy without its record would be of no use. */
function requireEmbedded({ database }: DatabaseFlags): void {
  if (database === undefined) return;
  throw new CommandError(
    "usage",
    "A store on servers is backed up with their own means: pg_dump --format=custom --file=greenroom.dump --dbname=URL for --database first, then a copy of the bucket; keep seal.key of the data folder with them. pg_restore brings it back. For a data folder, run this without --database and GREENROOM_DATABASE.",
  );
}

function copyOptions({ signal, terminal }: CommandContext): CopyOptions {
  return { signal, onProgress: (done, total) => terminal.progress(`${done} of ${total} files …`) };
}

function printManifest(terminal: Terminal, manifest: BackupManifest, result: string): void {
  if (result === "json") return terminal.json(manifest);
  const { objects, bytes, takenAt } = manifest;
  terminal.line(`${result}: the state of ${takenAt}, ${objects} stored files, ${bytes} bytes, verified.`, "good");
}
