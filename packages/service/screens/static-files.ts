import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import type { HttpEnv } from "../http/context.ts";

const FOLDER = new URL("static/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

let loaded: ReturnType<typeof load> | undefined;

function load() {
  const hash = createHash("sha256");
  const files = readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const plain = readFileSync(new URL(name, FOLDER));
      hash.update(`${name}\n${plain.length}\n`).update(plain);
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      return [name, { type, plain, zipped: gzipSync(plain) }] as const;
    });
  // One version for all files: scripts import each other by relative paths.
  return { version: hash.digest("base64url").slice(0, 12), files: new Map(files) };
}

export function staticPath(name: string): string {
  loaded ??= load();
  return `/app/static/${loaded.version}/${name}`;
}

export function staticFiles(): Hono<HttpEnv> {
  const { version, files } = (loaded ??= load());
  return new Hono<HttpEnv>().get("/app/static/:version/:name", (c) => {
    const file = files.get(c.req.param("name"));
    if (file === undefined) return c.notFound();
    // Another version is wanted by a page from before an upgrade.
    const isCurrent = c.req.param("version") === version;
    c.header("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache");
    c.header("Content-Type", file.type);
    c.header("Vary", "Accept-Encoding");
    if (!/\bgzip\b/.test(c.req.header("Accept-Encoding") ?? "")) return c.body(Buffer.from(file.plain));
    c.header("Content-Encoding", "gzip");
    return c.body(Buffer.from(file.zipped));
  });
}
