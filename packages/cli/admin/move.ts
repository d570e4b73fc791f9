import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MoveResult, MoveStep, WholePlace } from "@greenroom/service/admin/move";
import { storesProblem } from "@greenroom/service/domain/bucket";
import { type CommandContext, runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { parsePath } from "../serve/parsers.ts";
import { databaseServer } from "../serve/service-settings.ts";
import { optionOf, readValues, type Settings, type Values } from "../serve/setting.ts";
import { SERVE_SETTINGS, STORE_SETTINGS } from "../serve/settings.ts";

const { objects } = SERVE_SETTINGS.data;
const FROM = { ...STORE_SETTINGS, objects } as const satisfies Settings;

/** The key that seals values is the same at both places. */
const TO = {
  data: { flag: "--to-data <folder>", parse: parsePath, required: true, doc: "new data folder" },
  database: { ...STORE_SETTINGS.database, flag: "--to-database <url>", doc: "empty PostgreSQL database to move to" },
  databasePassword: { ...STORE_SETTINGS.databasePassword, flag: "--to-database-password-file <file>" },
  objects: { ...objects, flag: "--to-objects <url>", doc: "bucket and empty prefix to move the files to" },
} as const satisfies Settings;

export function moveCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("move")
    .description(
      "Move a store from a data folder to PostgreSQL and a bucket, or back; the old place never serves again.",
    )
    .option("--json", "print JSON")
    .action(({ json }, given) => runCommand(process, (context) => move(context, given, json === true)));
  for (const setting of Object.values(FROM)) command.addOption(optionOf(setting));
  for (const setting of Object.values(TO))
    command.addOption(optionOf(setting).makeOptionMandatory(setting === TO.data));
  return command;
}

async function move(context: CommandContext, command: CommandUnknownOpts, json: boolean): Promise<void> {
  const { process, signal, terminal } = context;
  context.onInterruptMessage("Interrupted. Run the same command again to resume.");
  const values = readValues(FROM, command, process);
  const from = wholePlace(values, "");
  const to = wholePlace({ ...values, ...readValues(TO, command, process) }, "to-");
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
  if (json) return terminal.json(result);
  terminal.line(resultText(result), "good");
  terminal.say("The old place is unchanged and can no longer serve. Start the service with the new one.");
}

function wholePlace(values: Values<typeof FROM>, prefix: "" | "to-"): WholePlace {
  const { data: dataDirectory, objects: bucket } = values;
  const database = databaseServer(values);
  const problem = storesProblem({ database: database !== undefined, objects: bucket !== undefined });
  if (problem !== undefined) throw new CommandError("usage", problem.replace("give --", `give --${prefix}`));
  return { dataDirectory, database, ...(bucket && { objects: bucket }) };
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
