import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { withTimeout } from "./browser.ts";

/** What differs between two pictures. */
export interface Difference {
  /** 0 to 1. */
  readonly share: number;
  /** The picture before, faded, with every differing pixel marked. */
  readonly png: Buffer;
}

const Compared = z.object({ differing: z.int().nonnegative(), pixels: z.int().positive(), png: z.base64() });

/** Pixels of a thumbnail. */
const THUMBNAIL = { width: 480, height: 300 } as const;

/** Most bytes of a thumbnail. */
const MAX_THUMBNAIL_BYTES = 60_000;

const ORIGIN = "https://compare.invalid";
const COMPARE_MS = 10_000;
const MAX_PNG_BYTES = 8 * 1024 ** 2;

/**
 * Both sides are rendered by the same browser: every pixel that differs is a change. Where only one picture has pixels,
 * both get another colour, so that they count.
 */
const COMPARE = `import pixelmatch from "/pixelmatch.js";
async function read(name) {
  return createImageBitmap(await (await fetch(name)).blob());
}
function pixels(bitmap, width, height, ground) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.clearRect(0, 0, bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, width, height).data;
}
window.compare = async (before, after) => {
  const [old, now] = await Promise.all([read(before), read(after)]);
  const [width, height] = [Math.max(old.width, now.width), Math.max(old.height, now.height)];
  const out = new ImageData(width, height);
  const differing = pixelmatch(
    pixels(old, width, height, "#ff00ff"), pixels(now, width, height, "#00ff00"), out.data, width, height,
    { threshold: 0, includeAA: true, alpha: 0.2, diffColor: [217, 0, 98] },
  );
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(out, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  return { differing, pixels: width * height, png: bytes.toBase64() };
};
window.thumbnail = async (name, width, height, maxBytes) => {
  const picture = await read(name);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  const shown = Math.min(picture.height, Math.round((picture.width * height) / width));
  context.drawImage(picture, 0, 0, picture.width, shown, 0, 0, width, Math.round((shown * width) / picture.width));
  for (const quality of [0.9, 0.75, 0.5, 0.25, 0]) {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    if (blob.size <= maxBytes) return new Uint8Array(await blob.arrayBuffer()).toBase64();
  }
};
`;

/** Compares and scales pictures inside the browser: the service never decodes pictures of untrusted pages. */
export interface Comparer extends AsyncDisposable {
  /** @returns Undefined when nothing differs. */
  compare(before: Buffer, after: Buffer): Promise<Difference | undefined>;
  /** @returns A WebP of the top of a picture, small enough for a list; undefined when the browser made none. */
  thumbnail(png: Buffer): Promise<Buffer | undefined>;
}

export async function openComparer(browser: Browser): Promise<Comparer> {
  const pictures = new Map<string, Buffer>();
  const pixelmatch = readFileSync(fileURLToPath(import.meta.resolve("pixelmatch")), "utf8");
  const context = await withTimeout(
    COMPARE_MS,
    browser.newContext({ serviceWorkers: "block", acceptDownloads: false }),
  );
  await context.route("**/*", async (route, request) => {
    const { pathname, origin } = new URL(request.url());
    const script = { "/pixelmatch.js": pixelmatch, "/compare.js": COMPARE }[pathname];
    const picture = pictures.get(pathname);
    if (origin !== ORIGIN) await route.abort();
    else if (script !== undefined) await route.fulfill({ contentType: "text/javascript", body: script });
    else if (picture) await route.fulfill({ contentType: "image/png", body: picture });
    else await route.fulfill({ contentType: "text/html", body: '<script type="module" src="/compare.js"></script>' });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`, { timeout: COMPARE_MS });
  let count = 0;
  return {
    async compare(before, after) {
      if (before.equals(after)) return undefined;
      count += 1;
      const [old, now] = [`/${count}/before`, `/${count}/after`];
      pictures.set(old, before).set(now, after);
      try {
        const compared: unknown = await withTimeout(
          COMPARE_MS,
          page.evaluate(`window.compare(${JSON.stringify(old)}, ${JSON.stringify(now)})`),
        );
        const { differing, pixels, png } = Compared.parse(compared);
        if (differing === 0) return undefined;
        const bytes = Buffer.from(png, "base64");
        if (bytes.length > MAX_PNG_BYTES) throw new Error("The picture of the difference is too large.");
        return { share: Math.min(1, differing / pixels), png: bytes };
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
        return plainThumbnail(
          Buffer.from(
            z
              .base64()
              .max(2 * MAX_THUMBNAIL_BYTES)
              .parse(made),
            "base64",
          ),
        );
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
 * Takes the picture out of a WebP and writes it anew, without colour profile or anything else: what made it showed the
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
