import { Argument, Command } from "commander";
import { completionScript, type Shell, SHELLS } from "./completion-script.ts";

/**
 * The verb `completion`.
 * @param root The whole command, which the scripts are made of.
 */
export function completionCommand(root: Command): Command {
  return new Command("completion")
    .description("Print a script that completes the command in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      [
        "",
        "  bash  greenroom completion bash > ~/.local/share/bash-completion/completions/greenroom",
        "  zsh   greenroom completion zsh > ~/.zfunc/_greenroom   (a folder of $fpath)",
        "  fish  greenroom completion fish > ~/.config/fish/completions/greenroom.fish",
      ].join("\n"),
    )
    .action((shell: Shell) => void process.stdout.write(completionScript(root, shell)));
}
