import type { BuildDiagnostic } from "@greenroom/contract";
import { isLeftOut } from "@greenroom/contract/upload-files";
import { isHtml } from "../../domain/content-type.ts";
import { readPage } from "../../domain/references.ts";
import { followPath } from "../../domain/resolve.ts";
import { findMissing, type HomeCheck, type Lack, type Missing, type Page, type ServedSite } from "./home-files.ts";
import {
  findPointers,
  findTemplates,
  hasFrontMatter,
  isTemplate,
  type Pointers,
  readPageText,
} from "./site-contents.ts";

/** Why something is not served: its name begins with a dot, it is `node_modules`, it was not fetched, or it is a link. */
export const WHY_LEFT_OUT = ["dot", "packages", "submodule", "link"] as const;

export interface LeftOut {
  /** Below the output; of what lies elsewhere below the repository. */
  readonly path: string;
  readonly why: (typeof WHY_LEFT_OUT)[number];
}

/** More are not listed. */
export const MAX_LEFT_OUT = 200;

export interface SiteToCheck extends ServedSite {
  /** The output folder as the setting `output` names it; undefined for files that were built elsewhere. */
  readonly output?: string | undefined;
  readonly leftOut: readonly LeftOut[];
  /** Whether it must have a home page. */
  readonly home: boolean;
  /** Whether to look for a base path: not where the site says which one it has. */
  readonly findBasePath: boolean;
}

export type Verdict =
  | {
      readonly kind: "sound";
      readonly warnings: readonly BuildDiagnostic[];
      /** The path that the site turned out to be built for. */
      readonly basePath?: string | undefined;
    }
  | { readonly kind: "broken"; readonly code: "output_missing" | "home_broken"; readonly message: string };

const MAX_HOPS = 5;

/** Looks at a site as its first visitor would, without a browser. */
export async function checkSite(site: SiteToCheck): Promise<Verdict> {
  const pointers = await findPointers(site);
  const page = site.home ? await readHome(site, pointers) : undefined;
  if (page?.kind === "broken") return page;
  const theme = site.leftOut.find(({ path, why }) => why === "submodule" && /theme/i.test(path));
  const isPlain = page?.kind === "page" && !page.references.styled && page.references.styles.length === 0;
  if (theme !== undefined && isPlain)
    return broken("home_broken", `${commitSubmodule(theme)} The home page has no styles.`);
  const found = page?.kind === "page" ? await findMissing(site, page, pointers) : { missing: [], lacks: undefined };
  const basePath = site.findBasePath ? basePathOf(site, found.missing) : undefined;
  if (basePath !== undefined) {
    const below = await checkSite({ ...site, findBasePath: false, rules: { ...site.rules, basePath } });
    if (below.kind === "sound") return { ...below, basePath };
  }
  if (found.lacks !== undefined) return brokenHome(site, found.missing, found.lacks);
  const templates = await findTemplates(site, page?.kind === "page" ? page : undefined);
  return {
    kind: "sound",
    warnings: [...missingWarning(site, found), ...pointers.warnings, ...templates, ...leftOutWarnings(site)],
  };
}

type Broken = Extract<Verdict, { kind: "broken" }>;

const broken = (code: Broken["code"], message: string): Broken => ({ kind: "broken", code, message });

/** The page that a visitor of `/` gets in the end; undefined when that is on another host. */
async function readHome(
  site: SiteToCheck,
  { paths }: Pointers,
): Promise<Page | Broken | { readonly kind: "elsewhere" }> {
  let url = new URL("/", site.origin);
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const found = followPath(site, site.origin, url);
    if (found.kind === "redirect") {
      if (URL.parse(found.location, found.url.href)?.origin !== site.origin) return { kind: "elsewhere" };
      return broken("home_broken", "The home page is redirected in a circle: correct the redirects of the site.");
    }
    if (found.kind === "missing" || found.status !== 200)
      return found.url.pathname === "/" ? noHome(site) : leadsNowhere(found.url);
    if (!isHtml(found.path)) {
      return broken("home_broken", `Publish a page at /: '${found.path}' is no page. ${HOME_FALSE}`);
    }
    if (paths.has(found.path)) {
      return broken("home_broken", `${NO_POINTER} The home page '${found.path}' is a pointer of Git LFS.`);
    }
    const text = await readPageText(site, found.object);
    if (!/<[a-z!]/i.test(text) && /[\0-\x08\ufffd]/.test(text)) {
      return broken("home_broken", `Commit or build the home page '${found.path}' itself: it is no text.`);
    }
    const references = readPage(text);
    const isOwn = (address: string): boolean => URL.parse(address, found.url.href)?.origin === site.origin;
    const isUnfilled = references.unfilled && ![...references.scripts, ...references.styles].some(isOwn);
    if (isTemplate(text) || isUnfilled) {
      const kind = hasFrontMatter(text) ? "begins with the front matter of" : "is";
      return broken(
        "home_broken",
        `Say in greenroom.json how to build the home page ('buildCommand', 'output'), or upload the built site: '${found.path}' ${kind} a template that was not built, so visitors would see its source.`,
      );
    }
    const { refresh } = references;
    const next = refresh === undefined ? null : URL.parse(refresh.address, found.url.href);
    const isItself = next?.href === found.url.href;
    if (
      next?.origin !== site.origin ||
      (next.pathname === found.url.pathname && !(isItself && refresh?.seconds === 0))
    ) {
      if (references.blank && refresh === undefined) return blankHome(found.path);
      return { kind: "page", path: found.path, url: found.url, references };
    }
    url = next;
  }
  return broken(
    "home_broken",
    "The home page sends its visitors from page to page without end: correct where they lead.",
  );
}

