import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { EXITS } from "../packages/cli/errors.ts";
import { headingOf, notesOf, type Setting, type Settings } from "../packages/cli/serve/setting.ts";
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

const MONITOR = "docs/guides/monitor.md";
const SETTINGS = "docs/guides/settings.md";

/** Builds what operators read from the code and the files to install: tables of guides, and their blocks of files. */
export async function freshOperatorGuides(): Promise<readonly Generated[]> {
  const made: Record<string, string> = { [SETTINGS]: settingsPage() };
  for (const { path, text } of readPages()) {
    let fresh = made[path] ?? text;
    if (path === MONITOR) fresh = between(fresh, "failures", failures());
    for (const [block, mark, file = ""] of fresh.matchAll(FILE_BLOCK)) {
      const content = await readFile(file, "utf8");
      fresh = fresh.replace(block, () => `${mark}${content}\`\`\`\n`);
    }
    if (fresh !== text) made[path] = fresh;
  }
  return await Promise.all(
    Object.entries(made).map(async ([path, fresh]) => {
      return { path, fresh, now: existsSync(path) ? await readFile(path, "utf8") : "" };
    }),
  );
}

const FILE_BLOCK = /(<!-- file: (\S+) -->\n```\w*\n)[^]*?^```\n/gm;

function settingsPage(): string {
  const sections = Object.entries(SERVE_SETTINGS).map(([group, settings]) => {
    const limits = group === "limitsOfRequests" ? `\n\n${requestLimits()}` : "";
    return `## ${headingOf(group)}\n\n${settingTable(Object.values<Setting>(settings))}${limits}`;
  });
  return `# Settings

Every setting of \`greenroom serve\` and \`greenroom worker\` is an option, a variable, and an entry of [one file](#the-file); the first that is given counts. [Run the service](run-the-service.md) says which you need.

- The variable of \`--public-url\` is \`GREENROOM_PUBLIC_URL\`, and so on.
- An option without a value is off by default; its variable is \`true\` or \`false\`, as in the file.
- A repeatable option can be given several times. Its variable has the values with spaces between, that of \`--repo-root\` with colons; the file has a list.
- A period is a number with \`s\`, \`m\`, \`h\` or \`d\`, a size one with \`KiB\`, \`MiB\`, \`GiB\` or \`TiB\`, as far as the setting allows it.
- A relative path is below the folder that the command is started in.
- A file with a secret must be readable by no other account (\`chmod 600\`), or systemd gives it as a credential (\`LoadCredential=\`) with the name of its option without \`-file\`.

## The file

\`/etc/greenroom/greenroom.yaml\`, or what \`--config\` names, has options without their dashes. It is yours: no command writes it. \`greenroom admin\` reads it too, unless \`--data\` names a store; with \`--dev\` only a named file is read. It holds no secret, and no other account may write it.

\`\`\`yaml
public-url: https://greenroom.example.com
preview-domain: previews.example.net
build-host: [registry.example.com, npm.example.com:8443] # reachable for every build
smtp-url: smtp://greenroom@mail.example.com
smtp-password-file: /etc/greenroom/smtp-password
mail-from: greenroom@example.com
worker: # what greenroom worker reads
  service: https://greenroom.example.com
  token-file: /etc/greenroom/worker.token
\`\`\`

\`greenroom config check\` names each line that is wrong.

${sections.join("\n\n")}

## Worker

${settingTable(ownSettings())}

A worker also takes ${sharedFlags()} of those above.

## Commands of the operator

\`greenroom admin\` takes ${flags(Object.values(STORE_SETTINGS))} from the same options, variables and credentials.

## Other variables

${table(
  ["Variable", "Meaning"],
  Object.entries(VARIABLES).map((texts) => texts.map((text) => text.replaceAll(NAME, "`$&`"))),
)}
`;
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
