import { diffWordsWithSpace } from "diff";
import { authorText } from "../../domain/commenter.ts";
import { roomPath } from "../../domain/room.ts";
import type { FilePart } from "../../domain/takes-back.ts";
import { type Html, html } from "../../outside/html.ts";
import { renderMarkdown } from "../../outside/markdown.ts";
import { counted } from "../../outside/words.ts";
import type { FileDifference } from "../../review/file-difference.ts";
import type { ChangedPage, ReleaseComparison } from "../../review/release-comparison.ts";
import type { PageReport } from "../../review/report.ts";
import { type ThreadView, threadUrl } from "../../store/comments/threads.ts";
import { bytes, relativeTime, segments, titledList, truncated, withCount } from "../fragments.ts";
import { findingsOf, isNew, shortened } from "./changed-pages.ts";

const LISTED_FILES = 100;
const LISTED_LINKS = 50;

export interface Talk {
  readonly sourceId: string;
  readonly threads: readonly ThreadView[];
  readonly nowMs: number;
}

/** Style sheets show one of the parts. */
export function pageFacts(comparison: ReleaseComparison, page: ChangedPage | undefined, talk: Talk | undefined): Html {
  const broken = comparison.brokenLinks.filter(isNew);
  const findings = (page ? findingsOf(page) : 0) + broken.length;
  const parts = [
    ["changes", "Changes"],
    ["findings", withCount("Findings", findings)],
    ...(talk ? [["comments", withCount("Comments", talk.threads.length)] as const] : []),
    ["files", withCount("Files", filesCount(comparison.files))],
  ] as const;
  return html`<div class="facts-of-page" id="facts">
    <form aria-label="What to read">
      ${segments({ name: "part", legend: "What to read", options: parts, chosen: page ? undefined : "files" })}
    </form>
    <section class="part changes" aria-label="Changes">${changes(comparison, page)}</section>
    <section class="part findings" aria-label="Findings">${findingsPart(page, broken)}</section>
    ${talk && html`<section class="part comments" aria-label="Comments">${commentsPart(talk, page)}</section>`}
    <section class="part files" aria-label="Files">${filesPart(comparison.files)}</section>
  </div>`;
}

export function filesCount(files: FileDifference): number {
  if (files.kind !== "known") return 0;
  return files.changes.added + files.changes.changed + files.changes.removed;
}

function changes({ rules, state }: ReleaseComparison, page: ChangedPage | undefined): Html {
  const report = page?.report;
  const { before, after } = report?.title ?? {};
  const titleDiffers = page?.change === "changed" && before !== after;
  const nothing = report && !titleDiffers && report.text.length === 0;
  return html`${
    titleDiffers &&
    html`<h3>Title</h3>
        <div class="text-diff">
          ${diffLine("removed", changedWords("removed", before ?? "", after ?? ""))}${diffLine("added", changedWords("added", after ?? "", before ?? ""))}
        </div>`
  }
    ${page && formerReleases(page)}
    ${report && report.text.length > 0 && textDiff(report.text)}
    ${nothing && html`<p class="dim">${page?.change === "changed" ? "The words of the page are the same." : "The page has no words."}</p>`}
    ${report === undefined && html`<p class="dim">${state === "waiting" ? "The words are compared when the page is rendered." : page ? "The words were not compared." : "No page changes."}</p>`}
    ${ruleList(rules)}`;
}

const [SHOWN_PLACES, SHOWN_CHARS] = [20, 300];

function formerReleases({ parts }: ChangedPage): readonly Html[] {
  const line = (kind: "removed" | "added", text: string): Html | false =>
    text !== "" && diffLine(kind, html`${wordsOf(text).slice(0, SHOWN_CHARS)}`);
  // Replaced markup is left out: its generated names differ in each build.
  const isSaid = ({ kind, lost }: FilePart): boolean => kind === "undone" || /^[^<]/m.test(lost);
  const groups = Map.groupBy(parts.filter(isSaid), ({ kind, number }) =>
    kind === "undone" ? `Takes back from release ${number}` : `Changed by release ${number} too`,
  );
  return [...groups].map(
    ([title, places]) =>
      html`<h3>${title}</h3>
        <div class="text-diff">
          ${places.slice(0, SHOWN_PLACES).map(({ lost, brought }) => html`${line("removed", lost)}${line("added", brought)}`)}
        </div>`,
  );
}

/** Without the tags around them; the tags where there are no words. */
function wordsOf(text: string): string {
  const words = text.split("\n").filter((piece) => !piece.startsWith("<"));
  return (words.length === 0 ? text : words.join(" ").replaceAll(/ (?=[.,;:!?])/g, "")).replaceAll("\n", " ");
}

type BrokenLink = ReleaseComparison["brokenLinks"][number];

function findingsPart(page: ChangedPage | undefined, broken: readonly BrokenLink[]): Html {
  const here = broken.filter((link) => link.page === page?.path);
  const elsewhere = broken.filter((link) => link.page !== page?.path);
  const errors = (page?.report?.errors ?? []).filter(isNew);
  const accessibility = (page?.report?.accessibility ?? []).filter(isNew);
  const none = broken.length + errors.length + accessibility.length === 0;
  return html`${none && html`<p class="dim">Nothing new was found.</p>`}
    ${linkList("New broken links here", here, () => undefined)}
    ${titledList(
      "New errors",
      errors.map(({ message }) => html`<li><bdi>${message}</bdi></li>`),
    )}
    ${titledList(
      "New accessibility findings",
      accessibility.map(({ help, target }) => html`<li><bdi>${help}</bdi> <code><bdi>${target}</bdi></code></li>`),
    )}
    ${linkList("New broken links on other pages", elsewhere, (link) => html` on <bdi>${shortened(link.page)}</bdi>`)}`;
}

