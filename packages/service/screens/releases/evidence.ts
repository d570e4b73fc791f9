import type { Review } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { readServingRules } from "../../domain/site.ts";
import { compareRules } from "../../review/report.ts";
import { hostedUrl } from "../../settings.ts";
import { type DeploymentView, findDeployments } from "../../store/deployments/deployments.ts";
import { StoreUnavailable } from "../../store/files/objects.ts";
import { compareFileLists, type FileChanges, rulesOf } from "../../store/files/file-lists.ts";
import { readReview } from "../../store/deployments/reviews.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { badge, bytes, hintBox, truncated } from "../fragments.ts";
import { type Html, html } from "../../outside/html.ts";
import type { Release } from "./release-diff.ts";

type PageReport = NonNullable<Review["pages"]>[number];
type Pictures = PageReport["pictures"][number];
type Rule = NonNullable<Review["rules"]>[number];

/** Per kind of change. */
const NAMED_FILES = 100;

/** Pages whose pictures are open at once where a release is decided. */
const OPEN_PAGES = 3;

/** Links to the two versions, which stay after the decision. */
interface Versions {
  readonly deploymentId: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a release changes for visitors: pictures and text of its pages, findings, rules, then its files. */
export interface Evidence {
  readonly review: Review;
  readonly versions: Versions;
  /** How many pages are open at once. */
  readonly openPages: number;
  /** Compared with what is live now; absent where only the review is shown. */
  readonly rules?: readonly Rule[];
  readonly files?: FileComparison;
}

/** A list of files can be lost, and the store of files can be away. */
type FileComparison = { readonly kind: "changes"; readonly changes: FileChanges } | { readonly kind: "lost" | "away" };

/** Reads what a release changes, compared with what is live. */
export async function readEvidence(context: ServiceContext, { site, source, live }: Release): Promise<Evidence> {
  const { file_list_digest: to } = source;
  const from = live?.fileListDigest ?? null;
  const previous = live?.sourceDeploymentId ?? null;
  return {
    review: await reviewOf(context, source),
    versions: await versionsOf(context, { site, source, previous, isLive: live !== undefined }),
    openPages: OPEN_PAGES,
    rules: to === null || from === null ? [] : await changedRules(context, from, to),
    ...(to !== null && { files: await compareFiles(context, from, to) }),
  };
}

/** Reads what visitors see differently in a ready deployment, compared with what was live when it was built. */
export async function readReviewEvidence(
  context: ServiceContext,
  row: DeploymentView,
  site: SiteRow,
): Promise<Evidence | undefined> {
  if (row.status !== "ready") return undefined;
  const review = await reviewOf(context, row);
  const liveId = review.live?.deploymentId;
  const ids = [review.deploymentId, ...(liveId === undefined ? [] : [liveId])];
  const found = await findDeployments(context.db, row.workspace_id, ids);
  const source = found.get(review.deploymentId) ?? row;
  const previous = (liveId === undefined ? undefined : found.get(liveId)?.source_deployment_id) ?? null;
  const versions = await versionsOf(context, { site, source, previous, isLive: review.live?.current === true });
  return { review, versions, openPages: 1 };
}

export function evidenceSection({ review, versions, openPages, rules, files }: Evidence): Html {
  const note = rules && "The lists of rules and files below compare with what is named above.";
  return html`<section class="evidence" aria-labelledby="evidence">
    <h2 id="evidence">What changes</h2>
    ${reviewed(review, { versions, openPages, note })} ${rules && ruleList(rules)} ${files && fileSection(files, versions)}
  </section>`;
}

async function reviewOf(context: ServiceContext, { id, workspace_id }: DeploymentView): Promise<Review> {
  return readReview(context.db, workspace_id, { deploymentId: id, whyNone: context.reviews.problem() });
}

interface Compared {
  readonly site: SiteRow;
  readonly source: DeploymentView;
  /** The preview that the other version was released from. */
  readonly previous: string | null;
  /** Whether the other version is what the production host serves. */
  readonly isLive: boolean;
}

async function versionsOf(
  { db, addresses }: ServiceContext,
  { site, source, previous, isLive }: Compared,
): Promise<Versions> {
  const url = (label: string | null | undefined) =>
    label === null || label === undefined ? undefined : hostedUrl(addresses, label, "preview");
  const before =
    previous === null ? undefined : (await findDeployments(db, source.workspace_id, [previous])).get(previous);
  const production = isLive ? hostedUrl(addresses, site.production_label, "production") : undefined;
  return {
    deploymentId: source.id,
    before: url(before?.preview_label) ?? production,
    after: url(source.preview_label),
  };
}

/** One line about what the review of a preview found; undefined without one. */
export function reviewSummary({ summary }: Review): string | undefined {
  if (!summary) return undefined;
  const count = (n: number, one: string): string[] => (n === 0 ? [] : [`${n} ${one}${n === 1 ? "" : "s"}`]);
  const pages = [
    ...count(summary.changed, "changed page"),
    ...count(summary.added, "added page"),
    ...count(summary.removed, "removed page"),
  ];
  const found = [
    ...count(summary.brokenLinks.new, "new broken link"),
    ...count(summary.errors.new, "new error"),
    ...count(summary.accessibility.new, "new accessibility finding"),
  ];
  return [...(pages.length === 0 ? ["No page looks different"] : pages), ...found].join(", ");
}

interface ReviewOptions {
  readonly versions: Versions;
  readonly openPages: number;
  /** What is said where another version is live by now. */
  readonly note: string | undefined;
}

/** Keeps its id when the review is done, so that the page's script finds what takes the place of the wait. */
function reviewed(review: Review, options: ReviewOptions): Html {
  return html`<div id="review"${review.status === "pending" && html` data-refresh`}>${reviewText(review, options)}</div>`;
}

function reviewText(review: Review, options: ReviewOptions): Html {
  switch (review.status) {
    case "pending":
      return hintBox(html`The pages are being rendered and compared. The pictures appear here by themselves.`);
    case "failed":
      return hintBox(html`The pages could not be compared. ${review.message}`);
    case "unavailable":
      return html`<p class="dim">${review.message ?? "There are no pictures of this preview."}</p>`;
    case "ready":
      return readyReview(review, options);
  }
}

function readyReview(review: Review, { versions, openPages, note }: ReviewOptions): Html {
  const pages = review.pages ?? [];
  const different = pages.filter(({ change }) => change !== "unchanged");
  const notRendered = review.notRendered ?? [];
  const broken = (review.brokenLinks ?? []).filter(({ state }) => state === "new");
  return html`<p class="big">${reviewSummary(review)}.</p>
    ${review.message !== undefined && html`<p class="dim">${review.message}</p>`}
    ${review.live && !review.live.current && html`<p class="dim">Compared with <code>${(review.live.commitSha ?? "").slice(0, 8)}</code>, which was live when the preview was built.${note !== undefined && ` ${note}`}</p>`}
    ${different.map((one, index) => pageEvidence(one, versions, index < openPages))}
    ${
      notRendered.length > 0 &&
      html`<details class="card">
        <summary>${notRendered.length} more pages differ in their files and were not rendered</summary>
        <ul class="bare">
          ${notRendered.map(({ path, change }) => html`<li>${change} <code><bdi>${path}</bdi></code></li>`)}
        </ul>
      </details>`
    }
    ${
      broken.length > 0 &&
      html`<div class="notice problem">
        <p><strong>New broken links and missing files</strong></p>
        <ul class="bare">
          ${broken.map(({ page, target }) => html`<li><code><bdi>${target}</bdi></code> on <bdi>${page}</bdi></li>`)}
        </ul>
      </div>`
    }`;
}

function pageEvidence(page: PageReport, versions: Versions, open: boolean): Html {
  const title = page.title.after ?? page.title.before ?? page.path;
  const newFindings = [
    ...page.errors.filter(({ state }) => state === "new").map(({ message }) => message),
    ...page.accessibility.filter(({ state }) => state === "new").map(({ help, target }) => `${help}: ${target}`),
    ...page.problems.map(({ message }) => message),
  ];
  return html`<details class="card page" ${open && html` open`}>
    <summary>
      ${badge(page.change)} <strong>${truncated(title)}</strong> <code class="dim"><bdi>${page.path}</bdi></code>
    </summary>
    <p>${versionLinks(page.path, versions, page.change)}</p>
    <div class="${page.change === "changed" ? "" : "widths"}">
      ${page.pictures.map((pictures) => comparison(pictures, versions.deploymentId, title))}
    </div>
    ${page.text.length > 0 && textDiff(page.text)}
    ${
      newFindings.length > 0 &&
      html`<h3>New findings</h3>
        <ul class="bare">
          ${newFindings.map((text) => html`<li><bdi>${text}</bdi></li>`)}
        </ul>`
    }
  </details>`;
}

/** Side by side; the page's script lays one over the other. */
function comparison(
  { width, before, after, difference, changedShare, cut }: Pictures,
  deploymentId: string,
  title: string,
): Html {
  const url = (digest: string): string => `/app/deployments/${deploymentId}/review/pictures/${digest}.png`;
  const frame = (side: "Before" | "After" | "Difference", digest: string | undefined): Html | false =>
    digest !== undefined &&
    html`<a class="${side.toLowerCase()}" href="${url(digest)}"
      ><span class="eyebrow">${side}</span><img src="${url(digest)}" width="${width}" alt="${side}: ${title} at ${width} pixels" loading="lazy"
    /></a>`;
  const percent = changedShare === undefined ? undefined : (changedShare * 100).toFixed(changedShare < 0.01 ? 2 : 1);
  return html`<figure class="compare w${width <= 480 ? "narrow" : "wide"}" ${before !== undefined && after !== undefined && html` data-compare`}>
    <figcaption class="dim">
      ${width} px${percent !== undefined && ` · ${percent} % of the pixels differ`}${cut === true && " · the end of the page is cut"}
    </figcaption>
    <div class="frames">${frame("Before", before)}${frame("After", after)}${frame("Difference", difference)}</div>
  </figure>`;
}

const MARKS = { added: "+", removed: "−", same: " " } as const;

/** A longer text is folded: all of it differs when a page is added or removed. */
const OPEN_LINES = 12;

function textDiff(parts: PageReport["text"]): Html {
  const lines = html`<div class="text-diff">
    ${parts.map(({ kind, text }) => html`<div class="${kind}"><span aria-hidden="true">${MARKS[kind]}</span>${kind !== "same" && html`<span class="hidden">${kind}: </span>`}<bdi>${text}</bdi></div>`)}
  </div>`;
  if (parts.length <= OPEN_LINES) return html`<h3>Text</h3>${lines}`;
  return html`<details class="text"><summary>Text, ${parts.length} lines</summary>${lines}</details>`;
}

async function changedRules({ db }: ServiceContext, from: string, to: string): Promise<readonly Rule[]> {
  const [before, after] = [await rulesOf(db, from), await rulesOf(db, to)];
  return compareRules(readServingRules(before ?? "{}"), readServingRules(after ?? "{}"));
}

function ruleList(rules: readonly Rule[]): Html | undefined {
  if (rules.length === 0) return undefined;
  const value = (text: string | undefined): Html =>
    text === undefined ? html`<span class="dim">none</span>` : html`<code><bdi>${text}</bdi></code>`;
  return html`<h3>Redirects and headers</h3>
    <ul class="plain card rules">
      ${rules.map(
        ({ kind, source, name, before, after }) =>
          html`<li class="item">
            <div>
              ${kind === "redirect" ? "Redirect" : html`Header <code>${name}</code>`} of <code><bdi>${source}</bdi></code>
              <p>${value(before)} → ${value(after)}</p>
            </div>
          </li>`,
      )}
    </ul>`;
}

const SIGNS = { added: "+", changed: "~", removed: "−" } as const;

type File = FileChanges["files"][number];

async function compareFiles({ objects }: ServiceContext, from: string | null, to: string): Promise<FileComparison> {
  try {
    const changes = await compareFileLists(objects, from, to, NAMED_FILES);
    return changes ? { kind: "changes", changes } : { kind: "lost" };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { kind: "away" };
    throw error;
  }
}

function fileSection(files: FileComparison, versions: Versions): Html {
  switch (files.kind) {
    case "changes":
      return fileLists(files.changes, versions);
    case "lost":
      return html`<p class="card">Which files change is not known: a list of them is lost. Deploy the commit again.</p>`;
    case "away":
      return html`<p class="card">Which files change cannot be shown now: the store of files is away. Load this page again.</p>`;
  }
}

function fileLists({ added, changed, removed, files, rulesDiffer }: FileChanges, versions: Versions): Html {
  if (files.length === 0) {
    return html`<p class="card">
      ${rulesDiffer ? "No files changed." : "No changes: the same files are already live."}
    </p>`;
  }
  const [pages, assets] = [files.filter(isPage), files.filter((file) => !isPage(file))];
  const hidden = added + changed + removed - files.length;
  return html`<h3>Files</h3>
    <p class="counts">
      <span class="added">${added} added</span> <span class="changed">${changed} changed</span>
      <span class="removed">${removed} removed</span>
    </p>
    ${fileList("Pages", pages, versions)} ${fileList("Assets", assets, versions)}
    ${hidden > 0 && html`<p class="hint">${hidden} more changed files are not listed.</p>`}`;
}

function fileList(name: string, files: readonly File[], versions: Versions): Html | undefined {
  if (files.length === 0) return undefined;
  return html`<h4 class="eyebrow">${name}</h4>
    <ul class="files card">
      ${files.map(
        (file) =>
          html`<li class="${file.kind}">
            <span class="sign" aria-hidden="true">${SIGNS[file.kind]}</span><span class="hidden">${file.kind} </span
            ><code><bdi>${file.path}</bdi></code>
            <span class="dim size">${isPage(file) && versionLinks(pathOf(file.path), versions, file.kind)} ${bytes(file.size)}</span>
          </li>`,
      )}
    </ul>`;
}

function isPage({ path }: File): boolean {
  return /\.html?$/i.test(path);
}

/** The URL that serves a file, where a folder serves its index. */
function pathOf(file: string): string {
  const path = file.replace(/(^|\/)index\.html$/, "$1");
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function versionLinks(path: string, { before, after }: Versions, change: PageReport["change"]): Html {
  const link = (base: string | undefined, name: string): Html | false =>
    base !== undefined &&
    URL.canParse(path, base) &&
    new URL(path, base).origin === new URL(base).origin &&
    html`<a class="out" href="${new URL(path, base).href}" rel="noopener noreferrer external">${name}<span class="hidden"> of ${path}</span></a>`;
  return html`${change !== "added" && link(before, "Before")} ${change !== "removed" && link(after, "After")}`;
}
