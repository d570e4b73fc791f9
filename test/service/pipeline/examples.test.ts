import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../../src/service/pipeline/sandbox.ts";
import { openPlace, type Place } from "./place.ts";

const EXAMPLES = join(import.meta.dirname, "../../../examples");

/** Installing and building for real, on a machine that does other things. */
const BUILD_TIMEOUT_MS = 180_000;

const KINDS = [
  ["next-export", "next-export", "/_next/static/"],
  ["astro", "astro", "<h1"],
  ["eleventy", "eleventy", "<h1>Eleventy is on stage</h1>"],
  ["monorepo", "vite", "/assets/index-"],
  ["vite", "vite", "/assets/index-"],
  ["static-html", "static-html", "<h1"],
] as const;

let place: Place;
const deployments = new Map<string, string>();

beforeAll(async () => {
  place = await openPlace({ concurrency: 4 });
  const sandbox = createSandbox({
    unsafeNoSandbox: false,
    dataDirectory: join(place.folder, "probe"),
    environment: process.env,
  });
  // In the sandbox where the machine has one, bare where it has not: the sites must come out the same.
  if ((await sandbox.unavailable()) === undefined) {
    await place.close();
    place = await openPlace({ concurrency: 4, settings: { unsafeNoSandbox: false } });
  }
  place.builds.start();
  // All at once: much of an install is waiting.
  for (const [name] of KINDS) {
    const { url } = place.repository(readFolder(join(EXAMPLES, name)));
    deployments.set(name, await place.accept(await place.site(await place.workspace(), url)));
  }
});

afterAll(() => place.close());

function readFolder(folder: string, below = ""): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name);
    if (name === "node_modules") continue;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(files, readFolder(folder, path));
    else files[path] = readFileSync(join(folder, path));
  }
  return files;
}

describe("an example", () => {
  test.each(KINDS)(
    "%s becomes a preview of kind %s with its styles and scripts",
    async (name, framework, says) => {
      const id = deployments.get(name) ?? "";
      const row = await place.ended(id);
      const log = (await place.logLines(id)).slice(-20).join("\n");
      expect(row, log).toMatchObject({ status: "ready", framework });
      const label = row.preview_label ?? "";
      const page = await place.get(label, "/");
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.text).toContain(says);
      const linked = [...page.text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, path]) => path ?? "");
      for (const path of linked) {
        const asset = await place.get(label, path);
        expect([path, asset.status]).toEqual([path, 200]);
      }
    },
    BUILD_TIMEOUT_MS,
  );
});
