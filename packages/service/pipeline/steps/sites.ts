import { join } from "node:path/posix";
import type { BuildDiagnostic } from "@greenroom/contract";
import type { Folder } from "../output/tree.ts";
import { homeIsTemplate, tryFacts } from "./facts.ts";
import { prebuiltWay } from "./generators.ts";
import { readPackageJson } from "./package-json.ts";
import { frameworkName, isLibrary, isSiteItself, recognize } from "./recognize.ts";

export interface FoundSite {
  /** The `rootDirectory` to set. */
  readonly folder: string;
  readonly framework: string;
  /** How it gets here all the same, where the service does not build it. */
  readonly elsewhere: string | undefined;
  readonly isLibrary: boolean;
}

/** The sites of a repository, or why they cannot be known, as a sentence. */
export type RepositorySites = { readonly sites: readonly FoundSite[] } | { readonly problem: string };

/** Codes of diagnostics that name a folder with a site: one that a setting chooses, and one that needs something else. */
export const SITE_FOUND = "site_found";
export const SITE_ELSEWHERE = "site_elsewhere";

const MAX_DEPTH = 4;
const MAX_FOLDERS = 2_000;
const MAX_SITES = 50;

/** Folders of which none is a site of the repository. */
const NEVER =
  /^(?:node_modules|bower_components|vendor|coverage|dist|build|out|_site|tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|cypress|_?layouts|_includes|archetypes)$/;

/** Folders with sites that show or try something; they count where there is no other. */
const LESSER =
  /^(?:examples?|exampleSite|demos?|samples?|playgrounds?|sandbox(?:es)?|templates?|starters?|benchmarks?|bench|scripts?|tools|src|lib|assets|static|themes?)$/i;

/** Finds the sites of a checkout in any folder, without looking into a site below the top for others. */
export async function findSites(checkout: Folder, maxFolders = MAX_FOLDERS): Promise<readonly FoundSite[]> {
  const sites: FoundSite[] = [];
  const top = await readPackageJson(checkout, ".").catch(() => undefined);
  let level = ["."];
  let folders = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > maxFolders || sites.length >= MAX_SITES) return sites;
      const facts = await tryFacts(checkout, folder, top);
      if (facts === undefined) continue;
      const site = recognize(facts);
      if (folder !== "." && site.kind === "pages" && (await homeIsTemplate(checkout, folder))) continue;
      if (folder === "." ? isSiteItself(facts, site) : site.kind !== "none" && site.kind !== "custom") {
        const isElsewhere = site.kind === "generator" && site.generator.command === null;
        const elsewhere = isElsewhere ? prebuiltWay(site.generator) : undefined;
        const framework = site.kind === "none" ? "custom" : frameworkName(site);
        sites.push({ folder, framework, elsewhere, isLibrary: isLibrary(facts) });
        if (folder !== ".") continue;
      }
      const below = [...facts.names].filter((name) => name.endsWith("/") && !name.startsWith("."));
      for (const name of below.toSorted())
        if (!NEVER.test(name.slice(0, -1))) next.push(join(folder, name.slice(0, -1)));
    }
    level = next;
  }
  return sites;
}

/**
 * The sites of a repository whose top is none: those that are built before its libraries and Storybooks, these before
 * pages as they are committed, and all of them before examples.
 */
export function mainSites(sites: readonly FoundSite[]): readonly FoundSite[] {
  const isPages = ({ framework }: FoundSite): boolean => framework === "static-html";
  const ranks = [
    sites.filter((site) => !isExample(site) && !isPages(site) && site.framework !== "storybook" && !site.isLibrary),
    sites.filter((site) => !isExample(site) && !isPages(site)),
    sites.filter((site) => !isExample(site) && isPages(site)),
  ];
  return ranks.find((rank) => rank.length > 0) ?? sites;
}

export function isExample({ folder }: FoundSite): boolean {
  return folder.split("/").some((name) => LESSER.test(name));
}

/** @param rootIsInFile Whether greenroom.json names another folder, so that no setting of the site counts. */
export function siteDiagnostic({ folder, framework, elsewhere }: FoundSite, rootIsInFile = false): BuildDiagnostic {
  const where = rootIsInFile ? " in greenroom.json" : "";
  const without = rootIsInFile ? `Delete "rootDirectory" from greenroom.json.` : "It is built without a setting.";
  const set = folder === "." ? without : `Set "rootDirectory": ${JSON.stringify(folder)}${where}.`;
  return {
    level: "warning",
    code: elsewhere === undefined && !rootIsInFile ? SITE_FOUND : SITE_ELSEWHERE,
    file: folder,
    message: `${/^[aeiou]/.test(framework) ? "An" : "A"} ${framework} site.`,
    hint: elsewhere === undefined ? set : `${elsewhere}.`,
  };
}

const MAX_NAMED = 12;

/** "'apps/web' (vite), 'docs' (vitepress)" */
export function listSites(sites: readonly FoundSite[]): string {
  const named = sites.slice(0, MAX_NAMED).map(({ folder, framework }) => `'${folder}' (${framework})`);
  const more = sites.length - MAX_NAMED;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}
