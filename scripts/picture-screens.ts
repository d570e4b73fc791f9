import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { generate } from "otplib";
import type { Browser, Page } from "playwright-core";
import type { DemoUser, RunningService } from "../packages/testkit/service.ts";

const START_TIMEOUT_MS = 30_000;
const STEP_SECONDS = 30;

/** One deployment's way through the service, as far as it is known before a browser opens. */
export interface PictureContext {
  readonly service: RunningService;
  readonly siteId: string;
  /** The preview whose release waits for a decision. */
  readonly deploymentId: string;
  /** URL of the screen that decision is made on. */
  readonly approvalUrl: string;
}

export interface ScreenPicture {
  readonly name: string;
  readonly url: string;
  /** Text to wait for before it is taken. */
  readonly shows: string;
}

export function screenPictures({
  service,
  siteId,
  deploymentId,
  approvalUrl,
}: PictureContext): readonly ScreenPicture[] {
  const at = (path: string) => new URL(path, service.ready.webUrl).href;
  return [
    { name: "site", url: at(`/app/sites/${siteId}`), shows: "Releases" },
    { name: "deployment", url: at(`/app/deployments/${deploymentId}`), shows: "Compared with" },
    { name: "approval", url: approvalUrl, shows: "Approve release…" },
  ];
}

export function personOf({ ready }: RunningService, role: string, nth = 0): DemoUser {
  const person = ready.users.filter((one) => one.role === role)[nth];
  if (person === undefined) throw new Error(`The example workspace has no ${role}.`);
  return person;
}

/** @returns A page of a browser of their own. */
export async function openAs(browser: Browser, service: RunningService, person: DemoUser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(new URL("/app/signin", service.ready.webUrl).href);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The code of the step before, which still counts, leaves the present one for a decision.
  await page.getByLabel("Code").fill(await codeOf(person, -STEP_SECONDS));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  return page;
}

export async function request(page: Page, approvalUrl: string, person: DemoUser): Promise<void> {
  await page.goto(approvalUrl);
  await page.getByText("Request release…").click();
  await page
    .getByLabel("Code")
    .filter({ visible: true })
    .fill(await codeOf(person, 0));
  await page.getByRole("button", { name: "Request release", exact: true }).click();
  await page.getByText("You requested this release").waitFor();
}

export async function approve(page: Page, approvalUrl: string, person: DemoUser): Promise<void> {
  await page.goto(approvalUrl);
  await page.getByText("Approve release…").click();
  await page
    .getByLabel("Code")
    .filter({ visible: true })
    .fill(await codeOf(person, 0));
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("and live at").waitFor();
}

async function codeOf({ totpSecret }: DemoUser, aheadSeconds: number): Promise<string> {
  return generate({ secret: totpSecret, epoch: Math.floor(Date.now() / 1_000) + aheadSeconds });
}

/** Starts a service for the first time and hands over the link for its first owner, as it prints it. */
export async function onFirstStart(dataDirectory: string, use: (setupUrl: string) => Promise<void>): Promise<void> {
  const main = fileURLToPath(new URL("../packages/cli/main.ts", import.meta.url));
  const args = [main, "serve", "--dev", "--port", "0", "--data", join(dataDirectory, "first"), "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    const [line]: unknown[] = await Promise.race([
      once(createInterface({ input: child.stdout }), "line", { signal: AbortSignal.timeout(START_TIMEOUT_MS) }),
      gone.then(() => Promise.reject(new Error("The service ended before it was ready."))),
    ]);
    const setupUrl: unknown = Object.entries(JSON.parse(String(line))).find(([name]) => name === "setupUrl")?.[1];
    if (typeof setupUrl !== "string") throw new Error(`The first start printed no link: ${String(line)}`);
    await use(setupUrl);
  } finally {
    child.kill("SIGTERM");
    await gone;
  }
}
