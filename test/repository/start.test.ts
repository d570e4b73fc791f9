import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const DIST = pathToFileURL(resolve("dist", "index.js"));

/** Runs a script that knows the bundle, and whether it has loaded undici, in a process of its own. */
function run(script: string): string {
  const head = `
    import { createRequire } from "node:module";
    import { run } from ${JSON.stringify(DIST)};
    const require = createRequire(${JSON.stringify(DIST)});
    const loaded = () => Object.keys(require.cache).some((path) => path.endsWith("/undici.cjs"));`;
  const args = ["--no-warnings", "--input-type=module", "--eval", `${head}\n${script}`];
  return execFileSync(process.execPath, args, { encoding: "utf8", env: {} }).trim().split("\n").at(-1) ?? "";
}

test("undici is not loaded when an action starts", () => {
  expect(run(`await run("preview"); process.exitCode = 0; console.log(loaded());`)).toBe("false");
});

test.each([
  ["fetch", `undici.fetch("data:,x").then((response) => response.text())`],
  ["a proxy", `new undici.ProxyAgent("http://127.0.0.1:9").close()`],
])("undici is loaded when %s is used for the first time", (_, use) => {
  const script = `const undici = require("./lazy-undici.cjs"); const before = loaded(); await ${use}; console.log(before, loaded());`;
  expect(run(script)).toBe("false true");
});
