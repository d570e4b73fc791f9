import { REVIEW_WIDTHS } from "@greenroom/contract";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { z } from "zod";
import { succeeds } from "../pipeline/sandbox/read-machine.ts";
import { BrowserTimeout, withTimeout } from "./browser.ts";
import { type PageRequests, type FileKind, interceptRequests } from "./interception.ts";
import { Content, Findings, openPageReader, type PageReader } from "./page-reader.ts";
import type { Side } from "./served-side.ts";

/** What kept a page from being rendered as people would see it. */
export const PROBLEMS = {
  did_not_load: "It did not finish loading within 8 s.",
  did_not_settle: "It did not stop loading; the picture shows one moment.",
  hung: "It did not answer in time; its scripts may run without end, or the machine was busy.",
  crashed: "It crashed the browser's tab, or took more memory than a page may.",
  opens_dialogs: "It opens dialogs; they were dismissed.",
  opens_windows: "It opens windows; they were closed.",
  downloads: "It starts downloads; they were stopped.",
  redirects_itself: "It redirects itself to other pages repeatedly.",
  too_many_requests: "It asks for more than 500 files, or for more than 48 MiB.",
  picture_too_large: "Its picture takes more than 8 MiB and was not kept.",
  file_too_large: "It asks for a file of more than 8 MiB, which was not loaded.",
} as const;
export type Problem = keyof typeof PROBLEMS;

const isProblem = (code: string): code is Problem => Object.hasOwn(PROBLEMS, code);
export const ProblemCode = z.string().refine(isProblem);
export const MAX_PROBLEMS = Object.keys(PROBLEMS).length;

/** More addresses of a site than a page may ask for. */
export const MAX_ANSWERS = 600;

const Size = z.int().nonnegative();

export const Weight = z.object({ scripts: Size, styles: Size, images: Size, fonts: Size, other: Size });

