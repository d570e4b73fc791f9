import { at, flagAt, listAt, numberAt, parseUrl, textAt } from "../payload.ts";
import {
  type MarkdownText,
  imageLink,
  inlineCode,
  joinMarkdown,
  link,
  markdown,
  plainLine,
  type SafeAddress,
  rowAddress,
  shorten,
} from "../untrusted-text.ts";

const WEIGHT_KINDS = ["scripts", "styles", "images", "fonts", "other"] as const;

/** Bytes of the files that the pages of a site load, by kind. */
type Weight = Readonly<Record<(typeof WEIGHT_KINDS)[number], number>>;

/** Any text is untrusted. */
export type RowReview = NonNullable<ReturnType<typeof readReview>>;

const MAX_PAGES = 6;
const MAX_FINDINGS = 8;
/** More of them are folded. */
const MAX_OPEN_FINDINGS = 3;
const MAX_PATH_CHARS = 200;
const MAX_TITLE_CHARS = 80;
const MAX_WHAT_CHARS = 200;
const MAX_URL_CHARS = 2048;
/** Most page links of a site whose comment has other sites. */
const MAX_INLINE_PAGES = 3;
const SHOWN_PATH_CHARS = 60;

/** @returns Undefined for what is no review. */
export function readReview(value: unknown) {
  if (!Array.isArray(at(value, "pages"))) return undefined;
  const after = readWeight(at(value, "weight", "after"));
  return {
    /** Numbers of pages; all are `added` when nothing was live. */
    changed: countAt(value, "changed"),
    added: countAt(value, "added"),
    removed: countAt(value, "removed"),
    /** Pages whose files differ, and which were not compared. */
    notCompared: countAt(value, "notCompared"),
    /** What a release would undo of former releases, in words. */
    takesBack: cutAt(value, "takesBack", MAX_WHAT_CHARS),
    pages: listAt(value, "pages").flatMap(readPage).slice(0, MAX_PAGES),
    first: flagAt(value, "first"),
    liveUrl: cutAt(value, "liveUrl", MAX_URL_CHARS),
    /** Numbers of what is new against what is live. */
    brokenLinks: countAt(value, "brokenLinks"),
    errors: countAt(value, "errors"),
    accessibility: countAt(value, "accessibility"),
    /** Accessibility findings that what is live has, and the preview has not. */
    fixed: countAt(value, "fixed"),
    findings: listAt(value, "findings").flatMap(readFinding).slice(0, MAX_FINDINGS),
    weight: after === undefined ? undefined : { before: readWeight(at(value, "weight", "before")), after },
    /** A picture of the first page that changed, which GitHub can fetch. */
    thumbnailUrl: cutAt(value, "thumbnailUrl", MAX_URL_CHARS),
  };
}

export interface ReviewedPage {
  /** Of its URL, with the leading slash. */
  readonly path: string;
  readonly change: "changed" | "added" | "removed";
  readonly title?: string | undefined;
  /** Small pictures that GitHub can fetch. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

function readPage(value: unknown): readonly ReviewedPage[] {
  const path = cutAt(value, "path", MAX_PATH_CHARS);
  const change = at(value, "change");
  if (path === undefined || (change !== "changed" && change !== "added" && change !== "removed")) return [];
  const [before, after] = [cutAt(value, "before", MAX_URL_CHARS), cutAt(value, "after", MAX_URL_CHARS)];
  return [{ path, change, title: cutAt(value, "title", MAX_TITLE_CHARS), before, after }];
}

/** `what`: where the link leads, the rule that is broken, or the message. */
function readFinding(value: unknown) {
  const kind = at(value, "kind");
  const [page, what] = [cutAt(value, "page", MAX_PATH_CHARS), cutAt(value, "what", MAX_WHAT_CHARS)];
  if (kind !== "link" && kind !== "accessibility" && kind !== "error") return [];
  return page === undefined || what === undefined ? [] : [{ kind, page, what } as const];
}

function readWeight(value: unknown): Weight | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [scripts, styles, images, fonts, other] = WEIGHT_KINDS.map((kind) => countAt(value, kind));
  return { scripts: scripts ?? 0, styles: styles ?? 0, images: images ?? 0, fonts: fonts ?? 0, other: other ?? 0 };
}

