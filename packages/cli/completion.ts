import { Argument, Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { CommandProcess } from "./process.ts";

interface Place {
  /** As in `admin user`; empty for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly doc: string }[];
  readonly options: readonly { readonly name: string; readonly doc: string; readonly choices: readonly string[] }[];
}

const SHELLS = { bash, zsh, fish } as const;

export function completionCommand({ stdout }: CommandProcess): CommandUnknownOpts {
  const shells = Object.keys(SHELLS) as readonly (keyof typeof SHELLS)[];
  return new Command("completion")
    .description("Print a script that completes commands, options and their choices in your shell.")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .action((shell: keyof typeof SHELLS, _, command) => {
      const places = command.parent ? placesOf(command.parent, "") : [];
      stdout.write(SHELLS[shell](places));
    });
}

function placesOf(command: CommandUnknownOpts, path: string): readonly Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((child) => ({ name: child.name(), doc: firstSentence(child) }));
  const options = help.visibleOptions(command).flatMap(({ long, description, argChoices = [] }) => {
    return long === undefined || long === null ? [] : [{ name: long, doc: description, choices: argChoices }];
  });
  const children = command.commands.map((child) => placesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, commands, options }, ...children.flat()];
}

function firstSentence(command: CommandUnknownOpts): string {
  return command.description().split(/[.:;](?: |$)/, 1)[0] ?? "";
}

const wordsOf = ({ commands, options }: Place): string => [...commands, ...options].map(({ name }) => name).join(" ");

function bash(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== "").map(({ path }) => `"${path}"`);
  const choices = places.flatMap(({ path, options }) =>
    options.flatMap(({ name, choices: words }) =>
      words.length === 0 ? [] : [`    "${path} ${name}") words="${words.join(" ")}" ;;`],
    ),
  );
  return `# greenroom completion bash: put it into ~/.bashrc, as in eval "$(greenroom completion bash)"
_greenroom() {
  local path="" word words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "\${path:+$path }$word" in
    ${paths.join(" | \\\n    ")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${choices.join("\n")}
  esac
  if [ -z "$words" ]; then
    case "$path" in
${places.map((place) => `    "${place.path}") words="${wordsOf(place)}" ;;`).join("\n")}
    esac
  fi
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _greenroom greenroom
`;
}

/** zsh runs completions of bash. */
function zsh(places: readonly Place[]): string {
  const [, ...lines] = bash(places).split("\n");
  return `# greenroom completion zsh: put it into ~/.zshrc, as in eval "$(greenroom completion zsh)"
autoload -Uz compinit bashcompinit && compinit && bashcompinit
${lines.join("\n")}`;
}

function fish(places: readonly Place[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  const paths = places.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c greenroom -n ${quoted(`__greenroom_at ${quoted(path)}`)}`;
    return [
      ...commands.map(({ name, doc }) => `${at} -f -a ${name} -d ${quoted(doc)}`),
      ...options.map(({ name, doc, choices }) => {
        const values = choices.length === 0 ? "" : ` -x -a ${quoted(choices.join(" "))}`;
        return `${at} -l ${name.slice(2)}${values} -d ${quoted(doc)}`;
      }),
    ];
  });
  return `# greenroom completion fish: greenroom completion fish > ~/.config/fish/completions/greenroom.fish
function __greenroom_at
    set -l path
    for word in (commandline -opc)[2..]
        set -l longer (string trim -- "$path $word")
        contains -- $longer ${paths.join(" ")}; and set path $longer
    end
    test "$path" = "$argv[1]"
end
${lines.join("\n")}
`;
}
