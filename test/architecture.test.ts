import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { LAYERS, PACKAGES, SERVICE_FOLDERS } from "./layers.ts";

const SERVICE = "packages/service/";
const FORBIDDEN_NAMES = /^(?:utils?|helpers?|common|lib|types)(?:\.ts)?$/;

interface Import {
  readonly specifier: string;
  readonly dynamic: boolean;
  readonly typeOnly: boolean;
}

interface Module {
  readonly path: string;
  readonly layer: string;
  readonly imports: readonly Import[];
  /** Statements that run when the module is imported. */
  readonly effects: readonly string[];
}

function layerOf(path: string): string {
  return Object.keys(LAYERS).find((layer) => path.startsWith(`${layer}/`)) ?? "";
}

function readModule(path: string): Module {
  const source = readFileSync(path, "utf8");
  const parsed = parseSync(path, source);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors.map((error) => error.message).join("; ")}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const reexports = staticExports
    .flatMap((statement) => statement.entries)
    .flatMap((entry) =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    );
  return {
    path,
    layer: layerOf(path),
    imports: [
      ...staticImports.map((statement) => ({
        specifier: statement.moduleRequest.value,
        dynamic: false,
        typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
      })),
      ...reexports.map((entry) => ({ ...entry, dynamic: false })),
      ...dynamicImports.map(({ moduleRequest }) => ({
        specifier: source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
        dynamic: true,
        typeOnly: false,
      })),
    ],
    effects: effectsOf(source, parsed.program.body),
  };
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

const modules = globSync("{src,packages,scripts}/**/*.ts", { exclude: ["**/node_modules/**"] }).map(readModule);
const known = new Set(modules.map((module) => module.path));

/** @returns Path of the module that is imported, or undefined for a package from outside. */
function target(from: Module, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return normalize(join(dirname(from.path), specifier));
  const name = specifier.startsWith("@") ? specifier.split("/", 2).join("/") : (specifier.split("/")[0] ?? "");
  const folder = PACKAGES[name];
  if (folder === undefined) return undefined;
  return join(folder, `${specifier === name ? "index" : specifier.slice(name.length + 1)}.ts`);
}

function violations(find: (module: Module, imported: Import) => string | undefined): readonly string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((imported) => {
      const wrong = find(module, imported);
      return wrong === undefined ? [] : [`${module.path} imports ${imported.specifier}: ${wrong}`];
    }),
  );
}

