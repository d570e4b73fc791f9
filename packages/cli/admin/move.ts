import { Command, InvalidArgumentError, Option } from "commander";
import type { MoveResult, MoveStep, WholePlace } from "@greenroom/service/admin/move";
import { type CommandContext, runCommand } from "../context.ts";
import { readStorePlace, type StoreFlags, storeOptions } from "../serve/store-options.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";

interface PlaceFlags extends StoreFlags {
  readonly objects?: string | undefined;
}

interface MoveFlags extends PlaceFlags {
  readonly toData: string;
  readonly toDatabase?: string;
  readonly toDatabasePasswordFile?: string;
  readonly toObjects?: string;
  readonly json?: true;
}

export function moveCommand(process: CommandProcess): Command {
  const command = new Command("move")
    .description(
      "Move a store from a data folder to PostgreSQL and a bucket, or back; the old place never serves again.",
    )
    .addOption(new Option("--objects <url>", "bucket that holds the files now").env("GREENROOM_OBJECTS"))
    .requiredOption("--to-data <folder>", "new data folder")
    .option("--to-database <url>", "empty PostgreSQL database to move to, as postgres://user@host/name")
    .option("--to-database-password-file <file>", "file with the password for --to-database")
    .option(
      "--to-objects <url>",
      "bucket and empty prefix to move the files to, as s3://BUCKET/PREFIX?endpoint=https://HOST",
    )
    .option("--json", "print JSON")
    .action((flags: MoveFlags) => runCommand(process, (context) => move(context, flags)));
  for (const option of storeOptions()) command.addOption(option);
  return command;
}

async function move(context: CommandContext, flags: MoveFlags): Promise<void> {
  const { process, signal, terminal } = context;
  context.onInterruptMessage("Interrupted. Run the same command again to resume.");
  const from = await readPlace(context, "", flags);
  const to = await readPlace(context, "to-", {
    data: flags.toData,
    database: flags.toDatabase,
    databasePasswordFile: flags.toDatabasePasswordFile,
    sealKeyFile: flags.sealKeyFile,
    objects: flags.toObjects,
  });
  if (!from.database && !to.database) {
    throw new CommandError(
      "usage",
      "A move begins or ends at a database on a server: give --to-database and --to-objects. For another folder, use greenroom admin backup and restore.",
    );
  }
  const { moveStore } = await import("@greenroom/service/admin/move");
  const { systemClock } = await import("@greenroom/contract/clock");
  const result = await moveStore(
    { from, to },
    {
      signal,
      clock: systemClock,
      environment: process.env,
      onWarning: (message) => terminal.say(message),
      onStep: (step) => terminal.progress(stepText(step)),
    },
  );
  if (flags.json === true) return terminal.json(result);
  terminal.line(resultText(result), "good");
  terminal.say("The old place is unchanged and can no longer serve. Start the service with the new one.");
}

/** @throws {CommandError} `usage` */
async function readPlace({ process }: CommandContext, prefix: "" | "to-", flags: PlaceFlags): Promise<WholePlace> {
  const { parseBucketUrl } = await import("../serve/parsers.ts");
  const { storesProblem } = await import("@greenroom/service/domain/bucket");
  const place = readStorePlace(process, flags);
  const problem = storesProblem({ database: place.database !== undefined, objects: flags.objects !== undefined });
  if (problem !== undefined) throw new CommandError("usage", problem.replace("give --", `give --${prefix}`));
  try {
    return {
      ...place,
      ...(flags.objects !== undefined && { objects: parseBucketUrl(flags.objects, process) }),
    };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError("usage", `--${prefix}objects is invalid. ${error.message}`);
  }
}

function stepText(step: MoveStep): string {
  switch (step.kind) {
    case "files":
      return `${step.done} of ${step.total} files …`;
    case "table":
      return `${step.table}: ${step.rows} rows copied …`;
    case "compared":
      return `${step.table}: compared …`;
    case "verified":
      return `audit log of ${step.workspaceId}: ${step.rows} rows verified …`;
    case "copied":
      return "All rows are at the new place …";
    case "left":
      return "The old place is closed …";
  }
}

function resultText({ from, to, files, rows, tables, auditLogs }: MoveResult): string {
  return `Moved ${from} to ${to}: ${files} files, ${rows} rows of ${tables} tables, each compared, and ${auditLogs} audit logs, verified.`;
}
