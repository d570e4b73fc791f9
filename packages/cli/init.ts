import { Command } from "commander";
import { confirm } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import type { InitFlags } from "./init/questions.ts";
import { runScene, type Scene } from "./verb.ts";

interface Flags extends InitFlags {
  readonly folder: string;
  readonly force?: true;
  readonly json?: true;
}

/** The verb `init`. */
export function initCommand(): Command {
  return new Command("init")
    .description("Write starter workflows into .github/workflows; asks for what no option says.")
    .option("--base-url <address>", "address of the service, as runners reach it")
    .option("--site <site>", "slug or id of the site")
    .option("--source <owner/name@ref>", "repository and ref of Greenroom's workflows")
    .option("--production", "gate production by a person's approval")
    .option("--no-production", "previews only")
    .option("--branch <name>", "branch whose merges are released (default: main)")
    .option("--forks", "preview pull requests from forks, too")
    .option("--no-forks", "leave forks alone")
    .option("--folder <path>", "root of the repository", ".")
    .option("--yes", "ask nothing")
    .option("--force", "replace workflows that differ")
    .option("--json", "print what was written as JSON")
    .action((flags: Flags) => runScene((scene) => init(scene, flags)));
}

async function init(scene: Scene, flags: Flags): Promise<void> {
  const { terminal, signal } = scene;
  const { settleAnswers, terminalAsker } = await import("./init/questions.ts");
  const { starters } = await import("./init/starters.ts");
  const { place, write } = await import("./init/write.ts");
  const asks = process.stdin.isTTY && flags.yes !== true;
  using asker = asks ? terminalAsker(signal) : undefined;
  const answers = await settleAnswers(flags, asker);
  asker?.[Symbol.dispose]();
  const placed = await place(flags.folder, starters(answers));
  const differing = placed.filter(({ fate }) => fate === "differs").map(({ path }) => path);
  if (differing.length > 0 && flags.force !== true) await mayReplace(scene, differing);
  signal.throwIfAborted();
  await write(flags.folder, placed);
  if (flags.json === true) {
    terminal.json({ written: placed.map(({ path, fate }) => ({ path, was: fate })) });
    return;
  }
  terminal.table(
    ["File", "Was"],
    placed.map(({ path, fate }) => [path, WORDS[fate]]),
    "Nothing was written.",
  );
  terminal.say("Now add the secret GREENROOM_TOKEN to the repository on GitHub, and push.");
}

const WORDS = { new: "written", same: "there already", differs: "replaced" } as const;

async function mayReplace(scene: Scene, paths: readonly string[]): Promise<void> {
  const question = `${paths.join(", ")} ${paths.length === 1 ? "differs" : "differ"} and would be replaced.`;
  if (!process.stdin.isTTY)
    throw new CommandFailure("usage", `${question} Nothing was written: give --force to replace.`);
  await confirm(scene, `${question} Replace?`, false);
}
