import { createInterface, type Interface } from "node:readline/promises";
import { SLUG_PATTERN, UUID_PATTERN } from "@greenroom/contract";
import { CommandFailure } from "../failure.ts";
import type { Answers } from "./starters.ts";

/** Options of the verb. */
export interface InitFlags {
  readonly baseUrl?: string;
  readonly site?: string;
  readonly source?: string;
  readonly branch?: string;
  readonly production?: boolean;
  readonly forks?: boolean;
  readonly yes?: true;
}

/** Reads a value; undefined when it is wrong. */
type Read<Value> = (text: string) => Value | undefined;

interface Question<Value> {
  readonly flag: string;
  readonly ask: string;
  readonly read: Read<Value>;
  /** What to write; follows "Give". */
  readonly write: string;
  readonly fallback?: Value;
}

const BASE_URL: Question<string> = {
  flag: "--base-url",
  ask: "Address of the service",
  read: baseUrlOf,
  write: "an https address such as https://greenroom.example.com",
};
const SITE: Question<string> = {
  flag: "--site",
  ask: "Slug or id of the site",
  read: (text) => (SLUG_PATTERN.test(text) || UUID_PATTERN.test(text) ? text : undefined),
  write: "the site's slug (lower-case letters, digits, hyphens) or its id",
};
const SOURCE: Question<string> = {
  flag: "--source",
  ask: "Repository and ref of Greenroom's workflows",
  read: (text) => (/^[\w.-]{1,100}\/[\w.-]{1,100}@[\w][\w./-]{0,99}$/.test(text) ? text : undefined),
  write: "a repository with a ref, such as owner/greenroom@v1",
};
const BRANCH: Question<string> = {
  flag: "--branch",
  ask: "Branch whose merges are released",
  read: (text) => (/^[\w][\w./-]{0,199}$/.test(text) ? text : undefined),
  write: "a branch, such as main",
  fallback: "main",
};

/** Asks a person, or nobody when nobody is there. */
export interface Asker extends Disposable {
  ask(question: string): Promise<string>;
}

/** Asks at a terminal; Ctrl-C ends the verb. */
export function terminalAsker(signal: AbortSignal): Asker {
  const asking: Interface = createInterface({ input: process.stdin, output: process.stderr });
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<string>((resolve) => asking.once("close", () => resolve("")));
  return {
    ask: (question) => Promise.race([asking.question(question, { signal }), ended]),
    [Symbol.dispose]: () => asking.close(),
  };
}

/**
 * Settles what the workflows are made of: by flags, else by asking.
 * @param asker Undefined when nobody is at the terminal, or wants to be asked.
 * @throws {CommandFailure} `usage` when something is wrong, or missing and nobody can be asked.
 */
export async function settleAnswers(flags: InitFlags, asker: Asker | undefined): Promise<Answers> {
  const baseUrl = await settle(BASE_URL, flags.baseUrl, asker);
  const site = await settle(SITE, flags.site, asker);
  const source = await settle(SOURCE, flags.source, asker);
  const production = await settleFlag("Gate production by a person's approval", flags.production, asker);
  const branch = production ? await settle(BRANCH, flags.branch, asker) : "main";
  const forks = await settleFlag("Preview pull requests from forks, too", flags.forks, asker);
  return { baseUrl, site, source, production, branch, forks };
}

async function settle<Value>(question: Question<Value>, given: string | undefined, asker: Asker | undefined) {
  const { flag, ask, read, write, fallback } = question;
  if (given !== undefined) {
    const value = read(given.trim());
    if (value === undefined) throw new CommandFailure("usage", `${flag} is '${given.slice(0, 100)}'. Give ${write}.`);
    return value;
  }
  if (asker !== undefined) {
    const hint = fallback === undefined ? "" : ` [${String(fallback)}]`;
    const text = (await asker.ask(`${ask}${hint}: `)).trim();
    if (text !== "") return settle(question, text, undefined);
  }
  if (fallback !== undefined) return fallback;
  throw new CommandFailure("usage", `${flag} is missing. Give ${write}.`);
}

async function settleFlag(question: string, given: boolean | undefined, asker: Asker | undefined): Promise<boolean> {
  if (given !== undefined) return given;
  return asker !== undefined && /^y(?:es)?$/i.test((await asker.ask(`${question}? [y/N] `)).trim());
}

/** Runners are other machines, so only an address others can reach is of use, and only with TLS a token's. */
function baseUrlOf(text: string): string | undefined {
  const url = URL.parse(text);
  const usable = url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "";
  return usable && url.password === "" ? url.href.replace(/\/+$/, "") : undefined;
}
