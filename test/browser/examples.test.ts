import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildFixture } from "../service/pipeline/build-fixture.ts";
import { openBrowser } from "./browser.ts";
import { deployFiles, openHome, openRealBuilds, readFolder } from "./built-sites.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Real installs and builds, on a machine that does other things. */
const BUILD_TIMEOUT_MS = 300_000;

const GREEN = "rgb(0, 128, 0)";

/** With `EXAMPLES=all`; `recognize.test.ts` always checks how they would be built. */
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
  fixture = await openRealBuilds(3);
  for (const { name } of KINDS) {
    deployments.set(name, await deployFiles(fixture, readFolder(join(EXAMPLES, name))));
  }
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await fixture.close();
});

describe("an example", () => {
  test.each(KINDS)(
    "$name becomes a preview of kind $framework that a browser shows with its styles and scripts",
    async ({ name, framework, by, says, color }) => {
      const id = deployments.get(name) ?? "";
      const row = await fixture.ended(id);
      expect(row, (await fixture.logLines(id)).slice(-20).join("\n")).toMatchObject({ status: "ready", framework });
      const { page, problems } = await openHome(browser, fixture, row);
      await page.locator(by, { hasText: says }).waitFor();
      const shown = await page.evaluate(`getComputedStyle(document.querySelector("h1")).color`);
      expect(shown).toBe(color);
      expect(problems).toEqual([]);
      await page.close();
    },
    BUILD_TIMEOUT_MS,
  );
});
