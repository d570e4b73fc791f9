import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import type { ChangedPage, ReleaseComparison } from "../../review/release-comparison.ts";
import type { PageReport } from "../../review/report.ts";
import { joined } from "../fragments.ts";

export type Pictures = PageReport["pictures"][number];

const LISTED = 60;

const FILTERS = {
  all: ["All", () => true],
  changed: ["Changed", ({ change }) => change === "changed"],
  new: ["New", ({ change }) => change === "added"],
  removed: ["Removed", ({ change }) => change === "removed"],
  back: ["Takes back", (page) => takesBackOf(page).length > 0],
  findings: ["Findings", (page) => findingsOf(page) > 0],
  unviewed: ["Not viewed", ({ path }, viewed) => !viewed.has(path)],
} as const satisfies Readonly<
  Record<string, readonly [label: string, keeps: (page: ChangedPage, viewed: ReadonlySet<string>) => boolean]>
>;

type Filter = keyof typeof FILTERS;

const NAMES = Object.keys(FILTERS) as readonly Filter[];

export interface Selection {
  readonly filter: Filter;
  /** The first group that is listed. */
  readonly from: number;
  readonly groups: readonly PageGroup[];
  readonly page: ChangedPage | undefined;
}

interface PageGroup {
  readonly first: ChangedPage;
  readonly others: readonly ChangedPage[];
}

/** Whether what is live does not have what a review found. */
export function isNew({ state }: { readonly state: string }): boolean {
  return state === "new";
}

/** Broken links are not counted. */
export function findingsOf({ report }: ChangedPage): number {
  if (!report) return 0;
  return report.errors.filter(isNew).length + report.accessibility.filter(isNew).length;
}

export function selectionOf(
  query: Readonly<Record<string, string>>,
  { pages }: ReleaseComparison,
  viewed: ReadonlySet<string>,
): Selection {
  const filter = NAMES.find((name) => name === query["show"]) ?? "all";
  const [, keeps] = FILTERS[filter];
  const groups = groupsOf(pages.filter((page) => keeps(page, viewed)));
  const asked = pages.find(({ path }) => path === query["page"]);
  const from = Math.min(Math.max(0, Number.parseInt(query["from"] ?? "0", 10) || 0), Math.max(0, groups.length - 1));
  return { filter, from, groups, page: asked ?? groups[0]?.first ?? pages[0] };
}

function groupsOf(pages: readonly ChangedPage[]): readonly PageGroup[] {
  const groups = Map.groupBy(pages, (page) => sameChange(page) ?? page.path);
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
}

function sameChange(page: ChangedPage): string | undefined {
  const { report, byShared, change, looks } = page;
  if (looks === "same") return "looks the same";
  if (!byShared || change !== "changed" || looks === "unstable") return undefined;
  if (!report) return "not rendered";
  if (findingsOf(page) > 0 || report.problems.length > 0) return undefined;
  return JSON.stringify(report.text.filter(({ kind }) => kind !== "same"));
}

export interface PageList {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly comparison: ReleaseComparison;
  readonly selection: Selection;
  /** Undefined where nothing can be marked. */
  readonly viewed: ReadonlySet<string> | undefined;
  readonly comments?: ReadonlyMap<string, number>;
}

export function linkTo(
  { path, query, selection }: Omit<PageList, "comparison" | "viewed" | "comments">,
  page: string,
): string {
  const { filter, from } = selection;
  const narrowed = { ...(filter !== "all" && { show: filter }), ...(from > 0 && { from: String(from) }) };
  return `${path}?${new URLSearchParams({ ...query, page, ...narrowed }).toString()}`;
}

export function pageList(list: PageList, more: Html | undefined): Html {
  const { comparison, selection, viewed, path } = list;
  const { pages } = comparison;
  const { filter, from, groups } = selection;
  const shown = groups.slice(from, from + LISTED);
  const listFrom = (show: Filter, start: number): string =>
    `${path}?${new URLSearchParams({ ...list.query, show, ...(start > 0 && { from: String(start) }) }).toString()}`;
  const step = (start: number): string => listFrom(filter, start);
  const counts = NAMES.filter((name) => viewed || name !== "unviewed").map(
    (name) => [name, pages.filter((page) => FILTERS[name][1](page, viewed ?? new Set())).length] as const,
  );
  return html`<nav class="pages" id="pages" aria-label="Changed pages">
    <h2 class="eyebrow">${counted(pages.length, "page")}</h2>
    ${
      pages.length > 1 &&
      html`<ul class="chips">
        ${counts
          .filter(([name, count]) => count > 0 && (name === "all" || name === filter || count < pages.length))
          .map(
            ([name, count]) =>
              html`<li><a href="${listFrom(name, 0)}" ${name === filter && html` aria-current="true"`}>${FILTERS[name][0]} ${count}</a></li>`,
          )}
      </ul>`
    }
    ${from > 0 && html`<p><a href="${step(Math.max(0, from - LISTED))}">Earlier pages</a></p>`}
    <ol>
      ${shown.map((group) => groupItem(list, group))}
    </ol>
    ${pages.length === 0 && html`<p class="dim">No page changes.</p>`}
    ${comparison.state === "ready" && comparison.message !== undefined && html`<p class="dim">${comparison.message}</p>`}
    ${more}
    ${groups.length > from + LISTED && html`<p><a href="${step(from + LISTED)}">${groups.length - from - LISTED} more</a></p>`}
    ${pages.length > 0 && html`<p class="keys dim" hidden><kbd>j</kbd> <kbd>k</kbd> page · ${viewed && html`<kbd>v</kbd> viewed · `}<kbd>n</kbd> next change · ${viewed && html`<kbd>a</kbd> <kbd>r</kbd> approve, reject · `}<kbd>1</kbd>–<kbd>5</kbd> view</p>`}
  </nav>`;
}

