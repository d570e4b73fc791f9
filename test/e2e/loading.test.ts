import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { accepting, RECORD, scriptedService } from "./scripted-service.ts";
import { startHarness, TOKEN } from "./harness.ts";

/** Writes down when each module of the bundle is loaded. */
const RECORDER = `
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({
  load(url, context, next) {
    if (url.includes("/dist/")) appendFileSync(process.env.LOADS, \`\${Date.now()} \${url}\\n\`);
    return next(url, context);
  },
});
`;

/** @param line When, and the URL of a file that was loaded. */
function holdsOctokit(line: string): boolean {
  const url = line.split(" ")[1] ?? "";
  return url.endsWith(".js") && readFileSync(new URL(url), "utf8").includes("octokit-core.js/");
}

test("the POST has left before anything of Octokit is loaded", async () => {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-order-"));
  const recorder = join(folder, "recorder.mjs");
  const loads = join(folder, "loads.txt");
  await writeFile(recorder, RECORDER);
  await using service = await scriptedService(
    accepting({ status: "ready", previewUrl: "https://dep.preview.example/" }),
  );
  await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const run = await harness.preview({
    env: { NODE_OPTIONS: `--import ${pathToFileURL(recorder).href}`, LOADS: loads },
  });
  const loaded = (await readFile(loads, "utf8")).trim().split("\n");
  await rm(folder, { recursive: true, force: true });

  expect(run.exitCode).toBe(0);
  const chunks = loaded.filter(holdsOctokit).map((line) => Number(line.split(" ")[0]));
  const [post] = service.seen;
  expect(post).toMatchObject({ method: "POST", path: `/sites/${RECORD.siteId}/deploy` });
  expect(chunks.length).toBeGreaterThan(0);
  expect(Math.min(...chunks)).toBeGreaterThanOrEqual(post?.at ?? Infinity);
});
