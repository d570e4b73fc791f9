import { REVIEW_WIDTHS } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { createReadCache } from "../outside/read-cache.ts";
import { type BrowserSettings, openBrowser, type ReviewBrowser } from "./browser.ts";
import { type Candidate, choosePages } from "./choose.ts";
import { type Comparer, openComparer } from "./compare.ts";
import { comparePictures, type PictureReader } from "./pictures.ts";
import type { LeftOut, ReviewFindings, ReviewRecord, Unrendered } from "./record.ts";
import { isWhole, openRenders, type Render, renderOfBoth, type Renders } from "./renders.ts";
import { compareBrokenLinks, type PageReport, type Pair, reportPage } from "./report.ts";
import { type ScannedPage, scanSite } from "./scan.ts";
import type { Side } from "./served-side.ts";
import { isTheSame, oddRender, stablePair } from "./stable.ts";
import { BrowserStuck, type Shot, type Visit } from "./visit.ts";

export interface ReviewJob {
  readonly service: Pick<ServiceContext, "clock" | "log">;
  readonly record: Omit<ReviewRecord, "renew" | "finish" | "fail" | "giveBack" | "leaseMs">;
  readonly browser: BrowserSettings;
  /** Whether a build needs the machine. */
  readonly isBuilding: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

const PAGE_MS = 5_000;

export const MAX_NOT_RENDERED = 500;

const GIVE_WAY_MS = 500;

/** No browser could be started; the message says why. */
export class NoBrowser extends Error {
  override readonly name = "NoBrowser";
}

interface SeenPage {
  readonly candidate: Candidate;
  readonly visits: Pair;
  /** Undefined when it was not rendered. */
  readonly report: PageReport | undefined;
}

/** Pages that differ are rendered again, since what differs from itself is no change. @throws {NoBrowser} */
export async function reviewPreview(job: ReviewJob): Promise<ReviewFindings> {
  const { record, signal } = job;
  const { order, read } = record;
  const { origin, maxPages } = order;
  const sides = { before: { site: order.before, read }, after: { site: order.after, read } };
  const memory = { references: new Map(), readBytes: 0 };
  const scanned = {
    before: await scanSite(sides.before, { origin, memory, signal }),
    after: await scanSite(sides.after, { origin, memory, signal }),
  };
  const candidates = choosePages(scanned.before, scanned.after);
  const chosen = candidates.slice(0, maxPages);
  const seen = new Map<string, SeenPage>();
  const most = PAGE_MS * maxPages;
  let spentMs = 0;
  await using browsers = createBrowsers(job.browser);
  const browser = async () => (await browsers.current()).browser;
  const renders = openRenders(record, browser, signal);
  const looking = { job, browsers, renders, sides, scanned, pictures: openPictures(record) };
  const giveWay = createPatience(job, browsers);

  const findings = (thumbnails: PageThumbnails = new Map()): ReviewFindings => {
    const reports = [...seen.values()].flatMap(({ candidate: { path }, report }) => {
      const small = thumbnails.get(path);
      return report ? [{ ...report, ...(small && isDifferent({ report }) && { thumbnails: small }) }] : [];
    });
    const left = leftOut(candidates, seen, { late: spentMs > most });
    const visits = new Map([...seen].map(([path, page]) => [path, page.visits]));
    return {
      pages: reports,
      notRendered: left.slice(0, MAX_NOT_RENDERED),
      brokenLinks: [...compareBrokenLinks(scanned, visits)],
      renders: renders.used(),
      left: countLeft(left),
    };
  };

  async function look(candidate: Candidate, again: boolean): Promise<void> {
    signal.throwIfAborted();
    await giveWay();
    const startedAt = performance.now();
    seen.set(candidate.path, await lookAt(looking, candidate, again));
    spentMs += performance.now() - startedAt;
    await record.progress(findings(), { done: seen.size, total: chosen.length });
  }

  for (const candidate of chosen) {
    if (spentMs > most) break;
    await look(candidate, false);
  }
  // A busy machine may have kept a page from answering.
  for (const { candidate, report } of seen.values().toArray()) {
    if (!report && spentMs <= most) await look(candidate, false);
  }
  for (const { candidate, report } of seen.values().toArray()) {
    if (candidate.change !== "changed" || report?.change !== "changed") continue;
    if (spentMs > 2 * most) break;
    await look(candidate, true);
  }
  signal.throwIfAborted();
  const thumbnails = await makeThumbnails(looking, [...seen.values()]);
  signal.throwIfAborted();
  const [, first] = thumbnails.entries().next().value ?? [];
  return { ...findings(thumbnails), thumbnail: thumbnails.get(FRONT)?.after ?? first?.after ?? first?.before };
}

/** Pages that differ in their files and have no pictures. */
function leftOut(
  candidates: readonly Candidate[],
  seen: ReadonlyMap<string, SeenPage>,
  { late }: { readonly late: boolean },
): readonly Unrendered[] {
  return candidates.flatMap(({ path, change }): readonly Unrendered[] => {
    const page = seen.get(path);
    if (page?.report) return [];
    if (!page) return [{ path, change, why: late ? "time" : "limit" }];
    const problems = [page.visits.before, page.visits.after].flatMap((visit) => visit?.problems ?? []);
    const problem = problems.find((one) => one === "hung" || one === "crashed") ?? problems[0];
    return [{ path, change, why: "failed", ...(problem && { problem }) }];
  });
}

function countLeft(left: readonly Unrendered[]): LeftOut {
  const count = (is: (page: Unrendered) => boolean): number => left.filter(is).length;
  return {
    limit: count(({ why }) => why === "limit"),
    time: count(({ why }) => why === "time"),
    failed: count(({ why }) => why === "failed"),
    added: count(({ change }) => change === "added"),
    removed: count(({ change }) => change === "removed"),
  };
}

interface Looking {
  readonly job: ReviewJob;
  readonly browsers: Browsers;
  readonly renders: Renders;
  readonly sides: { readonly before: Side; readonly after: Side };
  readonly scanned: Readonly<Record<"before" | "after", ReadonlyMap<string, ScannedPage>>>;
  readonly pictures: PictureReader;
}

async function lookAt(looking: Looking, candidate: Candidate, again: boolean): Promise<SeenPage> {
  const rendered = await renderBoth(looking, candidate, again);
  const { origin } = looking.job.record.order;
  const both = candidate.change === "changed" ? renderOfBoth(rendered, looking.sides, origin) : undefined;
  const { before, after } = both ? { before: both, after: both } : rendered;
  const visits = { before: before?.first, after: after?.first };
  const isSeen = (render: Render | undefined) => render === undefined || render.first.shots.length > 0;
  if (!isSeen(before) || !isSeen(after)) return { candidate, visits, report: undefined };
  const report = await compareRenders(looking, candidate, { before, after });
  const odd = candidate.change === "changed" ? oddRender(before, after) : undefined;
  if (!before || !odd) return { candidate, visits, report };
  const [was, is] = await Promise.all([
    visitOnceMore(looking, candidate, "before"),
    visitOnceMore(looking, candidate, "after"),
  ]);
  if (!was || !is || !isTheSame(was, before.first)) return { candidate, visits, report };
  const newly = await compareRenders(looking, candidate, { before, after: { first: odd, again: is } });
  return newly.change === "changed"
    ? { candidate, visits: { ...visits, after: odd }, report: newly }
    : { candidate, visits, report };
}

async function compareRenders(
  { browsers, pictures, job }: Looking,
  candidate: Candidate,
  renders: { readonly before: Render | undefined; readonly after: Render | undefined },
): Promise<PageReport> {
  const compared = await comparePictures(renders, {
    pictures,
    store: (png) => job.record.addPicture(png),
    async compare(asked) {
      try {
        return await (await browsers.comparer()).compare(asked);
      } catch (error) {
        if (error instanceof NoBrowser) throw error;
        // They differ, and the browser did not say where.
        await browsers.drop();
        return undefined;
      }
    },
  });
  return reportPage(candidate, stablePair(renders.before, renders.after), compared);
}

/** @returns Nothing when it does not answer as a whole. */
async function visitOnceMore(
  { browsers, renders, sides }: Looking,
  { path }: Candidate,
  side: "before" | "after",
): Promise<Visit | undefined> {
  try {
    const seen = await renders.visit(sides[side], path);
    return isWhole(seen) ? seen : undefined;
  } catch (error) {
    if (!(error instanceof BrowserStuck)) throw error;
    await browsers.drop();
    return undefined;
  }
}

/** Both sides at a time; a page whose files are the same is rendered once. */
async function renderBoth(
  { browsers, renders, sides, scanned }: Looking,
  { path, change }: Candidate,
  again: boolean,
): Promise<{ readonly before: Render | undefined; readonly after: Render | undefined }> {
  const wanted = [
    ...(change === "added" || change === "unchanged" ? [] : ["before" as const]),
    ...(change === "removed" ? [] : ["after" as const]),
  ];
  const settled = await Promise.allSettled(
    wanted.map(async (name) => {
      const fingerprint = scanned[name].get(path)?.fingerprint ?? "";
      return [name, await renders.render(sides[name], { path, fingerprint }, again)] as const;
    }),
  );
  if (settled.some(({ status }) => status === "rejected")) await browsers.drop();
  const made = settled.map((each, index) => {
    if (each.status === "fulfilled") return each.value;
    if (each.reason instanceof BrowserStuck) return [wanted[index], { first: each.reason.visit }] as const;
    throw each.reason;
  });
  const found = new Map<string | undefined, Render>(made);
  const after = found.get("after");
  return { before: change === "unchanged" ? after : found.get("before"), after };
}

const KEPT_BYTES = 32 * 1024 ** 2;

function openPictures(record: Pick<ReviewRecord, "read">): PictureReader {
  return createReadCache(KEPT_BYTES, async (sha256) => {
    const value = await record.read(sha256);
    return { value, bytes: value.length };
  });
}

type PageThumbnails = ReadonlyMap<string, NonNullable<PageReport["thumbnails"]>>;

/** It stands for its site wherever that is shown small. */
const FRONT = "/";

function isDifferent({ report }: Pick<SeenPage, "report">): boolean {
  return report !== undefined && report.change !== "unchanged";
}

/**
 * Small pictures of the front page and of those that look different, first those that are shown first. Without them the
 * comparison is as good.
 */
async function makeThumbnails(
  { job: { record, service }, browsers, pictures }: Looking,
  pages: readonly SeenPage[],
): Promise<PageThumbnails> {
  const made = new Map<string, { before?: string; after?: string }>();
  const rank = ({ report }: SeenPage): number => (report?.change === "removed" ? 1 : 0);
  const shown = pages
    .filter((page) => page.candidate.path === FRONT || isDifferent(page))
    .toSorted((a, b) => rank(a) - rank(b));
  try {
    for (const { candidate, visits, report } of shown) {
      const small: { before?: string; after?: string } = {};
      made.set(candidate.path, small);
      for (const side of ["before", "after"] as const) {
        const isLargest = ({ width, scheme }: Shot) => width === REVIEW_WIDTHS[0] && scheme === undefined;
        const shot = visits[side]?.shots.find(isLargest);
        if (!shot || (side === "before" && report?.change === "unchanged")) continue;
        const webp = await (await browsers.comparer()).thumbnail(await pictures(shot.sha256));
        if (webp) small[side] = await record.addPicture(webp);
      }
    }
  } catch (error) {
    service.log.warn({ err: error, comparisonId: record.comparisonId }, "a review has not all of its thumbnails");
    await browsers.drop();
  }
  return made;
}

/** A build that starts meanwhile waits for one page at most, and pages wait for builds a while. */
function createPatience({ service, record, isBuilding, signal }: ReviewJob, browsers: Browsers): () => Promise<void> {
  let leftMs = record.order.patienceMs;
  return async () => {
    if (leftMs <= 0 || !(await isBuilding())) return;
    await browsers.drop();
    do {
      await service.clock.sleep(GIVE_WAY_MS, signal);
      leftMs -= GIVE_WAY_MS;
    } while (leftMs > 0 && (await isBuilding()));
  };
}

/** The browser of a review, which is started again when a page has broken it. */
interface Browsers extends AsyncDisposable {
  current(): Promise<ReviewBrowser>;
  comparer(): Promise<Comparer>;
  /** Ends the browser; the next one is a new one. */
  drop(): Promise<void>;
}

function createBrowsers(settings: BrowserSettings): Browsers {
  let opening: Promise<ReviewBrowser> | undefined;
  let comparer: Promise<Comparer> | undefined;
  const browsers: Browsers = {
    async current() {
      const opened = await opening;
      if (opened && !opened.browser.isConnected()) await browsers.drop();
      try {
        return await (opening ??= openBrowser(settings));
      } catch (error) {
        opening = undefined;
        throw new NoBrowser("Chromium could not be started.", { cause: error });
      }
    },
    async comparer() {
      const { browser } = await browsers.current();
      return (comparer ??= openComparer(browser));
    },
    async drop() {
      const ending = opening;
      [opening, comparer] = [undefined, undefined];
      await (await ending)?.[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: () => browsers.drop(),
  };
  return browsers;
}
