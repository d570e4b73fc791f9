import { join } from "node:path";
import type { Manifest } from "@greenroom/contract";
import { describe, expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readHostConfig } from "../../../packages/service/pipeline/source/host-config.ts";
import { planBuild } from "../../../packages/service/pipeline/steps/plan.ts";
import { findSites } from "../../../packages/service/pipeline/steps/sites.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("recognize");

type Files = Readonly<Record<string, string | object>>;
type Scripts = Readonly<Record<string, string>>;

/** Files, or a line with their names and what each says after an equals sign. A folder with a slash at its end is a VitePress site. */
type Given = string | Files;

function repositoryOf(given: Given): Files {
  const named = (line: string) => line.split(" ").map((word) => [word.split("=")[0], word.split(/=(.*)/)[1] ?? ""]);
  const files: Files = typeof given === "string" ? Object.fromEntries(given === "" ? [] : named(given)) : given;
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => (path.endsWith("/") ? [`${path}package.json`, SITE] : [path, text])),
  );
}

async function plan(given: Given, manifest: Manifest | null = null, rootIsInFile = false) {
  await using checkout = await openFolder(folderOf(repositoryOf(given)));
  const readContexts = () => Promise.resolve([]);
  const hostConfig = await readHostConfig(checkout, ["."], readContexts);
  return await planBuild(checkout, manifest, { hostConfig, readContexts, rootIsInFile });
}

const packageOf = (packages: string, scripts: Scripts, more: object = {}) => ({
  scripts,
  devDependencies: Object.fromEntries(packages.split(" ").map((name) => [name, "1"])),
  ...more,
});

const SITE = packageOf("vitepress", { build: "vitepress build" });
const WITH_DOCS = { build: "vite build", "docs:build": "vitepress build docs" };

const STORYBOOK = { "build-storybook": "storybook build" };

type Template = [
  framework: string,
  packages: string,
  scripts: Scripts,
  build: string,
  output: string,
  /** Other files, as a line. */
  files?: string,
  spa?: true,
];

const DOCS = "docs/.vuepress/dist,.vuepress/dist,src/.vuepress/dist";
const VITEPRESS = ".vitepress/dist,docs/.vitepress/dist";
const POSTCSS_HUGO = 'PATH="$PWD/node_modules/.bin:$PATH" hugo --baseURL /';