const NO_POINTER = "Commit the file itself, or build where Git LFS is and upload the result.";
const HOME_FALSE = "For a site without a home page set 'home' to false in greenroom.json.";

const leadsNowhere = ({ pathname }: URL): Broken =>
  broken(
    "home_broken",
    `The home page sends its visitors to '${pathname}', which the site does not have: build that page, or correct where the home page leads.`,
  );

const blankHome = (path: string): Broken =>
  broken(
    "home_broken",
    `Write the home page '${path}', or say in greenroom.json how it is built ('buildCommand', 'output'): as it is, it shows nothing, for it has no text, picture or script.`,
  );

/** Says where a home page is, when one is somewhere. */
function noHome({ files, output, leftOut }: SiteToCheck): Broken {
  if (files.has("index.html"))
    return broken("home_broken", "A redirect or rewrite of the site answers / with an error: correct or delete it.");
  const pages = [...files.keys()].filter((path) => /(?:^|\/)index\.html$/.test(path));
  const [nearest] = pages.sort((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1));
  const twin = [...files.keys()].find((path) => /^(?:index|default|home)\.x?html?$/i.test(path));
  const place = output === undefined ? "the upload" : output === "." ? "the site" : `the output folder '${output}'`;
  const what = `${place} has no index.html at its top`;
  if (nearest !== undefined) {
    const folder = nearest.slice(0, -"/index.html".length);
    const setting = output === undefined || output === "." ? folder : `${output}/${folder}`;
    const how =
      output === undefined ? `Upload the folder '${folder}'` : `Set 'output' to '${setting}' in greenroom.json`;
    return broken("output_missing", `${how} if that is the site: ${what}, but '${nearest}'. ${HOME_FALSE}`);
  }
  if (twin !== undefined) return broken("output_missing", `Name '${twin}' index.html: ${what}. ${HOME_FALSE}`);
  const submodule = leftOut.find(({ why }) => why === "submodule");
  if (submodule !== undefined) return broken("output_missing", `${commitSubmodule(submodule)} ${firstUpper(what)}.`);
  const set = "Set 'output' in greenroom.json to the folder with the built pages";
  return broken("output_missing", `${set}: ${what}. ${HOME_FALSE}`);
}

const commitSubmodule = ({ path }: LeftOut): string =>
  `Commit the files of the submodule '${path}', or upload the built site: it was not fetched, as the log says.`;

const firstUpper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const depthOf = (path: string): number => path.split("/").length;

/** Folders of a base path; GitHub Pages has one. */
const MAX_BASE_FOLDERS = 3;

/** The path that a site was built for: what its home page loads is there once that is taken off. */
function basePathOf(site: SiteToCheck, missing: readonly Missing[]): string | undefined {
  const own = missing.filter(({ why }) => why !== "machine");
  const needed = own.filter(({ kind }) => kind === "style" || kind === "script");
  const files = own.filter(({ kind }) => kind === "file");
  const links = own.filter(({ kind }) => kind === "link");
  // One link can be wrong.
  const assets = [needed, files, links.length > 1 ? links : []].find((some) => some.length > 0) ?? [];
  const folders = (assets[0]?.path ?? "").split("/").slice(1, -1);
  for (let depth = 1; depth <= Math.min(folders.length, MAX_BASE_FOLDERS); depth += 1) {
    const prefix = `/${folders.slice(0, depth).join("/")}/`;
    const isTaken = [...site.files.keys()].some((path) => path.startsWith(prefix.slice(1)));
    const isBelow = ({ path }: Missing): boolean =>
      path.startsWith(prefix) && isPageOrFile(site, path.slice(prefix.length));
    if (!isTaken && BASE_PATH.test(prefix) && assets.every(isBelow)) return prefix;
  }
  return undefined;
}

