import { REVIEW_WIDTHS } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { ServedSite } from "../http/hosting/site.ts";
import { hostedUrl } from "../settings.ts";
import { type Live, liveOfSite } from "../store/hosts.ts";
import { keepObjects } from "../store/kept-objects.ts";
import type { StoredObject } from "../store/objects.ts";
import type { DeploymentRow, SiteRow } from "../store/schema.ts";
import { type Ended, isBuilding } from "../store/reviews.ts";
import { type BrowserSettings, openBrowser, type ReviewBrowser } from "./browser.ts";
import { type Candidate, choosePages, MAX_PAGES } from "./choose.ts";
import { type Comparer, openComparer } from "./compare.ts";
import { compareBrokenLinks, compareRules, type PageReport, type Pair, reportPage, summarize } from "./report.ts";
import { scanSite } from "./scan.ts";
import type { Side } from "./served-side.ts";
import { BrowserStuck, type Shot, type Visit, visitPage } from "./visit.ts";

/** What one review needs. */
export interface ReviewJob {
  readonly service: Pick<ServiceContext, "db" | "objects" | "addresses" | "clock" | "log">;
  readonly siteOf: (digest: string) => Promise<ServedSite>;
  readonly browser: BrowserSettings;
  readonly row: DeploymentRow;
  readonly site: SiteRow;
  readonly signal: AbortSignal;
}

/** Time for all pages. */
const REVIEW_MS = 60_000;

const GIVE_WAY_MS = 500;
const MAX_NAMED = 500;

const EMPTY: ServedSite = { files: new Map(), variants: new Map(), rules: {} };

/** No browser could be started; the message says why. */
export class NoBrowser extends Error {
  override readonly name = "NoBrowser";
}

type Pictures = PageReport["pictures"][number];

/**
 * Renders the changed pages of a preview and of what is live, and compares them.
 * @throws {NoBrowser}
 */
export async function reviewPreview(job: ReviewJob): Promise<Ended> {
  const { row, site, signal } = job;
  const { db, addresses } = job.service;
  if (row.file_list_digest === null) return { status: "unavailable", message: "The files of the preview are gone." };
  const live = await liveOfSite(db, site.id);
  const origin = new URL(hostedUrl(addresses, site.production_label, "production")).origin;
  const sides = await openSides(job, row.file_list_digest, live);
  const memory = { references: new Map(), readBytes: 0 };
  const before = await scanSite(sides.before, { origin, memory, signal });
  const after = await scanSite(sides.after, { origin, memory, signal });
  const candidates = choosePages(before, after);
  const visits = new Map<string, Pair>();
  const pages: PageReport[] = [];
  const pictures = new Map<string, StoredObject>();
  let spentMs = 0;
  await using browsers = createBrowsers(job.browser);
  for (const candidate of candidates.slice(0, MAX_PAGES)) {
    signal.throwIfAborted();
    if (spentMs > REVIEW_MS) break;
    await giveWay(job, browsers);
    const startedAt = performance.now();
    const pair = await visitBoth(browsers, candidate, { sides, origin, nowMs: Date.parse(row.created_at), signal });
    const seen = await comparePictures(browsers, pair, async (png) => {
      const picture = await job.service.objects.putBytes(png);
      pictures.set(picture.sha256, picture);
      return picture.sha256;
    });
    pages.push(reportPage(candidate, withoutPictures(pair), seen));
    visits.set(candidate.path, withoutPictures(pair));
    spentMs += performance.now() - startedAt;
  }
  signal.throwIfAborted();
  await keepObjects(job.service, [...pictures.values()], signal);
  const thumbnail = await makeThumbnail(job, browsers, pages);
  signal.throwIfAborted();
  const rendered = new Set(pages.map(({ path }) => path));
  const left = candidates.filter(({ path }) => !rendered.has(path));
  const notRendered = left.slice(0, MAX_NAMED).map(({ path, change }) => ({ path, change }));
  const brokenLinks = [...compareBrokenLinks({ before, after }, visits)];
  const rules = live ? [...compareRules(sides.before.site.rules, sides.after.site.rules)] : [];
  const parts = { pages, notRendered, brokenLinks };
  return {
    status: "ready",
    report: { summary: summarize(parts), ...parts, rules },
    liveDeploymentId: live?.deploymentId ?? null,
    pictures: [...pictures.keys(), ...(thumbnail === undefined ? [] : [thumbnail])],
    ...(thumbnail !== undefined && { thumbnail }),
    ...(left.length > 0 && { message: leftOut(left.length, spentMs > REVIEW_MS) }),
  };
}

/**
 * A small picture of the first page that changed or is new; of the front page, when none did. Without one the review
 * is as good.
 * @returns Digest of the stored WebP.
 */
async function makeThumbnail(
  job: ReviewJob,
  browsers: Browsers,
  pages: readonly PageReport[],
): Promise<string | undefined> {
  const page = pages.find(({ change }) => change === "changed" || change === "added") ?? pages[0];
  const picture = page?.pictures.find(({ width }) => width === REVIEW_WIDTHS[0])?.after;
  if (picture === undefined) return undefined;
  const { objects, log } = job.service;
  try {
    const webp = await (await browsers.comparer()).thumbnail(await objects.read(picture));
    if (webp === undefined) return undefined;
    const stored = await objects.putBytes(webp);
    await keepObjects(job.service, [stored], job.signal);
    return stored.sha256;
  } catch (error) {
    log.warn({ err: error, deploymentId: job.row.id }, "a review has no thumbnail");
    await browsers.drop();
    return undefined;
  }
}

/** A build that came meanwhile has the machine for itself after the page that is looked at. */
async function giveWay({ service: { db, clock }, signal }: ReviewJob, browsers: Browsers): Promise<void> {
  if (!(await isBuilding(db))) return;
  await browsers.drop();
  do await clock.sleep(GIVE_WAY_MS, signal);
  while (await isBuilding(db));
}

function leftOut(count: number, late: boolean): string {
  const why = late ? `the time of ${REVIEW_MS / 1000} s was over` : `at most ${MAX_PAGES} are rendered`;
  return count === 1
    ? `1 more page differs and was not rendered: ${why}.`
    : `${count} more pages differ and were not rendered: ${why}.`;
}

async function openSides(
  { siteOf, service: { objects } }: ReviewJob,
  digest: string,
  live: Live | undefined,
): Promise<{ readonly before: Side; readonly after: Side }> {
  const read = (sha256: string): Promise<Buffer> => objects.read(sha256);
  const liveDigest = live?.fileListDigest ?? null;
  return {
    before: { name: "before", site: liveDigest === null ? EMPTY : await siteOf(liveDigest), read },
    after: { name: "after", site: await siteOf(digest), read },
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

/** Both sides at a time; a page whose files are the same is looked at once. */
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