/** Scripts and packages of the official templates. */
const TEMPLATES: Template[] = [
  ["zensical", "", {}, "zensical build", "site", "zensical.toml docs/index.md"],
  ["angular", "@angular/core @angular/cli", { ng: "ng", build: "ng build" }, "npm run build", "", "angular.json", true],
  ["nuxt", "nuxt vue", { build: "nuxt build", generate: "nuxt generate" }, "npm run generate", ".output/public,dist"],
  ["nuxt", "nuxt", { build: "nuxt build" }, "npx --no-install nuxt generate", ".output/public,dist", "nuxt.config.ts"],
  ["vitepress", "vitepress", { "docs:build": "vitepress build docs" }, "npm run docs:build", VITEPRESS],
  ["vuepress", "vuepress @vuepress/theme-default", { "docs:build": "vuepress build docs" }, "npm run docs:build", DOCS],
  [
    "storybook",
    "storybook vite",
    { build: "tsc -b", ...STORYBOOK },
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
    const own = packages === "" ? {} : { "package.json": packageOf(packages, scripts) };
    const made = await plan({ ...own, ...repositoryOf(names ?? "") });
    expect({ ...made, output: made.output.join() }).toMatchObject({ framework, build, output, spa: spa === true });
  });

  test.each<[what: string, framework: string, packages: string, scripts: Scripts, files?: Given, more?: object]>([
    ["what the build runs last", "parcel", "@11ty/eleventy parcel", { build: "eleventy; parcel build _site/*.html" }],
    [
      "what that leads to",
      "astro",
      "astro vite",
      { build: "npm-run-all css a:*", "a:b": "astro --config a.mjs build" },
      "index.html=x",
    ],
    ["the site before its documentation", "vite", "vite vitepress", WITH_DOCS, "index.html=x"],
    ["the documentation of a library", "vitepress", "vite vitepress", WITH_DOCS, "", { exports: "./a.js" }],
    [
      "the page of a package that others load",
      "static-html",
      "rollup",
      { build: "rollup -c" },
      {
        "index.html":
          '<link rel=stylesheet href="demo.css?2"><script src="dist/a.js"></script><script src="//b.example/c.js">',
        "demo.css": "",
        "dist/a.js": "",
      },
      { main: "dist/a.js" },
    ],
    [
      "no page that waits for what a build makes",
      "custom",
      "rollup",
      { build: "rollup -c" },
      { "index.html": '<script src="dist/a.js"></script>' },
      { main: "dist/a.js" },
    ],
    ["no template", "custom", "webpack", { build: "webpack" }, "index.html=<main></main>", { main: "src/a.js" }],
    ["what a script builds a server with", "nuxt", "nuxt vue", { build: "nuxt build" }, "app.vue"],
    ["Remix by its own scripts", "remix", "@remix-run/dev vite", { build: "vite build && vite build --ssr" }],
    ["what a script for production builds", "custom", "brunch", { start: "brunch watch", prod: "brunch build -p" }],
    [
      "pages, of a build without end",
      "static-html",
      "sass",
      { build: "sass --watch scss:css" },
      "index.html=<h1>Hi</h1>",
    ],
    ["what npm runs after the build", "eleventy", "@11ty/eleventy", { build: "tsc", postbuild: "eleventy" }],
    ["no package that is only there for tests", "custom", "nuxt", { build: "webpack" }],
    ["a program over its helpers", "hugo", "autoprefixer", {}, 'config.toml=baseURL="/" content/a.md'],
    ["no file that is merely called config", "custom", "", { build: "x" }, "config.json={}"],
  ])("%s", async (_, framework, packages, scripts, files = "", more = {}) => {
    const own = { "package.json": packageOf(packages, scripts, more) };
    expect(await plan({ ...own, ...repositoryOf(files) })).toMatchObject({ framework });
  });

  test.each<[what: string, framework: string, files: Given]>([
    ["a generator of the home page", "jekyll", { "_config.yml": "", "index.html": "---\na: b\n---\n<h1>Hi</h1>" }],
    ["a page beside a file that generators read too", "static-html", "_config.yml index.html=<h1>Hi</h1>"],
    ["a page beside a file of Hugo", "static-html", "hugo.toml index.html=x"],
    ["a home page that is a link", "static-html", { "start.html": "x", "index.html -> start.html": "" }],
  ])("%s", async (_, framework, files) => {
    expect(await plan(files)).toMatchObject({ framework });
  });

  test.each([
    "hugo.toml",
    "hugo.yaml",
    "config.toml archetypes/default.md=---",
    "config/_default/hugo.toml content/a.md",
  ])("a Hugo site by %s, with links that hold on every host", async (files) => {
    const hugo = { framework: "hugo", install: null, build: "hugo --baseURL /", output: ["public"] };
    expect(await plan(files)).toMatchObject(hugo);
    const packaged = { ...repositoryOf(files), "package.json": packageOf("", { build: "hugo --minify" }) };
    expect(await plan(packaged)).toMatchObject({ build: "npm run build" });
  });

  test.each([
    ["docusaurus", "build"],
    ["astro", "dist"],
    ["eleventy", "_site"],
  ])("the example of %s, which no test of every run builds", async (framework, output) => {
    await using example = await openFolder(join(import.meta.dirname, "../../../examples", framework));
    const expected = { framework, build: "npm run build", output: expect.arrayContaining([output]) };
    expect(await planBuild(example, null)).toMatchObject(expected);
  });

  test("as the one that is asked for, where it is found", async () => {
    const both = { "package.json": packageOf("astro vite", { build: "x" }), "index.html": "x" };
    const made = async (framework: string) => (await plan(both, { framework })).framework;
    const asked = ["vite", "astro", "custom", "static-html", "hugo"];
    expect(await Promise.all(asked.map(made))).toEqual(["vite", "astro", "custom", "static-html", "custom"]);
  });
});

