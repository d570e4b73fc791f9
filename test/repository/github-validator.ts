import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

// The language service imports JSON without saying so, which Node refuses.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(".json") ? next(url, { ...context, importAttributes: { type: "json" } }) : next(url, context),
});
const { validate } = await import("@actions/languageservice");
const { TextDocument } = await import("vscode-languageserver-textdocument");

const Declared = z.record(z.string(), z.looseObject({ description: z.string(), required: z.boolean().default(false) }));
const Action = z.looseObject({
  name: z.string(),
  description: z.string(),
  inputs: Declared.default({}),
  outputs: Declared.default({}),
});

/** What an action of this repository declares. */
export function readAction(folder: string): z.infer<typeof Action> {
  return Action.parse(parse(readFileSync(join(folder, "action.yml"), "utf8")));
}

/** Actions and reusable workflows of this repository, under any owner; those of others are taken as they are used. */
const PROVIDERS: Parameters<typeof validate>[1] = {
  actionsMetadataProvider: {
    fetchActionMetadata: async ({ name, path = "" }) =>
      name === "greenroom" ? readAction(path) : { name, description: "" },
  },
  fileProvider: {
    getFileContent: async ({ path }) => ({ name: path, content: readFileSync(path, "utf8") }),
  },
};

let documents = 0;

/**
 * Asks GitHub's own validator, the one editors use, about a workflow or an action.
 * @returns One line for everything it has against it.
 */
export async function validatorSays(path: string, text: string): Promise<readonly string[]> {
  documents += 1;
  // It remembers by address, so every text has one of its own.
  const folder = path.startsWith(".github/workflows/") ? ".github/workflows/" : "";
  const address = `file:///${documents}/${folder}${path.split("/").at(-1) ?? ""}`;
  const found = await validate(TextDocument.create(address, "yaml", 1, text), PROVIDERS);
  return found.map(({ range, message }) => `${path}:${range.start.line + 1} ${JSON.stringify(message)}`);
}
