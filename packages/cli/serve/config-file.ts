import { readFile, stat } from "node:fs/promises";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { nearest } from "@greenroom/contract/nearest";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { CommandError } from "../errors.ts";
import { keyOf, type Place, type Setting, type Settings, variableOf } from "./setting.ts";
import { SERVE_SETTINGS, WORKER_SETTINGS } from "./settings.ts";

/** Where the file is unless it is named; it need not be there. */
export const CONFIG_PATH = "/etc/greenroom/greenroom.yaml";

/** Texts of settings by their variable, which name the setting in every command. */
export type ConfigValues = ReadonlyMap<string, string | readonly string[]>;

export interface Config {
  readonly path: string;
  readonly service: ConfigValues;
  /** Of the member `worker`, which only `greenroom worker` reads. */
  readonly worker: ConfigValues;
  /** What is wrong, as `PATH:LINE: sentence`. */
  readonly problems: readonly string[];
}

/** Reads options without their dashes, with values or lists of values. */
export async function readConfig(path: string, place: Place): Promise<Config> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new CommandError(
      "usage",
      `${path} is not there, or cannot be read. Name another: greenroom config check FILE, and --config FILE elsewhere.`,
    );
  // An account that can change the settings can choose what the service runs.
  if ((found.mode & 0o022) !== 0) {
    throw new CommandError("usage", `Other accounts can change ${path}: run chmod go-w on it.`);
  }
  return parseConfig(await readFile(path, "utf8"), path, place);
}

export function parseConfig(text: string, path: string, place: Place): Config {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems: { readonly at: number; readonly problem: string }[] = [];
  const report = (at: number, problem: string): void => void problems.push({ at, problem });
  for (const { pos, message } of document.errors) report(pos[0], `${message} Write each setting as name: value.`);

  const readSection = (node: unknown, settings: readonly Setting[], prefix: string): ConfigValues => {
    const values = new Map<string, string | readonly string[]>();
    if (!isMap(node)) return values;
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
      const setting = settings.find((one) => keyOf(one) === name);
      if (setting) {
        const given = textsOf(value);
        const problem = given === undefined ? NO_VALUE : problemOf(setting, given, place);
        if (problem !== undefined) report(at, `${prefix}${name} is invalid. ${problem}`);
        else if (given !== undefined) values.set(variableOf(setting), setting.list ? given : (given[0] ?? ""));
      } else if (prefix !== "" || name !== "worker") report(at, unknown(name, settings, prefix));
    }
    return values;
  };

  const root = document.contents;
  if (root !== null && !isMap(root)) report(0, "There are no settings. Write each as name: value.");
  const workerNode = isMap(root) ? root.get("worker", true) : undefined;
  const service = readSection(root, settingsOf(SERVE_SETTINGS), "");
  const worker = readSection(workerNode, settingsOf(WORKER_SETTINGS), "worker: ");
  const sorted = problems.toSorted((one, other) => one.at - other.at);
  const texts = sorted.map(({ at, problem }) => `${path}:${lines.linePos(at).line}: ${problem}`);
  return { path, service, worker, problems: texts };
}

const NO_VALUE = "Give one value, or a list of them.";

function settingsOf(groups: Readonly<Record<string, Settings>>): readonly Setting[] {
  return Object.values(groups)
    .flatMap((group) => Object.values(group))
    .filter((setting) => keyOf(setting) !== "config");
}

/** The values as they are written: `yes`, `010` and `1e3` mean what they mean in an option. */
function textsOf(node: unknown): readonly string[] | undefined {
  if (isSeq(node)) {
    const texts = node.items.map((item) => textsOf(item)?.[0]);
    return texts.every((text) => text !== undefined) && !node.items.some((item) => isSeq(item)) ? texts : undefined;
  }
  if (!isScalar(node) || isAlias(node) || node.value === null) return undefined;
  return [typeof node.value === "string" ? node.value : (node.source ?? "")];
}

function problemOf(setting: Setting, texts: readonly string[], place: Place): string | undefined {
  const { flag, list, secret, choices, parse } = setting;
  if (!list && texts.length !== 1) return "Give one value.";
  for (const text of texts) {
    if (secret !== undefined && !text.includes("/")) {
      return "It names a file that holds the secret: write the secret into one, chmod 600, and give its path.";
    }
    if (URL.parse(text)?.password) return "It holds a password. Give that in a file, with the setting for it.";
    if (/<(?:folder|path|file|place)>/.test(flag) && !/^(?:\/|s3:)/.test(text)) {
      return "Give a path from the root, since commands read this file in any folder.";
    }
    if (!flag.includes("<") && text !== "true" && text !== "false") return "Give true or false.";
    if (choices && !choices.includes(text)) return `Give one of ${choices.join(", ")}.`;
    try {
      if (secret === undefined) parse?.(text, place);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      return error.message;
    }
  }
  return undefined;
}

function unknown(name: string, settings: readonly Setting[], prefix: string): string {
  const holder = settings.find((setting) => setting.secret !== undefined && keyOf(setting) === `${name}-file`);
  if (holder) {
    return `${prefix}${name} is a secret, which does not belong here. Write it into a file, chmod 600, and name that: ${name}-file: /etc/greenroom/${name}.`;
  }
  const meant = nearest(name, settings.map(keyOf));
  const hint = meant === undefined ? "greenroom serve --help lists the settings" : `${meant} may be meant`;
  return `${prefix}${name.slice(0, 60)} is no setting; ${hint}.`;
}
