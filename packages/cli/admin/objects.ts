import { CommandError } from "../errors.ts";
import { group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { optionOf, readValues } from "../serve/setting.ts";
import { SERVE_SETTINGS } from "../serve/settings.ts";
import { runAdminCommand, storeCommand } from "./context.ts";

const { objects } = SERVE_SETTINGS.data;
const NAMED = 50;

export function objectsCommand(process: CommandProcess) {
  const check = storeCommand("check", "Read every stored file back, also while the service runs.")
    .addOption(optionOf(objects))
    .option("--repair", "store again what is lost, where this machine has a sound copy in its cache")
    .action(({ repair }, command) =>
      runAdminCommand(process, command, async ({ store, signal, terminal, json }) => {
        const { checkObjects } = await import("@greenroom/service/admin/objects");
        const found = await checkObjects(
          {
            db: store.db,
            dataDirectory: store.dataDirectory,
            bucket: readValues({ objects }, command, process).objects,
            environment: process.env,
            warn: (message) => terminal.say(message),
          },
          { repair: repair === true, signal },
        );
        const { checked, repaired, lost, deployments } = found;
        if (json) terminal.json(found);
        else terminal.line(`${checked} files read, ${repaired} repaired, ${lost.length} lost or damaged.`);
        if (lost.length === 0) return;
        const named = deployments.slice(0, NAMED).join(", ");
        const more = deployments.length > NAMED ? ` and ${deployments.length - NAMED} more` : "";
        throw new CommandError(
          "refused",
          deployments.length === 0
            ? "No deployment has these files; they are stored again when one needs them."
            : `Deploy the commits of these deployments again, which restores them: ${named}${more}.`,
        );
      }),
    );
  return group("objects", "Check the stored files.", [check]);
}
