import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { createSandbox } from "../../../packages/service/pipeline/sandbox/sandbox.ts";
import { temporaryFolder } from "../../folders.ts";
import { type BuildFixture, type FixtureOptions, openBuildFixture } from "./build-fixture.ts";

/** Makes folders with files, one after the other; what is no text is written as JSON, and `a -> b` is a link. */
export function folderMaker(name: string) {
  const parent = temporaryFolder(name);
  let made = 0;
  return (files: Readonly<Record<string, string | object>>): string => {
    const folder = join(parent, String((made += 1)));
    for (const [path, content] of Object.entries(files)) {
      const [at = "", target] = path.split(" -> ");
      mkdirSync(join(folder, dirname(at)), { recursive: true });
      if (target !== undefined) symlinkSync(target, join(folder, at));
      else writeFileSync(join(folder, at), typeof content === "string" ? content : JSON.stringify(content));
    }
    return folder;
  };
}

/** Why this machine cannot keep a build apart; undefined where it can. */
export async function whyNoSandbox(): Promise<string | undefined> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "greenroom-probe-"));
  try {
    return await createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: process.env }).unavailable();
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** For `describe.each`: none where this machine has no sandbox, in which nothing runs. */
export async function sandboxes(): Promise<readonly string[]> {
  return (await whyNoSandbox()) === undefined ? ["a sandbox"] : [];
}

export async function startBuilds(options: FixtureOptions = {}): Promise<BuildFixture> {
  const fixture = await openBuildFixture(options);
  fixture.builds.start();
  return fixture;
}

/** One for the tests of a whole file. */
export async function buildsOfFile(options: FixtureOptions = {}): Promise<BuildFixture> {
  const fixture = await startBuilds(options);
  afterAll(() => fixture.close());
  return fixture;
}
