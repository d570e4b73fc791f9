import { createReadStream, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream";
import { serve } from "../../test/http.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/**
 * Files, `index.html` of folders, pages without their `.html`, and for anything else the `404.html`, or, where there is
 * none, the home page, as hosts of single-page applications do: the floor that a served site is compared with.
 */
export async function serveFolder(folder: string, base: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const below = pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
    const path = below === undefined ? undefined : normalize(`/${decodeURIComponent(below)}`);
    if (path !== undefined && !path.endsWith("/") && isFile(join(folder, path, "index.html"))) {
      response.writeHead(301, { location: `${pathname}/` }).end();
      return;
    }
    const found = path === undefined ? undefined : choose(folder, path, extname(pathname) === "");
    response.writeHead(found?.status ?? 404, {
      "content-type": TYPES[extname(found?.file ?? "")] ?? "application/octet-stream",
    });
    if (found === undefined) response.end();
    else pipeline(createReadStream(found.file), response, () => {});
  });
  return { url: `http://localhost:${server.port}${base}`, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

function choose(
  folder: string,
  path: string,
  isPage: boolean,
): { readonly file: string; readonly status: number } | undefined {
  for (const name of [path, join(path, "index.html"), `${path.replace(/\/$/, "")}.html`]) {
    const file = join(folder, name);
    if (isFile(file)) return { file, status: 200 };
  }
  const missing = join(folder, "404.html");
  if (isFile(missing)) return { file: missing, status: 404 };
  return isPage ? { file: join(folder, "index.html"), status: 200 } : undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
