import { Parser } from "htmlparser2";
import { z } from "zod";

/** What is read of a file: addresses as they are written. */
export interface References {
  readonly base: string | undefined;
  /** Addresses before the base element, which counts for those after it only. */
  readonly beforeBase: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Of `files`, those that a browser loads at once and the page depends on. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Texts of scripts that may be addresses of files. */
  readonly perhaps: readonly string[];
  readonly links: readonly string[];
  /** Where a page sends its visitors by itself, the page itself where the address is empty. */
  readonly refresh: { readonly address: string; readonly seconds: number } | undefined;
  /** Whether a page has styles in its own text, or a script there that may make some. */
  readonly styled: boolean;
  /** The import map of a page: where the names lead that its scripts import. The name of a folder ends with a slash. */
  readonly imports: ReadonlyMap<string, string>;
  /** Whether a page has nothing that a browser shows, nor anything that may make it. */
  readonly blank: boolean;
  /** Whether a page has nothing that a browser shows but what its scripts make. */
  readonly scripted: boolean;
  /** Whether a style or script of a page has an address that nothing has filled in. */
  readonly unfilled: boolean;
  /** A piece of a template that nothing has filled in, as it stands in the text of a page. */
  readonly template: string | undefined;
}

/** More of one kind are not read. */
export const MAX_REFERENCES = 5_000;

export const NO_REFERENCES: References = {
  base: undefined,
  beforeBase: new Set(),
  files: [],
  scripts: [],
  styles: [],
  perhaps: [],
  links: [],
  refresh: undefined,
  styled: false,
  imports: new Map(),
  blank: false,
  scripted: false,
  unfilled: false,
  template: undefined,
};

/** Reads what a page, a style or a script refers to, told apart by the ending of its path; other files refer to nothing. */
export function referencesIn(path: string, text: string): References {
  if (/\.x?html?$/.test(path)) return readPage(text);
  if (path.endsWith(".css")) return readStyle(text);
  return /\.m?js$/.test(path) ? readScript(text) : NO_REFERENCES;
}

const FILE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  audio: ["src"],
  embed: ["src"],
  frame: ["src"],
  iframe: ["src"],
  image: ["href", "xlink:href"],
  img: ["src"],
  input: ["src"],
  link: ["href"],
  object: ["data"],
  script: ["src"],
  source: ["src"],
  track: ["src"],
  use: ["href", "xlink:href"],
  video: ["src", "poster"],
};

/** Links to files a page loads; others, such as `canonical`, are addresses for machines. */
const LOADED_LINKS = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload|mask-icon)(?:\s|$)/i;

/** Elements whose content a browser with scripts does not load. */
const NOT_LOADED = new Set(["noscript", "template"]);

/** Elements whose text may show a template on purpose, or is none for readers. */
const LITERAL = new Set(["code", "kbd", "pre", "samp", "script", "style", "template", "textarea"]);

/** Elements that show something without a text. */
const SHOWN =
  /^(?:audio|button|canvas|embed|frame|hr|iframe|image|img|input|math|meter|object|progress|select|svg|textarea|video)$/;

/** Elements whose text is not shown on the page. */
const NOT_SHOWN = new Set([...NOT_LOADED, "style", "title"]);

type Attributes = Readonly<Record<string, string>>;