function isPageOrFile({ files }: SiteToCheck, path: string): boolean {
  const stem = path.replace(/(?:^|\/)$/, "");
  return [path, `${stem}.html`, `${stem === "" ? "" : `${stem}/`}index.html`].some((name) => files.has(name));
}

/** As the manifest can name one. */
const BASE_PATH = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*\/)*$/;

function brokenHome(site: SiteToCheck, missing: readonly Missing[], { what, count }: Lack): Broken {
  const first = missing.find(({ kind }) => what !== "scripts" || kind === "script");
  const why = {
    scripts: `the home page shows nothing without its ${count === 1 ? "script" : "scripts"}`,
    styles: "the home page has no other style",
    "styles and scripts": "the home page has no other style or script",
  }[what];
  const many = `none of the ${count} ${what} of the home page does`;
  const text = `Make '${first?.path ?? ""}' load: ${count > 1 && what !== "scripts" ? many : why}.`;
  return broken("home_broken", `${text} ${first === undefined ? "" : reasonOf(site, first)}`.trim());
}

/** Why a file is likely not there, and what to do. */
function reasonOf({ files, rules, leftOut, findBasePath }: SiteToCheck, { path, why }: Missing): string {
  const name = path.slice(1);
  if (why === "machine") return "It is on the machine of who wrote the page: name it relative to the page.";
  if (why === "pointer") return `It is a pointer of Git LFS. ${NO_POINTER}`;
  if (why === "type") {
    return "It is there, but not as a style or script that browsers take: it may be source code that was not built: name the command that builds it as 'buildCommand' in greenroom.json.";
  }
  const out = leftOut.find((one) => name.startsWith(`${one.path}/`) || name === one.path);
  if (out !== undefined) return LEFT_OUT[out.why](out.path);
  if (name.split("/").some(isLeftOut)) return LEFT_OUT.packages(name);
  const lower = name.toLowerCase();
  const twin = [...files.keys()].find((one) => one.toLowerCase() === lower);
  if (twin !== undefined) return `There is '${twin}': spell both alike, upper and lower case included.`;
  const within = [...files.keys()].find((one) => name.endsWith(`/${one}`));
  if (within !== undefined) {
    const base = path.slice(0, -within.length);
    const said = findBasePath ? "" : `, and 'basePath' in greenroom.json is '${rules.basePath ?? "/"}'`;
    return `There is '${within}': the site seems to be built for the path '${base}'${said}. Build it for /, or set 'basePath' in greenroom.json.`;
  }
  const deeper = [...files.keys()].find((one) => one.endsWith(`/${name}`));
  if (deeper !== undefined)
    return `There is '${deeper}': the site may be built into another folder than the one that is served; set 'output' in greenroom.json.`;
  return "Check that the build writes it, and that it is committed where nothing builds it.";
}

const LEFT_OUT: Readonly<Record<LeftOut["why"], (path: string) => string>> = {
  dot: (path) =>
    `It lies in '${path}': of names that begin with a dot only styles, scripts, pictures, fonts and media are served, where they are committed or built; uploads leave them out.`,
  packages: (path) =>
    `It lies in '${path}': of node_modules only styles, scripts, pictures, fonts and media are served, where they are committed or installed; uploads leave them out.`,
  submodule: (path) =>
    `It lies in the submodule '${path}', which was not fetched: the log says why. Commit its files, or upload the built site.`,
  link: (path) => `'${path}' is a symbolic link, which is not served: put the files in its place.`,
};

function missingWarning(site: SiteToCheck, { missing }: HomeCheck): BuildDiagnostic[] {
  const [first] = missing;
  const count = missing.length;
  if (first === undefined) return [];
  const how = count === 1 ? "to '" : `to ${count} files or pages that are not there; the first is '`;
  const message = `The home page refers ${how}${first.path.slice(0, 300)}'${count === 1 ? ", which is not there" : ""}.`;
  return [{ level: "warning", code: "missing_files", message, hint: reasonOf(site, first) }];
}

/** More are counted only. */
const MAX_NAMED = 5;

function leftOutWarnings({ leftOut }: SiteToCheck): BuildDiagnostic[] {
  const of = (why: LeftOut["why"]): string[] => leftOut.filter((one) => one.why === why).map(({ path }) => path);
  const warn = (code: string, paths: readonly string[], what: string, hint: string): BuildDiagnostic[] =>
    paths.length === 0 ? [] : [{ level: "warning", code, message: `${what}: ${listNames(paths)}.`, hint }];
  return [
    ...warn(
      "submodules",
      of("submodule"),
      "Submodules were not fetched",
      "Commit their files, or have the install step bring them as packages.",
    ),
    ...warn("links", of("link"), "Symbolic links were left out", "Put the files in their place."),
  ];
}

export function listNames(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const shown = paths.slice(0, MAX_NAMED).map((path) => `'${path.slice(0, 200)}'`);
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