function groupItem(list: PageList, { first, others }: PageGroup): Html {
  const more = others.slice(0, LISTED);
  const isOpen = others.some(({ path }) => path === list.selection.page?.path);
  return html`<li>
    ${pageLink(list, first)}
    ${
      others.length > 0 &&
      html`<details${isOpen && html` open`}>
        <summary>${others.length} more ${first.report ? "with the same change" : "like this"}</summary>
        <ol>
          ${more.map((page) => html`<li>${pageLink(list, page)}</li>`)}
        </ol>
        ${others.length > more.length && html`<p class="dim">${others.length - more.length} more are not listed.</p>`}
      </details>`
    }
  </li>`;
}

const CHANGES = { added: "new page", removed: "removed", changed: undefined } as const;

function pageLink(list: PageList, page: ChangedPage): Html {
  const { comparison, selection, viewed } = list;
  const isViewed = viewed?.has(page.path) === true;
  const current = page.path === selection.page?.path;
  const shares = sharesOf(page);
  const about = joined(aboutOf(page, list), " · ");
  return html`<a class="changed-page ${page.change}${isViewed && " viewed"}" href="${linkTo(list, page.path)}" ${current && html` aria-current="page"`}>
    ${thumbnail(comparison, page)}
    <span class="path"><bdi>${shortened(page.path)}</bdi></span>
    <span class="meta">${shares.map(({ of, text }) => html`<span class="of ${of}">${text}${about.length > 0 && " · "}</span>`)}${about}</span>
    ${viewed && html`<span class="tick">${isViewed ? html`<span aria-hidden="true">✓</span><span class="hidden">viewed</span>` : html`<span aria-hidden="true">○</span><span class="hidden">not viewed</span>`}</span>`}
    ${shares.map(({ of, share }) => html`<progress class="of ${of}" max="100" value="${Math.ceil(share * 100)}" aria-hidden="true"></progress>`)}
  </a>`;
}

/** Style sheets show the one of the picture that is looked at. */
function sharesOf({ change, report }: ChangedPage): readonly { of: string; share: number; text: string }[] {
  const pictures = (report?.pictures ?? []).flatMap(({ changedShare: share, ...picture }) =>
    share === undefined ? [] : [{ of: pictureClass(picture), share, where: picture.scheme ?? `${picture.width} px` }],
  );
  if (change !== "changed" || pictures.every(({ share }) => share === 0)) return [];
  return pictures.map(({ of, share, where }) => ({
    of,
    share,
    text: share === 0 ? `same at ${where}` : percent(share),
  }));
}

export function pictureClass({ width, scheme }: Pick<Pictures, "width" | "scheme">): string {
  return `w${scheme ?? (width <= 480 ? "390" : "1280")}`;
}

/** Decoded, where that is possible: such as a path of other letters than Latin ones. */
export function shortened(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function thumbnail(comparison: ReleaseComparison, page: ChangedPage): Html {
  const picture = smallPicture(comparison, page);
  return html`<span class="thumb">${picture !== undefined && html`<img src="${picture}" alt="" loading="lazy" decoding="async" fetchpriority="low" />`}</span>`;
}

export function smallPicture(
  { picturesPath }: ReleaseComparison,
  { report }: Pick<ChangedPage, "report">,
): string | undefined {
  const digest = report?.thumbnails?.after ?? report?.thumbnails?.before;
  return digest === undefined ? undefined : `${picturesPath}${digest}.webp`;
}

export function percent(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.0001 ? "under 0.01 %" : `${(share * 100).toFixed(share < 0.01 ? 2 : share < 0.1 ? 1 : 0)} %`;
}

const LOOKS: Readonly<Record<ChangedPage["looks"], readonly string[]>> = {
  different: [],
  unstable: ["not the same on every load"],
  same: ["no visible difference"],
};

function aboutOf(page: ChangedPage, { comparison, comments }: PageList): readonly string[] {
  const { brokenLinks, state } = comparison;
  const { path, change, report } = page;
  const words = report?.text.some(({ kind }) => kind !== "same") === true;
  const broken = brokenLinks.filter((link) => isNew(link) && link.page === path).length;
  const findings = findingsOf(page);
  const talked = comments?.get(path) ?? 0;
  const some = (count: number, one: string): readonly string[] => (count === 0 ? [] : [counted(count, one)]);
  return [
    ...(CHANGES[change] === undefined ? [] : [CHANGES[change]]),
    ...(change === "changed" && words ? ["text"] : []),
    ...LOOKS[page.looks],
    ...(page.byShared && !words && change === "changed" && page.looks === "different" ? ["look only"] : []),
    ...some(broken, "broken link"),
    ...some(findings, "finding"),
    ...some(talked, "comment"),
    ...takesBackOf(page),
    ...(state === "ready" && report === undefined ? ["not rendered"] : []),
  ];
}

function takesBackOf({ takenBack, parts }: ChangedPage): readonly string[] {
  if (takenBack !== undefined) return [`takes back release ${takenBack}`];
  const undone = new Set(parts.filter(({ kind }) => kind === "undone").map(({ number }) => number));
  return [...undone].map((number) => `takes back part of release ${number}`);
}
