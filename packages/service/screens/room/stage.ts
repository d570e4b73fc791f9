import type { Review } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { hashSecret } from "../../domain/credentials.ts";
import { manifestHeaders, readTarget } from "../../domain/resolve.ts";
import { pageInRoom, ROOM_PATH, ROOM_VISITOR } from "../../domain/room.ts";
import { readServingRules, type ServingRules } from "../../domain/site.ts";
import type { HttpContext } from "../../http/context.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { MAX_HEIGHT } from "../../review/visit.ts";
import { type DeploymentView, previewUrl } from "../../store/deployments/deployments.ts";
import type { Database } from "../../store/engine/database.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { rulesOf } from "../../store/files/file-lists.ts";
import { issueCode, type Visiting } from "../../store/people/visits.ts";

export const WIDTHS = ["full", "1280", "768", "390"] as const;

export interface Look {
  readonly path: string;
  readonly width: (typeof WIDTHS)[number];
  readonly side: "before" | "after";
}

export async function readLook({ db }: ServiceContext, c: HttpContext, row: DeploymentView): Promise<Look> {
  const width = WIDTHS.find((one) => one === c.req.query("width")) ?? "full";
  const asked = pageInRoom(c.req.query("path"));
  // The top of the host leads there: what people say is about the page that they see.
  const path = asked === "/" ? ((await rulesFor(db, row))?.basePath ?? asked) : asked;
  return { path, width, side: c.req.query("side") === "before" ? "before" : "after" };
}

async function rulesFor(db: Database, { file_list_digest: digest }: DeploymentView): Promise<ServingRules | undefined> {
  const rules = digest === null ? undefined : await rulesOf(db, digest);
  return rules === undefined ? undefined : readServingRules(rules);
}

export interface FramedPage {
  readonly origin: string;
  readonly src: string;
  readonly forbidden: boolean;
}

interface Showing {
  readonly row: DeploymentView | undefined;
  readonly site: SiteRow;
  readonly path: string;
  readonly by: Visiting;
}

/** @returns Undefined when the page is not served any more. */
export async function readShown(
  context: ServiceContext,
  { row, site, path, by }: Showing,
): Promise<FramedPage | undefined> {
  const { db, addresses } = context;
  const served = row && previewUrl(row, addresses);
  if (!row || served === undefined) return undefined;
  const url = new URL(served);
  const query = new URLSearchParams({ path });
  if (site.preview_access !== null) {
    const visit = { host: url.hostname, siteId: site.id, by, challenge: hashSecret(ROOM_VISITOR) };
    query.set("ticket", await issueCode(db, { ...visit, path: ROOM_PATH }));
  }
  return {
    origin: url.origin,
    src: `${url.origin}${ROOM_PATH}?${query.toString()}`,
    forbidden: await forbidsFrames(context, row, path),
  };
}

async function forbidsFrames({ db }: ServiceContext, row: DeploymentView, path: string): Promise<boolean> {
  const rules = await rulesFor(db, row);
  const target = readTarget(path);
  if (rules === undefined || !target) return false;
  const headers = manifestHeaders(target.path, rules);
  return (
    headers.has("x-frame-options") ||
    /(?:^|[;,])\s*frame-ancestors\b/i.test(headers.get("content-security-policy") ?? "")
  );
}

export type Pin = {
  readonly number: number | undefined;
  readonly anchor: readonly { readonly type: string; readonly value?: string }[];
};

export interface Stage {
  readonly shown: FramedPage | undefined;
  readonly look: Look;
  readonly review: Pick<Review, "pages">;
  /** Undefined for those who cannot see the pictures of the review. */
  readonly pictures: string | undefined;
}

