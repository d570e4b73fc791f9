import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { UpgradeCheck } from "@greenroom/service/admin/upgrade";
import { runCommand } from "../context.ts";
import type { CommandProcess } from "../process.ts";
import { readStorePlace } from "../serve/store-options.ts";
import type { CheckLine } from "../terminal.ts";
import { ago } from "../text.ts";
import { storeCommand } from "./context.ts";

export function upgradeCheckCommand(process: CommandProcess): CommandUnknownOpts {
  return storeCommand(
    "upgrade-check",
    "Say what a start of this version would change in a store; it only reads.",
  ).action((flags, command) =>
    runCommand(process, async ({ terminal }) => {
      const { checkUpgrade } = await import("@greenroom/service/admin/upgrade");
      const check = await checkUpgrade(readStorePlace(command, process));
      const { problem, ...rest } = check;
      if (flags.json === true) terminal.json({ ...rest, problem: problem?.message ?? null });
      else terminal.checks(linesOf(check));
      return problem?.fault ?? "ok";
    }),
  );
}

const LATE_MS = 26 * 3_600_000;

function linesOf(check: UpgradeCheck): readonly CheckLine[] {
  const nowMs = Date.now();
  const { version, lastVersion, lastAliveAt, isRunning, migrations, lastBackupAt, disk, problem } = check;
  const before = lastVersion === null ? "one that did not say its version" : lastVersion;
  const when = lastAliveAt === null ? "" : `, ${ago(lastAliveAt, nowMs)}`;
  const served = `This is ${version}. What served last is ${before}${when}${isRunning ? ", and it runs" : ""}.`;
  const lines: CheckLine[] = [{ state: "ok", name: "version", message: served }];
  const add = (state: CheckLine["state"], name: string, message: string): void =>
    void lines.push({ state, name, message });
  if (problem) add("fail", "problem", problem.message);
  if (migrations.length === 0) {
    add("ok", "schema", "Nothing to change: a start changes no table.");
    return lines;
  }
  const numbers = migrations.map(({ number }) => number).join(", ");
  const taking = migrations.filter(({ additive }) => !additive).map(({ number }) => number);
  if (taking.length === 0) add("ok", "schema", `It adds ${numbers}. The version before works with it, too.`);
  else add("warn", "schema", `It changes ${numbers}. The version before does not work after ${taking.join(", ")}.`);
  // A server has its own means of backup, too.
  if (disk === null) {
    add("warn", "snapshot", "None is taken on a server: take one first, as with pg_dump --format=custom.");
    return lines;
  }
  const [free, needed] = [disk.freeBytes, disk.neededBytes].map((bytes) => Math.ceil(bytes / 1024 ** 2));
  add(problem ? "fail" : "ok", "snapshot", `Taken before; it needs ${needed} MiB, and ${free} MiB are free.`);
  const isLate = lastBackupAt === null || nowMs - Date.parse(lastBackupAt) > LATE_MS;
  const last = lastBackupAt === null ? "No backup is known" : `The last one was taken ${ago(lastBackupAt, nowMs)}`;
  add(isLate ? "warn" : "ok", "backup", isLate ? `${last}. Take one first: greenroom admin backup.` : `${last}.`);
  return lines;
}
