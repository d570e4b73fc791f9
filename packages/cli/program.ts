import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { versionText } from "@greenroom/service/outside/version";
import { adminCommand } from "./admin/admin.ts";
import { completionCommand } from "./completion.ts";
import { demoCommand } from "./demo/verb.ts";
import { EXITS, type Exit, exitTable, reportOf } from "./errors.ts";
import { followCommand } from "./follow.ts";
import type { CommandProcess } from "./process.ts";
import { applySettings } from "./serve/apply-settings.ts";
import { configCommand } from "./serve/config.ts";
import { serveCommand } from "./serve/serve.ts";
import { workerCommand } from "./serve/worker.ts";
import { columnsOf } from "./terminal.ts";
import { fold, plainLine } from "./text.ts";
import { previewTokensCommand, shareCommand } from "./verbs/access.ts";
import { approvalsCommand } from "./verbs/approvals.ts";
import { commentsCommand } from "./verbs/comments.ts";
import { deployCommand } from "./verbs/deploy.ts";
import { deploymentsCommand } from "./verbs/deployments.ts";
import { doctorCommand } from "./verbs/doctor.ts";
import { domainsCommand } from "./verbs/domains.ts";
import { examplesOf } from "./verbs/examples.ts";
import { initCommand } from "./verbs/init.ts";
import { loginCommand, logoutCommand } from "./verbs/login.ts";
import { openCommand } from "./verbs/open.ts";
import { repositoriesCommand } from "./verbs/repositories.ts";
import { sitesCommand } from "./verbs/sites.ts";
import { targetsCommand } from "./verbs/targets.ts";
import { tokensCommand } from "./verbs/tokens.ts";
import { trustCommand } from "./verbs/trust.ts";
import { variablesCommand } from "./verbs/variables.ts";
import { verifyCommand } from "./verbs/verify.ts";
import { whoamiCommand } from "./verbs/whoami.ts";

/** No error shows a stack. */
export async function run(process: CommandProcess): Promise<void> {
  try {
    await program(process).parseAsync([...process.args], { from: "user" });
  } catch (error) {
    process.exitCode = EXITS[report(error, process)].code;
  }
}

function report(error: unknown, { stderr }: CommandProcess): Exit {
  // commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? "ok" : "usage";
  const { exit, message } = reportOf(error);
  stderr.write(`${plainLine(message)}\n`);
  return exit;
}

/** Each verb loads what it needs when it runs, so that help is instant. */
export function program(process: CommandProcess): CommandUnknownOpts {
  const root = new Command("greenroom")
    .description("Preview deployments on pull requests, approved production releases, and the service behind them.")
    .option("--version", "print version, commit and date")
    .on("option:version", () => {
      process.stdout.write(`${versionText()}\n`);
      throw new CommanderError(0, "commander.version", "");
    })
    .addHelpText("after", exitTable())
    .helpCommand("help [command]", "show the help of a command")
    .hook("preAction", (_, command) => applySettings(command, process));
  const groups = {
    "Deploy and release:": [
      deployCommand(process),
      followCommand(process),
      deploymentsCommand(process),
      approvalsCommand(process),
      commentsCommand(process),
      openCommand(process),
      verifyCommand(process),
    ],
    "Set up sites:": [
      initCommand(process),
      sitesCommand(process),
      variablesCommand(process),
      domainsCommand(process),
      repositoriesCommand(process),
      trustCommand(process),
      shareCommand(process),
      previewTokensCommand(process),
      targetsCommand(process),
    ],
    "Sign in and check the connection:": [
      loginCommand(process),
      logoutCommand(process),
      whoamiCommand(process),
      tokensCommand(process),
      doctorCommand(process),
      completionCommand(process),
    ],
    "Run a service:": [
      serveCommand(process),
      workerCommand(process),
      configCommand(process),
      adminCommand(process),
      demoCommand(process),
    ],
  };
  for (const [heading, commands] of Object.entries(groups)) {
    for (const command of commands) root.addCommand(command.helpGroup(heading));
  }
  root.addCommand(versionCommand(process), { hidden: true });
  configure(root, process);
  return root;
}

/** What other commands answer to, too; help names `--version`. */
function versionCommand({ stdout }: CommandProcess): CommandUnknownOpts {
  return new Command("version").description("Print the version.").action(() => {
    stdout.write(`${versionText()}\n`);
  });
}

function configure(command: CommandUnknownOpts, process: CommandProcess, before = ""): void {
  const words = `${before} ${command.name()}`.trim();
  const { stdout, stderr } = process;
  command
    .exitOverride()
    .showHelpAfterError("(run with --help for the options)")
    .configureOutput({
      writeOut: (text) => void stdout.write(fold(text, columnsOf(stdout, process.env))),
      writeErr: (text) => void stderr.write(fold(text, columnsOf(stderr, process.env))),
      outputError: (text, write) => write(withSiteOption(text, command)),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const examples = examplesOf(words);
  if (examples !== "") command.addHelpText("after", examples);
  for (const child of command.commands) configure(child, process, words);
}

/** A site that is given as a word where a command takes it as an option. */
function withSiteOption(text: string, { options }: CommandUnknownOpts): string {
  const takesSite = text.includes("too many arguments") && options.some(({ long }) => long === "--site");
  return takesSite ? `${text.trimEnd()} Name a site with --site <site>.\n` : text;
}
