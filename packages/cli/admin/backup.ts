import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { CopyOptions } from "@greenroom/service/admin/backup";
import type { BackupTarget } from "@greenroom/service/settings";
import { type CommandContext, runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { optionOf, readValues } from "../serve/setting.ts";
import { STORE_SETTINGS } from "../serve/settings.ts";
import { withFolderFaults } from "./context.ts";

const { config, data, database } = STORE_SETTINGS;
const PLACE = "folder, or s3://BUCKET/PREFIX?endpoint=https://HOST";

export function backupCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("backup")
    .description("Add a snapshot of the database and stored files to a backup, also while the service runs.")
    .addOption(
      new Option("--to <place>", `${PLACE}: the backup of this service, or an empty or new place`).env(
        "GREENROOM_BACKUP",
      ),
    )
    .addOption(
      new Option("--keep <number>", "remove older snapshots beyond this many (default: none)").argParser(
        wholeNumber(1, 10_000),
      ),
    )
    .option("--json", "print JSON")
    .action((flags, command) =>
      runCommand(process, async (context) => {
        const { terminal } = context;
        context.onInterruptMessage("Interrupted. No snapshot was added; the next backup resumes with what was copied.");
        const from = readFolder(command, process);
        const { backUp } = await import("@greenroom/service/admin/backup");
        const to = await readTarget(process, flags.to, "--to");
        const options = {
          ...copyOptions(context),
          nowMs: Date.now(),
          ...(flags.keep !== undefined && { keep: flags.keep }),
        };
        const { snapshot, added, removed } = await withTargetFaults(to, () => backUp({ from, to }, options));
        if (flags.json === true) return terminal.json({ ...snapshot, added, removed });
        const { id, objects, bytes } = snapshot;
        terminal.line(`Backed up to ${flags.to}: ${id}, ${objects} stored files, ${bytes} bytes, verified.`, "good");
        const gone = removed === 0 ? "" : ` Removed ${removed} older snapshots.`;
        terminal.line(`Written: ${added.files} new files, ${added.bytes} bytes.${gone}`, "quiet");
      }),
    );
  return withFolderOptions(command);
}

function withFolderOptions(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.addOption(optionOf(config)).addOption(optionOf(data)).addOption(optionOf(database).hideHelp());
}

function fromOption() {
  return new Option("--from <place>", `${PLACE}: what admin backup or serve --backup wrote to`).env("GREENROOM_BACKUP");
}

export function backupsCommand(process: CommandProcess): CommandUnknownOpts {
  return new Command("backups")
    .description("List the snapshots of a backup, the oldest first.")
    .addOption(optionOf(config))
    .addOption(fromOption())
    .option("--json", "print JSON")
    .action((flags) =>
      runCommand(process, async ({ terminal }) => {
        const { listSnapshots } = await import("@greenroom/service/admin/backup-format");
        const target = await readTarget(process, flags.from, "--from");
        const { snapshots, unreadable } = await withTargetFaults(target, () =>
          listSnapshots(target, { environment: process.env }),
        );
        if (flags.json === true) return terminal.json({ snapshots, unreadable });
        terminal.table(
          ["Snapshot", "Taken", "Version", "Files", "Bytes"],
          snapshots.map(({ id, takenAt, version, objects, bytes }) => [
            id,
            takenAt,
            version ?? "",
            String(objects),
            String(bytes),
          ]),
          "No snapshot that this version can read.",
        );
        for (const id of unreadable) terminal.say(`${id} is damaged, or of a newer version.`, "bad");
      }),
    );
}

export function restoreCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("restore")
    .description("Create a data folder from a snapshot of a backup and verify every byte.")
    .addOption(fromOption())
    .option("--snapshot <id>", "snapshot, as admin backups lists it (default: the newest)")
    .option("--json", "print JSON")
    .action((flags, command) =>
      runCommand(process, async (context) => {
        const { terminal } = context;
        context.onInterruptMessage("Interrupted. The incomplete data folder was deleted.");
        const to = readFolder(command, process);
        const { restoreBackup } = await import("@greenroom/service/admin/restore");
        const from = await readTarget(process, flags.from, "--from");
        const wanted = flags.snapshot === undefined ? {} : { snapshot: flags.snapshot };
        const restored = await withFolderFaults(to, () => restoreBackup({ from, to, ...wanted }, copyOptions(context)));
        if (flags.json === true) return terminal.json(restored);
        const { snapshot, owner, auditChecked } = restored;
        const what = `the state of ${snapshot.takenAt}, ${snapshot.objects} stored files, ${snapshot.bytes} bytes, verified`;
        terminal.line(`Restored to ${to}: ${what}.`, "good");
        if (owner) terminal.line(`It belongs to the account with the id ${owner.uid}, as the service's folder did.`);
        if (!auditChecked) {
          terminal.line(
            "It is from an older version. Check its audit log once it was started: greenroom admin audit verify.",
          );
        }
      }),
    );
  return withFolderOptions(command);
}

export async function readTarget(
  { cwd, env }: CommandProcess,
  text: string | undefined,
  option: string,
): Promise<BackupTarget> {
  if (text === undefined) {
    throw new CommandError(
      "usage",
      `${option} is missing: give it, GREENROOM_BACKUP, or backup in the configuration file.`,
    );
  }
  const { parseBackupTarget } = await import("../serve/parsers.ts");
  try {
    return parseBackupTarget(text, { cwd, env });
  } catch (error) {
    throw new CommandError("usage", error instanceof Error ? error.message : String(error));
  }
}

export function withTargetFaults<Result>(target: BackupTarget, work: () => Promise<Result>): Promise<Result> {
  return target.kind === "folder" ? withFolderFaults(target.path, work) : work();
}

/** The files of a server are not in the data folder, and a copy without its record would be of no use. */
function readFolder(command: CommandUnknownOpts, process: CommandProcess): string {
  const values = readValues({ data, database }, command, process);
  if (values.database === undefined) return values.data;
  throw new CommandError(
    "usage",
    "A store on servers is backed up with their own means: pg_dump --format=custom --file=greenroom.dump --dbname=URL for --database first, then a copy of the bucket; keep seal.key of the data folder with them. pg_restore brings it back. For a data folder, run this without --database and GREENROOM_DATABASE.",
  );
}

function copyOptions({ process, signal, terminal }: CommandContext): Omit<CopyOptions, "nowMs"> {
  return {
    signal,
    environment: process.env,
    onProgress: (done, total) => terminal.progress(`${done} of ${total} files …`),
  };
}
