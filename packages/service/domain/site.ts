import { isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Manifest } from "@greenroom/contract";
import { z } from "zod";
import { ServingFiles } from "./serving-files.ts";
import { asSshUrl, readSshUrl } from "./ssh.ts";

const MAX_LABEL_CHARS = 63;
const SUFFIX_CHARS = 10;

/** Labels that visitors and programs take for the operator's own; a site with such a slug gets a longer label. */
const RESERVED_LABELS: ReadonlySet<string> = new Set([
  "account",
  "accounts",
  "admin",
  "administrator",
  "api",
  "auth",
  "autoconfig",
  "autodiscover",
  "billing",
  "console",
  "dashboard",
  "dns",
  "ftp",
  "greenroom",
  "hostmaster",
  "imap",
  "isatap",
  "localhost",
  "login",
  "mail",
  "mcp",
  "mx",
  "ns",
  "ns1",
  "ns2",
  "oauth",
  "pop",
  "postmaster",
  "root",
  "secure",
  "security",
  "signin",
  "signup",
  "smtp",
  "sso",
  "status",
  "support",
  "webmail",
  "webmaster",
  "wpad",
  "www",
]);

/** Best first: the slug, else the slug and a part of the id. [RFC 1035 §2.3.4] */
export function productionLabels(slug: string, siteId: string): readonly string[] {
  const isReserved = RESERVED_LABELS.has(slug);
  const suffix = siteId.replaceAll("-", "").slice(-SUFFIX_CHARS);
  const stem = slug.replaceAll(/^-+|-+$/g, "");
  const long = `${stem.slice(0, MAX_LABEL_CHARS - SUFFIX_CHARS - 1).replaceAll(/-+$/g, "") || "site"}-${suffix}`;
  // Two hyphens in a row separate the parts of preview labels.
  return stem === slug && !slug.includes("--") && !isReserved ? [slug, long] : [long];
}

/** From the last part of the URL; undefined when that has no letter or digit. */
export function namesOfRepository(url: string): { readonly name: string; readonly slug: string } | undefined {
  const last = /([^/:]+?)(?:\.git)?\/*$/.exec(url.slice(-300).trim())?.[1] ?? "";
  const words = last.match(/[A-Za-z0-9]+/g);
  if (!words) return undefined;
  const name = words.join(" ").slice(0, MAX_LABEL_CHARS);
  const slug = words.join("-").toLowerCase().slice(0, MAX_LABEL_CHARS).replace(/-+$/, "");
  return { name: name.charAt(0).toUpperCase() + name.slice(1), slug };
}

/** @returns What is wrong with it, as the end of a sentence. */
export function repositoryUrlProblem(
  text: string,
  settings: { readonly development: boolean; readonly repositoryRoots: readonly string[] },
): string | undefined {
  const asSsh = asSshUrl(text);
  if (asSsh !== undefined) return `must be a URL: write it as ${asSsh}`;
  if (settings.development && /^[./~]/.test(text)) {
    return "must be a URL: write a folder as file:///home/ada/site, below a folder that the service has as --repo-root";
  }
  if (!URL.canParse(text) || /[\x00-\x20\x7f]/.test(text)) return "must be an https or ssh URL of a git repository";
  const url = new URL(text);
  if (url.protocol === "ssh:") {
    return readSshUrl(text)
      ? undefined
      : "must name a user, a host and a path, as in ssh://git@github.com/acme/site.git";
  }
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (url.search !== "" || url.hash !== "") return "must not contain a query or a fragment";
  if (url.protocol === "file:" && settings.development) return folderProblem(url, settings.repositoryRoots);
  return url.protocol === "https:" ? undefined : "must begin with https:// or ssh://";
}

function folderProblem(url: URL, roots: readonly string[]): string | undefined {
  const outside = "must be below a folder given with --repo-root";
  if (url.host !== "" || /%2f|%00/i.test(url.pathname)) return outside;
  const folder = fileURLToPath(url);
  const below = roots.some((root) => {
    const path = relative(resolve(root), folder);
    return !isAbsolute(path) && path.split("/")[0] !== "..";
  });
  return below ? undefined : outside;
}

/** The settings of a site that decide how it is built where its manifest does not; what is left out is for detection. */
export const BuildSettings = z.object(
  Manifest.pick({
    rootDirectory: true,
    framework: true,
    nodeVersion: true,
    installCommand: true,
    buildCommand: true,
    output: true,
  }).shape,
);

export type BuildSettings = z.infer<typeof BuildSettings>;

export const ServingRules = Manifest.pick({ spa: true, basePath: true, headers: true, redirects: true }).extend({
  files: ServingFiles.optional(),
});

export type ServingRules = Pick<Manifest, "spa" | "basePath" | "headers" | "redirects"> & {
  readonly files?: ServingFiles | undefined;
};

/** @returns JSON that is the same for the same rules, since it becomes part of a digest. */
export function writeServingRules({ spa, basePath = "/", headers, redirects, files }: ServingRules): string {
  const filesSay = files !== undefined && files.redirects.length + files.headers.length > 0;
  return JSON.stringify({
    ...(spa === true ? { spa } : {}),
    ...(basePath === "/" ? {} : { basePath }),
    ...(headers?.length ? { headers } : {}),
    ...(redirects?.length ? { redirects } : {}),
    ...(filesSay ? { files: { redirects: files.redirects, headers: files.headers } } : {}),
  });
}

export function readServingRules(json: string): ServingRules {
  const value: unknown = JSON.parse(json);
  return ServingRules.parse(value);
}

export interface RepositoryLinks {
  commit(sha: string): string;
  compare(before: string, after: string): string;
  pull(number: number): string;
  /** @param line From 1. */
  file(sha: string, path: string, line?: number): string;
}

/** @param repositoryUrl Untrusted. @returns Undefined for one that is not on GitHub. */
export function githubLinks(repositoryUrl: string | null): RepositoryLinks | undefined {
  const name = repositoryOnGithub(repositoryUrl);
  if (name === undefined) return undefined;
  const base = `https://github.com/${name}`;
  return {
    commit: (sha) => `${base}/commit/${sha}`,
    compare: (before, after) => `${base}/compare/${before}...${after}`,
    pull: (number) => `${base}/pull/${number}`,
    file: (sha, path, line) => {
      const steps = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
      return `${base}/blob/${sha}/${steps}${line === undefined ? "" : `#L${line}`}`;
    },
  };
}

export function repositoryOnGithub(repositoryUrl: string | null): string | undefined {
  const named = /^https:\/\/github\.com\/([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/.exec(repositoryUrl ?? "");
  return named ? `${named[1]}/${named[2]}` : undefined;
}
