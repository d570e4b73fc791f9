import { contentTypeOf } from "../../domain/content-type.ts";
import { decoded } from "../../domain/decoded.ts";
import { importedFrom, importsOf, mayMakeStyles, type References } from "../../domain/references.ts";
import { followPath, manifestHeaders, type SiteFiles } from "../../domain/resolve.ts";
import { type Pointers, readPageText, type SiteReader } from "./site-contents.ts";

export interface ServedSite extends SiteFiles, SiteReader {
  readonly origin: string;
}

export interface Page {
  readonly kind: "page";
  readonly path: string;
  readonly url: URL;
  readonly references: References;
}

/** Something that a page refers to, and that browsers cannot use. */
export interface Missing {
  /** As it is requested, decoded where it can be. */
  readonly path: string;
  readonly kind: "style" | "script" | "file" | "link";
  /** Nothing is there, or something else than that, a pointer of Git LFS, or it is on the machine of who wrote the page. */
  readonly why: "missing" | "type" | "pointer" | "machine";
}

/** What a page cannot do without, of the site itself, where a browser loads none of it. */
export interface Lack {
  readonly what: "styles and scripts" | "scripts" | "styles";
  readonly count: number;
}

export interface HomeCheck {
  /** The gravest first. */
  readonly missing: readonly Missing[];
  readonly lacks: Lack | undefined;
}

/** References of a page that are looked up; no page that people read has more. */
const MAX_CHECKED = 2_000;
/** Scripts of a page that are read; people write fewer into one. */
const MAX_SCRIPTS_READ = 50;

/** What hosting platforms answer themselves wherever a site is on them. */
const OF_PLATFORMS = /^\/(?:_vercel|_next-live|\.netlify|cdn-cgi|__|_\/firebase)\//;

export async function findMissing(site: ServedSite, page: Page, pointers: Pointers): Promise<HomeCheck> {
  const { references } = page;
  const scripts = await readScripts(site, page, pointers);
  const seen = new Set<string>();
  const look = (kind: Missing["kind"], addresses: readonly string[]): readonly Result[] =>
    addresses.slice(0, MAX_CHECKED).flatMap((address): readonly Result[] => {
      const target = targetOf(page, address);
      if (target === null) return ["elsewhere"];
      if (seen.has(target.href)) return [];
      seen.add(target.href);
      if (kind !== "link" && isOfAuthor(target, site)) return [{ path: shownPath(target.href), kind, why: "machine" }];
      if (target.origin !== site.origin) return ["elsewhere"];
      if (OF_PLATFORMS.test(target.pathname)) return [];
      const why = scripts.stopped.has(target.href) ? "type" : lookUp(site, target, kind, pointers);
      return why === "there" ? ["there"] : [{ path: shownPath(target.pathname), kind, why }];
    });
  const styleResults = look("style", references.styles);
  const scriptResults = look("script", references.scripts);
  const results = [
    ...styleResults,
    ...scriptResults,
    ...look("file", references.files),
    ...look("link", references.links),
  ];
  const [style, script] = [summary(styleResults), summary(scriptResults)];
  const isPlain = !references.styled && !references.scripted && !style.isElsewhere;
  const possible: readonly (readonly [what: Lack["what"], isLacking: boolean, count: number])[] = [
    ["styles and scripts", style.isNone && script.isNone, style.own + script.own],
    ["scripts", references.scripted && script.isNone && !script.isElsewhere, script.own],
    ["styles", isPlain && style.isNone && !script.isElsewhere && !scripts.mayMakeStyles, style.own],
  ];
  const found = possible.find(([, isLacking, count]) => isLacking && count > 0);
  return {
    missing: results.filter((result) => typeof result === "object"),
    lacks: found && { what: found[0], count: found[2] },
  };
}

type Result = "there" | "elsewhere" | Missing;

function summary(results: readonly Result[]) {
  return {
    own: results.filter((result) => result !== "elsewhere").length,
    isNone: !results.includes("there"),
    isElsewhere: results.includes("elsewhere"),
  };
}

function targetOf({ url, references: { base, beforeBase } }: Page, address: string): URL | null {
  const from = base === undefined || beforeBase.has(address) ? null : URL.parse(base, url.href);
  return URL.parse(address, (from ?? url).href);
}

/** What the text of the scripts says that a page loads. */
interface Scripts {
  /** URLs of those that do not run: a browser does not find what they import. */
  readonly stopped: ReadonlySet<string>;
  readonly mayMakeStyles: boolean;
}

async function readScripts(site: ServedSite, page: Page, pointers: Pointers): Promise<Scripts> {
  const { scripts } = page.references;
  const stopped = new Set<string>();
  let mayMake = scripts.length > MAX_SCRIPTS_READ;
  for (const address of scripts.slice(0, MAX_SCRIPTS_READ)) {
    const target = targetOf(page, address);
    if (target?.origin !== site.origin) continue;
    const found = followPath(site, site.origin, target);
    if (found.kind !== "file") continue;
    const text = await readPageText(site, found.object);
    mayMake ||= mayMakeStyles(text);
    const isThere = (imported: string): boolean => {
      const file = importedFrom(imported, page.references, { own: found.url.href, page: page.url.href });
      return file !== null && (file.origin !== site.origin || lookUp(site, file, "script", pointers) === "there");
    };
    if (!importsOf(text).every(isThere)) stopped.add(target.href);
  }
  return { stopped, mayMakeStyles: mayMake };
}

/** Whether an address is one on the machine of who wrote the page. */
function isOfAuthor({ protocol, hostname, origin }: URL, site: ServedSite): boolean {
  if (/^(?:file|[a-z]):$/.test(protocol)) return true;
  return origin !== site.origin && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function lookUp(site: ServedSite, url: URL, kind: Missing["kind"], { paths }: Pointers): "there" | Missing["why"] {
  const found = followPath(site, site.origin, url);
  if (found.kind === "redirect") return "there";
  if (found.kind === "missing" || found.status !== 200) return "missing";
  if (kind !== "link" && paths.has(found.path)) return "pointer";
  return isUsable(site, found.path, kind) ? "there" : "type";
}

/** Browsers take nothing for a style or a script that is not sent as one. [Fetch, "nosniff"] */
function isUsable({ rules }: ServedSite, path: string, kind: Missing["kind"]): boolean {
  if (kind !== "style" && kind !== "script") return true;
  const type = manifestHeaders(path, rules).get("content-type") ?? contentTypeOf(path);
  return kind === "style"
    ? type.startsWith("text/css")
    : /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i.test(type);
}

function shownPath(path: string): string {
  const text = decoded(path);
  return text === undefined || /\p{Cc}/u.test(text) ? path : text;
}
