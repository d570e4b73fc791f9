import { type Html, html } from "../../outside/html.ts";
import type { ChangedPage, ReleaseComparison } from "../../review/release-comparison.ts";
import { segments } from "../fragments.ts";
import { percent, pictureClass, type Pictures, shortened } from "./changed-pages.ts";

export interface Versions {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly beforeName: string;
  readonly afterName: string;
}

/** Undefined when that side has none. */
export function realPage(page: ChangedPage, side: "before" | "after", versions: Versions): string | undefined {
  const base = versions[side];
  if (base === undefined || page.change === (side === "before" ? "added" : "removed")) return undefined;
  const url = URL.parse(page.path, base);
  // A path such as //evil.example leads elsewhere.
  return url?.origin === new URL(base).origin ? url.href : undefined;
}

const VIEWS = [
  ["side", "Side by side"],
  ["slider", "Slider"],
  ["onion", "Onion skin"],
  ["difference", "Difference"],
  ["blink", "Blink"],
] as const;

const WIDTHS = [
  ["1280", "1280 px"],
  ["390", "390 px"],
  ["dark", "Dark"],
] as const;

const ZOOMS = [
  ["fit", "Fit"],
  ["full", "100 %"],
] as const;

/** Style sheets follow the choices without a script. */
export function viewChoices(): Html {
  return html`<form class="choices" id="choices" aria-label="How to compare">
    ${segments({ name: "view", legend: "View", options: VIEWS, class: "choose-view" })}
    ${segments({ name: "width", legend: "Shown at", options: WIDTHS, class: "choose-width" })}
    ${segments({ name: "zoom", legend: "Size", options: ZOOMS, class: "choose-zoom" })}
  </form>`;
}

export function viewer(comparison: ReleaseComparison, page: ChangedPage | undefined, versions: Versions): Html {
  const { state } = comparison;
  if (page === undefined) {
    return html`<div class="stage" id="stage" data-path=""${state === "waiting" && html` data-waiting`}><p class="empty">${emptyText(comparison)}</p></div>`;
  }
  const { report } = page;
  const problems = [...new Set((report?.problems ?? []).map((problem) => problem.message))];
  return html`<div class="stage" id="stage" data-path="${page.path}"${state === "waiting" && html` data-waiting`}>
    ${problems.map((text) => html`<p class="notice hint">${text}</p>`)}
    ${page.looks === "same" && html`<p class="notice hint">The file of this page differs, but the page looks the same. The difference may be where a link, a form or a script leads.</p>`}
    ${page.looks === "unstable" && html`<p class="notice hint">This page differs from load to load, as it did before, and on one load it looked as before. Open it a few times to see what else it shows.</p>`}
    ${
      report === undefined || report.pictures.length === 0
        ? unrendered(comparison, page, versions)
        : report.pictures.map((pictures) => shot(comparison, page, pictures, versions))
    }
  </div>`;
}

function emptyText({ state, message }: ReleaseComparison): string {
  if (state === "waiting") return "The pages are being rendered and compared. The pictures appear here by themselves.";
  return state === "ready" ? "No page looks different." : (message ?? "No page changes.");
}

function unrendered({ state, message }: ReleaseComparison, page: ChangedPage, versions: Versions): Html {
  const links = (["before", "after"] as const).flatMap((side) => {
    const href = realPage(page, side, versions);
    const name = side === "before" ? versions.beforeName : versions.afterName;
    return href === undefined
      ? []
      : [
          html`<a class="button secondary out" target="_blank" href="${href}" rel="noopener noreferrer external">${name}</a>`,
        ];
  });
  const text = {
    waiting: message ?? "The pages are being rendered and compared.",
    none: message ?? "There are no pictures of this page.",
    ready: "This page was not rendered. Its file, or a file that it loads, differs.",
  }[state];
  return html`<div class="empty">
    <p class="title"><bdi>${shortened(page.path)}</bdi></p>
    <p>${text}</p>
    <p class="row">${links}</p>
  </div>`;
}

function shot(
  { picturesPath }: ReleaseComparison,
  page: ChangedPage,
  { width, scheme, height, before, after, difference, changedShare, cut, boxes, unstable }: Pictures,
  versions: Versions,
): Html {
  const title = page.report?.title.after ?? page.report?.title.before ?? page.path;
  const picture = (side: "before" | "after" | "difference", digest: string | undefined, name: string): Html | false => {
    if (digest === undefined) return false;
    const image = html`<img src="${picturesPath}${digest}.png" width="${width}" alt="${name}: ${title} at ${width} pixels" decoding="async"${(width < 1000 || scheme !== undefined) && html` loading="lazy"`} />${side !== "difference" && marks({ width, height }, side, { boxes, unstable })}`;
    const href = realPage(page, side === "difference" ? "after" : side, versions);
    const shown = html`<span class="side-name" aria-hidden="true">${name}</span>${image}`;
    if (href === undefined) return html`<span class="frame ${side}">${shown}</span>`;
    return html`<a class="frame ${side}" href="${href}" target="_blank" rel="noopener noreferrer external">${shown}</a>`;
  };
  const both = before !== undefined && after !== undefined;
  return html`<figure class="shot ${pictureClass({ width, scheme })}${!both && " single"}${difference === undefined && " same"}">
    <figcaption>
      <strong>${before === undefined ? versions.afterName : versions.beforeName}</strong>
      <span class="dim">${scheme === "dark" ? "dark, " : ""}${width} px${changedShare !== undefined && ` · ${percent(changedShare)} of the pixels differ`}${cut === true && " · the end of the page is cut"}${both && changedShare === 0 && " · looks the same"}${legend({ boxes, unstable })}</span>
      ${both && html`<strong>${versions.afterName}</strong>`}
    </figcaption>
    <div class="frames">
      ${picture("before", before, versions.beforeName)}${picture("after", after, versions.afterName)}${picture("difference", difference, "Difference")}
    </div>
  </figure>`;
}

function legend({ boxes = [], unstable }: Marks): Html {
  return html`${boxes.length > 0 && html` <span class="mark changed" aria-hidden="true">what changed</span>`}${unstable !== undefined && html` <span class="mark unstable">differs on every load, not compared</span>`}`;
}

/** Pixels around what differs, so that the line hides no letter. */
const MARGIN = 6;

type Marks = Pick<Pictures, "boxes" | "unstable">;

function marks(
  { width, height }: Pick<Pictures, "width" | "height">,
  side: "before" | "after",
  { boxes = [], unstable }: Marks,
): Html | false {
  const changed = boxes.map((box) => ({ x: box.x, width: box.width, ...box[side] })).filter((box) => box.height > 0);
  const moving = unstable?.[side] ?? [];
  if (changed.length + moving.length === 0) return false;
  const rectangle = (name: string, box: { x: number; y: number; width: number; height: number }): Html =>
    html`<rect class="${name}" x="${box.x - MARGIN}" y="${box.y - MARGIN}" width="${box.width + 2 * MARGIN}" height="${box.height + 2 * MARGIN}" rx="${MARGIN}" />`;
  return html`<svg class="boxes" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin meet" aria-hidden="true">
    ${changed.map((box) => rectangle("changed", box))}${moving.map((box) => rectangle("unstable", box))}
  </svg>`;
}
