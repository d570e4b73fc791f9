import { join, relative } from "node:path/posix";
import { BuildFailure } from "../failure.ts";
import type { BuildPlan } from "../steps/plan.ts";
import { followInside, type LinkScope } from "./links.ts";
import { close, type Folder } from "./tree.ts";
import type { findPages, PageFolder } from "./written-pages.ts";

type Pages = ReturnType<typeof findPages>;

interface Finding extends LinkScope {
  readonly plan: Pick<BuildPlan, "root" | "output" | "outputBy" | "server">;
  /** What the commands wrote; undefined when none ran. */
  readonly readPages: ((named: readonly string[]) => Promise<Pages>) | undefined;
}

export interface FoundOutput {
  /** The caller closes it. */
  readonly folder: Folder;
  /** Relative to the checkout, without a link in it. */
  readonly path: string;
  /** As messages name it: relative to the folder of the site. */
  readonly name: string;
  /** Whether a command wrote a file of it; undefined when none ran. */
  readonly isWritten: boolean | undefined;
}

/** @throws {BuildFailure} `output_missing`, or `output_rejected` for a folder outside of the checkout. */
export async function findOutput({ plan, readPages, ...scope }: Finding): Promise<FoundOutput> {
  const { root, output } = plan;
  const named: string[] = [];
  for (const name of output) {
    const path = await pathOfFolder(scope, join(root, name));
    if (path !== undefined) named.push(path);
  }
  const pages = await readPages?.(named);
  const chosen = pages === undefined || plan.outputBy === "setting" ? named[0] : choose(plan, named, pages);
  if (chosen === undefined) throw missing(plan, pages);
  const { found } = await followed(scope, chosen);
  if (found.kind !== "folder") {
    await close(found);
    throw missing(plan, pages);
  }
  const isWritten = pages && (pages.named.includes(chosen) || !named.includes(chosen));
  return { folder: found.folder, path: chosen, name: relative(root, chosen) || ".", isWritten };
}

/** @returns Undefined when no folder is there. */
async function pathOfFolder(scope: LinkScope, name: string): Promise<string | undefined> {
  const { found, path } = await followed(scope, name);
  await close(found);
  return found.kind === "folder" ? path : undefined;
}

async function followed(scope: LinkScope, name: string) {
  const result = await followInside(scope, name);
  if (result.kind === "inside") return result;
  const what = result.kind === "outside" ? "leads out of the repository" : `is ${result.what}`;
  const why = `The output folder '${name}' cannot be served: ${JSON.stringify(result.at)} ${what}.`;
  throw new BuildFailure("output_rejected", `${why} Only folders of the checkout can lead to it.`);
}

/**
 * @param named Folders of the plan that are there, the best first.
 * @throws {BuildFailure} `output_missing` when several could be meant.
 */
function choose(
  { root, outputBy, server }: Finding["plan"],
  named: readonly string[],
  pages: Pages,
): string | undefined {
  const isHabit = outputBy === "habit";
  const isWritten = ({ written }: PageFolder): boolean =>
    written === "index.html" || (outputBy === "host-config" && written === "other files");
  const written = new Set(pages.pages.filter(isWritten).map(({ path }) => path));
  const preferred = isHabit ? undefined : named.find((path) => written.has(path));
  if (preferred !== undefined) return preferred;
  const candidates = candidatesOf(root, pages.pages, isHabit);
  if (candidates.length > 1) {
    const names = candidates.slice(0, 10).map((path) => `'${relative(root, path) || "."}'`);
    throw new BuildFailure(
      "output_missing",
      `The build wrote pages in several folders: ${names.join(", ")}. Set 'output' in greenroom.json to the one that is the site.`,
    );
  }
  // One without a home page is still the result of what makes nothing else; one that was committed is not.
  const isOld = (path: string): boolean => outputBy === "framework" && pages.pages.some((page) => page.path === path);
  const rest = server === undefined ? named.filter((path) => pages.named.includes(path) && !isOld(path)) : [];
  return candidates[0] ?? rest[0];
}

/** Folders with a home page that was written; else, where nothing is known of the build, those whose other files were. */
function candidatesOf(root: string, pages: readonly PageFolder[], isHabit: boolean): readonly string[] {
  const kinds = isHabit ? (["index.html", "other files"] as const) : (["index.html"] as const);
  for (const written of kinds) {
    const paths = pages.filter((page) => page.written === written).map(({ path }) => path);
    const inside = paths.filter((path) => root === "." || path === root || path.startsWith(`${root}/`));
    const best = inside.length > 0 ? inside : paths;
    // A template at the top is often written too.
    const below = best.filter((path) => path !== root);
    if (best.length > 0) return below.length === 1 ? below : best;
  }
  return [];
}

function missing({ root, output, outputBy, server }: Finding["plan"], pages: Pages | undefined): BuildFailure {
  const looked = output.map((folder) => `'${folder}'`).join(", ");
  const several = output.length === 1 ? "no folder" : "none of the folders";
  const fail = (text: string): BuildFailure => new BuildFailure("output_missing", text);
  if (pages === undefined)
    return fail(`Set 'output' to the folder of the site in greenroom.json: there is ${several} ${looked}.`);
  const left = looked === "" ? "no folder with an index.html" : `${several} ${looked}`;
  const others = pages.pages.filter(({ path }) => path !== root);
  const name = ({ path }: PageFolder): string => `'${relative(root, path) || "."}'`;
  const written = others.find((page) => page.written === "index.html");
  if (written !== undefined && outputBy === "setting")
    return fail(`Set 'output' to ${name(written)}, where the build wrote an index.html: it left ${left}.`);
  const mixed = others.find((page) => page.written === "other files");
  if (mixed !== undefined && outputBy === "framework")
    return fail(
      `Correct what keeps the build from writing the home page, as its log says: the index.html of ${name(mixed)} is the one that was committed, beside files that the build wrote. To publish it all the same, set 'output' to ${name(mixed)} in greenroom.json.`,
    );
  const old = others.find((page) => page.written === "nothing");
  if (old !== undefined)
    return fail(
      `Set 'output' to ${name(old)} if that is the site, an index.html that the build did not write: it left ${left}.${server === undefined ? "" : ` ${server}`}`,
    );
  if (server !== undefined) return fail(`${server} The build left ${left}.`);
  return fail(`Set 'output' in greenroom.json to the folder that the build writes its pages to: it left ${left}.`);
}
