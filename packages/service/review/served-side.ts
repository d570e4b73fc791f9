import type { ServedSite } from "../hosting/site.ts";

/** One of the two sites that are compared, under the same origin, as hosting would serve it. */
export interface Side {
  readonly site: ServedSite;
  readonly read: (sha256: string) => Promise<Buffer>;
}

/** URL path of a page, by the file it is in. */
export function pagePath(file: string): string {
  const path = file.replace(/(?:^|(?<=\/))index\.html$/, "").replace(/\.html$/, "");
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function isPage(file: string): boolean {
  return file.endsWith(".html");
}
