import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Starts the browser that npm alone brings; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // One renderer for each site, as people's browsers have; the single process of the package falls over with several pages.
    args: chromium.args.filter((arg) => arg !== "--single-process"),
    headless: true,
  });
}
