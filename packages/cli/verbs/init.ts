import { resolve } from "node:path";
import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { UUID_PATTERN } from "@greenroom/contract/limits";
import { FORGES, type WorkflowValues } from "@greenroom/contract/workflows";
import { type CommandContext, runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { confirm, createPrompter } from "../prompts.ts";
import { readOrigin } from "./checkout.ts";
import type { InitFlags } from "./init/answers.ts";
import type { PlannedFile } from "./init/workflows.ts";

interface Flags extends InitFlags {
  readonly folder: string;
  readonly trust?: boolean;
  readonly yes?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export function initCommand(process: CommandProcess): CommandUnknownOpts {
  return new Command("init")
    .description("Write starter workflows into the repository; prompts for the options you leave out.")
    .addOption(new Option("--base-url <url>", "service URL, as runners reach it").env("GREENROOM_URL"))
    .option("--site <site>", "slug or id of the site, or workspace/site; a second one is added to the workflows")
    .addOption(
      new Option("--forge <name>", "whose workflows they are; Forgejo reads those of Gitea")
        .choices(FORGES)
        .default("github"),
    )
    .option("--source <owner/name@ref>", "repository and ref of Greenroom's workflows")
    .option("--production", "add production releases with approval")
    .option("--no-production", "previews only")
    .option("--branch <name>", "branch whose merges are released (default: main)")
    .option("--forks", "also preview pull requests from forks")
    .option("--no-forks", "do not preview pull requests from forks")
    .option("--trust", "let runs of this repository sign in for the site, at the service that you are signed in to")
    .option("--no-trust", "do not")
    .option("--folder <path>", "root of the repository", ".")
    .option("--yes", "ask no questions")
    .option("--force", "replace workflows that differ")
    .option("--dry-run", "print what would change, and write nothing")
    .option("--json", "print the written files as JSON")
    .action((flags: Flags) => runCommand(process, (context) => init(context, flags)));
}

async function init(context: CommandContext, flags: Flags): Promise<void> {
  const { process, terminal, signal } = context;
  const { readAnswers, readFlag } = await import("./init/answers.ts");
  const { openTrust, withWorkspace } = await import("./init/site.ts");
  const { planFiles, writeFiles } = await import("./init/workflows.ts");
  using prompter = process.stdin.isTTY === true && flags.yes !== true ? createPrompter(context) : undefined;
  const given = await readAnswers(flags, prompter);
  const folder = resolve(process.cwd, flags.folder);
  const origin = await readOrigin(folder, context);
  const asked = given.forge === "gitea" || origin === undefined ? (flags.trust ?? false) : flags.trust;
  const trusted = await readFlag(`Let runs of ${origin} sign in for ${given.site}`, asked, prompter);
  prompter?.[Symbol.dispose]();
  const answers = { ...given, site: await withWorkspace(context, given) };
  // Before anything is written: without a sign-in no rule can be made.
  const trust = trusted && flags.dryRun !== true ? await openTrust(context, answers, origin) : undefined;
  const files = await planFiles(folder, answers);
  if (flags.dryRun === true) {
    for (const file of files) process.stdout.write(await differenceOf(file));
    return;
  }
  const differing = files.filter(({ status }) => status === "differs").map(({ path }) => path);
  if (differing.length > 0 && flags.force !== true) await confirmReplacement(context, differing);
  signal.throwIfAborted();
  await writeFiles(folder, files);
  const sites = await recognizedSites(folder);
  const rule = await trust?.();
  if (flags.json === true) {
    const written = files.map(({ path, status }) => ({ path, was: status }));
    terminal.json({ written, sites, trustRule: rule?.id ?? null });
    return;
  }
  const rows = files.map(({ path, status }) => [path, STATUS_TEXT[status]]);
  terminal.table(["File", "Status"], rows, "Nothing was written.");
  if (sites !== undefined) {
    terminal.line("");
    const found = sites.map(({ folder: at = ".", message, hint = "" }) => [at, message, hint]);
    terminal.table(["Folder", "Site", "How it is built"], found, "No site was recognized in this repository.");
  }
  for (const line of nextSteps(answers, origin, rule !== undefined)) terminal.say(line);
}

/** What the service will recognize; undefined on a machine that cannot look as it does. */
async function recognizedSites(folder: string) {
  const { openFolder } = await import("@greenroom/service/pipeline/output/tree");
  const { findSites, siteDiagnostic } = await import("@greenroom/service/pipeline/steps/sites");
  try {
    await using checkout = await openFolder(folder);
    return (await findSites(checkout)).map((site) => {
      const { file, message, hint } = siteDiagnostic(site);
      return { folder: file, message, hint };
    });
  } catch {
    return undefined;
  }
}

/** As `git diff` shows it; nothing for a file that stays. */
async function differenceOf({ path, before, text, status }: PlannedFile): Promise<string> {
  if (status === "same") return "";
  const { createTwoFilesPatch } = await import("diff");
  return createTwoFilesPatch(status === "new" ? "/dev/null" : `a/${path}`, `b/${path}`, before, text, "", "");
}

function nextSteps(
  { forge, site, production, forks }: WorkflowValues,
  origin = "OWNER/REPOSITORY",
  isTrusted: boolean,
): readonly string[] {
  const first =
    forge === "gitea"
      ? "Next: add the secret GREENROOM_TOKEN to the repository, with a token of the service; then push."
      : `Next: greenroom trust add ${site} ${origin}, which lets runs of that repository sign in; then push.`;
  return [
    isTrusted ? `Runs of ${origin} sign in for ${site} without a secret. Next: push.` : first,
    ...(forge === "gitea" || UUID_PATTERN.test(site) || site.includes("/")
      ? []
      : [`If the service has several workspaces, name the site in the workflows as workspace/${site}.`]),
    ...(production
      ? ["A run only prepares a release: somebody requests it on its page, and another person approves it."]
      : []),
    ...(forks
      ? ["Previews of forks need a stored token: add the secret GREENROOM_TOKEN to the repository on GitHub."]
      : []),
  ];
}

const STATUS_TEXT = { new: "written", same: "unchanged", extended: "site added", differs: "replaced" } as const;

async function confirmReplacement(context: CommandContext, paths: readonly string[]): Promise<void> {
  const differ = `${paths.join(", ")} ${paths.length === 1 ? "differs" : "differ"} from the template.`;
  if (context.process.stdin.isTTY !== true) {
    throw new CommandError("usage", `${differ} Nothing was written: give --force to replace.`);
  }
  await confirm(context, `${differ} Replace?`, false);
}
