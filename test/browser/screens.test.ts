import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { appendLog } from "../../packages/service/store/deployments/deployment-events.ts";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { HOSTILE as UNTRUSTED } from "../adversarial/strings.ts";
import { everyScreen } from "./every-screen.ts";
import { openPageAs, useInstance, watch } from "./instance.ts";

const { browser, instance } = await useInstance();
const every = await everyScreen(instance);

async function open(page: Page, path: string): Promise<void> {
  // A screen that shows a running build keeps its event stream open and is never idle.
  await page.goto(instance.baseUrl + path, { waitUntil: "domcontentloaded" });
}

describe("accessibility", () => {
  /** Runs in the page: what has the focus, and whether the focus is visible. */
  const FOCUSED = `(() => {
    const element = document.activeElement;
    const { left, right, width, height } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      name: (element.getAttribute("aria-label") ?? element.textContent.trim()) || element.name || element.id,
      isBody: element === document.body,
      visible: width > 0 && height > 0 && right > 0 && left < innerWidth && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    };
  })()`;

  const Focused = z.object({ name: z.string(), isBody: z.boolean(), visible: z.boolean() });

  /** Runs in the page: what a keyboard should reach. Radios of one choice count once; a picture repeats the link beside it. */
  const REACHABLE = `(() => {
    const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
      .filter((element) => !element.matches("a[tabindex='-1'][aria-hidden='true']"));
    const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("details:not([open]) > :not(summary)"));
    const radios = new Set(shown.filter((element) => element.type === "radio").map((element) => element.name));
    return shown.filter((element) => element.type !== "radio").length + radios.size;
  })()`;

  test("a keyboard reaches everything on a screen once, in order, and the focus is always visible", async () => {
    const page = await openPageAs(browser, instance, { name: "Noor", viewport: { width: 1280, height: 800 } });
    for (const path of [`/app/sites/${instance.siteId}`, `/app/deployments/${every.building}`, "/app/members"]) {
      await open(page, path);
      const reachable = z.number().parse(await page.evaluate(REACHABLE));
      const reached: z.infer<typeof Focused>[] = [];
      for (let steps = 0; steps < reachable; steps += 1) {
        await page.keyboard.press("Tab");
        reached.push(Focused.parse(await page.evaluate(FOCUSED)));
      }
      expect([path, reached[0]?.name]).toEqual([path, "Skip to content"]);
      expect([path, reached.filter(({ visible, isBody }) => isBody || !visible)]).toEqual([path, []]);
      await page.keyboard.press("Tab");
      expect([path, Focused.parse(await page.evaluate(FOCUSED)).isBody]).toEqual([path, true]);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.querySelector('main').contains(document.activeElement)")).toBe(true);
  });

  test.each([
    ["reduce", "none"],
    ["no-preference", "breathe"],
  ] as const)("the animation for prefers-reduced-motion: %s is %s", async (reducedMotion, animation) => {
    const page = await openPageAs(browser, instance, { name: "Noor", reducedMotion });
    await open(page, `/app/deployments/${every.building}`);
    const shown = "getComputedStyle(document.querySelector('.badge.going'), '::before').animationName";
    expect(await page.evaluate(shown)).toBe(animation);
  });
});

describe("layout: every screen fits a phone, 200 % zoom and a laptop", () => {
  /** As long as the interface lets names be, without a space to break at. */
  const LONG = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);

  /** A right-to-left script, as long and as unbroken. */
  const RIGHT_TO_LEFT = "مرحبا".repeat(40);

  /** A small phone, a laptop of 1280 at 200 % zoom, a laptop. */
  const WIDTHS = [320, 640, 1280] as const;

  /** Runs in the page: how far it overflows, and which elements extend beyond either side. */
  const OVERFLOW = `(() => {
    const width = document.documentElement.clientWidth;
    const outside = [...document.querySelectorAll("a, button, input, select, textarea, h1, h2, td, dd, summary, .badge")]
      .filter((element) => element.checkVisibility() && !element.matches(".skip, .hidden"))
      // Before and after, the changed pages, and rows of links, which a phone swipes through.
      .filter((element) => !element.closest(".frames, .pages ol, .bar nav, .tabs"))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > width + 0.5;
      });
    return { overflow: document.documentElement.scrollWidth - width, outside: outside.map((element) => element.outerHTML.slice(0, 90)) };
  })()`;

  const Overflow = z.object({ overflow: z.number(), outside: z.array(z.string()) });

  async function overflowsOf(page: Page, paths: readonly string[]): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const path of paths) {
      await open(page, path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        const { overflow, outside } = Overflow.parse(await page.evaluate(OVERFLOW));
        if (overflow > 0 || outside.length > 0) found.push({ path, width, overflow, outside });
      }
    }
    return found;
  }

  async function rename({ people, things }: { readonly people: string; readonly things: string }): Promise<void> {
    const { db } = instance.context;
    await db.updateTable("users").set({ name: people }).execute();
    await db.updateTable("workspaces").set({ name: people }).execute();
    await db.updateTable("tokens").set({ name: things }).execute();
    await db.updateTable("sites").set({ name: things }).execute();
    await db.updateTable("deployments").set({ framework: things, branch: things }).execute();
    const request = { prepared_by_name: people, branch: things, reason: people };
    await db.updateTable("approval_requests").set(request).execute();
  }

  /** An owner of one workspace who is in two, so that the bar is as full as it gets. */
  async function memberOfTwo(): Promise<Page> {
    const { context, seed } = instance;
    const user_id = await instance.userId("Noor");
    const joined = { role: "viewer", confirmed: 1, created_at: "2026-01-01T00:00:00.000Z", removed_at: null } as const;
    await context.db
      .insertInto("memberships")
      .values({ workspace_id: seed.other.workspaceId, user_id, ...joined })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return openPageAs(browser, instance, { name: "Noor" });
  }

  test("with names of 200 characters without a space, of people who write from right to left", async () => {
    const page = await memberOfTwo();
    await rename({ people: RIGHT_TO_LEFT, things: LONG });
    expect(await overflowsOf(page, every.member)).toEqual([]);
  });

  test("with things named from right to left, of people with names of 200 characters", async () => {
    const page = await memberOfTwo();
    await rename({ people: LONG, things: RIGHT_TO_LEFT });
    const [site, deployment, request] = ["sites", "deployments", "approvals"].map((kind) =>
      every.member.find((path) => path.startsWith(`/app/${kind}/`)),
    );
    const paths = [site ?? "", deployment ?? "", request ?? "", "/app/members"];
    expect(await overflowsOf(page, paths)).toEqual([]);
  });

  test("for a visitor who is not signed in", async () => {
    expect(await overflowsOf(await browser.newPage(), every.visitor)).toEqual([]);
  });

  test("a notice on a preview's host is readable on a phone and in the dark, and says where to go", async () => {
    const viewport = { width: 360, height: 740 };
    const page = await browser.newPage({ colorScheme: "dark", viewport, isMobile: true });
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    const response = await page.goto(instance.baseUrl.replace("localhost", "nothing.preview.localhost"));
    expect(response?.status()).toBe(404);
    expect(await page.innerText("p")).toContain("comment on the pull request");
    // Without a viewport of the device's width, a phone would show it as a page for a desktop, scaled down.
    expect(await page.evaluate("innerWidth")).toBe(360);
    expect(await page.evaluate("getComputedStyle(document.body).paddingLeft")).toBe("21.25px");
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(255, 255, 255)");
    expect(messages.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  });
});

