import type { Browser, Page } from "playwright-core";

const INNER_PAGES = 3;
const LOAD_TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 4_000;
/** Share of words that two renders of one page have in common, at least: dates, counts and chance differ. */
const ALIKE = 0.9;

interface ShownPage {
  readonly status: number;
  readonly words: ReadonlySet<string>;
  /** Paths on its own host that had no answer or an error. */
  readonly missing: ReadonlySet<string>;
  /** Paths of pages that it links on its own host. */
  readonly links: readonly string[];
}

/**
 * Opens home and three inner pages of two hosts of one site.
 * @param ours URL of the home page that is judged.
 * @param floor URL of the home page as it should be; names the inner pages.
 * @returns A sentence for each page that differs.
 */
export async function comparePages(browser: Browser, ours: string, floor: string): Promise<readonly string[]> {
  const home = await open(browser, floor);
  const start = new URL(floor).pathname;
  const inner = home.links.filter((path) => path !== start).slice(0, INNER_PAGES);
  const differences: string[] = [];
  for (const path of [start, ...inner]) {
    const expected = path === start ? home : await open(browser, new URL(path, floor).href);
    const shown = await open(browser, new URL(path, ours).href);
    const difference = compare(shown, expected);
    if (difference !== undefined) differences.push(`${path}: ${difference}`);
  }
  return differences;
}

function compare(shown: ShownPage, expected: ShownPage): string | undefined {
  if (expected.status >= 400) return undefined;
  if (shown.status >= 400) return `status ${shown.status}`;
  const missing = [...shown.missing].filter((path) => !expected.missing.has(path));
  if (missing.length > 0) return `${missing.length} files are missing, ${missing[0]} the first`;
  const common = [...expected.words].filter((word) => shown.words.has(word)).length;
  const all = new Set([...expected.words, ...shown.words]).size;
  return all > 0 && common / all < ALIKE ? `${common} of ${all} words are the same` : undefined;
}

async function open(browser: Browser, url: string): Promise<ShownPage> {
  await using context = await browser.newContext({ serviceWorkers: "block" });
  const { origin } = new URL(url);
  const missing = new Set<string>();
  await context.route(
    (target) => target.origin !== origin,
    (route) => route.abort(),
  );
  const page = await context.newPage();
  page.on("response", (response) => {
    const target = new URL(response.url());
    if (target.origin === origin && response.status() >= 400) missing.add(target.pathname);
  });
  const response = await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS }).catch(() => null);
  await page.waitForLoadState("networkidle", { timeout: IDLE_TIMEOUT_MS }).catch(() => {});
  return { status: response?.status() ?? 599, missing, ...(await read(page, origin)) };
}

async function read(page: Page, origin: string): Promise<Pick<ShownPage, "words" | "links">> {
  const text = await page.evaluate<string>("document.body.innerText").catch(() => "");
  const hrefs = await page
    .evaluate<string[]>("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
    .catch(() => []);
  const pages = hrefs.filter((href) => URL.canParse(href)).map((href) => new URL(href));
  const own = pages.filter((url) => url.origin === origin && !/\.(?!html?$)\w+$/.test(url.pathname));
  return {
    words: new Set(text.split(/\s+/).filter(Boolean)),
    links: [...new Set(own.map(({ pathname }) => pathname))],
  };
}
