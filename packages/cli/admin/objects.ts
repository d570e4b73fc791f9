import { Option } from "commander";
import { parseBucketUrl } from "../serve/parsers.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { group, runAdminCommand, storeCommand, type StoreFlags } from "./context.ts";

interface CheckFlags extends StoreFlags {
  readonly objects?: string;
  readonly repair?: true;
}

const NAMED = 50;

export function objectsCommand(process: CommandProcess) {
  const check = storeCommand("check", "Read every stored file back, also while the service runs.")
    .addOption(new Option("--objects <url>", "bucket that holds the files").env("GREENROOM_OBJECTS"))
    .option("--repair", "store again what is lost, where this machine has a sound copy in its cache")
    .action((flags: CheckFlags) =>
      runAdminCommand(process, flags, async ({ store, signal, terminal, json }) => {
        const { checkObjects } = await import("@greenroom/service/admin/objects");
        const found = await checkObjects(
          {
            db: store.db,
            dataDirectory: store.dataDirectory,
            bucket: flags.objects === undefined ? undefined : parseBucketUrl(flags.objects, process),
            environment: process.env,
            warn: (message) => terminal.say(message),
          },
          { repair: flags.repair === true, signal },
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
