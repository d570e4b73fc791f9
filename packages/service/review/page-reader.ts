import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Clock } from "playwright-core";
import { z } from "zod";
import { withTimeout } from "./browser.ts";

/** What a page says about itself; all of it is untrusted. */
export const Content = z.object({
  title: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  anchors: z.array(z.string()),
});
export type Content = z.infer<typeof Content>;

export const Findings = z.array(
  z.object({ rule: z.string(), impact: z.string(), help: z.string(), targets: z.array(z.string()) }),
);
export type Findings = z.infer<typeof Findings>;

const MAX_TITLE_CHARS = 500;
const MAX_ABOUT_CHARS = 500;
const MAX_TEXT_CHARS = 200_000;
const MAX_LINKS = 2_000;
const MAX_TARGETS = 20;

/**
 * Pictures that load when they are scrolled to load now, and everything that loads has a moment to do so.
 * Nothing is decoded here: Chromium scales a picture in another way when it has it in its full size.
 */
const SETTLE = `(async () => {
  for (const each of document.querySelectorAll("img[loading=lazy], iframe[loading=lazy]")) each.loading = "eager";
  await document.fonts.ready;
  await Promise.all([...document.images].slice(0, 500).filter((image) => !image.complete).map((image) => new Promise((done) => {
    for (const name of ["load", "error"]) image.addEventListener(name, done, { once: true });
  })));
})()`;

const CALM_MS = 100;

/** Ends animations, and says whether there was none and nothing changed until the page had a moment to spare. */
const CALM = `new Promise((done) => {
  const animated = document.getAnimations().filter(({ playState, playbackRate, effect }) =>
    playState === "running" && playbackRate !== 0 && Number.isFinite(effect?.getComputedTiming().endTime));
  for (const each of animated) each.finish();
  let calm = animated.length === 0;
  const observer = new MutationObserver(() => (calm = false));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const end = () => {
    observer.disconnect();
    done(calm);
  };
  setTimeout(() => requestIdleCallback(end, { timeout: 500 }), ${CALM_MS});
})`;

const HEIGHT = `Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0)`;

/** What a page says of itself where search engines and other sites show it; of addresses the path, since previews have hosts of their own. */
const ABOUT = [
  ["Description", 'meta[name="description" i]'],
  ["Robots", 'meta[name="robots" i]'],
  ["Canonical path", 'link[rel="canonical" i]'],
  ["Shared title", 'meta[property="og:title" i]'],
  ["Shared description", 'meta[property="og:description" i]'],
  ["Shared picture", 'meta[property="og:image" i]'],
] as const;

const CONTENT = `(() => {
  const pathOf = (address) => { const url = URL.parse(address, location.href); return url ? url.pathname + url.search : address; };
  const said = (each, name) => name === "Shared picture" ? pathOf(each.content) : each.content ?? pathOf(each.href);
  const about = ${JSON.stringify(ABOUT)}.flatMap(([name, selector]) => [...document.querySelectorAll(selector)].slice(0, 5)
    .map((each) => name + ": " + String(said(each, name)).replaceAll(/\\s+/g, " ").trim().slice(0, ${MAX_ABOUT_CHARS})));
  const links = [...document.querySelectorAll("a[href], area[href]")].slice(0, ${MAX_LINKS}).map((each) => String(each.href));
  const here = location.href.split("#")[0];
  const anchors = links.filter((href) => href.startsWith(here + "#")).map((href) => href.slice(here.length + 1));
  const decoded = (name) => { try { return decodeURIComponent(name); } catch { return name; } };
  const missing = anchors.filter((name) => name !== "" && name !== "top" && !name.startsWith(":~:"))
    .filter((name) => !document.getElementById(decoded(name)) && document.getElementsByName(decoded(name)).length === 0);
  return {
    title: document.title.slice(0, ${MAX_TITLE_CHARS}),
    text: [...about, document.body ? document.body.innerText : ""].join("\\n").slice(0, ${MAX_TEXT_CHARS}),
    links,
    anchors: [...new Set(missing)].slice(0, 100),
  };
})()`;

