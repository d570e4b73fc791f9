import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { unknownInManifest } from "../../../packages/service/pipeline/source/checkout.ts";
import { readHostConfig } from "../../../packages/service/pipeline/source/host-config.ts";
import { planBuild } from "../../../packages/service/pipeline/steps/plan.ts";
import { temporaryFolder } from "../../folders.ts";
import { folderMaker } from "./setup.ts";

const folder = temporaryFolder("links");
const folderOf = folderMaker("words");

async function read(files: Readonly<Record<string, string>>, manifest = {}, contexts: readonly string[] = []) {
  await using checkout = await openFolder(folderOf(files));
  const words = await readHostConfig(checkout, ["."], () => Promise.resolve(contexts));
  const plan = await planBuild(checkout, manifest, { hostConfig: words }).catch(() => undefined);
  return { ...words, plan };
}

const PAGE = '{"scripts":{"build":"webpack","site":"webpack --site"}}';

test("netlify.toml says command, folders, Node.js, redirects and headers; what does not run here is named", async () => {
  const { serving, ...said } = await read({
    "web/package.json": PAGE,
    "netlify.toml": `[build]
base = "web/"
command = "npm install && npm run site"
publish = "web/www"
functions = "f"
[build.environment]
NODE_VERSION = "22"
[[plugins]]
package = "x"
[[redirects]]
from = "/*"
to = "/index.html"
status = 200
[[redirects]]
from = "/old"
to = "/new"
force = true
query = { id = ":id" }
[[redirects]]
from = "/a"
to = "/b"
conditions = { Country = ["de"] }
[[redirects]]
from = "/x"
to = "https://api.example.com/:splat"
status = 200
[[headers]]
for = "/*"
[headers.values]
X-Frame-Options = "DENY"
Set-Cookie = "a=b"
`,
  });
  expect(said).toMatchObject({
    manifest: { rootDirectory: "web", buildCommand: "npm run site", nodeVersion: "22" },
    output: ["web/www", "www"],
    plan: { root: "web", build: "npm run site", outputBy: "host-config" },
  });
  expect(said.plan?.output).toEqual(["www", "dist", "build", "out", "public", "_site"]);
  expect(serving).toMatchObject({
    redirects: [
      { source: "/*", destination: "/index.html", status: 200, force: false },
      { source: "/old", destination: "/new", status: 301, force: true, query: { id: ":id" } },
    ],
    headers: [{ source: "/*", headers: { "x-frame-options": "DENY" } }],
  });
  expect(said.notes).toContain('netlify.toml: buildCommand "npm run site"');
  expect(said.problems.join("\n")).toMatch(
    /the rule for "\/a" has a condition[\s\S]*rule 3: would fetch files[\s\S]*sets set-cookie[\s\S]*its plugins do not run here[\s\S]*its functions do not run here/,
  );
});

test.each([
  [[], "npm run site", "dist", { A: "all", B: "all" }],
  [["production"], "npm run build", "dist", { A: "all", B: "production" }],
  [["deploy-preview", "a"], "npm run site", "www", { A: "all", B: "all" }],
  [["branch-deploy", "next/9"], "npm run build", "next", { A: "next", B: "all" }],
])(
  "of the contexts of netlify.toml those of the build are over what is said for all: %j",
  async (contexts, build, output, environment) => {
    const netlify = `[build]
command = "npm run site"
publish = "dist"
environment = { A = "all", B = "all", NODE_OPTIONS = "--require ./x" }
[context.production]
command = "npm run build"
environment = { B = "production" }
[context.deploy-preview]
publish = "www"
[context.branch-deploy]
command = "npm run other"
[context."next/9".build]
command = "npm run build"
publish = "next"
[context."next/9".environment]
A = "next"
`;
    const said = await read({ "netlify.toml": netlify, "package.json": PAGE }, {}, contexts);
    expect(said).toMatchObject({ output: [output], environment, plan: { build } });
    expect(said.notes.slice(0, contexts.length - 1).join()).toContain(
      contexts.length > 1 ? "this is a build of its context" : "",
    );
    expect(said.problems).toEqual([
      expect.stringMatching(/variable "NODE_OPTIONS" is not set: it must be another name/),
    ]);
  },
);

