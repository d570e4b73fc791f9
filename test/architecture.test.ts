import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { ROOMS } from "./rooms.ts";

const FORBIDDEN_NAMES = /^(?:utils?|helpers?|common|lib|types)(?:\.ts)?$/;
const BARRELS = new Set(["contract/index.ts", "client/index.ts"]);
const MAX_CODE_LINES = 250;

interface Import {
  readonly specifier: string;
  readonly dynamic: boolean;
  readonly typeOnly: boolean;
}

interface Module {
  /** Path below src, with slashes. */
  readonly path: string;
  readonly room: string;
  readonly imports: readonly Import[];
  readonly reexports: number;
  readonly codeLines: number;
  /** Statements that run when the module is imported. */
  readonly effects: readonly string[];
  /** Dynamic imports of something that is not a literal. */
  readonly unreadable: number;
}

function readModule(path: string): Module {
  const source = readFileSync(join("src", path), "utf8");
  const parsed = parseSync(path, source);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors.map((error) => error.message).join("; ")}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const reexports = staticExports
    .flatMap((statement) => statement.entries)
    .filter((entry) => entry.moduleRequest !== null && entry.moduleRequest !== undefined);
  const dynamic = dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start, moduleRequest.end));
  const literal = dynamic.filter((text) => /^(["'])[^"'`$]*\1$/.test(text));
  return {
    path,
    room: path.split("/")[0] ?? "",
    imports: [
      ...staticImports.map((statement) => ({
        specifier: statement.moduleRequest.value,
        dynamic: false,
        typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
      })),
      ...reexports.map((entry) => ({
        specifier: entry.moduleRequest?.value ?? "",
        dynamic: false,
        typeOnly: entry.isType,
      })),
      ...literal.map((text) => ({ specifier: text.slice(1, -1), dynamic: true, typeOnly: false })),
    ],
    reexports: reexports.length,
    codeLines: countCodeLines(source, parsed.comments),
    effects: effectsOf(source, parsed.program.body),
    unreadable: dynamic.length - literal.length,
  };
}

function countCodeLines(source: string, comments: readonly { readonly start: number; readonly end: number }[]): number {
  let code = source;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, " ") + code.slice(end);
  }
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

function effectsOf(
  source: string,
  body: readonly { readonly type: string; readonly start: number; readonly end: number }[],
): readonly string[] {
  const declarations = /^(?:Import|Export|TS|Function|Class|Variable).*Declaration$/;
  return body
    .filter((statement) => !declarations.test(statement.type))
    .map((statement) => source.slice(statement.start, statement.end))
    .filter((text) => !text.startsWith("if (import.meta.main)"));
}

const modules = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll(sep, "/"))
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readModule(path));
const known = new Set(modules.map((module) => module.path));

/** @returns Path below src, or undefined for a package. */
function target(from: Module, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return relative(resolve("src"), resolve("src", dirname(from.path), specifier)).replaceAll(sep, "/");
}

function violations(find: (module: Module, imported: Import) => string | undefined): readonly string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((imported) => {
      const wrong = find(module, imported);
      return wrong === undefined ? [] : [`${module.path} imports ${imported.specifier}: ${wrong}`];
    }),
  );
}

describe("the rooms of src", () => {
  test("every module and its imports were seen", () => {
    expect(modules.length).toBeGreaterThan(40);
    expect(modules.flatMap((module) => module.imports).length).toBeGreaterThan(100);
    expect(modules.filter((module) => ROOMS[module.room] === undefined).map((module) => module.path)).toEqual([]);
    expect(modules.filter((module) => module.unreadable > 0).map((module) => module.path)).toEqual([]);
  });

  test("a relative import names a module of src, with its ending", () => {
    const missing = violations((module, { specifier }) => {
      const path = target(module, specifier);
      if (path === undefined || known.has(path) || path.endsWith(".json")) return undefined;
      return "there is no such module";
    });
    expect(missing).toEqual([]);
  });

  test("a room imports only the rooms it may know", () => {
    const wrong = violations((module, { specifier }) => {
      const room = target(module, specifier)?.split("/")[0];
      if (room === undefined || room === module.room) return undefined;
      return ROOMS[module.room]?.rooms.includes(room) === true ? undefined : `${module.room} never imports ${room}`;
    });
    expect(wrong).toEqual([]);
  });

  test("a room imports only the packages it may know", () => {
    const wrong = violations((module, { specifier }) => {
      if (specifier.startsWith(".")) return undefined;
      return ROOMS[module.room]?.packages.test(specifier) === true ? undefined : "not a package of this room";
    });
    expect(wrong).toEqual([]);
  });

  test("an action imports no sibling action", () => {
    const wrong = violations((module, { specifier }) => {
      const own = /^actions\/([^/]+)\//.exec(module.path)?.[1];
      const other = /^actions\/([^/]+)\//.exec(target(module, specifier) ?? "")?.[1];
      return own === undefined || other === undefined || own === other ? undefined : "a sibling action";
    });
    expect(wrong).toEqual([]);
  });

  test("Octokit is reached through one module only, and that module only by a dynamic import", () => {
    const wrong = violations((module, { specifier, dynamic, typeOnly }) => {
      if (/^@(?:actions\/github|octokit\/)/.test(specifier) && !typeOnly && module.path !== "github/octokit.ts") {
        return "only github/octokit.ts may";
      }
      const early = target(module, specifier) === "github/octokit.ts" && !dynamic && !typeOnly;
      return early ? "it would load before the deployment was asked for" : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test("only the two public surfaces do nothing but export again", () => {
    const barrels = modules.filter((module) => module.reexports > 0).map((module) => module.path);
    expect(barrels.filter((path) => !BARRELS.has(path))).toEqual([]);
  });

  test("nothing happens when a module is imported", () => {
    const busy = modules.filter((module) => module.effects.length > 0 && !module.path.endsWith("/main.ts"));
    expect(busy.map((module) => `${module.path}: ${module.effects[0] ?? ""}`)).toEqual([]);
  });
});

describe("files and folders", () => {
  test("a folder or file is named after what it holds", () => {
    const named = modules.flatMap((module) => module.path.split("/")).filter((name) => FORBIDDEN_NAMES.test(name));
    expect(named).toEqual([]);
  });

  test(`a file has at most ${MAX_CODE_LINES} lines of code`, () => {
    const long = modules.filter((module) => module.codeLines > MAX_CODE_LINES);
    expect(long.map((module) => `${module.path}: ${module.codeLines}`)).toEqual([]);
  });
});

describe("dist", () => {
  const files = readdirSync("dist").filter((name) => name.endsWith(".js"));
  const bundle = new Map(files.map((name) => [name, readFileSync(join("dist", name), "utf8")]));

  test("the bundle holds the actions and the client, and nothing of the service", () => {
    const all = [...bundle.values()].join("\n");
    expect(all).toContain("./build/actions/");
    expect(all).toContain("./build/client/");
    expect(all).not.toMatch(/\.\/build\/(?:service|cli|demo)\//);
    expect(all).not.toMatch(/node_modules\/(?:better-sqlite3|kysely|hono|pino)\//);
  });

  test("Octokit is a chunk of its own", () => {
    const octokit = "octokit-core.js/";
    expect(bundle.get("index.js")).not.toContain(octokit);
    expect([...bundle.values()].join("\n")).toContain(octokit);
  });
});