function countAt(value: unknown, name: string): number {
  return numberAt(value, name) ?? 0;
}

function cutAt(value: unknown, name: string, maxChars: number): string | undefined {
  const text = textAt(value, name);
  return text === undefined ? undefined : plainLine(text.slice(0, maxChars).toWellFormed());
}

export function withoutLists(review: RowReview): RowReview {
  return { ...review, pages: [], findings: [], thumbnailUrl: undefined };
}

export function reviewBlocks(review: RowReview, previewUrl: string | undefined): MarkdownText[] {
  return [figures(review), ...pageTable(review, previewUrl), ...thumbnail(review, previewUrl), ...findingList(review)];
}

export function reviewLine(review: RowReview, previewUrl: string | undefined): MarkdownText {
  const shown = review.pages.slice(0, MAX_INLINE_PAGES).map((page) => {
    const url = page.change === "removed" ? undefined : pageUrl(previewUrl, page.path);
    return url === undefined ? shownPath(page.path) : link(shownPath(page.path), url);
  });
  if (shown.length === 0) return figures(review);
  const left = review.changed + review.added + review.removed - shown.length;
  const pages = joinMarkdown([...shown, ...(left > 0 ? [markdown`${left} more`] : [])], " · ");
  return markdown`${figures(review)}: ${pages}`;
}

function figures(review: RowReview): MarkdownText {
  const { brokenLinks, errors, accessibility, fixed, notCompared, takesBack } = review;
  const parts = [
    pagesText(review),
    ...some(notCompared, (count) => markdown`${count} not compared`),
    ...(takesBack === undefined ? [] : [markdown`⚠️ takes back ${takesBack}`]),
    ...some(brokenLinks, (count) => markdown`⚠️ ${count} new broken ${count === 1 ? "link" : "links"}`),
    ...some(accessibility, (count) => markdown`⚠️ ${count} new accessibility ${count === 1 ? "finding" : "findings"}`),
    ...some(fixed, (count) => markdown`${count} accessibility ${count === 1 ? "finding" : "findings"} fixed`),
    ...some(errors, (count) => markdown`⚠️ ${count} new ${count === 1 ? "error" : "errors"} in the console`),
    ...weightText(review.weight),
  ];
  return joinMarkdown(parts, " · ");
}

function some(count: number, text: (count: number) => MarkdownText): readonly MarkdownText[] {
  return count > 0 ? [text(count)] : [];
}

function pagesText({ first, changed, added, removed, notCompared }: RowReview): MarkdownText {
  if (first === true) return markdown`**Nothing is live yet** to compare with`;
  const counts = [
    { count: changed, word: "changed" },
    { count: added, word: "added" },
    { count: removed, word: "removed" },
  ].filter(({ count }) => count > 0);
  const [main, ...others] = counts;
  if (main === undefined)
    return notCompared > 0 ? markdown`**No compared page looks different**` : markdown`**No page looks different**`;
  const rest = others.map(({ count, word }) => `, ${count} ${word}`).join("");
  return markdown`**${main.count} ${main.count === 1 ? "page" : "pages"} ${main.word}**${rest}`;
}

function weightText(weight: RowReview["weight"]): readonly MarkdownText[] {
  if (weight === undefined) return [];
  const { before, after } = weight;
  const sum = (of: Weight): number => WEIGHT_KINDS.reduce((total, kind) => total + of[kind], 0);
  if (sum(after) === 0) return [];
  if (before === undefined) return [markdown`weighs ${bytesText(sum(after))}`];
  const kinds = WEIGHT_KINDS.flatMap((kind) => {
    const difference = after[kind] - before[kind];
    return difference === 0 ? [] : [`${kind} ${signed(difference)}`];
  });
  const same = kinds.length === 0 ? "as live" : kinds.join(", ");
  return [markdown`weighs ${bytesText(sum(after))} (${same})`];
}

