import type { Review } from "@greenroom/contract";
import { diffLines } from "diff";
import type { Report } from "../domain/comparison.ts";
import type { ServingRules } from "../domain/site.ts";
import type { ServedSite } from "../hosting/site.ts";
import type { Candidate } from "./choose.ts";
import type { LeftOut } from "./record.ts";
import type { ScannedPage } from "./scan.ts";
import type { StablePair } from "./stable.ts";
import { PROBLEMS, type Visit } from "./visit.ts";

export type PageReport = NonNullable<Review["pages"]>[number];
type Pictures = PageReport["pictures"][number];
type BrokenLink = NonNullable<Review["brokenLinks"]>[number];
type Rule = NonNullable<Review["rules"]>[number];

export const MAX_TEXT_PARTS = 200;
export const MAX_PART_CHARS = 1_000;
export const MAX_FINDINGS = 100;
export const MAX_TARGET_CHARS = 2_000;
export const MAX_BROKEN = 500;
const MAX_RULES = 200;
export const MAX_HOSTS = 50;

export interface Pair {
  readonly before: Visit | undefined;
  readonly after: Visit | undefined;
}

export function reportPage(candidate: Candidate, stable: StablePair, pictures: readonly Pictures[]): PageReport {
  const pair = { before: stable.before?.visit, after: stable.after?.visit };
  const { before, after } = pair;
  const unstable = (["before", "after"] as const).map(
    (side) => stable[side]?.leftOut === true || pictures.some((one) => (one.unstable?.[side].length ?? 0) > 0),
  );
  const [old, now] = [before?.content, after?.content];
  const report: PageReport = {
    path: candidate.path,
    change: candidate.change,
    title: { ...(old && { before: old.title }), ...(now && { after: now.title }) },
    // Where one side could not be read, nothing is known of a difference.
    text: before && after && !(old && now) ? [] : diffText(old?.text ?? "", now?.text ?? ""),
    pictures: [...pictures],
    problems: (["before", "after"] as const).flatMap((side) =>
      (pair[side]?.problems ?? []).map((code) => ({ side, code, message: PROBLEMS[code] })),
    ),
    errors: newAndFixed(errorsOf(before), errorsOf(after), MAX_FINDINGS),
    accessibility: compareFindings(before, after),
    weight: { ...(before && { before: before.weight }), ...(after && { after: after.weight }) },
    thirdParty: [...((after ?? before)?.hosts ?? [])].slice(0, MAX_HOSTS),
  };
  const [wasUnstable = false, isUnstable = false] = unstable;
  return {
    ...report,
    ...((wasUnstable || isUnstable) && { unstable: true }),
    change: seenChange(report, isUnstable && !wasUnstable),
  };
}

/** A page whose files changed without anything that people notice is unchanged. */
function seenChange(report: PageReport, newlyUnstable: boolean): PageReport["change"] {
  const { change, title, text, pictures, problems, errors, accessibility } = report;
  if (change !== "changed" && change !== "unchanged") return change;
  // Where both hang, each is left at any moment: a picture on one side only says nothing.
  const bothHang = (["before", "after"] as const).every((side) =>
    problems.some((problem) => problem.side === side && problem.code === "hung"),
  );
  return newlyUnstable ||
    title.before !== title.after ||
    text.length > 0 ||
    errors.length > 0 ||
    accessibility.length > 0 ||
    // Without a share the browser did not say where they differ.
    pictures.some(({ changedShare, before, after }) =>
      changedShare === undefined
        ? before !== after && !(bothHang && (before === undefined || after === undefined))
        : changedShare > 0,
    )
    ? "changed"
    : "unchanged";
}

function diffText(before: string, after: string): PageReport["text"] {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => `${text.trim()}\n`);
  const changes = diffLines(old ?? "", now ?? "", { timeout: 500, ignoreWhitespace: false }) ?? [
    { added: false, removed: true, value: old ?? "" },
    { added: true, removed: false, value: now ?? "" },
  ];
  const parts = changes.flatMap(({ added, removed, value }, index) => {
    const lines = value.split("\n").filter((line) => line.trim() !== "");
    const kind = added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const);
    // Of unchanged text, only a line before and after each change is shown.
    const shown = kind === "same" ? around(lines, index > 0, index < changes.length - 1) : lines;
    return shown.map((text) => ({ kind, text: text.slice(0, MAX_PART_CHARS) }));
  });
  return parts.some(({ kind }) => kind !== "same") ? parts.slice(0, MAX_TEXT_PARTS) : [];
}

function around(lines: readonly string[], afterChange: boolean, beforeChange: boolean): readonly string[] {
  if (lines.length <= 2) return lines;
  return [...(afterChange ? lines.slice(0, 1) : []), ...(beforeChange ? lines.slice(-1) : [])];
}

function newAndFixed<Item extends object>(
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
  most: number,
): (Item & { readonly state: "new" | "fixed" })[] {
  const added = [...now].filter(([key]) => !old.has(key)).map(([, item]) => ({ state: "new" as const, ...item }));
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, item]) => ({ state: "fixed" as const, ...item }));
  return [...added, ...gone].slice(0, most);
}

function errorsOf(visit: Visit | undefined): ReadonlyMap<string, { readonly message: string }> {
  return new Map(visit?.errors.map((message) => [message, { message }]));
}

