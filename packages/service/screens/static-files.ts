import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { HttpEnv } from "../http/context.ts";

const FILES: readonly (readonly [name: string, type: string])[] = [
  ["greenroom.css", "text/css; charset=utf-8"],
  ["greenroom.js", "text/javascript; charset=utf-8"],
  ["icon.svg", "image/svg+xml"],
];

/**
 * Serves the stylesheet, the script and the picture of the screens, read once.
 * @returns An app with one route a file, under `/app/static`.
 */
export function staticFiles(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  for (const [name, type] of FILES) {
    const content = readFileSync(new URL(`static/${name}`, import.meta.url), "utf8");
    const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    app.get(`/app/static/${name}`, (c) => {
      const headers = { ETag: tag, "Cache-Control": "no-cache", "Content-Type": type };
      return c.req.header("If-None-Match") === tag ? c.body(null, 304, headers) : c.body(content, 200, headers);
    });
  }
  return app;
}
