import type { ApprovalStatus } from "@greenroom/contract";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import type { ChangedPage, ReleaseComparison } from "../../review/release-comparison.ts";
import { isPage } from "../../review/served-side.ts";
import { NOTHING_BACK, takesBackText } from "../../review/takes-back-text.ts";
import { joined, relativeTime } from "../fragments.ts";

interface BannerState {
  /** When what is live went live. */
  readonly since: string | undefined;
  readonly nowMs: number;
  readonly status: ApprovalStatus;
  readonly decided: boolean;
}

const LEADS: Readonly<Record<ApprovalStatus, { readonly release: string; readonly rollBack: string }>> = {
  pending: { release: "Goes live", rollBack: "Goes back" },
  approved: { release: "Goes live", rollBack: "Goes back" },
  published: { release: "Went live", rollBack: "Went back" },
  rejected: { release: "Would have gone live", rollBack: "Would have gone back" },
  expired: { release: "Would go live", rollBack: "Would go back" },
  superseded: { release: "Would go live", rollBack: "Would go back" },
};

/** The pages that it takes back are among those that change. */
export function releaseBanner(comparison: ReleaseComparison, { since, nowMs, status, decided }: BannerState): Html {
  const { rollBackTo, state, message, liveNumber } = comparison;
  const [tense, none] = decided
    ? ["Compared with what had gone live", "Nothing was live before"]
    : ["Compared with what went live", "Nothing is live yet"];
  const lead = LEADS[status];
  const [going, back] = [changesText(comparison), takesBackText(comparison.files)];
  return html`<div class="banner${rollBackTo && " back"}" id="banner" role="note">
    <p>
      ${
        rollBackTo
          ? html`<strong>${lead.rollBack} to release ${rollBackTo.number}:</strong> ${going}. <span class="takes-back"><strong class="back">Takes back:</strong> ${undoneReleases(rollBackTo.number, liveNumber)}.</span>`
          : html`<strong>${lead.release}:</strong> ${going}. <span class="takes-back"><strong class="${back === NOTHING_BACK ? "" : "back"}">Takes back:</strong> ${back}.</span>`
      }
      ${state !== "ready" && message !== undefined && html`<span class="dim">${message}</span>`}
    </p>
    ${comparison.masks !== "" && maskText(comparison.masks)}
    <p class="dim">${since === undefined ? none : html`${tense} ${relativeTime(since, nowMs)}`}</p>
  </div>`;
}

/** The approver must know what the pictures do not show. */
function maskText(masks: string): Html {
  const lines = masks.split("\n").map((line) => html`<code><bdi>${line}</bdi></code>`);
  return html`<p>
    <strong>Left out of the pictures,</strong> as the site's settings say:
    ${joined(lines, ", ")}.
  </p>`;
}

/** Pages that look different without a change of their own file are counted apart. */
export function changesText({ pages, files, rules }: ReleaseComparison): string {
  const count = (is: (page: ChangedPage) => boolean): number => pages.filter(is).length;
  const [added, removed] = [count(({ change }) => change === "added"), count(({ change }) => change === "removed")];
  const [hidden, unstable] = [count(({ looks }) => looks === "same"), count(({ looks }) => looks === "unstable")];
  const look = count(({ change, byShared, looks }) => change === "changed" && byShared && looks === "different");
  const changed = pages.length - added - removed - hidden - unstable - look;
  const parts = [
    ...(changed > 0 ? [counted(changed, "page changed", "pages changed")] : []),
    ...(added > 0 ? [changed > 0 ? `${added} new` : counted(added, "new page")] : []),
    ...(removed > 0
      ? [changed + added > 0 ? `${removed} removed` : counted(removed, "page removed", "pages removed")]
      : []),
    ...(hidden > 0 ? [`${counted(hidden, "page")} changed without a visible difference`] : []),
    ...(unstable > 0 ? [`${counted(unstable, "page")} not the same on every load`] : []),
    ...(rules.length > 0 ? [counted(rules.length, "redirect or header", "redirects and headers")] : []),
    ...otherFilesText(files, look, pages.length > look),
  ];
  if (parts.length > 0) return new Intl.ListFormat("en").format(parts);
  return files.kind === "known" ? "nothing changes" : "not known";
}

/** @param look How many pages look different by them alone. */
function otherFilesText(files: ReleaseComparison["files"], look: number, isMore: boolean): readonly string[] {
  const pages = isMore ? counted(look, "more page") : counted(look, "page");
  const others = otherFiles(files);
  if (others === 0) return look === 0 ? [] : [`${pages} ${look === 1 ? "looks" : "look"} different`];
  const effect = `, which ${others === 1 ? "changes" : "change"} how ${pages} ${look === 1 ? "looks" : "look"}`;
  return [
    `${counted(others, isMore || look > 0 ? "other file" : "file")}${nameOfOnly(files)}${look === 0 ? "" : effect}`,
  ];
}

function nameOfOnly(files: ReleaseComparison["files"]): string {
  const [only, ...more] = files.kind === "known" ? files.changes.files.filter(({ path }) => !isPage(path)) : [];
  const name = only?.path.split("/").at(-1) ?? "";
  // A name that could be read as words of the sentence is not named.
  return more.length === 0 && /^[\w.-]{1,40}$/.test(name) ? ` (${name})` : "";
}

function otherFiles(files: ReleaseComparison["files"]): number {
  if (files.kind !== "known") return 0;
  const { added, changed, removed, files: named } = files.changes;
  return added + changed + removed - named.filter(({ path }) => isPage(path)).length;
}

function undoneReleases(to: number, live: number | undefined): string {
  if (live === undefined || live <= to) return "what went live since";
  return live - to === 1 ? `release ${live}` : `releases ${to + 1} to ${live}`;
}
