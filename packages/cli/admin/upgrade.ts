import type { Command } from "commander";
import type { UpgradeCheck } from "@greenroom/service/admin/upgrade";
import { storeCommand, type StoreFlags } from "./context.ts";
import { runCommand } from "../context.ts";
import { readStorePlace } from "../serve/store-options.ts";
import type { CommandProcess } from "../process.ts";
import { ago } from "../text.ts";
import type { Terminal } from "../terminal.ts";

export function upgradeCheckCommand(process: CommandProcess): Command {
  return storeCommand(
    "upgrade-check",
    "Say what a start of this version would change in a store; it only reads.",
  ).action((flags: StoreFlags) =>
    runCommand(process, async ({ terminal }) => {
      const { checkUpgrade } = await import("@greenroom/service/admin/upgrade");
      const check = await checkUpgrade(readStorePlace(process, flags));
      const { problem, ...rest } = check;
      if (flags.json === true) terminal.json({ ...rest, problem: problem?.message ?? null });
      else printCheck(terminal, check);
      return problem?.fault ?? "ok";
    }),
  );
}

const LATE_MS = 26 * 3_600_000;

function printCheck(terminal: Terminal, check: UpgradeCheck): void {
  const nowMs = Date.now();
  const { version, lastVersion, lastAliveAt, isRunning, migrations, lastBackupAt, disk, problem } = check;
  const say = (mark: "good" | "busy" | "bad", name: string, text: string): void =>
    terminal.line(`${MARKS[mark]} ${name.padEnd(NAME_WIDTH)} ${text}`, mark);
  const before = lastVersion === null ? "one that did not say its version" : lastVersion;
  const when = lastAliveAt === null ? "" : `, ${ago(lastAliveAt, nowMs)}`;
  say(
    "good",
    "version",
    `This is ${version}. What served last is ${before}${when}${isRunning ? ", and it runs" : ""}.`,
  );
  if (problem) say("bad", "problem", problem.message);
  if (migrations.length === 0) return say("good", "schema", "Nothing to change: a start changes no table.");
  const numbers = migrations.map(({ number }) => number).join(", ");
  const taking = migrations.filter(({ additive }) => !additive).map(({ number }) => number);
  if (taking.length === 0) say("good", "schema", `It adds ${numbers}. The version before works with it, too.`);
  else say("busy", "schema", `It changes ${numbers}. The version before does not work after ${taking.join(", ")}.`);
  // It has the means of its own for a backup, too.
  if (disk === null) {
    return say("busy", "snapshot", "None is taken on a server: take one first, as with pg_dump --format=custom.");
  }
  const [free, needed] = [disk.freeBytes, disk.neededBytes].map((bytes) => Math.ceil(bytes / 1024 ** 2));
  say(problem ? "bad" : "good", "snapshot", `Taken before; it needs ${needed} MiB, and ${free} MiB are free.`);
  const isLate = lastBackupAt === null || nowMs - Date.parse(lastBackupAt) > LATE_MS;
  const last =
    lastBackupAt === null ? "There is none that is known" : `The last one was taken ${ago(lastBackupAt, nowMs)}`;
  say(isLate ? "busy" : "good", "backup", isLate ? `${last}. Take one first: greenroom admin backup.` : `${last}.`);
}

const MARKS = { good: "✓", busy: "!", bad: "✗" } as const;
const NAME_WIDTH = "snapshot".length;