/** The same finding is one of the same rule at the same place. */
function compareFindings(before: Visit | undefined, after: Visit | undefined): PageReport["accessibility"] {
  if ((before && !before.findings) || (after && !after.findings)) return [];
  const flat = (visit: Visit | undefined) =>
    new Map(
      (visit?.findings ?? []).flatMap(({ targets, ...finding }) =>
        targets.map((target) => [`${finding.rule}\n${target}`, { ...finding, target }] as const),
      ),
    );
  return newAndFixed(flat(before), flat(after), MAX_FINDINGS);
}

interface Pages {
  readonly before: ReadonlyMap<string, ScannedPage>;
  readonly after: ReadonlyMap<string, ScannedPage>;
}

/** By what the files say and what the rendered pages asked for. */
export function compareBrokenLinks(pages: Pages, visits: ReadonlyMap<string, Pair>): readonly BrokenLink[] {
  const brokenOn = (side: keyof Pages) => {
    const found = new Map<string, Pick<BrokenLink, "kind" | "page" | "target">>();
    const add = (page: string, kind: BrokenLink["kind"], address: string): void => {
      const target = address.slice(0, MAX_TARGET_CHARS);
      found.set(`${page}\n${target}`, { kind, page, target });
    };
    for (const [page, { broken }] of pages[side]) for (const [target, kind] of broken) add(page, kind, target);
    for (const [page, pair] of visits) {
      for (const target of pair[side]?.missing ?? []) add(page, "file", target);
      for (const anchor of pair[side]?.content?.anchors ?? []) add(page, "anchor", `#${anchor.slice(0, 500)}`);
    }
    return found;
  };
  return newAndFixed(brokenOn("before"), brokenOn("after"), MAX_BROKEN);
}

export function compareRules(before: ServingRules, after: ServingRules): readonly Rule[] {
  const [old, now] = [flatRules(before), flatRules(after)];
  return [...new Set([...now.keys(), ...old.keys()])]
    .slice(0, 10_000)
    .flatMap((key) => {
      const [was, is] = [old.get(key), now.get(key)];
      const rule = is ?? was;
      if (!rule || was?.value === is?.value) return [];
      const { kind, source, name } = rule;
      const named = name === undefined ? {} : { name };
      return [{ kind, source, ...named, ...(was && { before: was.value }), ...(is && { after: is.value }) }];
    })
    .slice(0, MAX_RULES);
}

interface FlatRule extends Pick<Rule, "kind" | "source" | "name"> {
  readonly value: string;
}

function flatRules({ redirects = [], headers = [], files }: ServingRules): ReadonlyMap<string, FlatRule> {
  const rules = new Map<string, FlatRule>();
  for (const { source, destination, status = 308 } of redirects) {
    // The first one that matches is followed.
    if (!rules.has(source)) rules.set(source, { kind: "redirect", source, value: `${destination} (${status})` });
  }
  for (const { source, destination, status, force, query } of files?.redirects ?? []) {
    const asked = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    const from = `${source}${asked}`;
    const value = `${destination} (${status}${force ? ", also over a file" : ""})`;
    if (!rules.has(from)) rules.set(from, { kind: "redirect", source: from, value });
  }
  for (const { source, headers: set } of [...(files?.headers ?? []), ...headers]) {
    for (const [name, value] of Object.entries(set)) {
      const key = `${source}\n${name.toLowerCase()}`;
      rules.set(key, { kind: "header", source, name: name.toLowerCase(), value });
    }
  }
  return rules;
}

type Parts = Pick<Report, "pages" | "brokenLinks">;

export function countChangedFiles(
  before: ServedSite["files"],
  after: ServedSite["files"],
): NonNullable<Report["summary"]["files"]> {
  const both = [...after].flatMap(([path, { sha256 }]) => {
    const old = before.get(path);
    return old === undefined ? [] : [old.sha256 === sha256];
  });
  const changed = both.filter((isSame) => !isSame).length;
  return { added: after.size - both.length, changed, removed: before.size - both.length };
}

/** @param left Pages that were not rendered: whether they look different is unknown; those added or removed count. */
export function summarize({ pages, brokenLinks }: Parts, left: LeftOut): Report["summary"] {
  const count = (change: PageReport["change"]): number => pages.filter((page) => page.change === change).length;
  const states = (items: readonly { readonly state: "new" | "fixed" }[]) => ({
    new: items.filter(({ state }) => state === "new").length,
    fixed: items.filter(({ state }) => state === "fixed").length,
  });
  const both = pages.filter(({ weight }) => weight.before && weight.after);
  return {
    changed: count("changed"),
    added: count("added") + left.added,
    removed: count("removed") + left.removed,
    notRendered: left.limit + left.time + left.failed,
    brokenLinks: states(brokenLinks),
    errors: states(pages.flatMap(({ errors }) => errors)),
    accessibility: states(pages.flatMap(({ accessibility }) => accessibility)),
    weight:
      both.length === 0
        ? {}
        : {
            before: addUp(both.map(({ weight }) => weight.before)),
            after: addUp(both.map(({ weight }) => weight.after)),
          },
  };
}

type Weight = NonNullable<PageReport["weight"]["after"]>;

function addUp(weights: readonly (Weight | undefined)[]): Weight {
  const sum = { scripts: 0, styles: 0, images: 0, fonts: 0, other: 0 };
  for (const weight of weights) {
    for (const kind of ["scripts", "styles", "images", "fonts", "other"] as const) sum[kind] += weight?.[kind] ?? 0;
  }
  return sum;
}
