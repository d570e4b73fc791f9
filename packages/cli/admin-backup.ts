import { once } from "node:events";
import { resolve } from "node:path";
import { Command } from "commander";
import type { BackupManifest, CopyOptions } from "@greenroom/service/admin/backup";
import { dataOption, runInWorkspace, type StoreFlags, workspaceCommand } from "./admin-context.ts";
import { CommandError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandContext, runCommand } from "./context.ts";
import type { CommandProcess } from "./process.ts";

export function auditCommand(process: CommandProcess): Command {
  const exporting = workspaceCommand(
    "export",
    "Print the audit log of a workspace as JSON lines, oldest first.",
  ).action((flags: StoreFlags) =>
    runInWorkspace(process, flags, async ({ store, workspaceId, signal }) => {
      const { exportAudit } = await import("@greenroom/service/store/audit");
      for await (const line of exportAudit(store.db, workspaceId)) {
        signal.throwIfAborted();
        if (!process.stdout.write(line)) await once(process.stdout, "drain", { signal });
      }
    }),
  );
  const verify = workspaceCommand("verify", "Check that no row of the audit log was changed or deleted.").action(
    (flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { verifyAudit } = await import("@greenroom/service/store/audit");
        const check = await verifyAudit(store.db, workspaceId);
        if (json) terminal.json(check);
        if (check.kind === "intact") {
          if (!json) terminal.line(`Intact: ${check.rows} rows.`, "good");
          return;
        }
        const message = `Row ${check.seq} is ${check.reason}. Compare it with an earlier export or backup.`;
        throw new CommandError("refused", message);
      }),
  );
  return new Command("audit").description("Export and verify the audit log.").addCommand(exporting).addCommand(verify);
}

interface CopyFlags {
  readonly data: string;
  readonly to: string;
  readonly from: string;
  readonly json?: true;
}

export function backupCommand(process: CommandProcess): Command {
  return new Command("backup")
    .description("Copy the database and stored files to a folder, also while the service runs.")
    .addOption(dataOption())
    .requiredOption("--to <folder>", "empty or new folder")
    .option("--json", "print JSON")
    .action((flags: CopyFlags) =>
      runCommand(process, async (context) => {
        context.onInterruptMessage("Interrupted. The incomplete backup was deleted.");
        const { backUp } = await import("@greenroom/service/admin/backup");
        const manifest = await backUp(
          { from: resolve(process.cwd, flags.data), to: resolve(process.cwd, flags.to) },
          copyOptions(context),
        );
        printManifest(context.terminal, manifest, flags.json === true ? "json" : `Backed up to ${flags.to}`);
      }),
    );
}

export function restoreCommand(process: CommandProcess): Command {
  return new Command("restore")
    .description("Create a data folder from a backup and verify every byte.")
    .addOption(dataOption())
    .requiredOption("--from <folder>", "folder written by admin backup")
    .option("--json", "print JSON")
    .action((flags: CopyFlags) =>
      runCommand(process, async (context) => {
        context.onInterruptMessage("Interrupted. The incomplete data folder was deleted.");
        const { restoreBackup } = await import("@greenroom/service/admin/backup");
        const manifest = await restoreBackup(
          { from: resolve(process.cwd, flags.from), to: resolve(process.cwd, flags.data) },
          copyOptions(context),
        );
        printManifest(context.terminal, manifest, flags.json === true ? "json" : `Restored to ${flags.data}`);
      }),
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
