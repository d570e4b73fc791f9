import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("an action starts without undici and @actions/exec, which are not in dist, behind a proxy too", async () => {
  const files = (await readdir("dist")).filter((name) => name.endsWith(".js"));
  const chunks = await Promise.all(files.map((name) => readFile(join("dist", name), "utf8")));
  const isBundled = (name: string): boolean => chunks.some((text) => text.includes(`node_modules/${name}/`));
  expect(["@actions/core", "@actions/exec", "undici"].filter(isBundled)).toEqual(["@actions/core"]);
  const source = `
    import { run } from ${JSON.stringify(pathToFileURL(resolve("dist", "index.js")))};
    await run("preview");
    process.exitCode = 0;`;
  const args = ["--no-warnings", "--input-type=module", "--eval", source];
  const env = { https_proxy: "http://127.0.0.1:9" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
  expect(stdout).toContain("Deployment refused");
});
