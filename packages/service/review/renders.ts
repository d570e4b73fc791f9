import { createHash } from "node:crypto";
import { REVIEW_WIDTHS } from "@greenroom/contract";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { sha256Of } from "../domain/sha256.ts";
import { withTimeout } from "./browser.ts";
import { answerTo } from "./interception.ts";
import type { Side } from "./served-side.ts";
import { MAX_ANSWERS, type Problem, Visit, visitPage } from "./visit.ts";

/**
 * What is known of a page that was rendered, once and perhaps again. It holds for every site that answers all that the
 * page asked for in the same way.
 */
export const Render = z.object({ first: Visit, again: Visit.optional() });
export type Render = z.infer<typeof Render>;

export interface NamedRender {
  readonly key: string;
  /** Of its JSON. */
  readonly sha256: string;
  readonly pictures: readonly string[];
}

export function picturesOf({ first, again }: Render): readonly string[] {
  return [...new Set([...first.shots, ...(again?.shots ?? [])].map(({ sha256 }) => sha256))];
}

/** Anything that makes pages look different besides their files: another version renders everything again. */
const VERSION = 7;

const SAMPLE_MS = 5_000;

const SAMPLE = `<body style="font-size: 20px">${["serif", "sans-serif", "monospace", "system-ui", "cursive", "fantasy"]
  .map((family) => `<p style="font-family: ${family}">Quick Åß 123 漢字 かな ابج עברית हिन्दी ไทย 🙂 ✓</p>`)
  .join("")}</body>`;

/** By what a text looks like in its browser and fonts. */
export async function nameMachine(browser: Browser): Promise<string> {
  const context = await withTimeout(SAMPLE_MS, browser.newContext({ viewport: { width: 600, height: 400 } }));
  try {
    const page = await context.newPage();
    await page.setContent(SAMPLE, { timeout: SAMPLE_MS });
    const png = await page.screenshot({ timeout: SAMPLE_MS });
    return createHash("sha256").update(`${browser.version()}\n`).update(png).digest("hex");
  } finally {
    await withTimeout(SAMPLE_MS, context.close()).catch(() => {});
  }
}

/**
 * The CSS selectors of what is left out of the pictures of a page.
 * @param masks Lines of a path, a space and a selector; a path that ends with `*` is the beginning of paths.
 * @param path Of the page, with its leading slash.
 */
function masksOf(masks: string, path: string): readonly string[] {
  return masks.split("\n").flatMap((line) => {
    const [, source = "", selector = ""] = /^(\S+) +(.*)$/.exec(line) ?? [];
    const applies = source.endsWith("*") ? path.startsWith(source.slice(0, -1)) : path === source;
    return applies ? [selector] : [];
  });
}

interface RenderRequest {
  readonly path: string;
  /** Of the page and the files it refers to. */
  readonly fingerprint: string;
}

export interface Renders {
  /** Unless it was: the first time, and with `again` a second time. */
  render(side: Side, request: RenderRequest, again: boolean): Promise<Render>;
  /** Once more, which is not kept. @throws {BrowserStuck} */
  visit(side: Side, path: string): Promise<Visit>;
  used(): readonly NamedRender[];
  rendered(): number;
}

export interface RenderStore {
  readonly order: { readonly origin: string; readonly nowMs: number; readonly masks: string };
  /** @returns Its digest. */
  addPicture(bytes: Buffer): Promise<string>;
  /** Finds what is known of a page that this machine rendered before. */
  findRender(key: string): Promise<{ readonly render: Render; readonly sha256: string } | undefined>;
  /** @returns Its digest. */
  addRender(render: Render): Promise<string>;
}

/** With what was rendered before, here and for other comparisons of the site. */
export function openRenders(record: RenderStore, browser: () => Promise<Browser>, signal: AbortSignal): Renders {
  const { origin, nowMs, masks } = record.order;
  const known = new Map<string, { readonly render: Render; readonly sha256: string }>();
  /** Those that did not answer as a whole: they are rendered again the next time, and are known only here. */
  const partial = new Map<string, Render>();
  let machine: Promise<string> | undefined;
  let rendered = 0;

  async function keyOf({ path, fingerprint }: RenderRequest): Promise<string> {
    machine ??= browser().then(nameMachine);
    const parts = [VERSION, REVIEW_WIDTHS, await machine, origin, nowMs, path, fingerprint, masksOf(masks, path)];
    return sha256Of(JSON.stringify(parts));
  }

  async function find(key: string, side: Side): Promise<Render | undefined> {
    const found = known.get(key) ?? (await record.findRender(key));
    if (!found || !isAnsweredAs(found.render, side, origin)) return undefined;
    known.set(key, found);
    return found.render;
  }

  async function visit(side: Side, path: string): Promise<Visit> {
    rendered += 1;
    const store = (png: Buffer) => record.addPicture(png);
    return visitPage(await browser(), { side, path, origin, nowMs, masks: masksOf(masks, path), signal, store });
  }

  return {
    async render(side, request, again) {
      const key = await keyOf(request);
      const before = (await find(key, side)) ?? partial.get(key);
      if (before && (!again || before.again)) return before;
      const seen = await visit(side, request.path);
      const render = withVisit(before, seen);
      if (isWhole(render.first) && isWhole(seen)) known.set(key, { render, sha256: await record.addRender(render) });
      else if (render.first.shots.length > 0) partial.set(key, render);
      return render;
    },
    visit,
    used: () => [...known].map(([key, { render, sha256 }]) => ({ key, sha256, pictures: picturesOf(render) })),
    rendered: () => rendered,
  };
}

function isAnsweredAs({ first, again }: Render, { site }: Side, origin: string): boolean {
  return [...first.answers, ...(again?.answers ?? [])].every(([address, answer]) => {
    const url = URL.parse(address, origin);
    return url?.origin === origin && answerTo(site, origin, url) === answer;
  });
}

/**
 * The one render of a page to which both sites give all that it loaded on either of them: each could be of the other site,
 * so that whatever differs between them is the page's own doing, or the machine's.
 * @returns Undefined when a site gives it something else, or when not all that it asked for is known.
 */
export function renderOfBoth(
  { before, after }: Readonly<Record<"before" | "after", Render | undefined>>,
  sides: Readonly<Record<"before" | "after", Side>>,
  origin: string,
): Render | undefined {
  if (!before || !after) return undefined;
  const isKnown = [before, after].every(
    ({ first }) => isWhole(first) && !first.problems.some((problem) => STOPPED.includes(problem)),
  );
  const isSame = isAnsweredAs(before, sides.after, origin) && isAnsweredAs(after, sides.before, origin);
  return isKnown && isSame ? { first: after.first } : undefined;
}

/** Some of what the page asked for was not given to it. */
const STOPPED: readonly Problem[] = ["too_many_requests", "redirects_itself"];

/** The first visit that answered as a whole counts: before it, the machine may have been busy. */
export function withVisit(before: Render | undefined, seen: Visit): Render {
  if (!before || (!isWhole(before.first) && isWhole(seen))) return { first: seen };
  return { ...before, again: seen };
}

/** One that did not answer may do so the next time. */
export function isWhole({ content, problems, answers }: Visit): boolean {
  const failed = problems.some((problem) => ["hung", "crashed", "did_not_load", "did_not_settle"].includes(problem));
  return content !== undefined && !failed && answers.length < MAX_ANSWERS;
}
