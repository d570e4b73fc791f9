import { parseNamedSite } from "@greenroom/contract/token";
import type { WorkflowValues } from "@greenroom/contract/workflows";
import { CommandError } from "../../errors.ts";
import { isYes, type Prompter } from "../../prompts.ts";

export interface InitFlags {
  readonly forge: WorkflowValues["forge"];
  readonly baseUrl?: string;
  readonly site?: string;
  readonly source?: string;
  readonly branch?: string;
  readonly production?: boolean;
  readonly forks?: boolean;
}

interface Question {
  readonly flag: string;
  readonly question: string;
  /** @returns Undefined for an invalid value. */
  readonly parse: (text: string) => string | undefined;
  /** What to give; follows "Give". */
  readonly expected: string;
  readonly fallback?: string;
}

const BASE_URL: Question = {
  flag: "--base-url",
  question: "Service URL",
  parse: baseUrlOf,
  expected:
    "the https URL at which hosted runners reach the service, such as https://greenroom.example.com; docs/guides/first-preview.md has the workflow for a service in --dev",
};
const SITE: Question = {
  flag: "--site",
  question: "Slug or id of the site",
  parse: (text) => (parseNamedSite(text) ? text : undefined),
  expected: "the site's slug (lower-case letters, digits, hyphens), workspace/site, or its id",
};
const SOURCE: Question = {
  flag: "--source",
  question: "Repository and ref of Greenroom's workflows",
  parse: (text) => (/^[\w.-]{1,100}\/[\w.-]{1,100}@[\w][\w./-]{0,99}$/.test(text) ? text : undefined),
  expected: "a repository with a ref, such as owner/greenroom@v1",
};
const BRANCH: Question = {
  flag: "--branch",
  question: "Branch whose merges are released",
  parse: (text) => (/^[\w][\w./-]{0,199}$/.test(text) ? text : undefined),
  expected: "a branch, such as main",
  fallback: "main",
};

/** @param prompter Undefined without a terminal, or with --yes. */
export async function readAnswers(flags: InitFlags, prompter: Prompter | undefined): Promise<WorkflowValues> {
  const baseUrl = await readAnswer(BASE_URL, flags.baseUrl, prompter);
  const site = await readAnswer(SITE, flags.site, prompter);
  const source = await readAnswer(SOURCE, flags.source, prompter);
  const production = await readFlag("Add production releases with approval", flags.production, prompter);
  const branch = production ? await readAnswer(BRANCH, flags.branch, prompter) : "main";
  const { forge } = flags;
  if (forge === "gitea" && flags.forks === true) {
    throw new CommandError("usage", "Previews of forks need GitHub. Leave --forks out.");
  }
  const forks = forge === "github" && (await readFlag("Also preview pull requests from forks", flags.forks, prompter));
  return { forge, baseUrl, site, source, production, branch, forks };
}

async function readAnswer(
  question: Question,
  given: string | undefined,
  prompter: Prompter | undefined,
): Promise<string> {
  const { flag, parse, expected, fallback } = question;
  if (given !== undefined) {
    const value = parse(given.trim());
    if (value === undefined) throw new CommandError("usage", `${flag} is '${given.slice(0, 100)}'. Give ${expected}.`);
    return value;
  }
  if (prompter !== undefined) {
    const hint = fallback === undefined ? "" : ` [${fallback}]`;
    const text = (await prompter.ask(`${question.question}${hint}: `)).trim();
    if (text !== "") return readAnswer(question, text, undefined);
  }
  if (fallback !== undefined) return fallback;
  throw new CommandError("usage", `${flag} is missing. Give ${expected}.`);
}

export async function readFlag(
  question: string,
  given: boolean | undefined,
  prompter: Prompter | undefined,
): Promise<boolean> {
  if (given !== undefined) return given;
  return prompter !== undefined && isYes(await prompter.ask(`${question}? [y/N] `));
}

/** Runners are other machines, and a token must not be sent without TLS. */
function baseUrlOf(text: string): string | undefined {
  const url = URL.parse(text);
  const usable = url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "";
  return usable && url.password === "" ? url.href.replace(/\/+$/, "") : undefined;
}
