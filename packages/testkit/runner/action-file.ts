import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const ActionYml = z.looseObject({
  name: z.string(),
  inputs: z
    .record(
      z.string(),
      z.looseObject({
        default: z.union([z.string(), z.number(), z.boolean()]).optional(),
        deprecationMessage: z.string().optional(),
      }),
    )
    .default({}),
  runs: z.looseObject({
    using: z.string(),
    main: z.string(),
    post: z.string().optional(),
    "post-if": z.string().default("always()"),
  }),
});

export type ActionFile = Awaited<ReturnType<typeof readActionFile>>;

/** Reads an action.yml; its entries are found from its folder. */
export async function readActionFile(path: string) {
  const { inputs, runs } = ActionYml.parse(parse(await readFile(path, "utf8")));
  const folder = dirname(resolve(path));
  return {
    inputs,
    main: resolve(folder, runs.main),
    post: runs.post === undefined ? undefined : resolve(folder, runs.post),
    postIf: runs["post-if"],
  };
}

/**
 * Joins what the workflow wrote with the defaults of the action.
 * @param given Values under `with:`; names compare without case.
 * @returns `INPUT_*` variables: upper case, blanks become `_`, hyphens stay. An input without a value is left out.
 * @see actions/runner, ActionRunner.cs
 */
export function stepInputs(
  action: ActionFile,
  given: Readonly<Record<string, string>>,
  context: Readonly<Record<string, unknown>>,
) {
  const values = new Map<string, string>();
  const warnings: string[] = [];
  for (const [name, input] of Object.entries(action.inputs)) {
    if (input.default !== undefined) values.set(name.toLowerCase(), evaluate(String(input.default), context));
  }
  const known = Object.keys(action.inputs).map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(given)) {
    const declared = Object.entries(action.inputs).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    if (declared?.deprecationMessage !== undefined) {
      warnings.push(`Input '${name}' has been deprecated with message: ${declared.deprecationMessage}`);
    }
    values.set(name.toLowerCase(), value);
  }
  const unexpected = Object.keys(given).filter((name) => !known.includes(name.toLowerCase()));
  if (unexpected.length > 0) {
    const names = (list: readonly string[]): string => list.map((name) => `'${name}'`).join(", ");
    warnings.push(`Unexpected input(s) ${names(unexpected)}, valid inputs are [${names(known)}]`);
  }
  const env = [...values].map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value] as const);
  return { env: Object.fromEntries(env), warnings };
}

/** The `strategy` context of a job without a matrix. */
const STRATEGY = { "fail-fast": true, "job-index": 0, "job-total": 1, "max-parallel": 1 };

/** The only expressions a default of ours uses: `${{ github.a.b }}`, and the same of `strategy`. */
function evaluate(text: string, context: Readonly<Record<string, unknown>>): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const [, root, path] = /^(github|strategy)((?:\.[\w-]+)+)$/.exec(expression) ?? [];
    const parts = path?.slice(1).split(".");
    if (parts === undefined)
      throw new Error(`The default '${text}' uses an expression the runner here cannot evaluate.`);
    const value = parts.reduce<unknown>((node, part) => member(node, part), root === "strategy" ? STRATEGY : context);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  });
}

function member(node: unknown, name: string): unknown {
  const found = z.record(z.string(), z.unknown()).safeParse(node);
  return found.success && Object.hasOwn(found.data, name) ? found.data[name] : undefined;
}
