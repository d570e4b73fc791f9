import chromium from "@sparticuz/chromium";
import { type LaunchOptions, chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** WebSocket URL of the one browser of a test run. */
    browserUrl: string;
  }
}

/** Arguments of the package that would make the browser forgive what people's browsers do not, fall over, or emulate a GPU. */
const UNWANTED =
  /^--(?:disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|single-process|no-zygote|disable-features|disable-setuid-sandbox|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** How the browser that npm alone brings is started, as strict as people's browsers are. */
export async function browserOptions(): Promise<LaunchOptions> {
  return {
    executablePath: await chromium.executablePath(),
    // Each site has a process of its own, as in people's browsers: a preview that runs for ever stops no other page.
    args: [...chromium.args.filter((arg) => !UNWANTED.test(arg)), "--site-per-process", "--disable-gpu"],
    headless: true,
  };
}

/** Longest start of the browser, beside everything else that a run starts. */
const START_MS = 120_000;

/** Starts the browser that all test files of a run share. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await playwright.launchServer({ host: "127.0.0.1", timeout: START_MS, ...(await browserOptions()) });
  project.provide("browserUrl", server.wsEndpoint());
  return () => server.close();
}
