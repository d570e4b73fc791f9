import { createHash } from "node:crypto";
import { extname } from "node:path/posix";
import { MAX_REFERENCES, NO_REFERENCES, type References, referencesIn } from "../domain/references.ts";
import { followPath } from "../domain/resolve.ts";
import { renderingHeaders } from "./interception.ts";
import { isPage, pagePath, type Side } from "./served-side.ts";

export interface ScannedPage {
  readonly path: string;
  readonly sha256: string;
  /** Digest of the page and of all files it refers to, directly or by its styles and scripts, and of headers that matter. */
  readonly fingerprint: string;
  /** Paths of links and files that lead nowhere. */
  readonly broken: ReadonlyMap<string, "link" | "file">;
}

/** A site can have more; the rest is not scanned. */
const MAX_PAGES = 2_000;
const MAX_READ_BYTES = 64 * 1024 ** 2;
const MAX_FILE_BYTES = 2 * 1024 ** 2;

const REFERRING = /\.(?:html|css|m?js)$/;

/** References of files that were read, by digest; shared by the two sites that are compared. */
export interface ScanMemory {
  readonly references: Map<string, References>;
  readBytes: number;
}

/**
 * By their URL path, without a browser: what they load, and which links lead nowhere.
 * @param origin Origin under which the site is served.
 */
export async function scanSite(
  side: Side,
  { origin, memory, signal }: { readonly origin: string; readonly memory: ScanMemory; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, ScannedPage>> {
  const { site, read } = side;
  const pages = new Map<string, ScannedPage>();

  async function referencesOf(path: string): Promise<References> {
    const object = site.files.get(path);
    if (!object || object.size > MAX_FILE_BYTES || !REFERRING.test(path)) return NO_REFERENCES;
    // The same bytes can be a page here and a script there.
    const key = `${extname(path)} ${object.sha256}`;
    const known = memory.references.get(key);
    if (known) return known;
    memory.readBytes += object.size;
    if (memory.readBytes > MAX_READ_BYTES) return NO_REFERENCES;
    signal.throwIfAborted();
    const found = referencesIn(path, (await read(object.sha256)).toString("utf8"));
    memory.references.set(key, found);
    return found;
  }

  /** The file an address leads to, undefined when it is elsewhere; null when nothing is there. */
  function fileAt(address: string, base: string): { readonly at: string; readonly file: string | null } | undefined {
    const url = URL.parse(address, base);
    if (url?.origin !== origin) return undefined;
    const found = followPath(site, origin, url);
    if (found.kind === "redirect") return undefined;
    return { at: url.pathname, file: found.kind === "file" && found.status === 200 ? found.path : null };
  }

  async function scanPage(file: string): Promise<ScannedPage> {
    const path = pagePath(file);
    const sha256 = site.files.get(file)?.sha256 ?? "";
    const broken = new Map<string, "link" | "file">();
    const loaded = new Set<string>();
    const waiting = [{ file, url: `${origin}${path}` }];
    for (let next = waiting.pop(); next && loaded.size < MAX_REFERENCES; next = waiting.pop()) {
      const { base, files, perhaps, links } = await referencesOf(next.file);
      const from = (base === undefined ? null : URL.parse(base, next.url)?.href) ?? next.url;
      for (const [address, isFile] of [
        ...files.map((each) => [each, true] as const),
        ...perhaps.map((each) => [each, false] as const),
      ]) {
        const found = fileAt(address, from);
        if (found?.file === null && isFile) broken.set(found.at, "file");
        if (typeof found?.file !== "string" || isPage(found.file) || loaded.has(found.file)) continue;
        loaded.add(found.file);
        waiting.push({ file: found.file, url: `${origin}${found.at}` });
      }
      for (const address of links) {
        const found = fileAt(address, from);
        if (found?.file === null) broken.set(found.at, "link");
      }
    }
    const hash = createHash("sha256").update(sha256);
    for (const name of [...loaded].sort()) hash.update(`\n${name} ${site.files.get(name)?.sha256 ?? ""}`);
    for (const name of [path.slice(1), ...[...loaded].sort()]) hash.update(renderingHeaders(name, site.rules));
    for (const name of [...broken.keys()].sort()) hash.update(`\n- ${name}`);
    return { path, sha256, fingerprint: hash.digest("hex"), broken };
  }

  const files = [...site.files.keys()].filter(isPage).slice(0, MAX_PAGES);
  for (const file of files) {
    const page = await scanPage(file);
    // A redirect of the manifest wins over a page.
    const found = followPath(site, origin, new URL(page.path, origin));
    if (found.kind === "file" && found.path === file) pages.set(page.path, page);
  }
  return pages;
}
