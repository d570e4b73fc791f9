import { Command, InvalidArgumentError } from "commander";
import { runInWorkspace, type StoreFlags, workspaceCommand } from "./context.ts";
import { addToList } from "../options.ts";
import type { CommandProcess } from "../process.ts";

interface NetworkFlags extends StoreFlags {
  readonly allow: readonly string[];
  readonly remove: readonly string[];
  readonly buildStep?: boolean;
}

export function siteCommand(process: CommandProcess): Command {
  const none: readonly string[] = [];
  const network = workspaceCommand("network", "Show or change what the builds of a site may reach.")
    .argument("<site>", "slug or id of the site")
    .option(
      "--allow <host>",
      "let builds reach a public host over https; *.DOMAIN for all below it (repeatable)",
      addToList,
      none,
    )
    .option("--remove <host>", "take a host from the list (repeatable)", addToList, none)
    .option("--build-step <on|off>", "network for the build step too, or for the install step alone", readSwitch)
    .action((site: string, flags: NetworkFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { changeSiteNetwork } = await import("@greenroom/service/admin/sites");
        const { allow, remove, buildStep } = flags;
        const change = { allow, remove, ...(buildStep === undefined ? {} : { buildStep }) };
        const changed = await changeSiteNetwork(store, { workspaceId, site, change });
        if (json) return terminal.json(changed);
        const steps = changed.buildStep ? "install and build" : "install";
        terminal.fields([
          ["steps with a network", steps],
          ["hosts besides the registries", changed.hosts.join(", ") || "none"],
        ]);
      }),
    );
  return new Command("site").description("Set what the builds of a site may do.").addCommand(network);
}

function readSwitch(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new InvalidArgumentError("Give on or off.");
}
