import { tokenPrefix } from "@greenroom/contract";

/** One wrong input, as one sentence that names it, what was given, and what to write. */
export interface InputProblem {
  readonly input: string;
  readonly sentence: string;
}

/** Reads one input after the other and keeps what is wrong, so that a person corrects all of it at once. */
export interface Fields {
  readonly problems: readonly InputProblem[];
  /** The text of an input, trimmed; empty when it was not given. */
  text(name: string): string;
  /**
   * Reads an input that may be absent.
   * @param parse Gives undefined for a wrong value.
   * @param write What to write instead; follows "write".
   */
  optional<Value>(name: string, parse: (text: string) => Value | undefined, write: string): Value | undefined;
  /** Reads an input that must be given; undefined when it is missing or wrong. */
  required<Value>(name: string, parse: (text: string) => Value | undefined, write: string): Value | undefined;
  /** Reads one of a few words; the first is the default. */
  word<const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word;
  /** Reads a switch. */
  flag(name: string, fallback: boolean): boolean;
  /** Keeps a sentence about inputs that do not go together. */
  reject(input: string, sentence: string): void;
}

const MAX_SHOWN_CHARS = 100;

/**
 * Reads inputs through a lookup.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @param secretNames Inputs whose value no sentence shows, even when another input repeats it.
 */
export function createFields(lookup: (name: string) => string, secretNames: readonly string[]): Fields {
  const problems: InputProblem[] = [];
  const secrets = secretNames.map((name) => lookup(name).trim()).filter((secret) => secret !== "");
  const text = (name: string): string => lookup(name).trim();
  const given = (name: string): string => (secretNames.includes(name) ? "not shown here" : shown(text(name), secrets));

  function reject(input: string, sentence: string): void {
    problems.push({ input, sentence });
  }
  function optional<Value>(name: string, parse: (text: string) => Value | undefined, write: string): Value | undefined {
    if (text(name) === "") return undefined;
    const value = parse(text(name));
    if (value === undefined) reject(name, `Input '${name}' is ${given(name)}: write ${write}.`);
    return value;
  }
  function required<Value>(name: string, parse: (text: string) => Value | undefined, write: string): Value | undefined {
    if (text(name) !== "") return optional(name, parse, write);
    reject(name, `Input '${name}' is missing: write ${write}.`);
    return undefined;
  }
  function word<const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const parse = (value: string): Word | undefined => words.find((word) => word === value.toLowerCase());
    return optional(name, parse, oneOf(words)) ?? words[0];
  }
  function flag(name: string, fallback: boolean): boolean {
    const parse = (value: string): "true" | "false" | undefined =>
      (["true", "false"] as const).find((word) => word === value.toLowerCase());
    const value = optional(name, parse, oneOf(["true", "false"]));
    return value === undefined ? fallback : value === "true";
  }
  return { problems, text, optional, required, word, flag, reject };
}

function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  return quoted.length === 2 ? quoted.join(" or ") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
}

/** Quotes what was given; a token that landed in the wrong input is a token all the same. */
function shown(value: string, secrets: readonly string[]): string {
  const holdsToken = secrets.some((secret) => value.includes(secret)) || tokenPrefix(value) !== undefined;
  if (holdsToken) return "a token, not shown here";
  return value.length <= MAX_SHOWN_CHARS ? `'${value}'` : `'${value.slice(0, MAX_SHOWN_CHARS)}…'`;
}
