import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createSandbox } from "../../packages/service/pipeline/sandbox/sandbox.ts";
import type { DeploymentRow } from "../../packages/service/store/engine/schema.ts";
import { openBuildFixture, type BuildFixture } from "../service/pipeline/build-fixture.ts";

/** Builds for real: in the sandbox where the machine has one, without where it has none. */
export async function openRealBuilds(concurrency: number): Promise<BuildFixture> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "greenroom-probe-"));
  const sandbox = createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: process.env });
  const unsafeNoSandbox = (await sandbox.unavailable()) !== undefined;
  rmSync(dataDirectory, { recursive: true });
  const fixture = await openBuildFixture({ concurrency, settings: { unsafeNoSandbox } });
  fixture.builds.start();
  return fixture;
}

/** Files of a folder as they are committed, without what a build or git left in it. */
export function readFolder(folder: string, below = ""): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name);
    if (/^(?:node_modules|dist|out|_site|\.next|\.astro|\.git)$/.test(name)) continue;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(files, readFolder(folder, path));
    else files[path] = readFileSync(join(folder, path));
  }
  return files;
}

/** Accepts a deployment of these files. @returns Its id. */
export async function deployFiles(fixture: BuildFixture, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const { url } = fixture.repository(files);
  return fixture.accept(await fixture.site(await fixture.workspace(), url));
}

/** Opens the home page of a deployment. The caller closes it. */
export async function openHome(browser: Browser, { port }: BuildFixture, row: DeploymentRow): Promise<OpenedHome> {
  // Slides ask to keep the screen on, which a browser without one denies.
  const page = await browser.newPage({ colorScheme: "light", permissions: ["screen-wake-lock"] });
  const problems: string[] = [];
  const home = new URL(`http://${row.preview_label}.preview.localhost:${port}/`);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("response", (response) => {
    const { host, pathname } = new URL(response.url());
    if (host === home.host && response.status() >= 400 && pathname !== "/favicon.ico") {
      problems.push(`${response.status()} ${pathname}`);
    }
  });
  await page.goto(home.href, { waitUntil: "load" });
  return { page, problems };
}

interface OpenedHome {
  readonly page: Page;
  /** Errors of its scripts, and own paths that were not served. */
  readonly problems: readonly string[];
}
