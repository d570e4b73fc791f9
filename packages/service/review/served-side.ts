import { type RequestPath, readTarget, type Resolved, resolvePath } from "../hosting/resolve.ts";
import type { ServedSite } from "../hosting/site.ts";

/** One of the two sites that are compared, under the same origin, as hosting would serve it. */
export interface Side {
  readonly name: "before" | "after";
  readonly site: ServedSite;
  /** Bytes of a stored file. */
  readonly read: (sha256: string) => Promise<Buffer>;
}

const MAX_REDIRECTS = 5;

/** What a URL of the site leads to in the end; redirects inside the site are followed. */
export function followPath(site: ServedSite, origin: string, url: URL): Resolved {
  let found: Resolved = { kind: "missing" };
  let next: URL | null = url;
  for (let hop = 0; hop <= MAX_REDIRECTS && next !== null; hop += 1) {
    const target: RequestPath | undefined = readTarget(`${next.pathname}${next.search}`);
    found = target ? resolvePath(site, target) : { kind: "missing" };
    if (found.kind !== "redirect") return found;
    next = URL.parse(found.location, next.href);
    if (next?.origin !== origin) return found;
  }
  return found;
}

/** URL path of a page, by the file it is in. */
export function pagePath(file: string): string {
  const path = file.replace(/(?:^|(?<=\/))index\.html$/, "").replace(/\.html$/, "");
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function isPage(file: string): boolean {
  return file.endsWith(".html");
}
