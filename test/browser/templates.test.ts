import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildFixture } from "../service/pipeline/build-fixture.ts";
import { openBrowser } from "./browser.ts";
import { deployFiles, openHome, openRealBuilds, readFolder } from "./built-sites.ts";

/** A generator, an install and a build, on a machine that does other things. */
const TEMPLATE_TIMEOUT_MS = 1_200_000;

interface Template {
  readonly name: string;
  /** What Greenroom calls it. */
  readonly framework: string;
  /** Packages of a site without a generator that works offline from GitHub, at their newest versions. */
  readonly packages?: readonly string[];
  readonly build?: string;
  /** Arguments of npx, which makes the folder `app`. */
  readonly generator?: string;
  /** Files over what the generator made, such as the setting that makes pages instead of a server. */
  readonly files?: Readonly<Record<string, string>>;
}

const VITE = "create-vite@latest app --no-interactive --template";
const PRERENDER = "export const prerender = true;\n";
const PAGE = "<!doctype html><title>Home</title><h1>Home</h1>";

/** In CI; the others with `TEMPLATES=all`. */
const FEW: readonly Template[] = [
  { name: "create-vite react-ts", framework: "vite", generator: `${VITE} react-ts` },
  {
    name: "eleventy",
    framework: "eleventy",
    packages: ["@11ty/eleventy"],
    build: "eleventy",
    files: { "index.md": "# Home" },
  },
];

const OTHERS: readonly Template[] = [
  ...["vanilla-ts", "vue-ts", "svelte-ts", "solid-ts", "preact-ts", "lit-ts"].map((template) => ({
    name: `create-vite ${template}`,
    framework: "vite",
    generator: `${VITE} ${template}`,
  })),
  { name: "create-vue", framework: "vite", generator: "create-vue@latest app --ts" },
  {
    name: "sv create",
    framework: "svelte-kit",
    generator: "sv@latest create app --template minimal --types ts --no-install --add sveltekit-adapter=adapter:static",
    files: { "src/routes/+layout.ts": PRERENDER },
  },
  {
    name: "create-next-app",
    framework: "next-export",
    generator: "create-next-app@latest app --yes --ts --app --no-eslint --no-tailwind --skip-install --disable-git",
    files: {
      "next.config.ts": 'export default { output: "export" };\n',
      // Its own loads a font from Google when it is built.
      "app/layout.tsx":
        'import "./globals.css";\nexport default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;\n',
    },
  },
  {
    name: "@angular/cli",
    framework: "angular",
    generator: "@angular/cli@latest new app --defaults --skip-install --skip-git",
  },
  {
    name: "create-docusaurus",
    framework: "docusaurus",
    generator: "create-docusaurus@latest app classic --javascript --skip-install",
  },
  { name: "hexo init", framework: "hexo", generator: "hexo-cli@latest init app --no-install" },
  { name: "create-slidev", framework: "slidev", generator: "create-slidev@latest app" },
  {
    name: "astro",
    framework: "astro",
    packages: ["astro"],
    build: "astro build",
    files: { "src/pages/index.astro": PAGE },
  },
  {
    name: "nuxt",
    framework: "nuxt",
    packages: ["nuxt", "vue"],
    build: "nuxt build",
    files: { "app.vue": "<template><h1>Home</h1></template>" },
  },
  {
    name: "vitepress",
    framework: "vitepress",
    packages: ["vitepress"],
    build: "vitepress build docs",
    files: { "docs/index.md": "# Home" },
  },
  {
    name: "vuepress",
    framework: "vuepress",
    packages: [
      ...["vuepress", "@vuepress/bundler-vite", "@vuepress/theme-default"].map((name) => `${name}@^2.0.0-rc.0`),
      "sass-embedded",
    ],
    build: "vuepress build docs",
    files: {
      "docs/README.md": "# Home",
      "docs/.vuepress/config.js":
        'import { viteBundler } from "@vuepress/bundler-vite";\nimport { defaultTheme } from "@vuepress/theme-default";\nexport default { bundler: viteBundler(), theme: defaultTheme() };\n',
    },
  },
  {
    name: "gatsby",
    framework: "gatsby",
    packages: ["gatsby", "react@18", "react-dom@18"],
    build: "gatsby build",
    files: { "src/pages/index.js": 'import React from "react";\nexport default () => <h1>Home</h1>;\n' },
  },
  {
    name: "parcel",
    framework: "parcel",
    packages: ["parcel"],
    build: "parcel build src/index.html",
    files: { "src/index.html": PAGE },
  },
];

let fixture: BuildFixture;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-templates-"));
  [fixture, browser] = await Promise.all([openRealBuilds(1), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

async function make(template: Template): Promise<Record<string, Buffer>> {
  const place = mkdtempSync(join(folder, "site-"));
  const app = join(place, "app");
  if (template.generator !== undefined) {
    const env = { ...process.env, CI: "1", DO_NOT_TRACK: "1", npm_config_cache: join(folder, "npm") };
    const made = promisify(execFile)("npx", ["--yes", ...template.generator.split(" ")], { cwd: place, env });
    // Nobody answers the questions of a generator.
    made.child.stdin?.end();
    await made;
  }
  const packages = template.packages?.map((text) => /^(.+?)(?:@([^@]+))?$/.exec(text) ?? []) ?? [];
  const dependencies = Object.fromEntries(packages.map(([, name = "", version = "latest"]) => [name, version]));
  const packageJson = { private: true, type: "module", scripts: { build: template.build }, dependencies };
  const own = template.packages === undefined ? {} : { "package.json": JSON.stringify(packageJson) };
  for (const [path, text] of Object.entries({ ...own, ...template.files })) {
    mkdirSync(join(app, dirname(path)), { recursive: true });
    writeFileSync(join(app, path), text);
  }
  return readFolder(app);
}

describe("a new site of the newest", () => {
  test.each([...FEW, ...(process.env["TEMPLATES"] === "all" ? OTHERS : [])])(
    "$name is built without configuration, and a browser shows its home page",
    async (template) => {
      const id = await deployFiles(fixture, await make(template));
      const row = await fixture.ended(id);
      const { framework } = template;
      expect(row, (await fixture.logLines(id)).slice(-20).join("\n")).toMatchObject({ status: "ready", framework });
      const { page, problems } = await openHome(browser, fixture, row);
      await page.locator("body", { hasText: /\w/ }).waitFor();
      expect(problems).toEqual([]);
      await page.close();
    },
    TEMPLATE_TIMEOUT_MS,
  );
});