test("Ctrl-K leads to a site by its name, with the keyboard alone", async () => {
  const page = await openPageAs(browser, instance, { name: "Noor" });
  await instance.context.db.updateTable("sites").set({ name: "Zephyr <b>docs</b>" }).execute();
  await open(page, "/app/account");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to" }).getByRole("searchbox").fill("zephyr site");
  await page.getByRole("link", { name: "Zephyr <b>docs</b>" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/app/sites/${instance.siteId}`);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a deployment shows one of its parts at a time: what changes first, the log for a link to a line, the files when asked for", async () => {
  const files = every.member.find((path) => path.endsWith("?tab=files")) ?? "";
  const [ready = ""] = files.split("?");
  const page = await openPageAs(browser, instance, { name: "Vik" });
  const shown = async () => {
    const parts = await page.locator(".tab:visible").all();
    return Promise.all(parts.map((part) => part.getAttribute("data-name")));
  };
  await open(page, ready);
  expect(await shown()).toEqual(["changes"]);
  await page.getByRole("radio", { name: "Log", exact: true }).check({ force: true });
  expect(await shown()).toEqual(["log"]);
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await page.locator(".tree").waitFor();
  expect(await shown()).toEqual(["files"]);
  await open(page, "/app/sites");
  await open(page, `${ready}#L1`);
  await page.locator("#L1").waitFor();
  expect(await shown()).toEqual(["log"]);
  const plain = await openPageAs(browser, instance, { name: "Vik", javaScriptEnabled: false });
  await open(plain, `${ready}#L1`);
  expect(await plain.locator("[data-name=log]").isVisible()).toBe(true);
});

test("a name in a button stands apart from the words around it", async () => {
  const [ready = ""] = (every.member.find((path) => path.endsWith("?tab=files")) ?? "").split("?");
  const page = await openPageAs(browser, instance, { name: "Vik" });
  await open(page, ready);
  const button = page.locator(".actions .button").filter({ has: page.locator("bdi") });
  expect(await button.innerText()).toMatch(/^Requested: \S.* can approve →$/u);
});

describe("a live log", () => {
  async function finish(id: string, to: "failed" | "canceled", event: Parameters<typeof transition>[2]["event"] = {}) {
    const { db, events } = instance.context;
    await inDatabase(db, (tx) => transition(tx, id, { from: "building", to, event }));
    events.notify(id);
  }

  test("shows new lines, each once and as text, until the deployment ends", async () => {
    const id = await instance.startBuild();
    await instance.log(id, "first line");
    const page = await openPageAs(browser, instance, { name: "Vik" });
    await open(page, `/app/deployments/${id}`);
    await instance.log(id, "\u001b[31msecond\u001b[0m <b>line</b>");
    await page.getByText("second <b>line</b>").waitFor();
    expect(await page.locator("#log .text").allInnerTexts()).toEqual(["first line", "second <b>line</b>"]);
    await finish(id, "failed", { error: { code: "build_failed", message: "The build command ended with 1." } });
    await page.getByText("The build command ended with 1.").waitFor();
    expect(await page.locator("#status").innerText()).toBe("failed");
  });

  test("says how long a step took once the next one begins", async () => {
    const { db, events } = instance.context;
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000).toISOString();
    const id = await instance.startBuild();
    const append = async (stream: "build" | "publish", seconds: number, text: string) => {
      const batch = { stream, lines: [{ at: at(seconds), text }] };
      await appendLog(db, id, { batch, leaseOwner: "test" });
      events.notify(id);
    };
    await append("build", 0, "first");
    const page = await openPageAs(browser, instance, { name: "Vik" });
    await open(page, `/app/deployments/${id}`);
    await append("build", 7, "second");
    await page.getByText("second").waitFor();
    const took = page.locator("#log .took");
    expect(await took.allTextContents()).toEqual([""]);
    await append("publish", 65, "third");
    await page.getByText("third").waitFor();
    expect(await took.allTextContents()).toEqual(["1 min 5 s", ""]);
    await page.reload();
    expect(await took.allTextContents()).toEqual(["1 min 5 s", ""]);
  });

  test("that is paused stays where it is, counts new lines, and keeps its place when the deployment ends", async () => {
    const id = await instance.startBuild();
    await instance.log(id, ...Array.from({ length: 80 }, (_, index) => `line ${index}`));
    const page = await openPageAs(browser, instance, { name: "Vik" });
    await open(page, `/app/deployments/${id}`);
    const below = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)";
    const bottom = async () => Number(await page.evaluate(`${below}(document.getElementById("log"))`));
    await page.getByText("line 79").waitFor();
    expect(await bottom()).toBeLessThan(2);
    await instance.log(id, "one more");
    await page.getByText("one more").waitFor();
    expect(await bottom()).toBeLessThan(2);
    await page.getByRole("button", { name: "Pause" }).click();
    await instance.log(id, "while paused");
    await page.getByRole("button", { name: "Follow (1 new line)" }).waitFor();
    expect(await bottom()).toBeGreaterThan(10);
    expect(await page.locator("#log").getAttribute("aria-live")).toBe("off");
    await page.getByRole("button", { name: "Follow" }).click();
    expect(await bottom()).toBeLessThan(2);
    await page.evaluate("document.getElementById('log').scrollTo(0, 0)");
    await page.getByRole("button", { name: "Follow" }).waitFor();
    await finish(id, "canceled");
    await page.getByRole("button", { name: "Show how it ended" }).waitFor();
    expect(await page.locator("#status").innerText()).toBe("canceled");
    expect(await page.locator("#status .badge").getAttribute("class")).toBe("badge muted");
    expect(await page.evaluate("document.getElementById('log').scrollTop")).toBe(0);
  });

  test("is searched, wrapped and linked by line", async () => {
    const id = await instance.startBuild();
    await instance.log(id, "alpha", "beta \u001b[31merr\u001b[0mor", "gamma");
    const page = await openPageAs(browser, instance, { name: "Vik" });
    await open(page, `/app/deployments/${id}#L2`);
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search the log" });
    expect(await page.evaluate("document.activeElement.id")).toBe("log-search");
    await search.fill("A E");
    const count = page.locator("#log-count");
    expect(await count.innerText()).toBe("1 of 1");
    // A match goes across parts of a line.
    const marked = `[...(CSS.highlights.get("found") ?? [])].map(String)`;
    expect(await page.evaluate(marked)).toEqual(["a e"]);
    await search.fill("BETA");
    await instance.log(id, "one more beta");
    await page.getByText("1 of 2").waitFor();
    await search.press("Enter");
    expect(await page.locator("#log .current .text").innerText()).toBe("one more beta");
    await search.press("Enter");
    expect(await count.innerText()).toBe("1 of 2");
    await search.fill("nowhere");
    expect([await count.innerText(), await page.locator("#log .line:visible").count()]).toEqual(["0 of 0", 4]);
    expect(await page.locator("#L2:target .text").innerText()).toBe("beta error");
    await page.getByRole("button", { name: "Wrap" }).click();
    expect(await page.getByRole("button", { name: "Wrap" }).getAttribute("aria-pressed")).toBe("false");
  });

  test("is narrowed to its errors, and a range of its lines is linked and copied", async () => {
    const id = await instance.startBuild();
    await instance.log(id, "one", "warning: two", "```", "error: four", "five");
    const page = await openPageAs(browser, instance, {
      name: "Vik",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await open(page, `/app/deployments/${id}`);
    const shown = async () => page.locator("#log .line:visible .text").allInnerTexts();
    await page.getByRole("radio", { name: "Errors" }).check({ force: true });
    expect(await shown()).toEqual(["error: four"]);
    await page.getByRole("radio", { name: "Warnings" }).check({ force: true });
    expect(await shown()).toEqual(["warning: two"]);
    await page.getByRole("radio", { name: "All" }).check({ force: true });
    await page.getByRole("link", { name: "Line 4" }).click();
    await page.getByRole("link", { name: "Line 2" }).click({ modifiers: ["Shift"] });
    expect(new URL(page.url()).hash).toBe("#L2-L4");
    await page.reload();
    expect(await page.locator("#log .picked .text").allInnerTexts()).toEqual(["warning: two", "```", "error: four"]);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `${instance.baseUrl}/app/deployments/${id}#L2-L4\n\n\`\`\`\`text\nwarning: two\n\`\`\`\nerror: four\n\`\`\`\`\n`,
    );
    for (const hash of ["#L9999-L1", "#L1-L", "#<b>", "#L1]"]) {
      await open(page, "/app/sites");
      await open(page, `/app/deployments/${id}${hash}`);
      await page.getByRole("button", { name: "Copy as Markdown" }).waitFor();
      expect(await page.locator("#log .picked").count()).toBe(0);
    }
  });

  test("shows untrusted lines exactly as a reloaded page does", async () => {
    const id = await instance.startBuild();
    const page = await openPageAs(browser, instance, { name: "Vik" });
    const seen = watch(page.context(), instance.baseUrl);
    await open(page, `/app/deployments/${id}`);
    const lines = [...UNTRUSTED, "the last one"];
    await instance.log(id, ...lines);
    await page.getByText("the last one").waitFor();
    const live = await page.locator("#log .text").allTextContents();
    expect(live).toHaveLength(lines.length);
    expect(live.join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/);
    await page.reload();
    // [HTML §13.2.3.5] An HTML parser turns CR and CRLF into one line feed; a script does not.
    const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\r\n?/g, "\n").toWellFormed());
    expect(plain(live)).toEqual(await page.locator("#log .text").allTextContents());
    expect(seen).toEqual({ dialogs: [], crossOrigin: [] });
  });
});