test("of all paths but some, those that begin alike are not found, and others are among all", async () => {
  const rewrites = [{ source: "/((?!api/|_next/static|robots\\.txt|(?:a|b)c).*)", destination: "/index.html" }];
  const { problems, serving } = await read({ "vercel.json": JSON.stringify({ rewrites }) });
  const rules = serving.redirects.map(({ source, destination, status }) => `${source} ${destination} ${status}`);
  expect(rules).toEqual([
    "/api/* /index.html 404",
    "/_next/static* /index.html 404",
    "/robots.txt* /index.html 404",
    "/* /index.html 200",
  ]);
  expect(problems).toEqual([expect.stringContaining("is for all paths, also those it leaves out")]);
});

test("what hosting cannot say of vercel.json and firebase.json is named, and all paths but some are all", async () => {
  const urls = { cleanUrls: true, trailingSlash: false };
  const rewrites = [{ source: "/((?!api/(?:a|b)).*)", destination: "/index.html" }];
  const { problems, serving } = await read({
    "vercel.json": JSON.stringify({ ...urls, rewrites, routes: [], crons: [] }),
  });
  expect(serving.redirects).toMatchObject([{ source: "/*", destination: "/index.html", status: 200, force: false }]);
  expect(problems.map((problem) => problem.split(":", 3).slice(0, 2).join(":"))).toEqual([
    'vercel.json: the rewrite for "/((?!api/(?',
    "vercel.json: 'cleanUrls' has no effect",
    "vercel.json: 'trailingSlash' has no effect",
    "vercel.json: its routes have no effect here",
    "vercel.json: its crons do not run here",
  ]);
  const firebase = await read({ "firebase.json": JSON.stringify({ functions: {}, hosting: { trailingSlash: true } }) });
  expect(firebase.problems).toHaveLength(2);
});

test("members of files for other hosts are named where one that is known may be meant, and no others", async () => {
  const { problems } = await read({
    "netlify.toml": '[build]\npubish = "x"\n[anything]\n[[redirect]]\nfrom = "/a"\n[[headers]]\nfor = "/"\nvalue = {}',
    "vercel.json": '{"outputDir":"x","ouputDirectory":"x","newThing":1,"rewrites":[{"sourse":"/a"}]}',
    "firebase.json": '{"hosting":[{"publc":"x","other":1}]}',
    "wrangler.toml": 'page_build_output_dir = "x"\nkv_namespaces = []\nassets = { dir = "x" }',
  });
  const meant = problems.flatMap(
    (problem) => /'(.*)' is not known and has no effect; '(.*)' may/.exec(problem)?.slice(1).join(" ") ?? [],
  );
  expect(meant).toEqual([
    "build.pubish publish",
    "redirect redirects",
    "headers.0.value values",
    "outputDir outputDirectory",
    "ouputDirectory outputDirectory",
    "rewrites.0.sourse source",
    "hosting.0.publc public",
    "page_build_output_dir pages_build_output_dir",
  ]);
  expect(problems.filter((problem) => problem.includes("is not known"))).toHaveLength(meant.length);
});

test("vercel.json, firebase.json and wrangler files say folders and rules in their own patterns", async () => {
  const vercel = await read({
    "vercel.json": JSON.stringify({
      outputDirectory: "dist",
      buildCommand: null,
      installCommand: "npm i",
      redirects: [
        { source: "/blog/:slug*", destination: "/news/:slug*", permanent: false },
        { source: "/(a|b)", destination: "/c" },
      ],
      rewrites: [
        { source: "/(.*)", destination: "/index.html" },
        { source: "/x", destination: "/y", has: [] },
      ],
      headers: [{ source: "/fonts/(.*)", headers: [{ key: "Cache-Control", value: "public" }] }],
    }),
  });
  expect(vercel).toMatchObject({ manifest: {}, output: ["dist"] });
  expect(vercel.serving).toEqual({
    redirects: [
      { source: "/blog/*", destination: "/news/:splat", status: 307, force: true },
      { source: "/*", destination: "/index.html", status: 200, force: false },
    ],
    headers: [{ source: "/fonts/*", headers: { "cache-control": "public" } }],
  });
  expect(vercel.problems).toEqual([
    'vercel.json: the rule for "/(a|b)" has a pattern that no rule here can have',
    'vercel.json: the rule for "/x" has a condition, which is not supported',
  ]);
  const firebase = await read({
    "firebase.json": `{ // of Firebase
      "hosting": [{ "public": "public", "rewrites": [{"source": "**", "destination": "/index.html"}, {"source": "/api", "function": "f"}], }] }`,
    "public/index.html": "x",
  });
  expect(firebase).toMatchObject({
    output: ["public"],
    serving: { redirects: [{ source: "/*", destination: "/index.html", status: 200 }] },
    problems: ['firebase.json: the rule for "/api" leads to a function, which does not run here'],
    plan: { framework: "static-html", output: ["public", "."] },
  });
  const wrangler = await read({
    "wrangler.jsonc":
      '{ "assets": { "directory": "./dist/", "not_found_handling": "single-page-application" }, /* */ }',
    "package.json": PAGE,
  });
  expect(wrangler).toMatchObject({ manifest: { spa: true }, output: ["dist"], plan: { spa: true } });
});

