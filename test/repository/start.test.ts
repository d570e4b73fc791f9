import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("an action starts without undici, which is not in dist, behind a proxy too", async () => {
  expect((await readdir("dist")).filter((name) => name.includes("undici"))).toEqual(["no-undici.cjs"]);
  const source = `
    import { run } from ${JSON.stringify(pathToFileURL(resolve("dist", "index.js")))};
    await run("preview");
    process.exitCode = 0;`;
  const args = ["--no-warnings", "--input-type=module", "--eval", source];
  const env = { https_proxy: "http://127.0.0.1:9" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
  expect(stdout).toContain("Deployment refused");
});
