import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phoneSummary, qrCode } from "../../src/preview/summary.ts";
import { openBrowser } from "../browser/browser.ts";
import { url } from "./url.ts";

/** As much as a phone's camera leaves of single pixels, CSS pixels. */
const BLUR = "blur(0.8px)";

const require = createRequire(import.meta.url);
let browser: Browser;
let githubCss: string;

beforeAll(async () => {
  browser = await openBrowser();
  githubCss = await readFile(require.resolve("github-markdown-css/github-markdown.css"), "utf8");
});

afterAll(() => browser.close());

/** Photographs HTML as GitHub shows it, and reads the code in the picture. */
async function readBack(html: string, colorScheme: "light" | "dark"): Promise<string | undefined> {
  await using context = await browser.newContext({ viewport: { width: 1000, height: 1000 }, colorScheme });
  const page = await context.newPage();
  const style = `${githubCss} body { padding: 24px; filter: ${BLUR} }`;
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><style>${style}</style><body class="markdown-body">${html}`,
  );
  await page.addScriptTag({ path: require.resolve("jsqr") });
  const picture = (await page.screenshot()).toString("base64");
  // Read within the page: millions of pixels would be slow to carry over.
  const read = `(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(png)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    const { data, width, height } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return jsQR(data, width, height)?.data;
  })("data:image/png;base64,${picture}")`;
  return await page.evaluate<string | undefined>(read);
}

describe("qrCode", () => {
  const short = "https://dep-1.preview.example/";
  const long = `https://dep-0123456789abcdef.preview.greenroom.example.com/docs?${"q".repeat(60)}`;

  test.each([
    ["light", short],
    ["dark", long],
  ] as const)("can be read off GitHub's page, %s: %s", async (colorScheme, text) => {
    expect(await readBack(String(await qrCode(url(text))), colorScheme)).toBe(text);
  });

  test("could not be read out of a code block, whose lines GitHub sets apart", async () => {
    const rows = String(await qrCode(url(short)))
      .replace(/<\/?(?:p|kbd)>/g, "")
      .replaceAll("<br>", "\n");
    expect(await readBack(`<pre><code>${rows}</code></pre>`, "light")).toBeUndefined();
  });

  test("is blocks and spaces in one paragraph, which no rule of Markdown takes apart", async () => {
    expect(String(await qrCode(url(short)))).toMatch(/^<p><kbd>[█▌▐\u00a0]+(?:<br>[█▌▐\u00a0]+)+<\/kbd><\/p>$/);
  });

  test("stands in a summary behind a word to click, as a block of its own", async () => {
    const summary = String(await phoneSummary(url("https://dep-1.preview.example/")));
    expect(summary).toMatch(
      /^\n<details><summary>Open it on a phone<\/summary>\n\n<p><kbd>.+<\/kbd><\/p>\n\n<\/details>\n$/s,
    );
  });

  test("a URL that is too long for a phone is not drawn", async () => {
    expect(await qrCode(url(`https://dep.example/${"x".repeat(300)}`))).toBeUndefined();
  });
});
