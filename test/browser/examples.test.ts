import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../packages/service/pipeline/sandbox.ts";
import { openBuildFixture, type BuildFixture } from "../service/pipeline/build-fixture.ts";
import { openBrowser } from "./browser.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Installing and building for real, on a machine that does other things. */
const BUILD_TIMEOUT_MS = 180_000;
/** Six repositories, a sandbox and a browser; then the end of builds that still run. */
const HOOK_TIMEOUT_MS = 90_000;

const GREEN = "rgb(0, 128, 0)";

/** The slowest first: much of it is waiting for the others to end. */
const KINDS = [
  { name: "next-export", framework: "next-export", by: "h1", says: "Next is on stage", color: GREEN },
  { name: "astro", framework: "astro", by: "#lamp", says: "The lamp is lit.", color: GREEN },
  { name: "eleventy", framework: "eleventy", by: "#lamp", says: "The lamp is lit.", color: GREEN },
  { name: "monorepo", framework: "vite", by: "h1", says: "The monorepo is on stage", color: GREEN },
  { name: "vite", framework: "vite", by: "h1", says: "Vite is on stage", color: GREEN },
  // Plain HTML has no script; its colour is that of the style sheet in the light.
  { name: "static-html", framework: "static-html", by: "h1", says: "The lamp is lit again.", color: "rgb(42, 27, 20)" },
] as const;

let place: BuildFixture;
let browser: Browser;
const deployments = new Map<string, string>();

beforeAll(async () => {
  place = await openBuildFixture({ concurrency: 3 });
  const dataDirectory = join(place.folder, "probe");
  const sandbox = createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: process.env });
  // In the sandbox where the machine has one, bare where it has not: the sites must come out the same.
  if ((await sandbox.unavailable()) === undefined) {
    await place.close();
    place = await openBuildFixture({ concurrency: 3, settings: { unsafeNoSandbox: false } });
  }
  place.builds.start();
  for (const { name } of KINDS) {
    const { url } = place.repository(readFolder(join(EXAMPLES, name)));
    deployments.set(name, await place.accept(await place.site(await place.workspace(), url)));
  }
  browser = await openBrowser();
}, HOOK_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await place.close();
}, HOOK_TIMEOUT_MS);

/** Files of an example as they are committed, without what somebody built in place. */
function readFolder(folder: string, below = ""): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name);
    if (/^(?:node_modules|dist|out|_site|\.next|\.astro)$/.test(name)) continue;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(files, readFolder(folder, path));
    else files[path] = readFileSync(join(folder, path));
  }
  return files;
}

describe("an example", () => {
  test.each(KINDS)(
    "$name becomes a preview of kind $framework that a browser shows with its styles and scripts",
    async ({ name, framework, by, says, color }) => {
      const id = deployments.get(name) ?? "";
      const row = await place.ended(id);
      expect(row, (await place.logLines(id)).slice(-20).join("\n")).toMatchObject({ status: "ready", framework });
      const page = await browser.newPage({ colorScheme: "light" });
      const troubles: string[] = [];
      page.on("pageerror", (error) => troubles.push(error.message));
      page.on("response", (answer) => {
        const asked = new URL(answer.url()).pathname;
        if (answer.status() >= 400 && asked !== "/favicon.ico") troubles.push(`${answer.status()} ${asked}`);
      });
      await page.goto(`http://${row.preview_label}.preview.localhost:${place.port}/`, { waitUntil: "load" });
      await page.locator(by, { hasText: says }).waitFor({ timeout: 10_000 });
      const shown = await page.evaluate(`getComputedStyle(document.querySelector("h1")).color`);
      expect(shown).toBe(color);
      expect(troubles).toEqual([]);
      await page.close();
    },
    BUILD_TIMEOUT_MS,
  );
});
