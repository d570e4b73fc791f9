import type { Command } from "commander";

/** Shells there is a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell there is a script for. */
export type Shell = (typeof SHELLS)[number];

/** A command of the tree, as completion sees it. */
interface Place {
  /** Words that lead here, without the program's name. */
  readonly path: readonly string[];
  readonly verbs: readonly Word[];
  readonly options: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
  /** The option wants a value. */
  readonly valued: boolean;
  readonly choices: readonly string[];
}

/**
 * Writes a completion script from the tree of commands, so that it can never say something else.
 * @param root The whole command.
 */
export function completionScript(root: Command, shell: Shell): string {
  return WRITERS[shell](placesOf(root, []));
}

const WRITERS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function placesOf(command: Command, path: readonly string[]): readonly Place[] {
  const help = { text: "--help", description: "show the options", valued: false, choices: [] };
  const options = command.options
    .filter((option) => !option.hidden && option.long)
    .map(({ long, description, required, optional, argChoices }) => ({
      text: long ?? "",
      description,
      valued: required || optional,
      choices: argChoices ?? [],
    }));
  const words = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  const verbs = [
    ...command.commands.map((child) => ({
      text: child.name(),
      description: child.description(),
      valued: false,
      choices: [],
    })),
    ...words.map((text) => ({ text, description: "", valued: false, choices: [] })),
  ];
  const here = { path, verbs, options: [...options, help] };
  return [here, ...command.commands.flatMap((child) => placesOf(child, [...path, child.name()]))];
}

/** Quotes a text for all three shells: inside single quotes only the single quote is special. */
function quoted(text: string): string {
  return `'${text
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll("'", "’")
    .replaceAll("\\", "/")}'`;
}

function caseOf(places: readonly Place[], wordsOf: (place: Place) => string): readonly string[] {
  return places.map((place) => `    ${quoted(place.path.join(" "))}) ${wordsOf(place)} ;;`);
}

/** Walks the words before the cursor down the tree; an option's value is no verb. */
function walk(places: readonly Place[], shell: "bash" | "zsh"): readonly string[] {
  const [first, words, last] = shell === "bash" ? [1, "COMP_WORDS", "COMP_CWORD"] : [2, "words", "CURRENT"];
  const known = places.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return [
    `  local place='' next i`,
    `  for ((i = ${first}; i < ${last}; i++)); do`,
    `    next="\${place:+$place }\${${words}[i]}"`,
    `    case "$next" in`,
    `    ${known.join(" | ")}) place="$next" ;;`,
    `    esac`,
    `  done`,
  ];
}

function choicesOf(places: readonly Place[]): readonly (readonly [string, readonly string[]])[] {
  const options = places.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ text, choices }) => [[...path, text].join(" "), choices] as const),
  );
  return options;
}

function bashScript(places: readonly Place[]): string {
  const words = ({ verbs, options }: Place): string =>
    `words=${quoted([...verbs, ...options].map(({ text }) => text).join(" "))}`;
  return [
    "# bash completion of greenroom",
    "_greenroom() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" words',
    ...walk(places, "bash"),
    '  case "$place ${COMP_WORDS[COMP_CWORD - 1]}" in',
    ...choicesOf(places).map(
      ([at, choices]) =>
        `    ${quoted(at)}) COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$cur")); return ;;`,
    ),
    "  esac",
    '  case "$place" in',
    ...caseOf(places, words),
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    "}",
    "complete -o default -F _greenroom greenroom",
    "",
  ].join("\n");
}

function zshScript(places: readonly Place[]): string {
  const described = ({ text, description }: Word): string =>
    quoted(description === "" ? text : `${text}:${description.replaceAll(":", " -")}`);
  const words = ({ verbs, options }: Place): string => `list=(${[...verbs, ...options].map(described).join(" ")})`;
  return [
    "#compdef greenroom",
    "# zsh completion of greenroom",
    "_greenroom() {",
    "  local -a list",
    ...walk(places, "zsh"),
    '  case "$place ${words[CURRENT - 1]}" in',
    ...choicesOf(places).map(([at, choices]) => `    ${quoted(at)}) compadd -- ${choices.join(" ")}; return ;;`),
    "  esac",
    '  case "$place" in',
    ...caseOf(places, words),
    "  esac",
    "  _describe greenroom list || _files",
    "}",
    'if [[ "${funcstack[1]}" == _greenroom ]]; then _greenroom "$@"; else compdef _greenroom greenroom; fi',
    "",
  ].join("\n");
}

function fishScript(places: readonly Place[]): string {
  const rows = places.flatMap(({ path, verbs, options }) => {
    const at = `-n ${quoted(`__greenroom_at ${path.join(" ")}`.trim())}`;
    const verbRows = verbs.map(
      (word) => `complete -c greenroom ${at} -f -a ${quoted(word.text)} -d ${quoted(word.description)}`,
    );
    const optionRows = options.map(({ text, description, valued, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : valued ? " -r" : "";
      return `complete -c greenroom ${at} -l ${quoted(text.slice(2))}${value} -d ${quoted(description)}`;
    });
    return [...verbRows, ...optionRows];
  });
  const known = places.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return [
    "# fish completion of greenroom",
    "function __greenroom_at",
    "  set -l words (commandline -opc)",
    "  set -l place ''",
    "  for word in $words[2..-1]",
    '    set -l next (string trim -- "$place $word")',
    `    contains -- "$next" ${known.join(" ")}; and set place "$next"`,
    "  end",
    '  test "$place" = "$argv"',
    "end",
    ...rows,
    "",
  ].join("\n");
}
