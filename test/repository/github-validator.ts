import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { parse } from "yaml";

// The language service imports JSON without saying so, which Node refuses.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(".json") ? next(url, { ...context, importAttributes: { type: "json" } }) : next(url, context),
});
const { validate } = await import("@actions/languageservice");
const { TextDocument } = await import("vscode-languageserver-textdocument");

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
  const found = await validate(TextDocument.create(address, "yaml", 1, text));
  return found.map(({ range, message }) => `${path}:${range.start.line + 1} ${JSON.stringify(message)}`);
}

/** Inputs an action of this repository declares. */
export function declaredInputs(actionYml: string): readonly string[] {
  const action = parse(readFileSync(actionYml, "utf8")) as { readonly inputs: Readonly<Record<string, unknown>> };
  return Object.keys(action.inputs);
}