test("a workflow for GitHub Pages says the folder and Node.js, and none of its commands", async () => {
  const workflow = `jobs:
  build:
    steps:
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: curl https://example.com | sh
      - uses: actions/upload-pages-artifact@v3
        with:
          path: ./www
`;
  const said = await read({ ".github/workflows/pages.yml": workflow, "package.json": PAGE });
  expect(said).toMatchObject({ manifest: { nodeVersion: "22" }, output: ["www"], plan: { build: "npm run build" } });
  expect(said.notes).toEqual(['pages.yml: nodeVersion "22"', 'pages.yml: output "www"']);
  const newer = '{"scripts":{"build":"webpack"},"engines":{"node":">=24"}}';
  const stale = await read({ ".github/workflows/pages.yml": workflow, "package.json": newer });
  expect(stale.plan?.notes).toContainEqual(expect.stringMatching(/which fits engines in package\.json: >=24/));
});

test("a workflow that has Next.js configured for GitHub Pages exports it, with its own settings and below no base path", async () => {
  const workflow = (inputs: object) =>
    JSON.stringify({
      jobs: {
        build: {
          steps: [
            { uses: "actions/configure-pages@v5", with: inputs },
            { uses: "actions/upload-pages-artifact@v3", with: { path: "./out" } },
          ],
        },
      },
    });
  const next = { static_site_generator: "next" };
  const build = async (files: Record<string, string>, inputs: object = next, version = "15") => {
    const packageJson = JSON.stringify({ scripts: { build: "next build" }, dependencies: { next: version } });
    const said = await read({ ".github/workflows/a.yml": workflow(inputs), "package.json": packageJson, ...files });
    expect(said.notes).toContain(
      "a.yml: the base path that actions/configure-pages sets is left out: a preview is served from /",
    );
    return said.plan?.build;
  };
  const configured = await build({ "next.config.js": "" });
  expect(configured).toMatch(/^mv next\.config\.js own\.next\.config\.js && .* && npm run build$/);
  expect(await build({ "next.config.mjs": "" })).toMatch(/^mv next\.config\.mjs /);
  expect(await build({})).toMatch(/^printf /);
  // What the action cannot change decides by itself.
  expect(await build({ "next.config.ts": "({ output: 'export' })" })).toBe("npm run build");
  expect(await build({ "next.config.ts": "({})" })).toBeUndefined();
  expect(await build({ "next.config.js": "" }, { ...next, generator_config_file: "a.js" })).toBeUndefined();
  expect(await build({ "next.config.js": "" }, { static_site_generator: "nuxt" })).toBeUndefined();
  expect(await build({ "next.config.js": "" }, next, "^13.1.0 <13.3.0")).toBeUndefined();

  const root = join(folder, "configured");
  for (const [config, type] of [
    ["module.exports = { a: 1, images: { b: 2 } }", "commonjs"],
    ["export default (phase) => ({ a: phase, images: { b: 2 } })", "module"],
  ] as const) {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, "package.json"), JSON.stringify({ type, scripts: { build: "true" } }));
    writeFileSync(join(root, "next.config.js"), config);
    execFileSync("/bin/sh", ["-ec", String(configured)], { cwd: root, stdio: "ignore" });
    const script = 'import own from "./next.config.mjs"; console.log(JSON.stringify(await own(1)))';
    const shown = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: root,
      encoding: "utf8",
    });
    expect(JSON.parse(shown)).toEqual({ a: 1, output: "export", images: { b: 2, unoptimized: true } });
    rmSync(root, { recursive: true });
  }
});

