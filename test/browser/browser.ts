import { chmod } from "node:fs/promises";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** Connects to the browser of the test run, with contexts of its own; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(inject("browserUrl"));
}

/** @returns Path of the packed Chromium, which a service that is root runs with another user id. */
export async function packedChromium(): Promise<string> {
  const program = await packed.executablePath();
  await chmod(program, 0o755);
  return program;
}