describe("the layers", () => {
  test("every module and its imports were seen", () => {
    expect(modules.length).toBeGreaterThan(200);
    expect(modules.flatMap((module) => module.imports).length).toBeGreaterThan(500);
    expect(modules.filter((module) => module.layer === "").map((module) => module.path)).toEqual([]);
  });

  test("an import of this repository names a module that exists", () => {
    const missing = violations((module, { specifier }) => {
      const path = target(module, specifier);
      return path === undefined || known.has(path) || path.endsWith(".json") ? undefined : "there is no such module";
    });
    expect(missing).toEqual([]);
  });

  test("a layer imports only the layers below it", () => {
    const wrong = violations((module, { specifier }) => {
      const layer = layerOf(target(module, specifier) ?? "");
      if (layer === "" || layer === module.layer) return undefined;
      return LAYERS[module.layer]?.layers.includes(layer) === true
        ? undefined
        : `${module.layer} never imports ${layer}`;
    });
    expect(wrong).toEqual([]);
  });

  test("a folder of the service imports only the folders below it", () => {
    const rank = (path: string): number =>
      SERVICE_FOLDERS.findIndex((folder) => path.startsWith(`${SERVICE}${folder}`));
    const upward = modules.flatMap((module) => {
      const from = rank(module.path);
      if (from === -1) return [];
      const imported = module.imports.map(({ specifier }) => target(module, specifier) ?? "");
      return imported.filter((path) => rank(path) > from).map((path) => `${module.path} -> ${path}`);
    });
    expect(upward).toEqual([]);
    const files = modules.filter(({ path }) => path.startsWith(SERVICE) && path.slice(SERVICE.length).includes("/"));
    expect(files.filter(({ path }) => rank(path) === -1).map(({ path }) => path)).toEqual([]);
  });

  test("what all parts of the service share is imported as types", () => {
    const wrong = violations((module, { specifier, typeOnly }) => {
      if (target(module, specifier) !== `${SERVICE}context.ts` && module.path !== `${SERVICE}context.ts`)
        return undefined;
      return typeOnly ? undefined : "it would load a part of the service";
    });
    expect(wrong).toEqual([]);
  });

  test("a package of this repository is imported by its name", () => {
    const wrong = violations((module, { specifier }) => {
      if (!specifier.startsWith(".") || module.layer === "scripts") return undefined;
      return layerOf(target(module, specifier) ?? "") === module.layer ? undefined : "a path into another layer";
    });
    expect(wrong).toEqual([]);
  });

  test("a layer imports only the packages it may know", () => {
    const wrong = violations((module, imported) => {
      if (target(module, imported.specifier) !== undefined) return undefined;
      return LAYERS[module.layer]?.packages.test(imported.specifier) === true
        ? undefined
        : "not a package of this layer";
    });
    expect(wrong).toEqual([]);
  });

  test("no import cycle, type imports and import() included", () => {
    expect(cycles()).toEqual([]);
  });

  test("only the demo verb imports the test kit", () => {
    const wrong = violations((module, { specifier }) => {
      const inDemo = /^(?:packages\/(?:cli\/demo\/|testkit\/)|scripts\/)/.test(module.path);
      return layerOf(target(module, specifier) ?? "") === "packages/testkit" && !inDemo ? "not the demo" : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test("an action imports no sibling action", () => {
    const action = (path: string): string | undefined => /^src\/(preview|production|close)\//.exec(path)?.[1];
    const wrong = violations((module, { specifier }) => {
      const own = action(module.path);
      const other = action(target(module, specifier) ?? "");
      return own === undefined || other === undefined || own === other ? undefined : "a sibling action";
    });
    expect(wrong).toEqual([]);
  });

  test("Octokit is loaded by one module only, and there by a dynamic import after the deployment request", () => {
    const wrong = violations(({ path }, { specifier, dynamic, typeOnly }) => {
      if (!/^@(?:actions\/github|octokit\/)/.test(specifier) || typeOnly) return undefined;
      return dynamic && path === "src/github/octokit.ts" ? undefined : "it would load before the deployment request";
    });
    expect(wrong).toEqual([]);
  });

  test("the driver of a database server is loaded only when one is named", () => {
    const wrong = violations(({ path }, { specifier, dynamic, typeOnly }) => {
      if (typeOnly) return undefined;
      const behind =
        /^packages\/service\/store\/engine\/(?:postgres|database-hosts|database-server|seed-place)\.ts$/.test(path);
      if (behind || dynamic) return undefined;
      if (specifier === "pg") return "loaded elsewhere";
      return /\/(?:postgres|database-hosts|database-server|seed-place)\.ts$/.test(specifier)
        ? "it would load without a server"
        : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test("only one module of the service begins a transaction, which says what it locks", () => {
    const beginning = globSync("packages/service/**/*.ts", { exclude: ["**/node_modules/**"] }).filter((path) =>
      /\.(?:transaction|startTransaction)\(\)/.test(readFileSync(path, "utf8")),
    );
    expect(beginning).toEqual(["packages/service/store/engine/transaction.ts"]);
  });

  test("nothing happens when a module is imported", () => {
    const busy = modules.filter((module) => module.effects.length > 0 && !module.path.endsWith("/main.ts"));
    expect(busy.map((module) => `${module.path}: ${module.effects[0] ?? ""}`)).toEqual([]);
  });

  test("a folder or file is named after what it holds", () => {
    const named = modules.flatMap((module) => module.path.split("/")).filter((name) => FORBIDDEN_NAMES.test(name));
    expect(named).toEqual([]);
  });
});

function cycles(): readonly string[] {
  const edges = new Map(
    modules.map((module) => [module.path, module.imports.flatMap((one) => target(module, one.specifier) ?? [])]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (done.has(path) || way.includes(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const module of modules) visit(module.path, []);
  return found;
}

describe("dist", () => {
  const files = readdirSync("dist").filter((name) => name.endsWith(".js"));
  const bundle = new Map(files.map((name) => [name, readFileSync(join("dist", name), "utf8")]));

  test("the bundle holds the actions and the client, and nothing of the service", () => {
    const all = [...bundle.values()].join("\n");
    expect(all).toContain("./build/src/preview/");
    expect(all).toContain("./build/packages/client/");
    expect(all).not.toMatch(/\.\/build\/packages\/(?:service|cli|testkit)\//);
    expect(all).not.toMatch(/node_modules\/(?:better-sqlite3|kysely|hono|pino)\//);
  });

  test("Octokit and zod are loaded after the request for the deployment, from chunks of their own", () => {
    for (const module of ["octokit-core.js/", "ZodError"]) {
      expect(bundle.get("index.js")).not.toContain(module);
      expect([...bundle.values()].join("\n")).toContain(module);
    }
  });
});