const Shot = z.object({
  width: z.literal(REVIEW_WIDTHS),
  /** Only where the page looks different in these colours. */
  scheme: z.literal("dark").optional(),
  /** Of the page, before it was cut. */
  height: Size,
  cut: z.boolean(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Shot = z.infer<typeof Shot>;

/** What was seen of a page; parts are missing when it did not let itself be seen. */
export const Visit = z.object({
  content: Content.optional(),
  findings: Findings.optional(),
  shots: z.array(Shot).max(2 * REVIEW_WIDTHS.length),
  errors: z.array(z.string()).max(100),
  missing: z.array(z.string()).max(MAX_ANSWERS),
  hosts: z.array(z.string()).max(100),
  weight: Weight,
  problems: z.array(ProblemCode).max(MAX_PROBLEMS),
  /** Addresses of the site that it asked for, and what it got. */
  answers: z.array(z.tuple([z.string(), z.string()])).max(MAX_ANSWERS),
});
export type Visit = z.infer<typeof Visit>;

/** CSS pixels; higher pages are cut. */
export const MAX_HEIGHT = 6_000;

const VIEWPORT_HEIGHT = 900;
const LOAD_MS = 8_000;
const SHOT_MS = 10_000;
const VISIT_MS = 20_000;
const CLOSE_MS = 2_000;
const MASK_COLOUR = "#8b93a1";
const MAX_ERRORS = 50;
const MAX_ERROR_CHARS = 500;
export const MAX_PNG_BYTES = 8 * 1024 ** 2;

/**
 * What serves pictures says that they are PNG; the browser that made them is as untrusted as the pages that it showed.
 */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);

/** The same numbers each time, as the clock shows the same time. [mulberry32] */
const SEEDED_RANDOM = `{
  const seeded = () => {
    let state = 1;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  };
  Math.random = seeded();
  const next = seeded();
  Crypto.prototype.getRandomValues = (array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => {
      bytes[at] = next() * 256;
    });
    return array;
  };
  if ("randomUUID" in Crypto.prototype) {
    Crypto.prototype.randomUUID = () => {
      const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join("");
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
    };
  }
}`;

/**
 * To take a picture of more than the window Chromium makes it one pixel wide for a moment. Pages must not notice, since
 * what they make of it would now and then be in the picture.
 * @see https://github.com/puppeteer/puppeteer/issues/7251
 */
const UNAWARE_OF_PICTURES = `{
  const isTaken = () => innerWidth <= 1;
  const hide = (event) => isTaken() && event.stopImmediatePropagation();
  for (const each of [window, visualViewport]) each?.addEventListener("resize", hide, true);
  const Native = ResizeObserver;
  window.ResizeObserver = class ResizeObserver extends Native {
    constructor(callback) {
      super((...seen) => isTaken() || callback.apply(seen[1], seen));
    }
  };
}`;

/** Nothing moves to its place from where it was in a window of one pixel. */
const AT_ONCE = "*, *::before, *::after { transition: none !important }";

export interface VisitOptions {
  readonly side: Side;
  readonly path: string;
  readonly origin: string;
  /** What clocks show, epoch milliseconds. */
  readonly nowMs: number;
  /** CSS selectors of what is covered in pictures. */
  readonly masks: readonly string[];
  readonly signal: AbortSignal;
  /** @returns Its digest. */
  readonly store: (png: Buffer) => Promise<string>;
}

/** The browser has to be restarted: a page could not be closed. */
export class BrowserStuck extends Error {
  override readonly name = "BrowserStuck";
  readonly visit: Visit;

  constructor(visit: Visit) {
    super("A page of the review could not be closed; the browser is started again.");
    this.visit = visit;
  }
}

/** Never throws because of the page. @throws {BrowserStuck} */
export async function visitPage(browser: Browser, options: VisitOptions): Promise<Visit> {
  const seen: PageView = { shots: [], errors: [], problems: new Set(), weight: undefined };
  let context: BrowserContext | undefined;
  let requests: PageRequests | undefined;
  try {
    options.signal.throwIfAborted();
    context = await withTimeout(
      SHOT_MS,
      browser.newContext({
        viewport: { width: REVIEW_WIDTHS[0], height: VIEWPORT_HEIGHT },
        acceptDownloads: false,
        colorScheme: "light",
        locale: "en-US",
        reducedMotion: "reduce",
        serviceWorkers: "block",
        timezoneId: "UTC",
      }),
    );
    requests = await interceptRequests(context, options.side, options);
    await withTimeout(VISIT_MS, look(context, { ...options, seen, requests }));
  } catch (error) {
    if (!seen.problems.has("crashed")) seen.problems.add(error instanceof BrowserTimeout ? "hung" : "crashed");
  }
  const visit = summarize(seen, requests);
  const closed = context === undefined || (await succeeds(withTimeout(CLOSE_MS, context.close())));
  if (!closed || !browser.isConnected()) throw new BrowserStuck(visit);
  return visit;
}

interface PageView {
  content?: z.infer<typeof Content>;
  findings?: z.infer<typeof Findings>;
  weight: Readonly<Record<FileKind, number>> | undefined;
  readonly shots: Shot[];
  readonly errors: string[];
  readonly problems: Set<Problem>;
}

const NOTHING: Readonly<Record<FileKind, number>> = { scripts: 0, styles: 0, images: 0, fonts: 0, other: 0 };

function summarize(seen: PageView, requests: PageRequests | undefined): Visit {
  return {
    ...(seen.content && { content: seen.content }),
    ...(seen.findings && { findings: seen.findings }),
    shots: seen.shots,
    errors: [...new Set(seen.errors)],
    missing: [...(requests?.missing ?? [])],
    hosts: [...(requests?.hosts ?? [])],
    weight: seen.weight ?? (requests ? bytesByKind(requests) : NOTHING),
    problems: [...seen.problems, ...(requests?.problems ?? [])],
    answers: [...(requests?.answers ?? [])].slice(0, MAX_ANSWERS),
  };
}

function bytesByKind({ files }: PageRequests): Record<FileKind, number> {
  const weight = { ...NOTHING };
  for (const { kind, size } of files.values()) weight[kind] += size;
  return weight;
}

async function look(
  context: BrowserContext,
  looking: VisitOptions & { readonly seen: PageView; readonly requests: PageRequests },
): Promise<void> {
  const { path, origin, nowMs, masks, seen, requests, signal, store } = looking;
  const page = await context.newPage();
  const crashed = watchPage(context, page, seen);
  await page.clock.install({ time: nowMs - 1_000 });
  await page.clock.pauseAt(nowMs);
  await page.addInitScript(SEEDED_RANDOM);
  await page.addInitScript(UNAWARE_OF_PICTURES);
  const session = await context.newCDPSession(page);
  await Promise.race([crashed, readPage()]);

  async function readPage(): Promise<void> {
    await page
      .goto(`${origin}${path}`, { waitUntil: "load", timeout: LOAD_MS })
      .catch((error: unknown) => noteLoad(error, seen));
    const reader = await openPageReader(session, page.clock);
    const covered = await coveredParts(page, masks);
    for (const width of REVIEW_WIDTHS) {
      signal.throwIfAborted();
      if (width !== REVIEW_WIDTHS[0]) await page.setViewportSize({ width, height: VIEWPORT_HEIGHT });
      if (!(await reader.settle(() => requests.quiet()))) seen.problems.add("did_not_settle");
      const shot = await takePicture(page, reader, { width, covered, store });
      if (shot) seen.shots.push(shot);
      else seen.problems.add("picture_too_large");
      if (width !== REVIEW_WIDTHS[0]) continue;
      seen.weight = bytesByKind(requests);
      seen.content = await reader.content();
      seen.findings = await reader.findings();
    }
    if (!requests.knowsSchemes()) return;
    const [width] = REVIEW_WIDTHS;
    await page.setViewportSize({ width, height: VIEWPORT_HEIGHT });
    await page.emulateMedia({ colorScheme: "dark" });
    await reader.settle(() => requests.quiet());
    const dark = await takePicture(page, reader, { width, covered, store });
    const light = seen.shots.find((shot) => shot.width === width);
    if (dark && dark.sha256 !== light?.sha256) seen.shots.push({ ...dark, scheme: "dark" });
  }
}

/** A navigation that was stopped is noted where it was stopped. */
function noteLoad(error: unknown, { problems }: PageView): void {
  if (error instanceof Error && error.name === "TimeoutError") problems.add("did_not_load");
}

/** Rejects when the tab crashes. */
function watchPage(context: BrowserContext, page: Page, seen: PageView): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const note = (text: string): void => {
    if (seen.errors.length < MAX_ERRORS) seen.errors.push(text.slice(0, MAX_ERROR_CHARS));
  };
  page.on("dialog", (dialog) => {
    seen.problems.add("opens_dialogs");
    dialog.dismiss().catch(() => {});
  });
  page.on("download", (download) => {
    seen.problems.add("downloads");
    download.cancel().catch(() => {});
  });
  page.on("crash", () => {
    seen.problems.add("crashed");
    reject(new Error("The page crashed."));
  });
  page.on("pageerror", (error) => note(`Uncaught ${error.name}: ${error.message}`));
  page.on("console", (message) => {
    // Missing and stopped files are reported separately.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) note(message.text());
  });
  context.on("page", (other) => {
    if (other === page) return;
    seen.problems.add("opens_windows");
    other.close().catch(() => {});
  });
  return promise;
}

/** Leaves out what is no selector, which would keep the page from having pictures. */
async function coveredParts(page: Page, masks: readonly string[]): Promise<Locator[]> {
  const parts = masks.map((selector) => page.locator(`css=${selector}`));
  const counted = await Promise.all(parts.map((part) => part.count().catch(() => undefined)));
  return parts.filter((_, index) => counted[index] !== undefined);
}

async function takePicture(
  page: Page,
  reader: PageReader,
  { width, covered, store }: Pick<Shot, "width"> & Pick<VisitOptions, "store"> & { readonly covered: Locator[] },
): Promise<Shot | undefined> {
  const height = await reader.height();
  const cutAt = Math.min(height, MAX_HEIGHT);
  const png = await page.screenshot({
    animations: "disabled",
    caret: "hide",
    clip: { x: 0, y: 0, width, height: cutAt },
    fullPage: true,
    mask: covered,
    maskColor: MASK_COLOUR,
    scale: "css",
    style: AT_ONCE,
    timeout: SHOT_MS,
  });
  if (png.length > MAX_PNG_BYTES || !isPng(png)) return undefined;
  return { width, height, cut: height > cutAt, sha256: await store(png) };
}
