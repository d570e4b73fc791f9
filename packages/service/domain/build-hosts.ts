import { isIP } from "node:net";
import { z } from "zod";

/**
 * Hosts that every install step may reach: the registries of npm, Python and Ruby, where git dependencies and prebuilt programs lie on GitHub,
 * the headers of Node.js, and what the two most used packages that download more fetch while they install.
 */
export const REGISTRY_HOSTS: readonly string[] = [
  "registry.npmjs.org",
  "registry.yarnpkg.com",
  "repo.yarnpkg.com",
  "npm.pkg.github.com",
  "pkg-npm.githubusercontent.com",
  "github.com",
  "codeload.github.com",
  "objects.githubusercontent.com",
  "release-assets.githubusercontent.com",
  "nodejs.org",
  "pypi.org",
  "files.pythonhosted.org",
  "rubygems.org",
  "index.rubygems.org",
  "download.cypress.io",
  "cdn.cypress.io",
  "binaries.prisma.sh",
];

/**
 * Hosts that a build step may reach unless the operator says otherwise: the registries, and what sites most often fetch
 * fonts and pictures from while they are built.
 */
export const BUILD_STEP_HOSTS: readonly string[] = [
  "fonts.googleapis.com",
  "fonts.gstatic.com",
  "fonts.bunny.net",
  "api.fontsource.org",
  "api.fontshare.com",
  "cdn.fontshare.com",
  "use.typekit.net",
  "p.typekit.net",
  "rsms.me",
  "api.iconify.design",
  "cdn.jsdelivr.net",
  "unpkg.com",
  "images.unsplash.com",
  "plus.unsplash.com",
  "cdn.pixabay.com",
  "images.pexels.com",
  "picsum.photos",
  "fastly.picsum.photos",
  "placehold.co",
  "res.cloudinary.com",
  "images.ctfassets.net",
  "cdn.sanity.io",
  "i.imgur.com",
  "i.ytimg.com",
  "img.youtube.com",
  "www.gravatar.com",
  "secure.gravatar.com",
  "img.shields.io",
  "raw.githubusercontent.com",
  "avatars.githubusercontent.com",
  "user-images.githubusercontent.com",
  ...REGISTRY_HOSTS,
];

const HTTPS_PORT = 443;

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface ReachableHosts {
  /** Names, and `*.` before a domain for every name below it; public addresses only, and https only. */
  readonly listed: readonly string[];
  /** Hosts that the operator lets every build reach, on any network. */
  readonly operator: readonly Target[];
  /** Hosts of the service itself, with every name below them. */
  readonly own: readonly string[];
}

/** Where a step may connect to: a public address, or any of a host that the operator named. Else why not. */
export type Reach = "public" | "anywhere" | "own" | "port" | "unlisted";

/** Whether a step may reach a host, by its name; where a name leads is another question. */
export function reachOf({ host, port }: Target, { listed, operator, own }: ReachableHosts): Reach {
  if (own.some((name) => host === name || host.endsWith(`.${name}`))) return "own";
  if (operator.some((each) => each.host === host && each.port === port)) return "anywhere";
  if (!isListed(host, listed)) return "unlisted";
  return port === HTTPS_PORT ? "public" : "port";
}

function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
}

/** The last part has a letter first: no number in any spelling is a name. [RFC 1123 §2.1, WHATWG URL "ends in a number"] */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_NAME_CHARS = 253;

/** Reads an entry of a site's list: a name, or `*.` before a domain. @returns Undefined when it is neither. */
export function readListedHost(text: string): string | undefined {
  const pattern = text.toLowerCase();
  const name = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  return NAME.test(name) && name.length <= MAX_NAME_CHARS ? pattern : undefined;
}

/** Reads HOST or HOST:PORT of the operator; IPv6 is in brackets. @returns Undefined when it is neither. */
export function readOperatorHost(text: string): Target | undefined {
  return readTarget(/:\d+$/.test(text) ? text : `${text}:${HTTPS_PORT}`);
}

/** Reads what a CONNECT request names. [RFC 9110 §9.3.6] @returns Undefined when it is no host with a port. */
export function readTarget(authority: string): Target | undefined {
  const [, bracketed, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/i.exec(authority) ?? [];
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535)) return undefined;
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { host: bracketed.toLowerCase(), port } : undefined;
  // A dot at the end makes no other name of it. [RFC 3986 §3.2.2]
  const host = name?.toLowerCase().replace(/\.$/, "") ?? "";
  return host === "" || host.length > MAX_NAME_CHARS ? undefined : { host, port };
}

export function siteHosts({ build_hosts: hosts }: { readonly build_hosts: string | null }): readonly string[] {
  return hosts?.split(" ") ?? [];
}

export const BUILD_STEPS = ["install", "build"] as const;
type Step = (typeof BUILD_STEPS)[number];

/** Why a host that is not one of the service was refused: no list has it, or this build gets less than the list. */
const REFUSED_BECAUSE = ["unlisted", "values", "fork"] as const;

/** A host that the proxy refused to a build, which people of the site can be asked about. */
export const RefusedHost = z.object({
  host: z.string().refine((text) => !text.startsWith("*") && readListedHost(text) === text),
  step: z.enum(BUILD_STEPS),
  because: z.enum(REFUSED_BECAUSE),
});
export type RefusedHost = z.infer<typeof RefusedHost>;

export const MAX_REFUSED_HOSTS = 30;

export const RefusedHosts = z.array(RefusedHost).max(MAX_REFUSED_HOSTS);

export function refusedHostsOf({ refused_hosts: text }: { readonly refused_hosts: string | null }): RefusedHost[] {
  return text === null ? [] : RefusedHosts.parse(JSON.parse(text));
}

export interface SiteNetwork {
  /** Names that were allowed for this site. */
  readonly hosts: readonly string[];
  readonly buildStepHosts: readonly string[];
  readonly listWithValues: boolean;
}

export interface BuildTrust {
  /** Its commit was seen on no branch of the repository, so anybody may have written it. */
  readonly isUnverified: boolean;
  readonly hasValues: boolean;
}

interface StepHosts {
  readonly listed: readonly string[];
  /** Whether it may reach what the operator lets every build reach. */
  readonly operator: boolean;
  /** Why it may not reach a host that is not listed. */
  readonly because: (host: string) => RefusedHost["because"];
}

/**
 * What one step of a build may reach by name. Commands of a build step can send what they know to any host that they
 * reach: a commit that anybody may have written reaches none, and one that has values only what was allowed for its site.
 */
export function hostsOfStep(step: Step, { isUnverified, hasValues }: BuildTrust, site: SiteNetwork): StepHosts {
  if (step === "install") {
    return { listed: [...REGISTRY_HOSTS, ...site.hosts], operator: true, because: () => "unlisted" };
  }
  if (isUnverified) return { listed: [], operator: false, because: () => "fork" };
  if (hasValues && !site.listWithValues) {
    const withheld = (host: string): boolean => isListed(host, site.buildStepHosts);
    return { listed: site.hosts, operator: true, because: (host) => (withheld(host) ? "values" : "unlisted") };
  }
  return { listed: [...site.buildStepHosts, ...site.hosts], operator: true, because: () => "unlisted" };
}

export function isListed(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(host, pattern));
}
