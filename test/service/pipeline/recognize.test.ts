import type { Manifest } from "@greenroom/contract";
import { describe, expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readHostConfig } from "../../../packages/service/pipeline/source/host-config.ts";
import { planBuild } from "../../../packages/service/pipeline/steps/plan.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("recognize");

type Files = Readonly<Record<string, string | object>>;

async function plan(files: Files, manifest: Manifest | null = null, rootIsInFile = false) {
  await using checkout = await openFolder(folderOf(files));
  const readContexts = () => Promise.resolve([]);
  const hostConfig = await readHostConfig(checkout, ["."], readContexts);
  return await planBuild(checkout, manifest, { hostConfig, readContexts, rootIsInFile });
}

const packageOf = (packages: string, scripts: Readonly<Record<string, string>>, more: object = {}) => ({
  scripts,
  devDependencies: Object.fromEntries(packages.split(" ").map((name) => [name, "1"])),
  ...more,
});

type Template = [
  framework: string,
  packages: string,
  scripts: Readonly<Record<string, string>>,
  build: string,
  output: string,
  /** Other files by name, with what they say after an equals sign. */
  files?: string,
  spa?: true,
];

const DOCS = "docs/.vuepress/dist,.vuepress/dist,src/.vuepress/dist";
const POSTCSS_HUGO = 'PATH="$PWD/node_modules/.bin:$PATH" hugo --baseURL /';

/** Scripts and packages of the official templates. */
const TEMPLATES: Template[] = [
  ["zensical", "", {}, "zensical build", "site", "zensical.toml docs/index.md"],
  ["angular", "@angular/core @angular/cli", { ng: "ng", build: "ng build" }, "npm run build", "", "angular.json", true],
  ["nuxt", "nuxt vue", { build: "nuxt build", generate: "nuxt generate" }, "npm run generate", ".output/public,dist"],
  ["nuxt", "nuxt", { build: "nuxt build" }, "npx --no-install nuxt generate", ".output/public,dist", "nuxt.config.ts"],
  [
    "vitepress",
    "vitepress",
    { "docs:build": "vitepress build docs" },
    "npm run docs:build",
    ".vitepress/dist,docs/.vitepress/dist",
  ],
  ["vuepress", "vuepress @vuepress/theme-default", { "docs:build": "vuepress build docs" }, "npm run docs:build", DOCS],
  [
    "storybook",
    "storybook vite",
    { build: "tsc -b", "build-storybook": "storybook build" },
    "npm run build-storybook",
    "storybook-static",
    ".storybook/main.ts",
  ],
  [
    "react-router",
    "@react-router/dev vite",
    { build: "react-router build" },
    "npm run build",
    "build/client",
    "",
    true,
  ],
  ["remix", "@remix-run/dev vite", { build: "remix vite:build" }, "npm run build", "build/client", "", true],
  [
    "svelte-kit",
    "@sveltejs/kit vite",
    { build: "vite build", prepare: "svelte-kit sync" },
    "npm run build",
    "build,.vercel/output/static",
  ],
  ["next-export", "next react", { build: "next build" }, "npm run build", "out", 'next.config.js=({output:"export"})'],
  ["astro", "astro", { build: "astro build" }, "npm run build", "dist,.vercel/output/static"],
  ["docusaurus", "@docusaurus/core", { docusaurus: "docusaurus", build: "docusaurus build" }, "npm run build", "build"],
  ["gatsby", "gatsby", { build: "gatsby build" }, "npm run build", "public"],
  [
    "eleventy",
    "@11ty/eleventy",
    { build: "npx @11ty/eleventy", start: "npx @11ty/eleventy --serve" },
    "npm run build",
    "_site",
  ],
  ["hexo", "hexo", { build: "hexo generate", server: "hexo server" }, "npm run build", "public", "_config.yml"],
  ["vite", "vite react", { build: "tsc -b && vite build" }, "npm run build", "dist", "index.html", true],
  ["qwik", "@builder.io/qwik vite", { build: "qwik build", "build.client": "vite build" }, "npm run build", "dist"],
  ["solid-start", "@solidjs/start vinxi", { build: "vinxi build" }, "npm run build", ".output/public,dist/public"],
  ["parcel", "parcel", { start: "parcel", build: "parcel build" }, "npm run build", "dist", "index.html", true],
  [
    "create-react-app",
    "react-scripts",
    { build: "react-scripts --openssl-legacy-provider build" },
    "CI=false npm run build",
    "build",
    "",
    true,
  ],
  ["vue-cli", "@vue/cli-service", { build: "vue-cli-service build" }, "npm run build", "dist", "", true],
  [
    "quartz",
    "esbuild",
    { quartz: "./quartz/bootstrap-cli.mjs", docs: "npx quartz build --serve -d docs" },
    'PATH="$PWD/node_modules/.bin:$PATH" node quartz/bootstrap-cli.mjs build',
    "public",
    "quartz.config.ts",
  ],
  ["sapper", "sapper", { build: "sapper build", export: "sapper export" }, "npm run export", "__sapper__/export"],
  ["hugo", "postcss", { "hook:push": "hugo --minify" }, POSTCSS_HUGO, "public", "hugo.toml"],
];