function linkList(title: string, links: readonly BrokenLink[], where: (link: BrokenLink) => Html | undefined): Html {
  const items = links.map((link) => html`<li><code><bdi>${link.target}</bdi></code>${where(link)}</li>`);
  return html`${titledList(title, items.slice(0, LISTED_LINKS))}
    ${links.length > LISTED_LINKS && html`<p class="dim">${links.length - LISTED_LINKS} more are not listed.</p>`}`;
}

function commentsPart({ sourceId, threads, nowMs }: Talk, page: ChangedPage | undefined): Html {
  const isElsewhere = ({ path }: ThreadView): boolean => path !== page?.path;
  const sorted = threads.toSorted((left, right) => Number(isElsewhere(left)) - Number(isElsewhere(right)));
  const item = (thread: ThreadView): Html => {
    const [first] = thread.comments;
    const more = thread.comments.length - 1 + thread.leftOut;
    return html`<li>
      <p>
        <strong>${truncated(first ? authorText({ kind: first.author_kind, name: first.author_name }) : "")}</strong>
        <span class="dim">${relativeTime(thread.created_at, nowMs)}</span>
        ${thread.blocked_by !== null && html`<strong class="blocks">blocks the release</strong>`}
      </p>
      <div class="said">${first === undefined || first.deleted_at !== null ? "Deleted." : renderMarkdown(first.body)}</div>
      <p class="dim">
        ${isElsewhere(thread) && html`on <bdi>${shortened(thread.path)}</bdi> · `}${more > 0 && `${counted(more, "answer")} · `}<a href="${threadUrl("", thread)}">Open</a>
      </p>
    </li>`;
  };
  return html`${threads.length === 0 ? html`<p class="dim">No open comments.</p>` : html`<ul class="bare threads">${sorted.map(item)}</ul>`}
    <p><a href="${roomPath(sourceId, page?.path)}">Comment on this page</a></p>`;
}

function filesPart(files: FileDifference): Html {
  switch (files.kind) {
    case "lost":
      return html`<p>Which files change is not known: a list of them is lost. Deploy the commit again.</p>`;
    case "away":
      return html`<p>Which files change cannot be shown now: the store of files is away. Load this page again.</p>`;
    case "known":
      return fileList(files);
  }
}

function fileList({ changes, takenBack }: Extract<FileDifference, { kind: "known" }>): Html {
  const { added, changed, removed, files, rulesDiffer } = changes;
  const total = added + changed + removed;
  if (total === 0) {
    return html`<p>${rulesDiffer ? "No files change." : "No changes: the same files are already live."}</p>`;
  }
  const shown = files.slice(0, LISTED_FILES);
  return html`<p class="counts">
      <span class="added">${added} added</span> <span class="changed">${changed} changed</span>
      <span class="removed">${removed} removed</span>
    </p>
    <ul class="files">
      ${shown.map((file) => {
        const back = takenBack.get(file.path);
        return html`<li class="${file.kind}">
          <span class="sign" aria-hidden="true">${SIGNS[file.kind]}</span><span class="hidden">${file.kind} </span
          ><code><bdi>${file.path}</bdi></code> <span class="dim size">${back !== undefined && `takes back ${back} · `}${bytes(file.size)}</span>
        </li>`;
      })}
    </ul>
    ${total > shown.length && html`<p class="hint">${total - shown.length} more changed files are not listed.</p>`}`;
}

/** A longer text is folded: all of it differs when a page is added or removed. */
const OPEN_LINES = 12;

/** Two lines that have fewer words in common are two different lines. */
const MAX_EDITS = 40;
const LEAST_SHARED = 1 / 3;

function textDiff(parts: PageReport["text"]): Html {
  const lines = html`<div class="text-diff">
    ${parts.map(({ kind, text }, index) => {
      const other = kind === "removed" ? parts[index + 1] : parts[index - 1];
      const isPair = kind !== "same" && other?.kind === (kind === "removed" ? "added" : "removed");
      return diffLine(kind, isPair ? changedWords(kind, text, other.text) : html`${text}`);
    })}
  </div>`;
  if (parts.length <= OPEN_LINES) return html`<h3>Text</h3>${lines}`;
  return html`<details class="text"><summary>Text, ${parts.length} lines</summary>${lines}</details>`;
}

const SIGNS = { added: "+", changed: "~", removed: "−", same: " " } as const;

function diffLine(kind: "added" | "removed" | "same", text: Html): Html {
  return html`<div class="${kind}"><span aria-hidden="true">${SIGNS[kind]}</span>${kind !== "same" && html`<span class="hidden">${kind}: </span>`}<bdi>${text}</bdi></div>`;
}

/** @param other The line that it replaces, or is replaced by. */
function changedWords(kind: "added" | "removed", text: string, other: string): Html {
  const words = diffWordsWithSpace(other, text, { maxEditLength: MAX_EDITS }) ?? [];
  const shared = words.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  if (shared.join("").length < text.length * LEAST_SHARED) return html`${text}`;
  const mark = (word: string): Html => (kind === "added" ? html`<ins>${word}</ins>` : html`<del>${word}</del>`);
  return html`${words.filter(({ removed }) => !removed).map(({ added, value }) => (added ? mark(value) : value))}`;
}

function ruleList(rules: ReleaseComparison["rules"]): Html | undefined {
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
