import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appendLog } from "../../packages/service/store/deployment-events.ts";
import { transition } from "../../packages/service/store/transition.ts";
import { newDeploymentId } from "../../packages/service/domain/ids.ts";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

// Pages wait for real builds, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

/** A build in the hands of a worker that is this test. */
async function startBuild(): Promise<string> {
  const { context, seed, siteId } = instance;
  const id = newDeploymentId();
  const at = new Date(context.clock.now()).toISOString();
  const far = "2099-01-01T00:00:00.000Z";
  const columns = { workspace_id: seed.workspaceId, site_id: siteId, environment: "preview", attempt: 1 } as const;
  const lease = { lease_owner: "test", lease_expires_at: far, status: "building" } as const;
  const counts = { last_event_seq: 0, log_lines: 0, log_bytes: 0 };
  await context.db
    .insertInto("deployments")
    .values({ id, ...columns, ...lease, ...counts, created_at: at, started_at: at })
    .execute();
  return id;
}

async function say(id: string, text: string): Promise<void> {
  const { db, events, clock } = instance.context;
  const at = new Date(clock.now()).toISOString();
  await appendLog(db, id, { batch: { stream: "build", lines: [{ at, text }] }, leaseOwner: "test", at });
  events.notify(id);
}

test("a log goes on by itself, each line once and as text, until the deployment ends", async () => {
  const id = await startBuild();
  await say(id, "first line");
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(instance, page, instance.person("Vik"));
  await page.goto(`${instance.baseUrl}/app/deployments/${id}`);
  await say(id, "\u001b[31msecond\u001b[0m <b>line</b>");
  await page.getByText("second <b>line</b>").waitFor();
  expect(await page.locator("#log .text").allInnerTexts()).toEqual(["first line", "second <b>line</b>"]);
  const { db, events, clock } = instance.context;
  const at = new Date(clock.now()).toISOString();
  const error = { code: "build_failed", message: "The build command ended with 1." };
  await db.transaction().execute((tx) => transition(tx, id, { from: "building", to: "failed", at, event: { error } }));
  events.notify(id);
  await page.getByText("The build command ended with 1.").waitFor();
  expect(await page.locator("#status").innerText()).toBe("failed");
  await context.close();
});

test("a log that is paused stays where it is, counts what came, and is not torn away by the end", async () => {
  const id = await startBuild();
  const many = Array.from({ length: 80 }, (_, index) => `line ${index}`);
  for (const text of many) await say(id, text);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(instance, page, instance.person("Vik"));
  await page.goto(`${instance.baseUrl}/app/deployments/${id}`);
  const below = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)";
  const bottom = async () => Number(await page.evaluate(`${below}(document.getElementById("log"))`));
  await page.getByText("line 79").waitFor();
  expect(await bottom()).toBeLessThan(2);
  await say(id, "one more");
  await page.getByText("one more").waitFor();
  expect(await bottom()).toBeLessThan(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await say(id, "while paused");
  await page.getByRole("button", { name: "Follow (1 new line)" }).waitFor();
  expect(await bottom()).toBeGreaterThan(10);
  expect(await page.locator("#log").getAttribute("aria-live")).toBe("off");
  await page.getByRole("button", { name: "Follow" }).click();
  expect(await bottom()).toBeLessThan(2);
  await page.evaluate("document.getElementById('log').scrollTo(0, 0)");
  await page.getByRole("button", { name: "Follow" }).waitFor();
  const { db, events, clock } = instance.context;
  const at = new Date(clock.now()).toISOString();
  await db.transaction().execute((tx) => transition(tx, id, { from: "building", to: "canceled", at, event: {} }));
  events.notify(id);
  await page.getByRole("button", { name: "Show how it ended" }).waitFor();
  expect(await page.locator("#status").innerText()).toBe("canceled");
  expect(await page.locator("#status .badge").getAttribute("class")).toBe("badge muted");
  expect(await page.evaluate("document.getElementById('log').scrollTop")).toBe(0);
  await context.close();
});
