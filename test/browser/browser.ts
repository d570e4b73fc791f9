import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Arguments of the package that would make the browser forgive what people's browsers do not, or fall over. */
const UNWANTED =
  /^--(?:disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|single-process|no-zygote|disable-features|disable-setuid-sandbox)/;

/** Starts the browser that npm alone brings, as strict as people's browsers are; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => !UNWANTED.test(arg)),
    headless: true,
  });
}