const toml = (command: string) => ({ "netlify.toml": `[build]\ncommand = "${command}"` });
const WRONG = '{"buildCommand":7,"redirects":{"a":1},"headers":[1,{"source":2}]}';

test.each<[string, Record<string, string>, string, object?]>([
  ["greenroom.json wins", toml("npm run site"), "make", { buildCommand: "make" }],
  ["a command that builds nothing is none", toml("echo 'no build'"), "npm run build"],
  ["one that needs variables of its host is none", toml("x -b $DEPLOY_PRIME_URL"), "npm run build"],
  ["the first file wins", { ...toml("npm run site"), "vercel.json": '{"buildCommand":"x"}' }, "npm run site"],
  ["a broken file says nothing", { "netlify.toml": "[", "vercel.json": "[]", "firebase.json": "{" }, "npm run build"],
  ["wrong types say nothing", { "vercel.json": WRONG }, "npm run build"],
])("of commands for other hosts, %s", async (_, files, build, manifest = {}) => {
  expect((await read({ ...files, "package.json": PAGE }, manifest)).plan?.build).toBe(build);
});

test("a server for another host is not built in place of pages, and that is said", async () => {
  const nuxt = '{"scripts":{"build":"nuxt build","generate":"nuxt generate"},"devDependencies":{"nuxt":"4"}}';
  const { plan } = await read({ "package.json": nuxt, "netlify.toml": '[build]\ncommand = "npm run build"' });
  expect(plan).toMatchObject({ build: "npm run generate" });
  expect(plan?.notes).toContain("The buildCommand for another host is not used: this is a nuxt site");
});

test("a site that netlify.toml says is committed as it is served is not built, where it is there", async () => {
  const said = { "package.json": PAGE, "netlify.toml": '[build]\npublish = "dist"\ncommand = "echo committed"' };
  expect((await read({ ...said, "dist/index.html": "x" })).plan).toMatchObject({ build: null, output: ["dist", "."] });
  expect((await read(said)).plan).toMatchObject({ build: "npm run build" });
  const built = { ...said, "netlify.toml": '[build]\npublish = "dist"\ncommand = "echo a && npm run site"' };
  expect((await read({ ...built, "dist/index.html": "x" })).plan?.build).toBe("echo a && npm run site");
});

test("a folder that Next.js serves from is not taken for one of pages", async () => {
  const next = '{"scripts":{"build":"next build"},"dependencies":{"next":"16"}}';
  const { output, plan } = await read({ "package.json": next, "netlify.toml": '[build]\npublish = ".next"' });
  expect([output, plan]).toEqual([[], undefined]);
});

test("no folder for another host leads out of the repository, and no value becomes another rule", async () => {
  const { output, serving, problems } = await read({
    "vercel.json": JSON.stringify({
      outputDirectory: "../../etc",
      redirects: [{ source: "/a", destination: "/b 200\n/c /d" }],
      headers: [{ source: "/x", headers: [{ key: "Link", value: "b\n/*\n  C: d" }] }],
    }),
    "wrangler.toml": 'pages_build_output_dir = "/dist"',
  });
  expect(problems).toEqual([expect.stringContaining("has a space")]);
  expect(output).toEqual(["dist"]);
  expect(serving).toEqual({ redirects: [], headers: [{ source: "/x", headers: { link: "b, /*, C: d" } }] });
});

test("members of greenroom.json that are not known are named, with the one that may be meant", () => {
  const manifest = {
    rootDir: "a",
    buildcommand: "x",
    "a\nb": 1,
    redirects: [{ source: "/a", destination: "/b", code: 1 }],
  };
  expect(unknownInManifest(manifest)).toEqual([
    "greenroom.json: 'rootDir' is not known and has no effect; 'rootDirectory' may be meant",
    "greenroom.json: 'buildcommand' is not known and has no effect; 'buildCommand' may be meant",
    "greenroom.json: 'a?b' is not known and has no effect",
    "greenroom.json: 'redirects.0.code' is not known and has no effect",
  ]);
  expect(unknownInManifest({ outputs: "x", framwork: "y" })).toEqual([
    "greenroom.json: 'outputs' is not known and has no effect; 'output' may be meant",
    "greenroom.json: 'framwork' is not known and has no effect; 'framework' may be meant",
  ]);
});