const FINDINGS = `axe.run(document, {
  iframes: false,
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}).then(({ violations }) => violations.slice(0, 100).map(({ id, impact, help, nodes }) => ({
  rule: id,
  impact: String(impact),
  help: String(help).slice(0, 300),
  targets: nodes.slice(0, ${MAX_TARGETS}).map(({ target }) => target.flat(2).join(" ").slice(0, 300)),
})))`;

const OPEN_MS = 2_000;
const READ_MS = 10_000;
const SETTLE_MS = 2_000;
/** What a page does by itself is shown as it is after these steps on its own clock, which stands still in between. */
const STEPS = 2;
const STEP_MS = 1_500;
const QUIET_ROUNDS = 15;
/** A page that still changes after as many, and asks for nothing, always does. */
const CALM_ROUNDS = 8;

/** Reads a page from an isolated world: what the page's scripts redefine does not count there. */
export interface PageReader {
  /**
   * Waits briefly for what was asked for, for fonts and pictures, and for scripts that change the page.
   * @param quiet Waits a moment, and says whether nothing was asked for in it
   * @returns False when the page is still loading.
   */
  settle(quiet: () => Promise<boolean>): Promise<boolean>;
  /** CSS pixels, at least one. */
  height(): Promise<number>;
  content(): Promise<Content>;
  findings(): Promise<Findings>;
}

/** Both for a while at most. */
export async function untilStill(quiet: () => Promise<boolean>, calm: () => Promise<boolean>): Promise<void> {
  for (let round = 1; round <= QUIET_ROUNDS; round += 1) {
    const [isQuiet, isCalm] = await Promise.all([quiet(), calm()]);
    if (isQuiet && (isCalm || round >= CALM_ROUNDS)) return;
  }
}

let axeSource: string | undefined;

function readAxe(): string {
  return (axeSource ??= readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
}

export async function openPageReader(session: CDPSession, clock: Clock): Promise<PageReader> {
  const { frameTree } = await withTimeout(OPEN_MS, session.send("Page.getFrameTree"));
  const world = { frameId: frameTree.frame.id, worldName: "review" };
  const { executionContextId: contextId } = await withTimeout(OPEN_MS, session.send("Page.createIsolatedWorld", world));

  async function evaluate(expression: string, ms: number): Promise<unknown> {
    const options = { contextId, returnByValue: true, awaitPromise: true, timeout: ms } as const;
    const { result, exceptionDetails } = await withTimeout(
      ms,
      session.send("Runtime.evaluate", { expression, ...options }),
    );
    if (exceptionDetails) throw new Error(`The page could not be read: ${exceptionDetails.text}.`);
    const value: unknown = result.value;
    return value;
  }

  return {
    async settle(quiet) {
      try {
        for (let step = 1; step <= STEPS; step += 1) {
          // One that never has done with its timers is shown where it is.
          await withTimeout(SETTLE_MS, clock.runFor(STEP_MS)).catch(() => {});
          await evaluate(SETTLE, SETTLE_MS);
          await untilStill(quiet, async () => (await evaluate(CALM, SETTLE_MS)) === true);
        }
        // Pictures that came with what was asked for last.
        await evaluate(SETTLE, SETTLE_MS);
        return true;
      } catch {
        return false;
      }
    },
    async height() {
      const height = z.number().safeParse(await evaluate(HEIGHT, READ_MS));
      return Math.max(1, Math.ceil(height.data ?? 1));
    },
    content: async () => Content.parse(await evaluate(CONTENT, READ_MS)),
    async findings() {
      await evaluate(`${readAxe()};undefined`, READ_MS);
      return Findings.parse(await evaluate(FINDINGS, READ_MS));
    },
  };
}
