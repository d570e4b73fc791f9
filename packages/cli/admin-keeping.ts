import { once } from "node:events";
import { Command } from "commander";
import type { BackupManifest, CopyOptions } from "@greenroom/service/admin/backup";
import { dataOption, runInWorkspace, type StoreFlags, workspaceVerb } from "./admin-verb.ts";
import { CommandFailure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";
import { runScene, type Scene } from "./verb.ts";

/** The verbs about the audit log. */
export function auditCommand(): Command {
  const exporting = workspaceVerb("export", "Print the audit log of a workspace as JSON lines, oldest first.").action(
    (flags: StoreFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, signal }) => {
        const { exportAudit } = await import("@greenroom/service/store/audit");
        for await (const line of exportAudit(store.db, workspaceId)) {
          signal.throwIfAborted();
          if (!process.stdout.write(line)) await once(process.stdout, "drain", { signal });
        }
      }),
  );
  const verify = workspaceVerb("verify", "Check that no row of the audit log was changed or taken out.").action(
    (flags: StoreFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { verifyAudit } = await import("@greenroom/service/store/audit");
        const check = await verifyAudit(store.db, workspaceId);
        if (json) terminal.json(check);
        if (check.kind === "intact") {
          if (!json) terminal.line(`Intact: ${check.rows} rows.`, "good");
          return;
        }
        const told = `Row ${check.seq} is ${check.reason}. Compare with an earlier export or backup.`;
        throw new CommandFailure("refused", told);
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

/** The verb that copies a running store. */
export function backupCommand(): Command {
  return new Command("backup")
    .description("Copy a store, database and stored files, to a folder; the service may be running.")
    .addOption(dataOption())
    .requiredOption("--to <folder>", "folder that is empty or not there yet")
    .option("--json", "print JSON for programs")
    .action((flags: CopyFlags) =>
      runScene(async (scene) => {
        scene.parting("Interrupted. Nothing was kept of the backup.");
        const { backUp } = await import("@greenroom/service/admin/backup");
        const manifest = await backUp({ from: flags.data, to: flags.to }, copying(scene));
        tell(scene.terminal, manifest, flags.json === true ? "json" : `Backed up to ${flags.to}`);
      }),
    );
}

/** The verb that makes a data folder of a backup. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("Make a data folder of a backup, checking every byte of it.")
    .addOption(dataOption())
    .requiredOption("--from <folder>", "folder that admin backup wrote")
    .option("--json", "print JSON for programs")
    .action((flags: CopyFlags) =>
      runScene(async (scene) => {
        scene.parting("Interrupted. Nothing was kept of what was restored.");
        const { restoreBackup } = await import("@greenroom/service/admin/backup");
        const manifest = await restoreBackup({ from: flags.from, to: flags.data }, copying(scene));
        tell(scene.terminal, manifest, flags.json === true ? "json" : `Restored to ${flags.data}`);
      }),
    );
}

function copying({ signal, terminal }: Scene): CopyOptions {
  return { signal, onProgress: (done, total) => terminal.progress(`${done} of ${total} files …`) };
}

function tell(terminal: Terminal, manifest: BackupManifest, how: string): void {
  if (how === "json") return terminal.json(manifest);
  const { objects, bytes, takenAt } = manifest;
  terminal.line(`${how}: the state of ${takenAt}, ${objects} stored files, ${bytes} bytes, verified.`, "good");
}
