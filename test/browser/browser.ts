import { chmod } from "node:fs/promises";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { openControlGroups } from "../../packages/service/pipeline/sandbox/cgroup.ts";
import type { openBrowser as openReviewBrowser } from "../../packages/service/review/browser.ts";

/** Less than the limit of a test, so that a wait that fails says for what. */
const WAIT_MS = 110_000;

/** Connects to the browser of the test run, with contexts of its own; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject("browserUrl"));
  browser.on("context", (context) => context.setDefaultTimeout(WAIT_MS));
  return browser;
}

/** @returns Path of the packed Chromium, which a service that is root runs with another user id. */
export async function packedChromium(): Promise<string> {
  const program = await packed.executablePath();
  await chmod(program, 0o755);
  return program;
}

/** How the browser of a review is started outside a sandbox, with its files in a folder. */
export function unsandboxed(program: string, folder: string): Parameters<typeof openReviewBrowser>[0] {
  return { program, machine: undefined, groups: openControlGroups(), folder, path: process.env["PATH"] ?? "" };
}
