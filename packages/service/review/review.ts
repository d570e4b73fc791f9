import { REVIEW_WIDTHS } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { type BrowserSettings, openBrowser, type ReviewBrowser } from "./browser.ts";
import { type Candidate, choosePages, MAX_PAGES } from "./choose.ts";
import { type Comparer, openComparer } from "./compare.ts";
import type { ReviewFindings, ReviewRecord } from "./record.ts";
import { compareBrokenLinks, type PageReport, type Pair, reportPage } from "./report.ts";
import { scanSite } from "./scan.ts";
import type { Side } from "./served-side.ts";
import { BrowserStuck, type Shot, type Visit, visitPage } from "./visit.ts";

/** What one review needs. */
export interface ReviewJob {
  readonly service: Pick<ServiceContext, "clock" | "log">;
  readonly record: Pick<ReviewRecord, "deploymentId" | "order" | "read" | "addPicture">;
  readonly browser: BrowserSettings;
  /** Whether a build needs the machine. */
  readonly isBuilding: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Time for all pages. */
export const REVIEW_MS = 60_000;

/** Paths of pages that were not rendered. */
export const MAX_NAMED = 500;

const GIVE_WAY_MS = 500;

/** No browser could be started; the message says why. */
export class NoBrowser extends Error {
  override readonly name = "NoBrowser";
}

type Pictures = PageReport["pictures"][number];

/**
 * Renders the changed pages of a preview and of what is live, and compares them.
 * @throws {NoBrowser}
 */
export async function reviewPreview(job: ReviewJob): Promise<ReviewFindings> {
  const { record, signal } = job;
  const { origin, nowMs } = record.order;
  const sides = openSides(record);
  const memory = { references: new Map(), readBytes: 0 };
  const before = await scanSite(sides.before, { origin, memory, signal });
  const after = await scanSite(sides.after, { origin, memory, signal });
  const candidates = choosePages(before, after);
  const visits = new Map<string, Pair>();
  const pages: PageReport[] = [];
  let shown: ThumbnailSource | undefined;
  let spentMs = 0;
  await using browsers = createBrowsers(job.browser);
  for (const candidate of candidates.slice(0, MAX_PAGES)) {
    signal.throwIfAborted();
    if (spentMs > REVIEW_MS) break;
    await waitForBuilds(job, browsers);
    const startedAt = performance.now();
    const pair = await visitBoth(browsers, candidate, { sides, origin, nowMs, signal });
    const seen = await comparePictures(browsers, pair, (png) => record.addPicture(png));
    const page = reportPage(candidate, withoutPictures(pair), seen);
    pages.push(page);
    visits.set(candidate.path, withoutPictures(pair));
    const isNew = page.change === "changed" || page.change === "added";
    if (shown === undefined || (isNew && !shown.isNew)) shown = { isNew, png: frontOf(pair) };
    spentMs += performance.now() - startedAt;
  }
  signal.throwIfAborted();
  const thumbnail = await makeThumbnail(job, browsers, shown);
  signal.throwIfAborted();
  const rendered = new Set(pages.map(({ path }) => path));
  const left = candidates.filter(({ path }) => !rendered.has(path));
  return {
    pages,
    notRendered: left.slice(0, MAX_NAMED).map(({ path, change }) => ({ path, change })),
    brokenLinks: [...compareBrokenLinks({ before, after }, visits)],
    left: { count: left.length, late: spentMs > REVIEW_MS },
    ...(thumbnail !== undefined && { thumbnail }),
  };
}

/** The picture for the thumbnail: of the first page that changed or is new; of the front page, when none did. */
interface ThumbnailSource {
  readonly isNew: boolean;
  readonly png: Buffer | undefined;
}

const frontOf = ({ after }: Pair): Buffer | undefined =>
  after?.shots.find(({ width }) => width === REVIEW_WIDTHS[0])?.png;

/**
 * A small picture of the preview. Without one the review is as good.
 * @returns Digest of the stored WebP.
 */
async function makeThumbnail(
  { record, service: { log } }: ReviewJob,
  browsers: Browsers,
  shown: ThumbnailSource | undefined,
): Promise<string | undefined> {
  if (shown?.png === undefined) return undefined;
  try {
    const webp = await (await browsers.comparer()).thumbnail(shown.png);
    return webp && (await record.addPicture(webp));
  } catch (error) {
    log.warn({ err: error, deploymentId: record.deploymentId }, "a review has no thumbnail");
    await browsers.drop();
    return undefined;
  }
}

/** A build that starts meanwhile waits for one page at most. */
async function waitForBuilds({ service: { clock }, isBuilding, signal }: ReviewJob, browsers: Browsers): Promise<void> {
  if (!(await isBuilding())) return;
  await browsers.drop();
  do await clock.sleep(GIVE_WAY_MS, signal);
  while (await isBuilding());
}

function openSides({ order, read }: ReviewJob["record"]): { readonly before: Side; readonly after: Side } {
  return {
    before: { name: "before", site: order.before, read },
    after: { name: "after", site: order.after, read },
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
  let opened: ReviewBrowser | undefined;
  let comparer: Comparer | undefined;
  const browsers: Browsers = {
    async current() {
      if (opened && !opened.browser.isConnected()) await browsers.drop();
      try {
        return (opened ??= await openBrowser(settings));
      } catch (error) {
        throw new NoBrowser("Chromium could not be started.", { cause: error });
      }
    },
    async comparer() {
      const { browser } = await browsers.current();
      return (comparer ??= await openComparer(browser));
    },
    async drop() {
      const ending = opened;
      [opened, comparer] = [undefined, undefined];
      await ending?.[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: () => browsers.drop(),
  };
  return browsers;
}

interface Visiting {
  readonly sides: { readonly before: Side; readonly after: Side };
  readonly origin: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Both sides at a time; a page whose files are the same is rendered once. */
async function visitBoth(browsers: Browsers, { path, change }: Candidate, visiting: Visiting): Promise<Pair> {
  const { browser } = await browsers.current();
  const visit = (side: Side): Promise<Visit> => visitPage(browser, { ...visiting, side, path });
  const { before, after } = visiting.sides;
  const wanted = [
    change === "added" || change === "unchanged" ? undefined : before,
    change === "removed" ? undefined : after,
  ];
  const settled = await Promise.allSettled(wanted.map(async (side) => side && visit(side)));
  const stuck = settled.some(({ status }) => status === "rejected");
  if (stuck) await browsers.drop();
  const [old, now] = settled.map((each) => {
    if (each.status === "fulfilled") return each.value;
    if (each.reason instanceof BrowserStuck) return each.reason.visit;
    throw each.reason;
  });
  return { before: change === "unchanged" ? now : old, after: now };
}

async function comparePictures(
  browsers: Browsers,
  { before, after }: Pair,
  store: (png: Buffer) => Promise<string>,
): Promise<readonly Pictures[]> {
  const widths = new Set([...(before?.shots ?? []), ...(after?.shots ?? [])].map(({ width }) => width));
  const pictures: Pictures[] = [];
  for (const width of widths) {
    const [old, now] = [before, after].map((visit) => visit?.shots.find((shot) => shot.width === width));
    pictures.push({
      width,
      height: Math.max(old?.height ?? 0, now?.height ?? 0),
      ...(old && { before: await store(old.png) }),
      ...(now && { after: await store(now.png) }),
      ...(old && now && (await difference(browsers, old, now, store))),
      ...((old?.cut ?? false) || (now?.cut ?? false) ? { cut: true } : {}),
    });
  }
  return pictures;
}

async function difference(
  browsers: Browsers,
  old: Shot,
  now: Shot,
  store: (png: Buffer) => Promise<string>,
): Promise<Pick<Pictures, "changedShare" | "difference">> {
  if (old.png.equals(now.png)) return { changedShare: 0 };
  try {
    const found = await (await browsers.comparer()).compare(old.png, now.png);
    return found ? { changedShare: found.share, difference: await store(found.png) } : { changedShare: 0 };
  } catch (error) {
    if (error instanceof NoBrowser) throw error;
    // They differ, and the browser did not say where.
    await browsers.drop();
    return {};
  }
}

/** Pictures are not kept in memory until the end. */
function withoutPictures({ before, after }: Pair): Pair {
  return { before: before && { ...before, shots: [] }, after: after && { ...after, shots: [] } };
}
