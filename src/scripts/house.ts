import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { z } from "zod";

/** One module of `src`, as a reader meets it. */
export interface ReadModule {
  /** Path below the folder, with slashes. */
  readonly path: string;
  /** First folder of the path. */
  readonly room: string;
  /** Lines, comments and empty ones included. */
  readonly lines: number;
  /** Named functions and methods, with their lines. */
  readonly functions: readonly { readonly name: string; readonly lines: number }[];
  readonly exports: readonly { readonly name: string; readonly documented: boolean }[];
}

const Node = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
type Node = z.infer<typeof Node>;

const Named = z.looseObject({ id: z.looseObject({ name: z.string() }) });
const Declared = z.looseObject({ declarations: z.array(Named) });
const Exporting = z.looseObject({ declaration: Node.nullable() });
const Keyed = z.looseObject({ key: z.looseObject({ name: z.string() }), value: Node });
const FUNCTIONS = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/**
 * Reads every module below a folder.
 * @param folder Such as `src`.
 */
export function readHouse(folder: string): readonly ReadModule[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll(sep, "/"))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readModule(path, readFileSync(join(folder, path), "utf8")));
}

function readModule(path: string, source: string): ReadModule {
  const { program, comments } = parseSync(path, source);
  const docEnds = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*")).map(({ end }) => end);
  const lineOf = (at: number): number => source.slice(0, at).split("\n").length;
  const functions: { name: string; lines: number }[] = [];
  visit(program, (node, name) => {
    if (name !== undefined) functions.push({ name, lines: lineOf(node.end) - lineOf(node.start) + 1 });
  });
  const exports = program.body.flatMap((statement) => {
    const documented = docEnds.some(
      (end) => /^\s*$/.test(source.slice(end, statement.start)) && end <= statement.start,
    );
    return exportedNames(statement).map((name) => ({ name, documented }));
  });
  const lines = source.trimEnd().split("\n").length;
  return { path, room: path.split("/")[0] ?? "", lines, functions, exports };
}

/** Names a statement declares and exports; what it only passes on has its docstring where it is declared. */
function exportedNames(statement: unknown): readonly string[] {
  const { declaration } = Exporting.safeParse(statement).data ?? {};
  if (declaration === undefined || declaration === null) return [];
  const variables = Declared.safeParse(declaration).data;
  if (variables !== undefined) return variables.declarations.map(({ id }) => id.name);
  const named = Named.safeParse(declaration).data;
  return named === undefined ? [] : [named.id.name];
}

/** Walks a tree; functions are told with the name they are declared, kept or called by. */
function visit(value: unknown, told: (node: Node, name: string | undefined) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, told);
    return;
  }
  const node = Node.safeParse(value).data;
  if (node === undefined) return;
  for (const [node_, name] of namedFunctions(node)) told(node_, name);
  for (const [key, child] of Object.entries(node)) if (key !== "parent") visit(child, told);
}

function namedFunctions(node: Node): readonly (readonly [Node, string])[] {
  if (node.type === "FunctionDeclaration") {
    const named = Named.safeParse(node).data;
    return named === undefined ? [] : [[node, named.id.name]];
  }
  if (node.type === "MethodDefinition" || node.type === "Property") {
    const keyed = Keyed.safeParse(node).data;
    return keyed !== undefined && FUNCTIONS.test(keyed.value.type) ? [[keyed.value, keyed.key.name]] : [];
  }
  if (node.type !== "VariableDeclarator") return [];
  const kept = z.looseObject({ id: z.looseObject({ name: z.string() }), init: Node }).safeParse(node).data;
  return kept !== undefined && FUNCTIONS.test(kept.init.type) ? [[kept.init, kept.id.name]] : [];
}

/** Value in the middle, and the one nine tenths do not exceed. */
function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `${at(0.5)}/${at(0.9)}/${sorted.at(-1) ?? 0}`;
}

/**
 * Writes the sizes of every room as a table.
 * @returns Markdown: median, ninth tenth and most of lines a file and a function, and the share of documented exports.
 */
export function houseTable(modules: readonly ReadModule[]): string {
  const rooms = [...new Set(modules.map(({ room }) => room))].toSorted();
  const row = (name: string, own: readonly ReadModule[]): string => {
    const exports = own.flatMap((one) => one.exports);
    const documented = exports.filter((one) => one.documented).length;
    const cells = [
      name,
      own.length,
      own.reduce((sum, { lines }) => sum + lines, 0),
      spread(own.map(({ lines }) => lines)),
      spread(own.flatMap(({ functions }) => functions.map(({ lines }) => lines))),
      `${documented} of ${exports.length}`,
    ];
    return `| ${cells.join(" | ")} |`;
  };
  return [
    "| Room | Files | Lines | Lines a file | Lines a function | Exports with a docstring |",
    "|---|---|---|---|---|---|",
    ...rooms.map((room) =>
      row(
        room,
        modules.filter((one) => one.room === room),
      ),
    ),
    row("all", modules),
  ].join("\n");
}

if (import.meta.main) console.log(houseTable(readHouse("src")));