describe("a framework is recognized, and built to pages:", () => {
  test.each(TEMPLATES)("%s", async (framework, packages, scripts, build, output, names, spa) => {
    const others = (names || "readme.md").split(" ").map((name) => name.split("=", 2));
    const files = Object.fromEntries(others.map(([name = "", text = ""]) => [name, text]));
    const own = packages === "" ? {} : { "package.json": packageOf(packages, scripts) };
    const made = await plan({ ...own, ...files });
    expect({ ...made, output: made.output.join() }).toMatchObject({ framework, build, output, spa: spa === true });
  });

  test.each<[string, string, Files]>([
    [
      "what the build runs last",
      "parcel",
      { "package.json": packageOf("@11ty/eleventy parcel", { build: "eleventy; parcel build _site/*.html" }) },
    ],
    [
      "what the build leads to",
      "astro",
      {
        "package.json": packageOf("astro vite", {
          build: "npm-run-all css site:*",
          "site:pages": "astro --config a.mjs build",
        }),
        "index.html": "x",
      },
    ],
    [
      "the site before its documentation",
      "vite",
      {
        "package.json": packageOf("vite vitepress", { build: "vite build", "docs:build": "vitepress build docs" }),
        "index.html": "x",
      },
    ],
    [
      "the documentation of a library",
      "vitepress",
      {
        "package.json": packageOf(
          "vite vitepress",
          { build: "vite build", "docs:build": "vitepress build docs" },
          { exports: "./a.js" },
        ),
      },
    ],
    [
      "the page of a package that others load",
      "static-html",
      {
        "package.json": packageOf("rollup", { build: "rollup -c" }, { main: "dist/a.js" }),
        "index.html":
          '<link rel=stylesheet href="demo.css?2"><script src="dist/a.js"></script><script src="//b.example/c.js">',
        "demo.css": "",
        "dist/a.js": "",
      },
    ],
    [
      "no page that waits for what a build makes",
      "custom",
      {
        "package.json": packageOf("rollup", { build: "rollup -c" }, { main: "dist/a.js" }),
        "index.html": '<script src="dist/a.js"></script>',
      },
    ],
    [
      "no page without scripts, which may be a template",
      "custom",
      {
        "package.json": packageOf("webpack", { build: "webpack" }, { main: "src/a.js" }),
        "index.html": "<main></main>",
      },
    ],
    [
      "what a script builds a server with",
      "nuxt",
      { "package.json": packageOf("nuxt vue", { build: "nuxt build" }), "app.vue": "" },
    ],
    [
      "Remix by its own scripts",
      "remix",
      { "package.json": packageOf("@remix-run/dev vite", { build: "vite build && vite build --ssr" }) },
    ],
    [
      "what a script for production builds",
      "custom",
      { "package.json": packageOf("brunch", { start: "brunch watch", prod: "brunch build --production" }) },
    ],
    [
      "pages as they are committed where the build would not end",
      "static-html",
      { "package.json": packageOf("sass", { build: "sass --watch scss:css" }), "index.html": "<h1>Hi</h1>" },
    ],
    [
      "what npm runs after the build",
      "eleventy",
      { "package.json": packageOf("@11ty/eleventy", { build: "tsc", postbuild: "eleventy" }) },
    ],
    ["no package that is only there for tests", "custom", { "package.json": packageOf("nuxt", { build: "webpack" }) }],
    [
      "a generator that reads the home page",
      "jekyll",
      { "_config.yml": "", "index.html": "---\nlayout: home\n---\n<h1>Hi</h1>" },
    ],
    [
      "a page beside a file that generators read too",
      "static-html",
      { "_config.yml": "", "index.html": "<h1>Hi</h1>" },
    ],
    [
      "a program that is no package over its helpers",
      "hugo",
      { "config.toml": 'baseURL = "/"', "content/a.md": "", "package.json": packageOf("autoprefixer", {}) },
    ],
  ])("%s", async (_, framework, files: Files) => {
    expect(await plan(files)).toMatchObject({ framework });
  });
});

