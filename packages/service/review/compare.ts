import { MAX_BOXES } from "@greenroom/contract";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { withTimeout } from "./browser.ts";
import { COMPARE_PAGE } from "./compare-page.ts";

export interface PictureDifference {
  /** 0 to 1. */
  readonly share: number;
  /** The picture before, faded, with every differing pixel marked; undefined when none differs. */
  readonly png: Buffer | undefined;
  readonly boxes: Compared["boxes"];
  /** Regions that differ from themselves; they were left out. */
  readonly unstable: Compared["unstable"];
}

/** Pictures of both sides, and those that were taken of the same pages a second time. */
export interface PicturesToCompare {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly beforeAgain?: Buffer | undefined;
  readonly afterAgain?: Buffer | undefined;
}

const Size = z.int().nonnegative();
const Rows = z.object({ y: Size, height: Size });
export const Boxes = z.array(z.object({ x: Size, width: Size, before: Rows, after: Rows })).max(MAX_BOXES);
export const Regions = z.array(z.object({ x: Size, y: Size, width: Size, height: Size })).max(MAX_BOXES);
const Compared = z.object({
  differing: Size,
  pixels: z.int().positive(),
  png: z.union([z.literal(""), z.base64()]),
  boxes: Boxes,
  unstable: z.object({ before: Regions, after: Regions }),
});
type Compared = z.infer<typeof Compared>;

/** Pixels of a thumbnail. */
const THUMBNAIL = { width: 480, height: 300 } as const;
const MAX_THUMBNAIL_BYTES = 60_000;
const Thumbnail = z.base64().max(2 * MAX_THUMBNAIL_BYTES);

const ORIGIN = "https://compare.invalid";
const COMPARE_MS = 10_000;
const MAX_PNG_BYTES = 8 * 1024 ** 2;

/** Compares and scales pictures inside the browser: the service never decodes pictures of untrusted pages. */
export interface Comparer extends AsyncDisposable {
  compare(pictures: PicturesToCompare): Promise<PictureDifference>;
  /** @returns A WebP of the top of a picture, small enough for a list; undefined when the browser made none. */
  thumbnail(png: Buffer): Promise<Buffer | undefined>;
}

export async function openComparer(browser: Browser): Promise<Comparer> {
  const pictures = new Map<string, Buffer>();
  const context = await withTimeout(
    COMPARE_MS,
    browser.newContext({ serviceWorkers: "block", acceptDownloads: false }),
  );
  await context.route("**/*", async (route, request) => {
    const { pathname, origin } = new URL(request.url());
    const picture = pictures.get(pathname);
    if (origin !== ORIGIN) await route.abort();
    else if (pathname === "/compare.js") await route.fulfill({ contentType: "text/javascript", body: COMPARE_PAGE });
    else if (picture) await route.fulfill({ contentType: "image/png", body: picture });
    else await route.fulfill({ contentType: "text/html", body: '<script type="module" src="/compare.js"></script>' });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`, { timeout: COMPARE_MS });
  let count = 0;
  return {
    async compare(asked) {
      count += 1;
      const named = (["before", "after", "beforeAgain", "afterAgain"] as const).flatMap((name) => {
        const picture = asked[name];
        return picture ? [[name, `/${count}/${name}`, picture] as const] : [];
      });
      for (const [, path, picture] of named) pictures.set(path, picture);
      const names = JSON.stringify(Object.fromEntries(named.map(([name, path]) => [name, path])));
      try {
        const compared: unknown = await withTimeout(COMPARE_MS, page.evaluate(`window.compare(${names})`));
        const { differing, pixels, png, ...regions } = Compared.parse(compared);
        const bytes = Buffer.from(png, "base64");
        if (bytes.length > MAX_PNG_BYTES) throw new Error("The picture of the difference is too large.");
        return { share: Math.min(1, differing / pixels), png: differing === 0 ? undefined : bytes, ...regions };
      } finally {
        pictures.clear();
      }
    },
    async thumbnail(png) {
      const { width, height } = THUMBNAIL;
      pictures.set("/thumbnail", png);
      try {
        const made: unknown = await withTimeout(
          COMPARE_MS,
          page.evaluate(`window.thumbnail("/thumbnail", ${width}, ${height}, ${MAX_THUMBNAIL_BYTES})`),
        );
        return plainThumbnail(Buffer.from(Thumbnail.parse(made), "base64"));
      } finally {
        pictures.clear();
      }
    },
    async [Symbol.asyncDispose]() {
      await withTimeout(2_000, context.close()).catch(() => {});
    },
  };
}

/**
 * Takes the picture out of a WebP and writes it again, without colour profile or anything else: what made it showed the
 * untrusted pages, and the browser of everyone who opens a list of requests decodes it.
 * @returns A simple lossy WebP of the asked size, undefined when there is none in it.
 * @see RFC 9649 §2.3 to §2.5; RFC 6386 §9.1
 */
export function plainThumbnail(webp: Buffer): Buffer | undefined {
  if (webp.length > MAX_THUMBNAIL_BYTES || !/^RIFF[^]{4}WEBP$/.test(webp.toString("latin1", 0, 12))) return undefined;
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    const chunk = webp.subarray(at, at + 8 + size);
    if (chunk.toString("latin1", 0, 4) === "VP8 ") return isFrame(chunk, size) ? simpleWebp(chunk) : undefined;
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** A key frame of the asked size, whole. */
function isFrame(chunk: Buffer, size: number): boolean {
  if (size < 10 || chunk.length !== 8 + size || chunk.toString("hex", 11, 14) !== "9d012a") return false;
  return chunk.readUInt16LE(14) === THUMBNAIL.width && chunk.readUInt16LE(16) === THUMBNAIL.height;
}

function simpleWebp(chunk: Buffer): Buffer {
  const head = Buffer.from("RIFF----WEBP", "latin1");
  const padding = Buffer.alloc(chunk.length % 2);
  head.writeUInt32LE("WEBP".length + chunk.length + padding.length, 4);
  return Buffer.concat([head, chunk, padding]);
}
