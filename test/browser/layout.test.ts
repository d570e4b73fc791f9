import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openBrowser } from "./browser.ts";
import { type EveryScreen, everyScreen } from "./every-screen.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

/** As long as the interface lets names be, without a space to break at. */
const LONG = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);

/** A script that runs the other way, as long, and not broken either. */
const RIGHT_TO_LEFT = "مرحبا".repeat(40);

/** A small phone, a phone, a laptop of 1280 at 200 % zoom, a laptop. */
const WIDTHS = [320, 360, 640, 1280] as const;

/** Runs in the page: what sticks out of it on either side, or is laid over the bar. */
const STRAY = `(() => {
  const width = document.documentElement.clientWidth;
  const stray = [...document.querySelectorAll("a, button, input, select, textarea, h1, h2, td, dd, summary, .badge")]
    .filter((element) => element.checkVisibility() && !element.matches(".skip, .hidden"))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -0.5 || right > width + 0.5;
    });
  return { overflow: document.documentElement.scrollWidth - width, stray: stray.map((element) => element.outerHTML.slice(0, 90)) };
})()`;

const Stray = z.object({ overflow: z.number(), stray: z.array(z.string()) });

// Pages wait for real builds, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
let instance: Instance;
let every: EveryScreen;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance({ siteName: LONG })]);
  every = await everyScreen(instance, `feature/${"x".repeat(190)}`);
  context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  page = await context.newPage();
  await signIn(instance, page, instance.person("Noor"));
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

async function rename({ people, things }: { readonly people: string; readonly things: string }): Promise<void> {
  const { db } = instance.context;
  await db.updateTable("users").set({ name: people }).execute();
  await db.updateTable("workspaces").set({ name: people }).execute();
  await db.updateTable("tokens").set({ name: things }).execute();
  await db.updateTable("sites").set({ name: things }).execute();
  await db.updateTable("deployments").set({ framework: things, branch: things }).execute();
  const request = { requested_by_name: people, branch: things, reason: people };
  await db.updateTable("approval_requests").set(request).execute();
}

/** The person is in two workspaces, so that the bar is as full as it gets. */
async function joinOther(): Promise<void> {
  const { context, seed } = instance;
  const noor = instance.person("Noor").email;
  const { id } = await context.db.selectFrom("users").select("id").where("email", "=", noor).executeTakeFirstOrThrow();
  const both = { workspace_id: seed.other.workspaceId, user_id: id, role: "viewer" as const };
  await context.db
    .insertInto("memberships")
    .values({ ...both, created_at: "2026-01-01T00:00:00.000Z", removed_at: null })
    .execute();
}

async function strayOn(paths: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const path of paths) {
    await page.goto(instance.baseUrl + path, { waitUntil: "domcontentloaded" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const { overflow, stray } = Stray.parse(await page.evaluate(STRAY));
      if (overflow > 0 || stray.length > 0) found.push({ path, width, overflow, stray });
    }
  }
  return found;
}

describe("every screen fits a phone, 200 % zoom and a laptop", () => {
  test("with names of 200 characters without a space, of people who write from right to left", async () => {
    await joinOther();
    await rename({ people: RIGHT_TO_LEFT, things: LONG });
    expect(await strayOn(every.member)).toEqual([]);
  });

  test("with things named from right to left, of people with names of 200 characters", async () => {
    await rename({ people: LONG, things: RIGHT_TO_LEFT });
    const [site, deployment, request] = ["sites", "deployments", "approvals"].map((kind) =>
      every.member.find((path) => path.startsWith(`/app/${kind}/`)),
    );
    expect(await strayOn([site ?? "", deployment ?? "", request ?? "", "/app/members"])).toEqual([]);
  });

  test("for somebody who is not signed in", async () => {
    await page.context().clearCookies();
    expect(await strayOn(every.visitor)).toEqual([]);
  });
});

test("a notice on a preview's host is readable on a phone and in the dark, and says where to go", async () => {
  const address = instance.baseUrl.replace("localhost", "nothing.preview.localhost");
  const phone = await browser.newContext({
    colorScheme: "dark",
    viewport: { width: 360, height: 740 },
    isMobile: true,
  });
  const visited = await phone.newPage();
  const refused: string[] = [];
  visited.on("console", (message) => refused.push(message.text()));
  const answer = await visited.goto(address);
  expect(answer?.status()).toBe(404);
  expect(await visited.innerText("p")).toContain("comment on the pull request");
  // Without the width of the device, a phone would show it as a desk's page seen from afar.
  expect(await visited.evaluate("innerWidth")).toBe(360);
  expect(await visited.evaluate("getComputedStyle(document.body).paddingLeft")).toBe("21.25px");
  expect(await visited.evaluate("getComputedStyle(document.body).color")).toBe("rgb(255, 255, 255)");
  expect(refused.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  await phone.close();
});