const SITE = packageOf("vitepress", { build: "vitepress build" });
const PACKAGES = {
  "package.json": { private: true, workspaces: ["packages/*", "apps/*"], scripts: { build: "turbo run build" } },
};

describe("where the top is no site,", () => {
  test.each<[string, Files, object]>([
    [
      "the one site is built in its folder",
      { "README.md": "", "website/package.json": SITE },
      { root: "website", framework: "vitepress" },
    ],
    [
      "pages in a folder are served",
      { "README.md": "", "public/index.html": "x" },
      { root: "public", framework: "static-html", build: null },
    ],
    [
      "the documentation of a library is built",
      { "package.json": { exports: "./a.js", scripts: { build: "tsup" } }, "docs/package.json": SITE },
      { root: "docs" },
    ],
    [
      "a site counts more than examples and pages for tests",
      { "site/package.json": SITE, "examples/a/package.json": SITE, "packages/a/index.html": "x" },
      { root: "site" },
    ],
    [
      "a workspace is built by the script at the top that builds all",
      { ...PACKAGES, "apps/web/package.json": SITE },
      { root: ".", build: "npm run build" },
    ],
    [
      "a workspace is built by itself where that script does not",
      { "package.json": { workspaces: ["apps/*"], scripts: { build: "tsc" } }, "apps/web/package.json": SITE },
      { root: "apps/web" },
    ],
    [
      "a framework that nothing runs at the top of a workspace is there for its packages",
      { "package.json": packageOf("vitepress", {}), "pnpm-workspace.yaml": "", "docs/package.json": SITE },
      { root: "docs" },
    ],
    [
      "a library for a framework is no site of it",
      {
        "package.json": {},
        "docs/package.json": SITE,
        "kit/package.json": packageOf("vitepress", {}, { exports: "." }),
      },
      { root: "docs" },
    ],
    [
      "pages among sources are served where they need nothing that is built",
      { "package.json": {}, "src/index.html": '<script src="a.js"></script>', "src/a.js": "" },
      { root: "src", framework: "static-html" },
    ],
    [
      "a page that loads files from beside its folder is served with the whole repository",
      {
        "html/index.html": '<link rel=stylesheet href="../css/a.css"><img src="../img/a%20b.png">',
        "css/a.css": "",
        "img/a b.png": "",
      },
      {
        root: ".",
        output: ["."],
        build: null,
        hostConfig: { serving: { redirects: [{ source: "/", destination: "/html/", status: 302 }] } },
      },
    ],
    [
      "so is one that loads them from the top",
      { "html/index.html": '<link rel=stylesheet href="/css/a.css">', "css/a.css": "" },
      { root: ".", output: ["."], hostConfig: { serving: { redirects: [{ destination: "/html/" }] } } },
    ],
    [
      "a page whose files a script at the top makes is built",
      {
        "package.json": { style: "out/a.css", scripts: { build: "gulp build" } },
        "docs/index.html": '<link rel=stylesheet href="./a.css"><script src="b.js"></script>',
        "docs/b.js": "",
      },
      { root: ".", build: "npm run build", framework: "custom" },
    ],
    [
      "of a template and what was built of it, the latter is served",
      {
        "package.json": {},
        "app/index.html": '<script src="/temp/a.js"></script>',
        "docs/index.html": '<script src="assets/a.js"></script>',
        "docs/assets/a.js": "",
      },
      { root: "docs", framework: "static-html" },
    ],
    [
      "so are the pages that GitHub Pages serves",
      { "package.json": {}, "app/index.html": "x", "docs/index.html": "x" },
      { root: "docs", framework: "static-html" },
    ],
    [
      "the site of a workspace of pnpm without a lockfile is installed at its top",
      { "package.json": {}, "pnpm-workspace.yaml": "packages: [apps/*]", "apps/web/package.json": SITE },
      { root: "apps/web", installRoot: ".", lock: expect.stringMatching(/^pnpm install --lockfile/) },
    ],
    [
      "a site counts more than a Storybook beside it",
      {
        "package.json": { workspaces: ["packages/*"] },
        "packages/site/package.json": SITE,
        "packages/ui/package.json": packageOf("storybook", { "build-storybook": "storybook build" }),
        "packages/ui/.storybook/main.ts": "",
      },
      { root: "packages/site" },
    ],
    [
      "a script makes the styles that the page beside it lacks",
      {
        "package.json": {
          scripts: {
            "watch:css": "a",
            "lint:css": "a",
            css: "tailwindcss -w",
            "css:prod": "tailwindcss -o a.css --minify",
          },
        },
        "index.html": "<link rel=stylesheet href=a.css>",
      },
      { root: ".", framework: "custom", build: "npm run css:prod" },
    ],
    [
      "and none where they are committed",
      {
        "package.json": { scripts: { "build:css": "tailwindcss -o a.css" } },
        "index.html": "<link rel=stylesheet href=a.css>",
        "a.css": "",
      },
      { framework: "static-html", build: null },
    ],
    [
      "a site counts more than the Storybook of a library at the top",
      {
        "package.json": packageOf("storybook", { "build-storybook": "storybook build" }, { exports: "./a.js" }),
        ".storybook/main.ts": "",
        "docs/package.json": SITE,
        "examples/a/package.json": SITE,
      },
      { root: "docs" },
    ],
    [
      "a site counts more than a library that its framework builds",
      {
        ...PACKAGES,
        "apps/docs/package.json": SITE,
        "packages/ng/package.json": packageOf("@angular/cli", { build: "ng build" }, { peerDependencies: { a: "1" } }),
        "packages/ng/angular.json": "{}",
      },
      { root: ".", build: "npm run build" },
    ],
    [
      "its documentation script comes first",
      {
        "package.json": { workspaces: ["a"], scripts: { build: "pnpm -r build", "docs:build": "pnpm -C docs build" } },
        "docs/package.json": SITE,
      },
      { root: ".", build: "npm run docs:build" },
    ],
    [
      "a build that leads to the documentation makes what that needs",
      {
        "package.json": {
          workspaces: ["a"],
          scripts: { build: "yarn tsc && yarn docs:build", "docs:build": "yarn -C docs build" },
        },
        "docs/package.json": SITE,
      },
      { root: ".", build: "npm run build" },
    ],
  ])("%s", async (_, files, expected) => {
    expect(await plan(files)).toMatchObject(expected);
  });

  test("the package of a repository is installed for its documentation where .readthedocs.yaml says so", async () => {
    const files = { "docs/conf.py": "", "docs/requirements.txt": "sphinx", "pyproject.toml": "" };
    const said = "python:\n  install:\n    - method: pip\n      path: .\n";
    const install = async (more: Files): Promise<string | null> => (await plan({ ...files, ...more })).install;
    expect(await install({ ".readthedocs.yml": said })).toMatch(/ -r requirements\.txt \.\.$/);
    expect(await install({})).toMatch(/ -r requirements\.txt$/);
  });

  test("a site whose program is installed at the top is one, and what files for other hosts name is built", async () => {
    const files = {
      "package.json": packageOf("vite", { build: "yarn --cwd app build" }, { workspaces: ["app", "lib"] }),
      "app/package.json": { scripts: { build: "yarn app", app: "vite build" } },
      "app/index.html": "x",
      "lib/package.json": { scripts: { build: "vite build" }, exports: "./a.js" },
      "help/package.json": packageOf("@docusaurus/core", { build: "docusaurus build" }),
    };
    await expect(plan(files)).rejects.toMatchObject({ diagnostics: [{ file: "app" }, { file: "help" }] });
    const said = { ...files, "vercel.json": { outputDirectory: "app/dist" } };
    expect(await plan(said)).toMatchObject({
      root: ".",
      build: "npm run build",
      output: expect.arrayContaining(["app/dist"]),
    });
  });

  test("the files for other hosts beside the one site are followed", async () => {
    const planned = await plan({
      "docs/package.json": SITE,
      "docs/netlify.toml": '[build]\npublish = "www"\n[build.environment]\nNODE_VERSION = "22"',
    });
    expect(planned).toMatchObject({ root: "docs", output: expect.arrayContaining(["www"]) });
    expect(planned.tools).toContainEqual(expect.objectContaining({ program: "node" }));
    expect(planned.hostConfig?.notes).toContain('netlify.toml: output "www"');
  });

  test("the files for other hosts at the top say nothing of a site in a folder, unless they name its output", async () => {
    const redirects = [{ source: "/", destination: "/docs/" }];
    const files = { "README.md": "", "docs/index.html": "x" };
    const planned = await plan({ ...files, "vercel.json": { redirects } });
    expect(planned.hostConfig?.serving.redirects).toEqual([]);
    const named = await plan({
      "docs/package.json": SITE,
      "vercel.json": { redirects, outputDirectory: "docs/.vitepress/dist" },
    });
    expect(named.hostConfig?.serving.redirects).toHaveLength(1);
  });

  test("a Storybook at the top is built where it is asked for, or has only examples and pages beside it", async () => {
    const files = {
      "package.json": packageOf("storybook", { "build-storybook": "storybook build" }),
      ".storybook/main.ts": "",
      "examples/a/package.json": SITE,
      "pages/index.html": "x",
    };
    const expected = { root: ".", framework: "storybook" };
    expect(await plan(files)).toMatchObject(expected);
    const beside = { ...files, "docs/package.json": SITE, "www/package.json": SITE };
    expect(await plan(beside, { framework: "storybook" })).toMatchObject(expected);
    await expect(plan(beside)).rejects.toMatchObject({
      message: expect.stringMatching(
        /there is 'docs' \(vitepress\), 'www' .* The repository has a Storybook at its top/,
      ),
    });
  });

  test("several sites are listed, as text and as data", async () => {
    const planning = plan({
      ...PACKAGES,
      "apps/web/package.json": SITE,
      "docs/mkdocs.yml": "",
      "examples/a/index.html": "x",
    });
    await expect(planning).rejects.toMatchObject({
      code: "detect_failed",
      message:
        "Set 'rootDirectory', in greenroom.json or the settings of the site, to the folder of the site: there is 'docs' (mkdocs), 'apps/web' (vitepress). The repository holds packages, and no site at its top.",
      diagnostics: [
        {
          code: "site_found",
          level: "warning",
          file: "docs",
          message: "A mkdocs site.",
          hint: 'Set "rootDirectory": "docs".',
        },
        { file: "apps/web", hint: 'Set "rootDirectory": "apps/web".' },
      ],
    });
  });

  test("where greenroom.json names the folder, no setting is offered: the file has to be changed", async () => {
    const files = { "package.json": SITE, "web/a.md": "", "docs/mkdocs.yml": "" };
    const planning = plan(files, { rootDirectory: "web" }, true);
    await expect(planning).rejects.toMatchObject({
      message: expect.stringMatching(/^Set 'rootDirectory', in greenroom\.json, to the folder/),
      diagnostics: [
        { code: "site_elsewhere", file: ".", hint: 'Delete "rootDirectory" from greenroom.json.' },
        { code: "site_elsewhere", file: "docs", hint: 'Set "rootDirectory": "docs" in greenroom.json.' },
      ],
    });
  });

  test.each<[string, RegExp, Files, Manifest?]>([
    [
      "a workspace of Nx, whose pages are templates",
      /^Set 'buildCommand' to 'npx nx build' with the name of a project/,
      {
        "nx.json": "{}",
        "package.json": { private: true, scripts: { build: "nx build" } },
        "apps/cart/src/index.html": "<title>Cart</title><div id=root></div>",
      },
    ],
    [
      "a theme of Hugo",
      /^Set 'rootDirectory'.* there is 'exampleSite' \(hugo\)\. The repository is a Hugo theme/,
      { "theme.toml": "", "layouts/a.html": "", "exampleSite/hugo.toml": "" },
    ],
    [
      "a theme whose layouts are no site",
      /^Deploy a site that uses it: the repository is a Hugo theme/,
      { "theme.toml": "", "layouts/_default/index.html": "x" },
    ],
    [
      "a theme of Jekyll",
      /^Deploy a site that uses it: the repository is a Jekyll theme/,
      { "minima.gemspec": "", "_layouts/a.html": "", "_config.yml": "" },
    ],
    [
      "a library",
      /^Say how the site is built .* in greenroom\.json: the repository is a library/,
      { "package.json": { exports: "./a.js", scripts: { build: "tsup" } } },
    ],
    [
      "a package of styles that others load",
      /: the repository is a library/,
      { "package.json": { publishConfig: { tag: "next" }, main: "css/a.css", scripts: { build: "sass" } } },
    ],
    [
      "an empty one",
      /: the repository has neither an index\.html nor a package\.json at its top\.$/,
      { "README.md": "" },
    ],
    [
      "another folder",
      /there is 'docs' .* The folder 'a' has neither an index\.html nor a package\.json\.$/,
      { "index.html": "x", "a/x": "", "docs/package.json": SITE },
      { rootDirectory: "a" },
    ],
    [
      "a package that nothing builds",
      /there is '\.' \(static-html\)\. The folder 'a' has a package\.json without a 'build' script/,
      { "index.html": "x", "a/package.json": "{}" },
      { rootDirectory: "a" },
    ],
    [
      "pages among the sources of a package that nothing builds",
      /^Set 'buildCommand' to 'npx gulp build', or .* set 'rootDirectory' to 'src\/copy' .*: the repository has a package\.json without .*, and the page needs files that are not committed\.$/,
      { "package.json": {}, "gulpfile.js": "", "src/copy/index.html": '<script src="/js/main.js"></script>' },
    ],
    [
      "Zola",
      /^Build it in your CI job and upload its folder 'public' with 'prebuilt' .*: a Zola site is not built here/,
      { "config.toml": 'base_url = "/"', "content/a.md": "" },
    ],
    [
      "mdBook in a folder",
      /: the mdBook site in 'guide' is not built here/,
      { "Cargo.toml": "", "guide/book.toml": "" },
    ],
    [
      "Jupyter Book, whose configuration is called as that of Jekyll",
      /folder '_build\/html' .*: the Jupyter Book site in 'docs' is not built here/,
      { "docs/_config.yml": "title: x", "docs/_toc.yml": "format: jb-book", "docs/intro.md": "" },
    ],
    ["Jupyter Book 2", /: a Jupyter Book site is not built here/, { "myst.yml": "version: 1" }],
    [
      "a Python server, whose pages are templates",
      /^Upload pages with 'prebuilt' of the action, for a Python server does not run here: the repository has neither/,
      { "app.py": "", "templates/index.html": `<script src="{{ url_for('static', filename='a.js') }}"></script>Hi` },
    ],
    [
      "pages without a home page",
      /^Name the home page index\.html, as 'about\.html' may be: /,
      { "start.html": "x", "about.html": "x" },
    ],
    [
      "tasks of Grunt",
      /^Set 'buildCommand' to 'npx grunt build', or .* and 'output' to the folder that it writes, in greenroom\.json: /,
      { "package.json": {}, "Gruntfile.js": "" },
    ],
    ["tasks of Deno", /^Set 'buildCommand' to 'deno task build', or /, { "deno.jsonc": "{}", "about.html": "x" }],
    ["a program in Elm", /^Set 'buildCommand' to 'npx elm make src\/Main\.elm --output=site\//, { "elm.json": "{}" }],
    ["GitBook", /: a GitBook site is not built here/, { "book.json": "{}", "SUMMARY.md": "" }],
    ["Lume", /: a Lume site is not built here/, { "_config.ts": "" }],
  ])("it is said what it is: %s", async (_, message, files, manifest) => {
    await expect(plan(files, manifest)).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringMatching(message),
    });
  });

  test.each<[what: string, config: Readonly<Record<string, string>>, scripts: Readonly<Record<string, string>>]>([
    ["Next.js", { "next.config.ts": "export default {}" }, { build: "next build" }],
    ["Next.js", {}, { dev: "next" }],
    ["Next.js", {}, { build: "next build", export: "next build && next export" }],
    ["Next.js", { "vercel.json": '{"outputDirectory":"out"}' }, { build: "next build" }],
    ["SvelteKit", { "svelte.config.js": "import a from '@sveltejs/adapter-node'" }, { build: "vite build" }],
  ])("a server is said before any build where its settings say so: %s %j", async (what, config, scripts) => {
    const packages = { dependencies: what === "Next.js" ? { next: "^14.1.0" } : { "@sveltejs/kit": "2" } };
    await expect(plan({ "package.json": { scripts, ...packages }, ...config })).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringMatching(new RegExp(`^Set .*: a ${what} server is not hosted here\\.$`)),
    });
  });

  test.each<[what: string, config: Files, scripts?: Readonly<Record<string, string>> | undefined, manifest?: Manifest]>(
    [
      ["an export", { "next.config.js": "module.exports = { output: 'export' }" }],
      ["an export by a script", { "next.config.js": "{}" }, { build: "next build && next export" }],
      ["settings of another file", { "next.config.mjs": 'import a from "./a.mjs"' }],
      ["an output that is set", {}, undefined, { output: "www" }],
      ["a variable of a script", { "next.config.js": "{}" }, { build: "MODE=export next build" }],
      ["a folder of its own for another host", { "vercel.json": { outputDirectory: "www" } }],
    ],
  )("nothing is said of a server before the build with %s", async (_, config, scripts, manifest) => {
    const files = { "package.json": packageOf("next", scripts ?? { build: "next build" }), ...config };
    expect(await plan(files, manifest)).toMatchObject({ framework: "next-export" });
  });

  const EXPORT = { build: "next build", export: "next export" };

  test.each<[what: string, scripts: Readonly<Record<string, string>>, next: string, build: string, files?: Files]>([
    ["a script of its own follows the build", EXPORT, "^13.1.0", "npm run build && npm run export"],
    ["one that builds first runs alone", { ...EXPORT, export: "npm run build && next export" }, "12", "npm run export"],
    ["one that npm runs after the build is part of it", { ...EXPORT, postbuild: "next export" }, "12", "npm run build"],
    [
      "the version is that of the lockfile",
      EXPORT,
      "*",
      "npm run build && npm run export",
      { "package-lock.json": { packages: { "node_modules/next": { version: "12.3.4" } } } },
    ],
    ["an export by settings needs none", EXPORT, "^13.4.0", "npm run build", { "next.config.js": "{output:'export'}" }],
  ])("Next.js before its version 14 exports pages by a command: %s", async (_, scripts, next, build, files = {}) => {
    // As npm writes it.
    const texts = Object.entries(files).map(([name, text]) => [
      name,
      typeof text === "string" ? text : JSON.stringify(text, null, 2),
    ]);
    const made = await plan({ "package.json": { scripts, dependencies: { next } }, ...Object.fromEntries(texts) });
    expect(made).toMatchObject({ framework: "next-export", build });
  });

  test.each<[what: string, files: Files, expected: object]>([
    [
      "a lockfile is written first where none is committed",
      { "package.json": packageOf("vite", { build: "vite build" }), "index.html": "x" },
      {
        lock: expect.stringContaining("--package-lock-only"),
        install: "npm ci --prefer-offline --no-audit --no-fund",
        unlocked: "npm install --no-audit --no-fund",
        lockfile: "package-lock.json",
        ownScripts: [],
      },
    ],
    [
      "scripts of the site itself run after those of packages",
      {
        "package.json": packageOf("vite", { build: "vite build", prepare: "husky", prepublish: "a" }),
        "package-lock.json": "{}",
        "index.html": "x",
      },
      {
        lock: null,
        install: expect.stringMatching(/^npm ci .* --ignore-scripts && npm rebuild/),
        ownScripts: ["prepublish", "prepare"],
      },
    ],
    [
      "npm runs all itself where one of them runs before",
      {
        "package.json": packageOf("vite", { build: "vite build", preinstall: "a", prepare: "b" }),
        "package-lock.json": "{}",
        "index.html": "x",
      },
      { install: "npm ci --prefer-offline --no-audit --no-fund", ownScripts: [] },
    ],
    [
      "pnpm writes a lockfile first too",
      { "package.json": packageOf("vite", {}, { packageManager: "pnpm@10.0.0" }), "index.html": "x" },
      {
        lock: expect.stringMatching(/^pnpm install --lockfile --lockfile-only /),
        install: "pnpm install --lockfile --frozen-lockfile",
        unlocked: "pnpm install --no-frozen-lockfile",
        lockfile: "pnpm-lock.yaml",
      },
    ],
    [
      "and Yarn since its version 2",
      { "package.json": packageOf("vite", {}, { packageManager: "yarn@4.9.2" }), "index.html": "x" },
      { lock: expect.stringMatching(/ --mode=update-lockfile /), install: "yarn install --immutable" },
    ],
    [
      "but not beside scripts of the site, which they run themselves",
      { "package.json": packageOf("vite", { prepare: "b" }, { packageManager: "pnpm@10.0.0" }), "index.html": "x" },
      { install: "pnpm install --no-frozen-lockfile", lock: null, lockfile: null, ownScripts: [] },
    ],
    [
      "nor with Yarn 1, which installs what it writes a lockfile of",
      { "package.json": packageOf("vite", {}, { packageManager: "yarn@1.22.22" }), "index.html": "x" },
      { install: expect.stringMatching(/^yarn install --no-frozen-lockfile/), lock: null, lockfile: null },
    ],
  ])("what is installed depends on a lockfile alone: %s", async (_, files, expected) => {
    expect(await plan(files)).toMatchObject(expected);
  });

  test("a command that is set installs alone", async () => {
    const files = { "package.json": packageOf("vite", { prepare: "b" }), "index.html": "x" };
    expect(await plan(files, { installCommand: "make deps" })).toMatchObject({
      install: "make deps",
      unlocked: null,
      lock: null,
      lockfile: null,
      ownScripts: [],
    });
  });

  test("the search for sites ends in a tree of any size", async () => {
    const deep = Array.from({ length: 12 }, (_, depth) => [`${"a/".repeat(depth)}README.md`, ""] as const);
    const wide = Array.from({ length: 2_100 }, (_, index) => [`b${index}/README.md`, ""] as const);
    const files = Object.fromEntries([
      ...deep,
      ...wide,
      ["a/a/a/a/a/a/index.html", ""],
      ["node_modules/x/index.html", ""],
    ]);
    await expect(plan(files)).rejects.toMatchObject({ message: expect.not.stringContaining("there is") });
  });
});