const WORKSPACE = { private: true, workspaces: ["packages/*", "apps/*"], scripts: { build: "turbo run build" } };
const LIBRARY = { exports: "./a.js", scripts: { build: "tsup" } };
const BUILT_AT_TOP = ". (custom): npm run build";

describe("where the top is no site,", () => {
  test.each<[what: string, files: Given, made: string, top?: object]>([
    ["the one site is built in its folder", "README.md website/", "website (vitepress): npm run build"],
    ["pages in a folder are served", "public/index.html=x", "public (static-html): null"],
    ["the documentation of a library is built", "docs/", "docs (vitepress): npm run build", LIBRARY],
    ["a site before examples", "site/ examples/a/ packages/a/index.html=x", "site (vitepress): npm run build"],
    ["a workspace is built by the script at the top that builds all", "apps/web/", BUILT_AT_TOP, WORKSPACE],
    [
      "a workspace is built by itself where that script does not",
      "apps/web/",
      "apps/web (vitepress): npm run build",
      { workspaces: ["apps/*"], scripts: { build: "tsc" } },
    ],
    [
      "a framework that nothing runs at the top of a workspace is there for its packages",
      "pnpm-workspace.yaml docs/",
      "docs (vitepress): pnpm run build",
      packageOf("vitepress", {}),
    ],
    [
      "a library for a framework is no site of it",
      { "docs/": "", "kit/package.json": packageOf("vitepress", {}, { exports: "." }) },
      "docs (vitepress): npm run build",
      {},
    ],
    [
      "pages among sources are served where they need nothing that is built",
      { "src/index.html": '<script src="a.js"></script>', "src/a.js": "" },
      "src (static-html): null",
      {},
    ],
    [
      "a page whose files a script at the top makes is built",
      { "docs/index.html": '<link rel=stylesheet href="./a.css"><script src="b.js"></script>', "docs/b.js": "" },
      BUILT_AT_TOP,
      { style: "out/a.css", scripts: { build: "gulp build" } },
    ],
    [
      "of a template and what was built of it, the latter is served",
      {
        "app/index.html": '<script src="/temp/a.js"></script>',
        "docs/index.html": '<script src="assets/a.js"></script>',
        "docs/assets/a.js": "",
      },
      "docs (static-html): null",
      {},
    ],
    ["so are the pages of GitHub Pages", "app/index.html=x docs/index.html=x", "docs (static-html): null", {}],
    [
      "a site comes before a Storybook beside it",
      {
        "packages/site/": "",
        "packages/ui/package.json": packageOf("storybook", STORYBOOK),
        "packages/ui/.storybook/main.ts": "",
      },
      "packages/site (vitepress): npm run build",
      { workspaces: ["packages/*"] },
    ],
    [
      "a script makes the styles that the page beside it lacks",
      { "index.html": "<link rel=stylesheet href=a.css>" },
      ". (custom): npm run css:prod",
      { scripts: { "watch:css": "a", "lint:css": "a", css: "tailwindcss -w", "css:prod": "tailwindcss -o a.css -m" } },
    ],
    [
      "and none where they are committed",
      { "index.html": "<link rel=stylesheet href=a.css>", "a.css": "" },
      ". (static-html): null",
      { scripts: { "build:css": "tailwindcss -o a.css" } },
    ],
    [
      "a site comes before the Storybook of a library at the top",
      ".storybook/main.ts docs/ examples/a/",
      "docs (vitepress): npm run build",
      packageOf("storybook", STORYBOOK, { exports: "./a.js" }),
    ],
    [
      "a site comes before a library that its framework builds",
      {
        "apps/docs/": "",
        "packages/ng/package.json": packageOf("@angular/cli", { build: "ng build" }, { peerDependencies: { a: "1" } }),
        "packages/ng/angular.json": "{}",
      },
      BUILT_AT_TOP,
      WORKSPACE,
    ],
    [
      "its documentation script comes first",
      "docs/",
      ". (custom): npm run docs:build",
      { workspaces: ["a"], scripts: { build: "pnpm -r build", "docs:build": "pnpm -C docs build" } },
    ],
    [
      "a build that leads to the documentation makes what that needs",
      "docs/",
      BUILT_AT_TOP,
      { workspaces: ["a"], scripts: { build: "yarn tsc && yarn docs:build", "docs:build": "yarn -C docs build" } },
    ],
  ])("%s", async (_, files, made, top) => {
    const { root, framework, build } = await plan({ ...(top && { "package.json": top }), ...repositoryOf(files) });
    expect(`${root} (${framework}): ${build}`).toBe(made);
  });

  test.each([
    '<link rel=stylesheet href="../css/a.css"><img src="../img/a%20b.png">',
    '<link rel=stylesheet href="/css/a.css">',
  ])(
    "a page that loads files from beside its folder, or from the top, is served with the whole repository: %s",
    async (page) => {
      const files = { "html/index.html": page, "css/a.css": "", "img/a b.png": "" };
      const redirects = [{ source: "/", destination: "/html/", status: 302 }];
      const expected = { root: ".", output: ["."], build: null, hostConfig: { serving: { redirects } } };
      expect(await plan(files)).toMatchObject(expected);
    },
  );

  test("the site of a workspace of pnpm without a lockfile is installed at its top", async () => {
    const files = { "package.json": {}, "pnpm-workspace.yaml": "packages: [apps/*]", "apps/web/": "" };
    const lock = expect.stringMatching(/^pnpm install --lockfile/);
    expect(await plan(files)).toMatchObject({ root: "apps/web", installRoot: ".", lock });
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
      "docs/": "",
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
    const named = await plan({ "docs/": "", "vercel.json": { redirects, outputDirectory: "docs/.vitepress/dist" } });
    expect(named.hostConfig?.serving.redirects).toHaveLength(1);
  });

  test("a Storybook at the top is built where it is asked for, or has only examples and pages beside it", async () => {
    const files = {
      "package.json": packageOf("storybook", STORYBOOK),
      ".storybook/main.ts": "",
      "examples/a/": "",
      "pages/index.html": "x",
    };
    const expected = { root: ".", framework: "storybook" };
    expect(await plan(files)).toMatchObject(expected);
    const beside = { ...files, "docs/": "", "www/": "" };
    expect(await plan(beside, { framework: "storybook" })).toMatchObject(expected);
    await expect(plan(beside)).rejects.toMatchObject({
      message: expect.stringMatching(
        /there is 'docs' \(vitepress\), 'www' .* The repository has a Storybook at its top/,
      ),
    });
  });

  test("several sites are listed, as text and as data", async () => {
    const files = { "apps/web/": "", "docs/mkdocs.yml": "", "examples/a/index.html": "x" };
    const planning = plan({ "package.json": WORKSPACE, ...files });
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

  test.each<[what: string, message: RegExp, files: Given, manifest?: Manifest]>([
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
      "theme.toml layouts/a.html exampleSite/hugo.toml",
    ],
    ["a theme with layouts", /^Deploy a site that uses it: .* a Hugo theme/, "theme.toml layouts/a/index.html=x"],
    ["a theme of Jekyll", /^Deploy a site that uses it: .* Jekyll theme/, "minima.gemspec _layouts/a.html _config.yml"],
    ["a library", /^Say how the site is built .* the repository is a library/, { "package.json": LIBRARY }],
    [
      "a package of styles that others load",
      /: the repository is a library/,
      { "package.json": { publishConfig: { tag: "next" }, main: "css/a.css", scripts: { build: "sass" } } },
    ],
    ["an empty one", /: the repository has neither an index\.html nor a package\.json at its top\.$/, "README.md"],
    [
      "a folder",
      /there is 'docs' .* The folder 'a' has neither an index/,
      "index.html=x a/x docs/",
      { rootDirectory: "a" },
    ],
    [
      "a package that nothing builds",
      /there is '\.' \(static-html\)\. The folder 'a' has a package\.json without a 'build' script/,
      "index.html=x a/package.json={}",
      { rootDirectory: "a" },
    ],
    [
      "pages among the sources of a package that nothing builds",
      /^Set 'buildCommand' to 'npx gulp build', or .* set 'rootDirectory' to 'src\/copy' .*: the repository has a package\.json without .*, and the page needs files that are not committed\.$/,
      { "package.json": {}, "gulpfile.js": "", "src/copy/index.html": '<script src="/js/main.js"></script>' },
    ],
    ["Zola", /^Build it .* its folder 'public' .*: a Zola site is not built/, 'config.toml=base_url="/" content/a.md'],
    ["mdBook in a folder", /: the mdBook site in 'guide' is not built here/, "Cargo.toml guide/book.toml"],
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
    ["a PHP server", /^Upload pages with 'prebuilt' of the action, for PHP does not run here: /, "index.php=x"],
    ["pages without a home page", /^Name the home page index\.html, as 'about/, "start.html=x about.html=x"],
    ["a home page in capitals", /^Name 'INDEX\.HTML' index\.html: /, "INDEX.HTML=x"],
    ["a home page with a short ending", /^Name 'index\.htm' index\.html: /, "index.htm=x"],
    ["a home page that is a link out of it", /: the repository has neither/, { "index.html -> /etc/passwd": "" }],
    [
      "tasks of Grunt",
      /^Set 'buildCommand' to 'npx grunt build', or .* and 'output' to the folder that it writes, in greenroom\.json: /,
      "package.json={} Gruntfile.js",
    ],
    ["tasks of Deno", /^Set 'buildCommand' to 'deno task build', or /, "deno.jsonc={} about.html=x"],
    ["a program in Elm", /^Set 'buildCommand' to 'npx elm make src\/Main\.elm --output=site\//, "elm.json={}"],
    ["GitBook", /: a GitBook site is not built here/, "book.json={} SUMMARY.md"],
    ["Lume", /: a Lume site is not built here/, "_config.ts"],
    ["a file that is merely called config", /: the repository has neither/, "config.json={}"],
    [
      "a package.json that is cut off",
      /^Correct package\.json, which is not a JSON object: [^\p{Cc}]*::error::x[^\p{Cc}]*$/u,
      { "package.json": '{\n"a":\n\u001b::error::x' },
    ],
    ["a package.json with a mistake", /^Correct package\.json, .*\(line 1 column 2\)\.$/, "package.json={,}"],
    ["a package.json that is a list", /^Correct package\.json, which is not a JSON object\.$/, "package.json=[]"],
    ["a package.json that is huge", /^Shorten package\.json/, { "package.json": " ".repeat(1024 * 1024 + 1) }],
    [
      "a package.json that is a link",
      /^Commit web\/package\.json itself, since a link or a folder .* is not read: /,
      { "other.json": "{}", "web/a.md": "x", "web/package.json -> ../other.json": "" },
      { rootDirectory: "web" },
    ],
  ])("it is said what it is: %s", async (_, message, files, manifest) => {
    await expect(plan(files, manifest)).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringMatching(message),
    });
  });

  test.each<[what: string, config: Files, scripts: Scripts]>([
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

  test.each<[what: string, config: Files, scripts?: Scripts | undefined, manifest?: Manifest]>([
    ["an export", { "next.config.js": "module.exports = { output: 'export' }" }],
    ["an export by a script", { "next.config.js": "{}" }, { build: "next build && next export" }],
    ["settings of another file", { "next.config.mjs": 'import a from "./a.mjs"' }],
    ["an output that is set", {}, undefined, { output: "www" }],
    ["a variable of a script", { "next.config.js": "{}" }, { build: "MODE=export next build" }],
    ["a folder of its own for another host", { "vercel.json": { outputDirectory: "www" } }],
  ])("nothing is said of a server before the build with %s", async (_, config, scripts, manifest) => {
    const files = { "package.json": packageOf("next", scripts ?? { build: "next build" }), ...config };
    expect(await plan(files, manifest)).toMatchObject({ framework: "next-export" });
  });

  const EXPORT = { build: "next build", export: "next export" };

  test.each<[what: string, scripts: Scripts, next: string, build: string, files?: Files]>([
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

  test.each<[what: string, says: string, scripts: Scripts, expected: object]>([
    [
      "a lockfile is written first where none is committed",
      "npm@11.0.0",
      { build: "vite build" },
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
      "package-lock.json",
      { build: "vite build", prepare: "husky", prepublish: "a" },
      {
        lock: null,
        install: expect.stringMatching(/^npm ci .* --ignore-scripts && npm rebuild/),
        ownScripts: ["prepublish", "prepare"],
      },
    ],
    [
      "npm runs all itself where one of them runs before",
      "package-lock.json",
      { build: "vite build", preinstall: "a", prepare: "b" },
      { install: "npm ci --prefer-offline --no-audit --no-fund", ownScripts: [] },
    ],
    [
      "pnpm writes a lockfile first too",
      "pnpm@10.0.0",
      {},
      {
        lock: expect.stringMatching(/^pnpm install --lockfile --lockfile-only /),
        install: "pnpm install --lockfile --frozen-lockfile",
        unlocked: "pnpm install --no-frozen-lockfile",
        lockfile: "pnpm-lock.yaml",
      },
    ],
    [
      "and Yarn since its version 2",
      "yarn@4.9.2",
      {},
      { lock: expect.stringMatching(/ --mode=update-lockfile /), install: "yarn install --immutable" },
    ],
    [
      "but not beside scripts of the site, which they run themselves",
      "pnpm@10.0.0",
      { prepare: "b" },
      { install: "pnpm install --no-frozen-lockfile", lock: null, lockfile: null, ownScripts: [] },
    ],
    [
      "nor with Yarn 1, which installs what it writes a lockfile of",
      "yarn@1.22.22",
      {},
      { install: expect.stringMatching(/^yarn install --no-frozen-lockfile/), lock: null, lockfile: null },
    ],
  ])("what is installed depends on a lockfile alone: %s", async (_, says, scripts, expected) => {
    const [more, files] = says.includes("@") ? [{ packageManager: says }, {}] : [{}, { [says]: "{}" }];
    const own = { "package.json": packageOf("vite", scripts, more), "index.html": "x" };
    expect(await plan({ ...own, ...files })).toMatchObject(expected);
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
    const deep = `${"a/".repeat(6)}index.html=x node_modules/x/index.html=x`;
    await expect(plan(deep)).rejects.toMatchObject({ message: expect.not.stringContaining("there is") });
    const wide = Array.from({ length: 20 }, (_, index) => `b${index}/`).join(" ");
    await using checkout = await openFolder(folderOf(repositoryOf(wide)));
    expect(await findSites(checkout, 10)).toHaveLength(9);
  });
});

describe("a package is built", () => {
  const files = { "package.json": packageOf("", { build: "x" }), "pnpm-lock.yaml": "" };

  test("with the package manager that installs it, and with npm where the manifest installs by itself or not at all", async () => {
    expect(await plan(files)).toMatchObject({ build: "pnpm run build" });
    for (const installCommand of [null, "make deps"]) {
      expect(await plan(files, { installCommand })).toMatchObject({ build: "npm run build" });
    }
  });

  test("also where its package.json has the mark that editors on Windows write", async () => {
    expect(await plan({ "package.json": '\ufeff{"scripts":{"build":"x"}}' })).toMatchObject({ build: "npm run build" });
  });

  test("never where an output without packages is served, whatever that holds", async () => {
    for (const output of ["data", "gone"]) {
      const made = await plan("data/a.json={}", { output, home: false });
      expect(made).toMatchObject({ install: null, build: null });
    }
    expect(await plan("data/a.json={}", { home: false })).toMatchObject({ install: null, output: ["."] });
  });
});

describe("the programs of a build", () => {
  const programs = async (given: Given, manifest: Manifest | null = null) =>
    (await plan(given, manifest)).tools.map(({ program }) => program);
  const locked = (packageJson: object): Files => ({ "package.json": packageJson, "pnpm-lock.yaml": "" });
  const BUILT = packageOf("", { build: "x" });

  test.each<[what: string, files: Given, manifest: Manifest | null, programs: readonly string[]]>([
    ["the Node.js of the manifest and what installs", locked(BUILT), { nodeVersion: "22" }, ["node", "pnpm"]],
    ["that of .nvmrc", { ...locked(BUILT), ".nvmrc": "22\n" }, { installCommand: "pnpm install" }, ["node", "pnpm"]],
    [
      "that of the package at the top",
      { ...locked({ engines: { node: "20" } }), "web/package.json": BUILT },
      { rootDirectory: "web" },
      ["node", "pnpm"],
    ],
    ["none for a site without steps", "index.html=x .nvmrc=22", null, []],
    ["no Hugo beside a package that brings it", hugoWith({ dependencies: { "hugo-bin": "0.150" } }), null, []],
    ["nor beside one for development", hugoWith({ devDependencies: { "hugo-bin": "0.150" } }), null, []],
  ])("are %s", async (_, files, manifest, expected) => {
    expect(await programs(files, manifest)).toEqual(expected);
  });

  test.each<[what: string, build: string, command: string | undefined, programs: readonly string[]]>([
    ["the build command", "x", "yarn prepare && yarn build", ["yarn"]],
    ["the script of that command", "pnpm run a", undefined, ["pnpm"]],
    ["no word of another command", "echo use yarn", undefined, []],
    ["what installs", "npm run a", undefined, []],
  ])("have the package manager that is called: %s", async (_, build, buildCommand, expected) => {
    const made = { "package.json": packageOf("", { build }), "package-lock.json": '{"lockfileVersion":3}' };
    expect(await programs(made, buildCommand === undefined ? null : { buildCommand })).toEqual(expected);
  });

  test.each<[what: string, reactScripts: string, engines: string, nvmrc: string, line: string]>([
    ["16 where the framework has webpack 4", "^4.0.3", "", "", "16"],
    ["that of the machine where it has a later one", "^5.0.0", "", "", ""],
    ["that of the machine where it may have a later one", ">=4", "", "", ""],
    ["16 where the package runs on it too", "4.0.0", ">=12", "", "16"],
    ["what the package says where it needs more", "4.0.0", ">=18 <19", "", "18"],
    ["what the package says where .nvmrc contradicts it", "5", ">=20 <21", "12", "20"],
    ["what .nvmrc says where both fit", "4.0.0", ">=12", "20", "20"],
  ])("have as Node.js %s", async (_, version, node, nvmrc, line) => {
    const scripts = { build: "react-scripts build" };
    const packageJson = { scripts, dependencies: { "react-scripts": version }, engines: { node } };
    const { tools } = await plan({ "package.json": packageJson, ...(nvmrc !== "" && { ".nvmrc": nvmrc }) });
    const range = tools.find(({ program }) => program === "node")?.range ?? "";
    expect(/\d+/.exec(range)?.[0] ?? "").toBe(line);
  });
});

function hugoWith(packageJson: object): Files {
  return { "hugo.toml": "", "content/a.md": "x", "package.json": { ...packageOf("postcss", {}), ...packageJson } };
}
