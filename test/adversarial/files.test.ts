import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { referencesIn } from "../../packages/service/domain/references.ts";
import { openFolder } from "../../packages/service/pipeline/output/tree.ts";
import { readHostConfig } from "../../packages/service/pipeline/source/host-config.ts";
import { planBuild } from "../../packages/service/pipeline/steps/plan.ts";

const folder = mkdtempSync(join(tmpdir(), "greenroom-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Beside it, all else of the service waits. Reading that takes the square of a length takes minutes. */
const AT_ONCE = { timeout: 15_000 };

const CHARS = 250_000;
const WORKFLOW = ".github/workflows/pages.yml";
const upload = (path: string): string =>
  JSON.stringify({ jobs: { a: { steps: [{ uses: "actions/upload-pages-artifact@v3", with: { path } }] } } });
const packageJson = (packages: string, scripts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ scripts, dependencies: { [packages]: "1" } });

const FILES: readonly (readonly [what: string, file: string, text: string])[] = [
  ["lines before a context", "netlify.toml", "\n".repeat(CHARS)],
  ["keys of a workflow", WORKFLOW, Array.from({ length: CHARS / 8 }, (_, index) => `k${index}: 1`).join("\n")],
  ["slashes in a folder", WORKFLOW, upload(`a${"/".repeat(CHARS)}b`)],
  ["spaces in a header", "vercel.json", vercel({ headers: [{ key: "x-a", value: `a${" ".repeat(CHARS)}b` }] })],
  ["paths that a rewrite leaves out", "vercel.json", vercel({ source: `/((?!${"a|".repeat(CHARS / 2)}b).*)` })],
  [
    "a script that builds again and again",
    "package.json",
    packageJson("nuxt", { build: "nuxt build ".repeat(90_000) }),
  ],
  [
    "a script that serves at its end",
    "package.json",
    packageJson("@11ty/eleventy", { build: `${"eleventy ".repeat(110_000)}--serve` }),
  ],
  ["scripts that call each other", "package.json", packageJson("astro", chain(30_000))],
];

function vercel({
  source = "/(.*)",
  headers = [],
}: {
  readonly source?: string;
  readonly headers?: readonly object[];
}) {
  return JSON.stringify({ rewrites: [{ source, destination: "/" }], headers: [{ source: "/(.*)", headers }] });
}

function chain(length: number): Readonly<Record<string, string>> {
  const scripts = Array.from({ length }, (_, index) => [`s${index}`, `npm run s${index + 1}`]);
  return { [`s${length}`]: "astro build", ...Object.fromEntries(scripts), build: "npm run s0" };
}

describe("a repository with many", () => {
  test.each(FILES)("%s is read at once", AT_ONCE, async (_, file, text) => {
    const root = mkdtempSync(join(folder, "repository-"));
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
    await using checkout = await openFolder(root);
    const config = await readHostConfig(checkout, ["."], () => Promise.resolve([]));
    const plan = await planBuild(checkout, {}, { hostConfig: config }).catch((error: unknown) => error);
    expect(plan).toBeDefined();
  });
});

test.each([
  ["comments that do not end", "/* "],
  ["addresses that do not end", "url("],
])("a style with many %s is read at once", AT_ONCE, (_, part) => {
  expect(referencesIn("a.css", `@import "b.css";${part.repeat(1024 ** 2 / part.length)}`).files).toEqual(["b.css"]);
});
