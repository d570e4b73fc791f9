import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const DIST = resolve("dist");

/** Runs a script as a module of its own, which may `require`. */
function runs(script: string): string {
  const head = `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(pathToFileURL(join(DIST, "x.js")))});`;
  const args = ["--no-warnings", "--input-type=module", "--eval", `${head}\n${script}`];
  return execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
}

test("undici stands beside the bundle and is loaded at its first use", () => {
  for (const name of readdirSync(DIST).filter((file) => file.endsWith(".js"))) {
    expect(readFileSync(join(DIST, name), "utf8")).not.toMatch(/(?:from |\()"undici"/);
  }
  const loaded = "Object.keys(require.cache).some((path) => path.endsWith('/undici.cjs'))";
  const script = `await import(${JSON.stringify(pathToFileURL(join(DIST, "index.js")))});
    const before = ${loaded};
    const { fetch, ProxyAgent } = require("./undici.cjs");
    console.log(before, ${loaded}, typeof fetch, typeof ProxyAgent);`;
  expect(runs(script)).toBe("false true function function");
  expect(readFileSync(join(DIST, "index.js"), "utf8")).toMatch(/get ProxyAgent\(\) \{ return .*"\.\/undici\.cjs"/);
});