function signed(bytes: number): string {
  return `${bytes < 0 ? "−" : "+"}${bytesText(Math.abs(bytes))}`;
}

function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function pageTable(review: RowReview, previewUrl: string | undefined): MarkdownText[] {
  const { pages, liveUrl, first } = review;
  if (pages.length === 0 || first === true) return [];
  const all = review.changed + review.added + review.removed;
  const lines = [
    markdown`| Page | Before | After |`,
    markdown`| --- | --- | --- |`,
    ...pages.map(({ path, change, title, before, after }) => {
      const name = title === undefined ? shownPath(path) : markdown`${title.trim()} ${shownPath(path)}`;
      const live =
        change === "added"
          ? markdown`_new_`
          : pageLink("Live", { path, target: pageUrl(liveUrl, path), picture: before });
      const preview =
        change === "removed"
          ? markdown`_removed_`
          : pageLink("Preview", { path, target: pageUrl(previewUrl, path), picture: after });
      return markdown`| ${name} | ${live} | ${preview} |`;
    }),
  ];
  const left = all - pages.length;
  return [
    joinMarkdown(lines, "\n"),
    ...(left > 0 ? [markdown`_and ${left} more ${left === 1 ? "page" : "pages"}_`] : []),
  ];
}

interface PageLink {
  readonly path: string;
  readonly target: SafeAddress | undefined;
  readonly picture: string | undefined;
}

function pageLink(label: string, { path, target, picture }: PageLink): MarkdownText {
  if (target === undefined) return markdown`–`;
  // Whether GitHub can fetch it was decided when the review was read.
  const shown = rowAddress(picture);
  if (shown === undefined) return link(label, target);
  return imageLink({ picture: shown, target, alt: `${label} of ${path}`, width: 240 });
}

function shownPath(path: string): MarkdownText {
  return inlineCode(shorten(path, SHOWN_PATH_CHARS));
}

/** @returns Undefined for a path that leads to another host. */
function pageUrl(site: string | undefined, path: string): SafeAddress | undefined {
  const base = parseUrl(rowAddress(site) ?? "");
  if (base === undefined || !path.startsWith("/")) return undefined;
  const url = URL.canParse(path, base.href) ? new URL(path, base) : undefined;
  return url?.origin === base.origin ? rowAddress(url.href) : undefined;
}

function thumbnail({ thumbnailUrl, pages }: RowReview, previewUrl: string | undefined): MarkdownText[] {
  // Whether GitHub can fetch it was decided when the review was read.
  const picture = rowAddress(thumbnailUrl);
  if (pages.some(({ before, after }) => before !== undefined || after !== undefined)) return [];
  const target = pageUrl(previewUrl, "/");
  if (picture === undefined || target === undefined) return [];
  return [imageLink({ picture, target, alt: "Preview of /", width: 320 })];
}

const FINDING_WORDS = { link: "leads nowhere:", accessibility: "accessibility:", error: "console:" } as const;

function findingList({ findings, brokenLinks, accessibility, errors }: RowReview): MarkdownText[] {
  if (findings.length === 0) return [];
  const all = Math.max(brokenLinks + accessibility + errors, findings.length);
  const left = all - findings.length;
  const lines = [
    ...findings.map(({ kind, page, what }) => {
      const shown = kind === "link" ? inlineCode(what) : markdown`${what}`;
      return markdown`- ${shownPath(page)} ${FINDING_WORDS[kind]} ${shown}`;
    }),
    ...(left > 0 ? [markdown`- and ${left} more`] : []),
  ];
  const list = joinMarkdown(lines, "\n");
  if (all <= MAX_OPEN_FINDINGS) return [joinMarkdown([markdown`**New problems**`, list], "\n\n")];
  const block = [markdown`<details><summary>New problems (${all})</summary>`, list, markdown`</details>`];
  return [joinMarkdown(block, "\n\n")];
}