/** Reads a page; a broken one is read as far as it goes. */
export function readPage(text: string): References {
  let base: string | undefined;
  let beforeBase: ReadonlySet<string> = new Set();
  let refresh: References["refresh"];
  let template: string | undefined;
  let sent: string | undefined;
  const [files, scripts, styles]: [string[], string[], string[]] = [[], [], []];
  const [perhaps, links]: [string[], string[]] = [[], []];
  let inside = "";
  let [notLoaded, notShown, literal] = [0, 0, 0];
  let [isShown, isStyled, isTemplate, isScripted, isUnfilled] = [false, false, false, false, false];
  let [isModule, isMap] = [false, false];
  let imports: ReadonlyMap<string, string> = new Map();
  const parser = new Parser({
    onopentag(name, attributes) {
      inside = name;
      if (NOT_LOADED.has(name)) notLoaded += 1;
      if (NOT_SHOWN.has(name)) notShown += 1;
      if (LITERAL.has(name)) literal += 1;
      isShown ||= (notShown === 0 && SHOWN.test(name)) || attributes["shadowrootmode"] !== undefined;
      isScripted ||= notShown === 0 && name === "script";
      isModule = name === "script" && attributes["type"] === "module";
      isMap = name === "script" && attributes["type"] === "importmap";
      isStyled ||=
        name === "style" || ["style", "background", "bgcolor"].some((each) => attributes[each] !== undefined);
      // What a script defines.
      isTemplate ||= name.includes("-");
      if (name === "base" && base === undefined && attributes["href"] !== undefined) {
        base = attributes["href"];
        beforeBase = new Set([...files, ...scripts, ...links]);
      }
      if (name === "a" || name === "area") links.push(...given(attributes["href"]));
      if (name === "link" && !LOADED_LINKS.test(attributes["rel"] ?? "")) return;
      if (notLoaded === 0) {
        isUnfilled ||=
          ["script", "link"].includes(name) && /\{\{|\{%|<%|<\?/.test(attributes["src"] ?? attributes["href"] ?? "");
        if (name === "script" && isRun(attributes)) scripts.push(...given(attributes["src"]));
        if (name === "link" && isApplied(attributes)) styles.push(...given(attributes["href"]));
        if (name === "meta") refresh ??= refreshOf(attributes);
      }
      for (const attribute of FILE_ATTRIBUTES[name] ?? []) files.push(...given(attributes[attribute]));
      if (name === "img" || name === "source") files.push(...addressesOfSrcset(attributes["srcset"]));
      if (attributes["style"] !== undefined) files.push(...readStyle(attributes["style"]).files);
    },
    ontext(data) {
      isShown ||= notShown === 0 && inside !== "script" && /[^\s\0\uFEFF]/.test(data);
      if (inside === "style") files.push(...readStyle(data).files);
      if (inside === "script") {
        isStyled ||= mayMakeStyles(data);
        if (isMap) imports = readImportMap(data);
        if (isModule) scripts.push(...importsOf(data).filter((address) => IMPORTED_PATH.test(address)));
        perhaps.push(...readScript(data).perhaps);
        sent = scripts.length === 0 && sent === undefined ? data : "";
      }
      if (literal === 0) template ??= /\{%-?\s{0,8}[a-z]\w{0,40}[^%]{0,60}|<%[=-].{0,60}/.exec(data)?.[0];
    },
    onprocessinginstruction(name, data) {
      if (/^\?php$/i.test(name)) template ??= `<${data.slice(0, 60)}`;
    },
    onclosetag(name) {
      inside = "";
      if (NOT_LOADED.has(name)) notLoaded -= 1;
      if (NOT_SHOWN.has(name)) notShown -= 1;
      if (LITERAL.has(name)) literal -= 1;
    },
  });
  parser.end(text);
  if (!isShown) refresh ??= sentBy(sent ?? "");
  return {
    base,
    beforeBase,
    files: usable(files),
    scripts: usable(scripts),
    styles: usable(styles),
    perhaps: usable(perhaps),
    links: usable(links),
    refresh,
    styled: isStyled,
    imports,
    blank: !isShown && !isScripted && (isTemplate || !(isStyled || styles.length > 0)),
    scripted: !isShown && isScripted,
    unfilled: isUnfilled,
    template,
  };
}

function isRun({ type = "", ...rest }: Attributes): boolean {
  const isScript =
    type === "" || type === "module" || /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i.test(type);
  return isScript && !("nomodule" in rest);
}

function isApplied({ rel = "", media = "", ...rest }: Attributes): boolean {
  const rels = rel.toLowerCase().split(/\s+/);
  const isStyle = rels.includes("stylesheet") && !rels.includes("alternate");
  return isStyle && !("disabled" in rest) && media.trim().toLowerCase() !== "print";
}

/** Longer waits let people read the page. */
const MAX_REFRESH_SECONDS = 10;

function refreshOf({ content = "", ...rest }: Attributes): References["refresh"] {
  if (rest["http-equiv"]?.trim().toLowerCase() !== "refresh") return undefined;
  const found = /^\s*(\d{1,6})[\d.]*\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*)|$)/i.exec(content);
  const seconds = Number(found?.[1]);
  return seconds <= MAX_REFRESH_SECONDS ? { address: found?.[2]?.trim() ?? "", seconds } : undefined;
}

/** More text does something else too. */
const MAX_SENDING_CHARS = 500;

/** Where the one script of a page that shows nothing sends its visitors. */
function sentBy(script: string): References["refresh"] {
  if (script.length > MAX_SENDING_CHARS) return undefined;
  const found =
    /\blocation(?:\.href)?\s*=\s*(["'`])([^"'`${}]+)\1\s*(?:[;}]|$)|\blocation\.(?:replace|assign)\(\s*(["'`])([^"'`${}]+)\3\s*\)/.exec(
      script,
    );
  const address = found?.[2] ?? found?.[4];
  return address === undefined ? undefined : { address, seconds: 0 };
}

/** Whether a script may give a page styles, itself or by what it imports. */
export function mayMakeStyles(script: string): boolean {
  return /\bimport\b|stylesheet|\binsertRule\b|createElement\(\s*["'`](?:style|link)\b/i.test(script);
}

const ImportMap = z.object({ imports: z.record(z.string(), z.string()) });

function readImportMap(text: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(ImportMap.parse(JSON.parse(text)).imports));
  } catch {
    // Browsers take none of it either.
    return new Map();
  }
}

const MAX_IMPORTING_CHARS = 64 * 1024;

/** What a script imports before it does anything, but for data. */
export function importsOf(script: string): readonly string[] {
  const text = script.slice(0, MAX_IMPORTING_CHARS).replaceAll(/\/\*(?:[^]*?\*\/|[^]*)|^[^\S\n]*\/\/.*$/gm, "");
  // No two parts side by side match the same characters: strangers write these scripts, and long ones would take seconds.
  const statement = /\s*import\b(?:[^"'`;()]*\bfrom)?\s*["']([^"']+)["'](\s*(?:with|assert)\s*\{[^}]*\})?;?/y;
  const found: string[] = [];
  for (let match = statement.exec(text); match !== null; match = statement.exec(text))
    if (match[2] === undefined) found.push(...given(match[1]));
  return found;
}

const IMPORTED_PATH = /^\.{0,2}\//;

interface ImportingUrls {
  /** Of the script. */
  readonly own: string;
  readonly page: string;
}

/** @returns Null for a name that the page does not say. */
export function importedFrom(imported: string, { imports }: References, { own, page }: ImportingUrls): URL | null {
  const folder = [...imports.keys()].find((name) => name.endsWith("/") && imported.startsWith(name));
  const mapped = imports.get(imported) ?? (folder && `${imports.get(folder)}${imported.slice(folder.length)}`);
  if (mapped !== undefined) return URL.parse(mapped, page);
  return URL.parse(imported, IMPORTED_PATH.test(imported) ? own : undefined);
}

function given(value: string | undefined): readonly string[] {
  return value === undefined || value.trim() === "" ? [] : [value.trim()];
}

function addressesOfSrcset(srcset: string | undefined): readonly string[] {
  return (srcset ?? "").split(/,\s+/).flatMap((candidate) => given(candidate.trim().split(/\s+/)[0]));
}

function readStyle(text: string): References {
  // [CSS Syntax, §4.3.2] The end of the file ends a comment too.
  const uncommented = text.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "");
  const found = uncommented.matchAll(
    /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi,
  );
  return { ...NO_REFERENCES, files: usable([...found].flatMap((match) => match.slice(1).flatMap(given))) };
}

/** Every text in a script that begins as a path does: whether a file is there decides. */
function readScript(text: string): References {
  const found = text.matchAll(/["'`](\.{0,2}\/[^"'`\s<>\\]{1,200})["'`]/g);
  return { ...NO_REFERENCES, perhaps: usable([...found].flatMap(([, address]) => given(address))) };
}

/** Without those of other kinds, and without those that a script fills in, or that were never filled in. */
function usable(addresses: readonly string[]): readonly string[] {
  const own = addresses.filter((address) => !/^(?:data|blob|mailto|tel|javascript):|^#|[{}]|<%/i.test(address));
  return [...new Set(own)].slice(0, MAX_REFERENCES);
}
