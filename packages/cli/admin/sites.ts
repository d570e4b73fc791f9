import { Argument, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { addToList, group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { workspaceVerb } from "./context.ts";

export function siteCommand(process: CommandProcess): CommandUnknownOpts {
  const network = workspaceVerb(process, {
    name: "network",
    description: "Show or change what the builds of a site may reach.",
    argument: new Argument("<site>", "slug or id of the site"),
    options: [
      new Option("--allow <host>", "let builds reach a public host over https; *.DOMAIN for all below it (repeatable)")
        .argParser(addToList)
        .default([]),
      new Option("--remove <host>", "take a host from the list (repeatable)").argParser(addToList).default([]),
      new Option(
        "--list-with-values <on|off>",
        "let build steps that have values reach the service's list of hosts too",
      ).argParser(readSwitch),
    ],
    call: async ({ store, workspaceId }, [site], { allow, remove, listWithValues }) =>
      (await import("@greenroom/service/admin/sites")).changeSiteNetwork(
        store,
        { workspaceId, site },
        { allow, remove, listWithValues },
      ),
    print({ listWithValues, hosts }, { terminal }) {
      terminal.fields([
        ["hosts besides those of the service", hosts.join(", ") || "none"],
        ["the service's list in builds with values", listWithValues ? "on" : "off"],
      ]);
    },
  });
  const rollBack = workspaceVerb(process, {
    name: "roll-back",
    description: "Let one person with a confirmed factor go back to a release that was live in the last 30 days.",
    argument: new Argument("<site>", "slug or id of the site"),
    options: [
      new Option("--one-person <on|off>", "whether one person may; all members are notified when they do")
        .argParser(readSwitch)
        .makeOptionMandatory(),
    ],
    call: async ({ store, workspaceId }, [site], { onePerson }) =>
      (await import("@greenroom/service/admin/sites")).setRollBackAlone(store, { workspaceId, site }, onePerson),
    print: ({ siteId, onePerson }) => `One person ${onePerson ? "may" : "may not"} roll back ${siteId}.`,
  });
  return group("site", "Set what a site may do that only the operator allows.", [network, rollBack]);
}

function readSwitch(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new InvalidArgumentError("Give on or off.");
}
