import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../packages/service/pipeline/sandbox/sandbox.ts";
import { openBuildFixture, type BuildFixture } from "../service/pipeline/build-fixture.ts";
import { openBrowser } from "./browser.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Real installs and builds, on a machine that does other things. */
const BUILD_TIMEOUT_MS = 300_000;

const GREEN = "rgb(0, 128, 0)";

/** With `EXAMPLES=all`; `detect.test.ts` always checks how they would be built. */
const LARGE = [
  { name: "next-export", framework: "next-export", by: "h1", says: "Next.js is running", color: GREEN },
  { name: "astro", framework: "astro", by: "#lamp", says: "The lamp is lit.", color: GREEN },
  { name: "eleventy", framework: "eleventy", by: "#lamp", says: "The lamp is lit.", color: GREEN },
] as const;

/** The slowest first, since the others are built beside it. */
const KINDS = [
  ...(process.env["EXAMPLES"] === "all" ? LARGE : []),
  { name: "monorepo", framework: "vite", by: "h1", says: "Built from a monorepo", color: GREEN },
  { name: "vite", framework: "vite", by: "h1", says: "Built with Vite", color: GREEN },
  // Plain HTML has no script; its colour is that of the style sheet in the light.
  { name: "static-html", framework: "static-html", by: "h1", says: "The lamp is lit again.", color: "rgb(42, 27, 20)" },
] as const;

let fixture: BuildFixture;
let browser: Browser;
const deployments = new Map<string, string>();

beforeAll(async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "greenroom-probe-"));
  const sandbox = createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: process.env });
  // In the sandbox where the machine has one, without where it has none: the sites must be the same.
  const unsafeNoSandbox = (await sandbox.unavailable()) !== undefined;
  rmSync(dataDirectory, { recursive: true });
  fixture = await openBuildFixture({ concurrency: 3, settings: { unsafeNoSandbox } });
  fixture.builds.start();
  for (const { name } of KINDS) {
    const { url } = fixture.repository(readFolder(join(EXAMPLES, name)));
    deployments.set(name, await fixture.accept(await fixture.site(await fixture.workspace(), url)));
  }
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** Files of an example as they are committed, without what a build left in the folder. */
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
      const row = await fixture.ended(id);
      expect(row, (await fixture.logLines(id)).slice(-20).join("\n")).toMatchObject({ status: "ready", framework });
      const page = await browser.newPage({ colorScheme: "light" });
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (response.status() >= 400 && pathname !== "/favicon.ico") problems.push(`${response.status()} ${pathname}`);
      });
      await page.goto(`http://${row.preview_label}.preview.localhost:${fixture.port}/`, { waitUntil: "load" });
      await page.locator(by, { hasText: says }).waitFor();
      const shown = await page.evaluate(`getComputedStyle(document.querySelector("h1")).color`);
      expect(shown).toBe(color);
      expect(problems).toEqual([]);
      await page.close();
    },
    BUILD_TIMEOUT_MS,
  );
});
