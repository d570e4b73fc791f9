import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** Connects to the browser of the test run, with contexts of its own; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(inject("browserUrl"));
}
