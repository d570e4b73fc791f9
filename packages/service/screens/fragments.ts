import { html, type Html, webUrl } from "./html.ts";

const UNITS: readonly (readonly [limitSeconds: number, seconds: number, name: string])[] = [
  [3_600, 60, "minute"],
  [86_400, 3_600, "hour"],
  [30 * 86_400, 86_400, "day"],
];

/**
 * Writes an instant as people say it, the exact one beside it for those who point at it.
 * @param at ISO 8601 UTC.
 * @param nowMs Present time, epoch milliseconds.
 */
export function relativeTime(at: string, nowMs: number): Html {
  const exact = `${at.slice(0, 16).replace("T", " ")} UTC`;
  return html`<time datetime="${at}" title="${exact}">${sinceText(at, nowMs) ?? exact.slice(0, 10)}</time>`;
}

function sinceText(at: string, nowMs: number): string | undefined {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1_000);
  const distance = Math.abs(seconds);
  if (distance < 60) return seconds >= 0 ? "just now" : "in a moment";
  const unit = UNITS.find(([limit]) => distance < limit);
  if (!unit) return undefined;
  // What was is over in full; what will be is meant: a link for seven days says seven at once.
  const count = (seconds >= 0 ? Math.floor : Math.round)(distance / unit[1]);
  const words = `${count} ${unit[2]}${count === 1 ? "" : "s"}`;
  return seconds >= 0 ? `${words} ago` : `in ${words}`;
}

/** Writes a duration in whole seconds, or minutes and seconds. */
export function duration(fromIso: string | null, toIso: string | null): string | undefined {
  if (fromIso === null || toIso === null) return undefined;
  const seconds = Math.max(0, Math.round((Date.parse(toIso) - Date.parse(fromIso)) / 1_000));
  if (seconds === 0) return "< 1 s";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const TONES: Readonly<Record<string, string>> = {
  ready: "good",
  published: "good",
  approved: "good",
  live: "good",
  failed: "bad",
  rejected: "bad",
  canceled: "muted",
  expired: "muted",
  superseded: "muted",
  archived: "muted",
};

/** A status as a word with a coloured dot; the word carries the meaning. */
export function badge(status: string): Html {
  return html`<span class="badge ${TONES[status] ?? "going"}">${status}</span>`;
}

/** A commit, shortened as git does. */
export function commit(sha: string | null): Html {
  return sha === null ? html`<span class="dim">no commit</span>` : html`<code title="${sha}">${sha.slice(0, 8)}</code>`;
}

/** A name in a list: whole for those who point at it, cut after a few lines where it would push the rest away. */
export function truncated(text: string): Html {
  return html`<bdi class="clip" title="${text}">${text}</bdi>`;
}

/** A branch, or what stands for it where none was named. */
export function branchName(branch: string | null): string {
  return branch ?? "the default branch";
}

/** A link that leaves the screens, or the bare text when it is no web address. */
export function externalLink(address: string | null | undefined, label?: string): Html {
  const href = webUrl(address);
  if (href === undefined) return html`<bdi>${label ?? address}</bdi>`;
  const text = label ?? href.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return html`<a class="out" href="${href}" rel="noopener noreferrer external"><bdi>${text}</bdi></a>`;
}

/** What a list says when it has nothing. */
export function emptyState(title: string, text: Html, more?: Html): Html {
  return html`<div class="empty">
    <p class="title">${title}</p>
    <p>${text}</p>
    ${more}
  </div>`;
}

/**
 * Leads to the other pages of a long list.
 * @param path The list's own address; without a query it is the newest page.
 * @param older Query of the page after this one, undefined on the last.
 */
export function pagination(
  path: string,
  { newest, older }: { readonly newest: boolean; readonly older: string | undefined },
): Html | undefined {
  if (!newest && older === undefined) return undefined;
  return html`<nav class="row pages" aria-label="Pages">
    ${newest && html`<a class="button secondary small" href="${path}">Newest</a>`}
    ${older !== undefined && html`<a class="button secondary small" href="${path}?${older}">Older</a>`}
  </nav>`;
}

/** A step that cannot be taken back. */
export interface ConfirmButton {
  /** The verb, as on a button. */
  readonly verb: string;
  /** Of what, by name: told apart from the same step beside it. */
  readonly of: string;
  /** What happens, one sentence. */
  readonly means: string;
  /** What the form asks for with it. */
  readonly action: string;
}

/** A button that opens what it would mean, with the button that does it: no single slip of a finger ends something. */
export function confirmButton({ verb, of, means, action }: ConfirmButton): Html {
  return html`<details class="final">
    <summary class="button danger small">
      <span class="shut">${verb}<span class="hidden"> ${of}</span></span><span class="open">Not now</span>
    </summary>
    <p>${means}</p>
    <button class="danger" name="do" value="${action}"><span>${verb} ${truncated(of)}</span></button>
  </details>`;
}

/** Bytes in the unit people read. */
export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}
