import { readFile } from "node:fs/promises";
import { EXITS } from "../packages/cli/errors.ts";
import { notesOf, type Setting, type Settings } from "../packages/cli/serve/setting.ts";
import {
  DEFAULT_LIMITS,
  LIMIT_MEANINGS,
  SERVE_SETTINGS,
  STORE_SETTINGS,
  VARIABLES,
  WORKER_SETTINGS,
} from "../packages/cli/serve/settings.ts";
import { readPages } from "./docs.ts";
import { between, type Generated, table } from "./tables.ts";

/** What pages have from the code, by the marks around it. */
const PARTS: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  "docs/guides/settings.md": settingParts,
  "docs/guides/monitor.md": () => ({ failures: failures() }),
};

/** The pages with what they have from the code, and with the files that they show. */
export async function freshOperatorGuides(): Promise<readonly Generated[]> {
  const pages = readPages().map(async ({ path, text: now }) => {
    let fresh = now;
    for (const [mark, part] of Object.entries(PARTS[path]?.() ?? {})) fresh = between(fresh, mark, part);
    for (const [block, mark, file = ""] of fresh.matchAll(FILE_BLOCK)) {
      const content = await readFile(file, "utf8");
      fresh = fresh.replace(block, () => `${mark}${content}\`\`\`\n`);
    }
    return { path, now, fresh };
  });
  return await Promise.all(pages);
}

const FILE_BLOCK = /(<!-- file: (\S+) -->\n```\w*\n)[^]*?^```\n/gm;

function settingParts(): Readonly<Record<string, string>> {
  const variables = Object.entries(VARIABLES).map((texts) => texts.map((text) => text.replaceAll(NAME, "`$&`")));
  const groups = Object.entries<Settings>(SERVE_SETTINGS);
  return {
    ...Object.fromEntries(groups.map(([group, settings]) => [group, settingTable(Object.values(settings))])),
    "request-limits": requestLimits(),
    worker: settingTable(ownSettings()),
    "worker-too": `A worker also takes ${sharedFlags()} of those above.`,
    admin: `\`greenroom admin\` takes ${flags(Object.values(STORE_SETTINGS))} from the same options, variables and credentials.`,
    variables: table(["Variable", "Meaning"], variables),
  };
}

/** An option, a variable, a pattern with a star, or a URL. */
const NAME = /--[a-z][a-z-]*|[^\s,;()]*(?:[*_]|:\/\/)[^\s,;()]*/g;

function settingTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ list, ...once }) => {
    const { flag, doc, env, required, default: text, otherwise } = once;
    const usual = otherwise ?? (required ? "required" : flag.includes("<") ? "none" : "off");
    const named = env === undefined ? [] : [`its variable is ${env}`];
    const repeated = list === undefined ? [] : ["repeatable"];
    const meaning = [doc, ...repeated, ...notesOf(once), ...named].join("; ").replaceAll(NAME, "`$&`");
    return [`\`${flag}\``, text === undefined ? usual : `\`${text}\``, meaning];
  });
  return table(["Option", "Default", "Meaning"], rows);
}

const serveFlags = new Set(Object.values<Settings>(SERVE_SETTINGS).flatMap(flagsOf));

function flagsOf(settings: Settings): readonly string[] {
  return Object.values(settings).map(({ flag }) => flag);
}

const workerSettings = Object.values<Settings>(WORKER_SETTINGS).flatMap((settings) => Object.values(settings));

/** The settings that only a worker has. */
function ownSettings(): readonly Setting[] {
  return workerSettings.filter(({ flag }) => !serveFlags.has(flag));
}

function sharedFlags(): string {
  return flags(workerSettings.filter(({ flag }) => serveFlags.has(flag)));
}

function flags(settings: readonly Setting[]): string {
  const names = settings.map(({ flag }) => `\`${flag.split(" ", 1)[0]}\``);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function requestLimits(): string {
  const rows = Object.entries(DEFAULT_LIMITS).map(([name, usual]) => {
    return [`\`${name}\``, String(usual), LIMIT_MEANINGS[name as keyof typeof LIMIT_MEANINGS]];
  });
  return table(["Limit", "Default", "Meaning"], rows);
}

function failures(): string {
  const rows = Object.entries(EXITS).flatMap(([name, exit]) =>
    "remedy" in exit ? [[String(exit.code), `\`${name}\``, exit.meaning, `\`${exit.remedy}\``]] : [],
  );
  return table(["Exit code", "`fault`", "What is wrong", "What to run"], rows);
}
