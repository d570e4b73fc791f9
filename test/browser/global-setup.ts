import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** WebSocket URL of the one browser of a test run. */
    browserUrl: string;
  }
}

/** Arguments of the package that would make the browser forgive what people's browsers do not, or fall over. */
const UNWANTED =
  /^--(?:disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|single-process|no-zygote|disable-features|disable-setuid-sandbox)/;

/** Starts the browser that npm alone brings, as strict as people's browsers are; all test files of a run share it. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await playwright.launchServer({
    host: "127.0.0.1",
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => !UNWANTED.test(arg)),
    headless: true,
  });
  project.provide("browserUrl", server.wsEndpoint());
  return () => server.close();
}
