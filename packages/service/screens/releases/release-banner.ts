import type { ChangedPage, ReleaseComparison } from "../../review/release-comparison.ts";
import { type Html, html } from "../../outside/html.ts";
import { isPage } from "../../review/served-side.ts";
import { relativeTime } from "../fragments.ts";

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat("en").format(parts);
}

/** What goes live and what it takes back, in words. The pages that it takes back are among those that change. */
export function releaseBanner(
  comparison: ReleaseComparison,
  { since, nowMs, decided }: { readonly since: string | undefined; readonly nowMs: number; readonly decided: boolean },
): Html {
  const { rollBackTo, state, message, liveNumber } = comparison;
  const tense = decided ? "Compared with what had gone live" : "Compared with what went live";
  const lead = decided ? "Went live" : "Goes live";
  const [going, back] = [changesText(comparison), takesBackText(comparison)];
  return html`<div class="banner${rollBackTo && " back"}" id="banner" role="note">
    <p>
      ${
        rollBackTo
          ? html`<strong>Goes back to release ${rollBackTo.number}:</strong> ${going}. <strong class="back">Takes back:</strong> ${undoneReleases(rollBackTo.number, liveNumber)}.`
          : html`<strong>${lead}:</strong> ${going}. <strong class="${back === "nothing" ? "" : "back"}">Takes back:</strong> ${back}.`
      }
      ${state !== "ready" && message !== undefined && html`<span class="dim">${message}</span>`}
    </p>
    ${comparison.masks !== "" && maskText(comparison.masks)}
    <p class="dim">${since === undefined ? "Nothing is live yet" : html`${tense} ${relativeTime(since, nowMs)}`}</p>
  </div>`;
}

/** Who approves sees what the pictures do not show. */
function maskText(masks: string): Html {
  const lines = masks.split("\n");
  return html`<p>
    <strong>Left out of the pictures,</strong> as the site's settings say:
    ${lines.map((line, index) => html`${index > 0 && ", "}<code><bdi>${line}</bdi></code>`)}.
  </p>`;
}

/** All that differs, by kind; pages that look different without a change of their own file are counted apart. */
export function changesText({ pages, files, rules }: ReleaseComparison): string {
  const count = (is: (page: ChangedPage) => boolean): number => pages.filter(is).length;
  const [added, removed] = [count(({ change }) => change === "added"), count(({ change }) => change === "removed")];
  const hidden = count(({ looksSame }) => looksSame);
  const look = count(({ change, byShared }) => change === "changed" && byShared);
  const changed = pages.length - added - removed - hidden - look;
  const parts = [
    ...(changed > 0 ? [counted(changed, "page changed", "pages changed")] : []),
    ...(added > 0 ? [changed > 0 ? `${added} new` : counted(added, "new page")] : []),
    ...(removed > 0
      ? [changed + added > 0 ? `${removed} removed` : counted(removed, "page removed", "pages removed")]
      : []),
    ...(hidden > 0 ? [`${counted(hidden, "page")} changed without a visible difference`] : []),
    ...(look > 0 ? [`${counted(look, "page")} through shared files`] : []),
  ];
  const others = otherFiles(files);
  if (others > 0) parts.push(counted(others, "other file"));
  if (rules.length > 0) parts.push(counted(rules.length, "redirect or header", "redirects and headers"));
  if (parts.length > 0) return listOf(parts);
  return files.kind === "known" ? "nothing changes" : "not known";
}

function otherFiles(files: ReleaseComparison["files"]): number {
  if (files.kind !== "known") return 0;
  const { added, changed, removed, files: named } = files.changes;
  return added + changed + removed - named.filter(({ path }) => isPage(path)).length;
}

/** By release, newest first: what it would undo of each. */
export function takesBackText({ files }: ReleaseComparison): string {
  if (files.kind !== "known") return "not known";
  const releases = Map.groupBy(files.takenBack, ([, number]) => number);
  const parts = [...releases]
    .toSorted(([left], [right]) => right - left)
    .map(([number, paths]) => {
      const pages = paths.filter(([path]) => isPage(path)).length;
      const others = paths.length - pages;
      const what = [
        ...(pages > 0 ? [counted(pages, "page")] : []),
        ...(others > 0 ? [counted(others, pages > 0 ? "other file" : "file")] : []),
      ];
      return `${listOf(what)} of release ${number}`;
    });
  return parts.length === 0 ? "nothing" : listOf(parts);
}

function undoneReleases(to: number, live: number | undefined): string {
  if (live === undefined || live <= to) return "what went live since";
  return live - to === 1 ? `release ${live}` : `releases ${to + 1} to ${live}`;
}