interface PagePicture {
  readonly src: string;
  /** Of the page, CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** @param folder Where the pictures of its review are. */
export function pictureOf(
  { pages = [] }: Pick<Review, "pages">,
  { path, side }: Pick<Look, "path" | "side">,
  { folder, width }: { readonly folder: string; readonly width: number },
): PagePicture | undefined {
  const taken = (pages.find((page) => page.path === path)?.pictures ?? []).flatMap((one) => {
    const digest = one[side];
    return digest === undefined || one.scheme !== undefined ? [] : [{ ...one, src: `${folder}${digest}.png` }];
  });
  return taken.toSorted((a, b) => Math.abs(a.width - width) - Math.abs(b.width - width))[0];
}

function pictureIn({ review, look, pictures: folder }: Stage): PagePicture | undefined {
  return folder === undefined ? undefined : pictureOf(review, look, { folder, width: 1280 });
}

export function roomColumns(stageOf: Stage, pins: readonly Pin[], open: number, talk: Html): Html {
  const { shown, look } = stageOf;
  return html`<div class="room-columns" id="room" data-origin="${shown?.origin}" data-path="${look.path}" data-side="${look.side}" data-pins="${JSON.stringify(pins)}">
    <section class="stage" aria-label="The page">${stage(stageOf, pins)}</section>
    <section class="talk" aria-label="Comments">
      <h2>${open === 0 ? "No open comments" : counted(open, "open comment")} on <bdi>${look.path}</bdi></h2>
      <p class="notice hint" id="elsewhere" hidden></p>
      ${talk}
    </section>
  </div>`;
}

/** A script shows it. */
export function pickButton(stageOf: Stage): Html | undefined {
  const { shown, look } = stageOf;
  if (!shown || look.side === "before" || (shown.forbidden && !pictureIn(stageOf))) return undefined;
  return html`<button type="button" id="pick" hidden aria-keyshortcuts="c">Comment <kbd>c</kbd></button>`;
}

function stage(stageOf: Stage, pins: readonly Pin[]): Html {
  const { shown, look } = stageOf;
  if (!shown)
    return html`<p class="empty">${look.side === "before" ? "The preview of what is live" : "This preview"} is not served any more. Its comments stay.</p>`;
  if (!shown.forbidden) {
    return html`<iframe class="page w${look.width}" src="${shown.src}" title="${look.path}" sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="no-referrer"></iframe>`;
  }
  const picture = pictureIn(stageOf);
  const why = "The headers of this page forbid frames, so it is shown as a picture.";
  if (!picture) return html`<p class="empty">${why} There is no picture of it: comment on the whole page.</p>`;
  return html`<p class="notice hint">${why}</p>
    <div class="picture" data-height="${picture.height}"><img src="${picture.src}" width="${picture.width}" alt="${look.path}" />${pinsOver(picture, pins)}</div>`;
}

/** The anchor has it in percent. */
function placeOn({ width, height }: Pick<PagePicture, "width" | "height">, anchor: Pin["anchor"]) {
  const text = anchor.find(({ type }) => type === "FragmentSelector")?.value ?? "";
  const [x, y, wide, high] = text
    .replace("xywh=percent:", "")
    .split(",")
    .map((part) => Number(part) / 100);
  if (x === undefined || y === undefined || wide === undefined || high === undefined || Number.isNaN(x + y))
    return undefined;
  return { x: x * width, y: y * height, width: wide * width, height: high * height };
}

/** Pixels of what stands around a place. */
const AROUND = 48;
const MIN_CLIP_WIDTH = 320;
const MAX_CLIP_HEIGHT = 600;

export function clipOf(picture: PagePicture, anchor: Pin["anchor"]): Html | undefined {
  const place = placeOn(picture, anchor);
  if (!place || place.y >= MAX_HEIGHT) return undefined;
  const width = Math.min(picture.width, Math.max(MIN_CLIP_WIDTH, place.width + 2 * AROUND));
  const x = Math.max(0, Math.min(place.x - AROUND, picture.width - width));
  const y = Math.max(0, place.y - AROUND);
  const height = Math.min(picture.height - y, MAX_CLIP_HEIGHT, place.height + 2 * AROUND);
  const box = [x, y, width, height].map(Math.round).join(" ");
  return html`<svg class="clip-of" viewBox="${box}" role="img" aria-label="This place when the comment was written"><image href="${picture.src}" width="${picture.width}" /><rect x="${Math.round(place.x)}" y="${Math.round(place.y)}" width="${Math.round(place.width)}" height="${Math.round(place.height)}" /></svg>`;
}

function pinsOver({ width, height }: PagePicture, pins: readonly Pin[]): Html {
  const marks = pins.flatMap(({ number, anchor }) => {
    const place = placeOn({ width, height }, anchor);
    if (!place) return [];
    return [
      html`<g transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})"><circle r="14" /><text text-anchor="middle" dy="5">${number}</text></g>`,
    ];
  });
  return html`<svg class="pins" viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks}</svg>`;
}
