import type { Review } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { hostedUrl } from "../../settings.ts";
import { type DeploymentView, findDeployments } from "../../store/deployments/deployments.ts";
import { readReview } from "../../store/deployments/reviews.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { badge, hintBox, truncated } from "../fragments.ts";
import { type Html, html } from "../../outside/html.ts";

type PageReport = NonNullable<Review["pages"]>[number];
type Pictures = PageReport["pictures"][number];
type Rule = NonNullable<Review["rules"]>[number];

/** Links to the two versions, which stay after the decision. */
interface Versions {
  readonly deploymentId: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a preview changes for visitors, compared with what was live when it was built. */
export interface Evidence {
  readonly review: Review;
  readonly versions: Versions;
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
  return { review, versions };
}

export function evidenceSection({ review, versions }: Evidence): Html {
  return html`<section class="evidence" aria-labelledby="evidence">
    <h2 id="evidence">What changes</h2>
    ${reviewed(review, versions)}
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

/** Keeps its id when the review is done, so that the page's script finds what takes the place of the wait. */
function reviewed(review: Review, versions: Versions): Html {
  return html`<div id="review"${review.status === "pending" && html` data-refresh`}>${reviewText(review, versions)}</div>`;
}

function reviewText(review: Review, versions: Versions): Html {
  switch (review.status) {
    case "pending":
      return hintBox(html`The pages are being rendered and compared. The pictures appear here by themselves.`);
    case "failed":
      return hintBox(html`The pages could not be compared. ${review.message}`);
    case "unavailable":
      return html`<p class="dim">${review.message ?? "There are no pictures of this preview."}</p>`;
    case "ready":
      return readyReview(review, versions);
  }
}

function readyReview(review: Review, versions: Versions): Html {
  const pages = review.pages ?? [];
  const different = pages.filter(({ change }) => change !== "unchanged");
  const notRendered = review.notRendered ?? [];
  const broken = (review.brokenLinks ?? []).filter(({ state }) => state === "new");
  return html`<p class="big">${reviewSummary(review)}.</p>
    ${review.message !== undefined && html`<p class="dim">${review.message}</p>`}
    ${review.live && !review.live.current && html`<p class="dim">Compared with <code>${(review.live.commitSha ?? "").slice(0, 8)}</code>, which was live when the preview was built.</p>`}
    ${different.map((one, index) => pageEvidence(one, versions, index === 0))}
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

export function textDiff(parts: PageReport["text"]): Html {
  const lines = html`<div class="text-diff">
    ${parts.map(({ kind, text }) => html`<div class="${kind}"><span aria-hidden="true">${MARKS[kind]}</span>${kind !== "same" && html`<span class="hidden">${kind}: </span>`}<bdi>${text}</bdi></div>`)}
  </div>`;
  if (parts.length <= OPEN_LINES) return html`<h3>Text</h3>${lines}`;
  return html`<details class="text"><summary>Text, ${parts.length} lines</summary>${lines}</details>`;
}

export function ruleList(rules: readonly Rule[]): Html | undefined {
  if (rules.length === 0) return undefined;
  const value = (text: string | undefined): Html =>
    text === undefined ? html`<span class="dim">none</span>` : html`<code><bdi>${text}</bdi></code>`;
  return html`<h3>Redirects and headers</h3>
    <ul class="plain rules">
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

function versionLinks(path: string, { before, after }: Versions, change: PageReport["change"]): Html {
  const link = (base: string | undefined, name: string): Html | false =>
    base !== undefined &&
    URL.canParse(path, base) &&
    new URL(path, base).origin === new URL(base).origin &&
    html`<a class="out" href="${new URL(path, base).href}" rel="noopener noreferrer external">${name}<span class="hidden"> of ${path}</span></a>`;
  return html`${change !== "added" && link(before, "Before")} ${change !== "removed" && link(after, "After")}`;
}
