import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../folders.ts";
import { type CommandFixture, openFixture } from "./command.ts";

const blocks = [...readFileSync("docs/guides/client.md", "utf8").matchAll(/^```ts\n([^]*?)^```$/gm)].map(
  ([, code = ""]) => code,
);
const SURFACE = resolve("packages/client/index.ts");

let fixture: CommandFixture;
const folder = temporaryFolder("guide");

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  await fixture.close();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What each example prints against a service with one site, in the order of the guide. */
const PRINTS: readonly RegExp[] = [
  /^docs http:\/\/docs\.[^]*sites: 1 of unlimited/,
  /^$/,
  /^made dep_\w+[^]*is ready\npreview http:/,
  /^no such deployment\n$/,
  /^approve at http:\/\/127\.0\.0\.1:\d+\/app\/approvals\/apr_\w+\n$/,
];

describe("the examples of the guide", () => {
  it("hold to the types of the package", () => {
    blocks.forEach((code, index) => writeFileSync(join(folder, `example-${index}.ts`), code));
    const compilerOptions = {
      paths: { "@greenroom/client": [SURFACE] },
      typeRoots: [resolve("node_modules/@types")],
      rootDir: "/",
      noUnusedLocals: false,
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const config = { extends: resolve("tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const run = () =>
      execFileSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder, "--noEmit"], {
        stdio: "pipe",
        encoding: "utf8",
      });
    expect(run()).toBe("");
  });

  it.each(blocks.map((code, index) => [index, code] as const))("number %i does what it shows", async (index, code) => {
    const file = join(folder, `run-${index}.ts`);
    writeFileSync(file, code.replaceAll('"@greenroom/client"', JSON.stringify(SURFACE)));
    for (const [name, value] of Object.entries(fixture.env)) vi.stubEnv(name, value);
    const printed: string[] = [];
    vi.spyOn(console, "log").mockImplementation((...parts: unknown[]) => void printed.push(`${parts.join(" ")}\n`));
    await import(file);
    expect(process.exitCode).toBeUndefined();
    expect(printed.join("")).toMatch(PRINTS[index] ?? /never/);
  });
});
