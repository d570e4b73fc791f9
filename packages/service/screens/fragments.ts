import { encode } from "uqr";
import { newUuid } from "../domain/ids.ts";
import { githubLinks } from "../domain/site.ts";
import { type Html, html, type HtmlValue, webUrl } from "../outside/html.ts";
import { counted, minuteText } from "../outside/words.ts";
import type { ApprovalView } from "../store/approvals/approvals.ts";
import type { DeploymentView } from "../store/deployments/deployments.ts";
import type { DeploymentRow, SiteRow } from "../store/engine/schema.ts";
import type { Made } from "../store/people/made-by.ts";
import type { MemberRequest } from "./guard.ts";
import { csrfField } from "./page.ts";

const UNITS: readonly (readonly [limitSeconds: number, seconds: number, name: string])[] = [
  [3_600, 60, "minute"],
  [86_400, 3_600, "hour"],
  // What is kept for 30 days says so when it has just come.
  [30.5 * 86_400, 86_400, "day"],
];

export function relativeTime(at: string, nowMs: number): Html {
  const exact = minuteText(at);
  return html`<time datetime="${at}" title="${exact}">${sinceText(at, nowMs) ?? exact.slice(0, 10)}</time>`;
}

function sinceText(at: string, nowMs: number): string | undefined {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1_000);
  const distance = Math.abs(seconds);
  if (distance < 60) return seconds >= 0 ? "just now" : "in a moment";
  const unit = UNITS.find(([limit]) => distance < limit);
  if (!unit) return undefined;
  // The past counts full units; the future is rounded, so that a link that was just made for seven days says seven.
  const count = (seconds >= 0 ? Math.floor : Math.round)(distance / unit[1]);
  const words = counted(count, unit[2]);
  return seconds >= 0 ? `${words} ago` : `in ${words}`;
}

export function duration(fromIso: string | null, toIso: string | null): string | undefined {
  if (fromIso === null || toIso === null) return undefined;
  return durationText(Date.parse(toIso) - Date.parse(fromIso));
}

export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds === 0) return "< 1 s";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const TONES: Readonly<Record<string, string>> = {
  ready: "good",
  published: "good",
  approved: "good",
  live: "good",
  active: "good",
  primary: "muted",
  found: "good",
  "leads here": "good",
  failing: "bad",
  missing: "bad",
  "another value": "bad",
  added: "good",
  removed: "bad",
  passed: "good",
  failed: "bad",
  rejected: "bad",
  canceled: "muted",
  expired: "muted",
  superseded: "muted",
  archived: "muted",
  prepared: "muted",
  skipped: "muted",
  former: "muted",
};

/** The word carries the meaning, so that the colour is not needed. */
export function badge(status: string): Html {
  return html`<span class="badge ${TONES[status] ?? "going"}">${status}</span>`;
}

export function commit(sha: string | null): Html {
  return sha === null ? html`<span class="dim">no commit</span>` : html`<code title="${sha}">${sha.slice(0, 8)}</code>`;
}

export function commitLink({ commit_sha: sha, repository_url: repository }: DeploymentView): Html {
  const url = sha === null ? undefined : githubLinks(repository)?.commit(sha);
  if (url === undefined) return commit(sha);
  return html`<a href="${url}" rel="noopener noreferrer external">${commit(sha)}</a>`;
}

/** The message of its commit, once it was fetched. */
export function deploymentName(row: DeploymentView): string {
  if (row.commit_message) return row.commit_message;
  if (row.pull_request_title) return row.pull_request_title;
  return `${row.environment === "production" ? "Release" : "Preview"} of ${branchName(row.branch)}`;
}

export function pullRequest(row: DeploymentView): Html | undefined {
  const { pull_request_number: number, pull_request_title: title } = row;
  if (number === null) return undefined;
  const url = githubLinks(row.repository_url)?.pull(number);
  const name = url === undefined ? html`#${number}` : externalLink(url, `#${number}`);
  return html`${name}${title !== null && title !== "" && title !== row.commit_message && html` ${truncated(title)}`}`;
}

const SHOWN_CHARS = 120;

export function truncated(text: string): Html {
  const shown = Array.from(text.slice(0, 2 * SHOWN_CHARS))
    .slice(0, SHOWN_CHARS)
    .join("");
  return html`<bdi class="clip" title="${text}">${shown}${shown.length < text.length && "…"}</bdi>`;
}

/** @param digests Of the pictures of front pages, by deployment. */
export function thumbnailPath(deploymentId: string, digests: ReadonlyMap<string, string>): string | undefined {
  const digest = digests.get(deploymentId);
  return digest === undefined ? undefined : `/app/deployments/${deploymentId}/review/pictures/${digest}.webp`;
}

/** The title beside it leads to the same place: the keyboard and screen readers get there once. */
export function thumbnailLink(picture: string | undefined, href: string): Html {
  if (picture === undefined) return html`<span class="thumbnail none"></span>`;
  return html`<a class="thumbnail" href="${href}" tabindex="-1" aria-hidden="true"><img src="${picture}" alt="" width="480" height="300" loading="lazy" decoding="async"></a>`;
}

export function branchName(branch: string | null): string {
  return branch ?? "the default branch";
}

/** Where a commit comes from, as far as the service saw it itself: anyone with a token can name any branch. */
export function branchOf({
  branch,
  branch_verified: verified,
}: Pick<DeploymentRow, "branch" | "branch_verified">): Html {
  if (verified !== 0) return html`from <bdi>${branchName(branch)}</bdi>`;
  return branch === null ? html`from no branch` : html`not confirmed to be from <bdi>${branch}</bdi>`;
}

export function builtElsewhere(row: Pick<DeploymentRow, "upload" | "upload_files" | "commit_sha">): Html | undefined {
  if (row.upload === null) return undefined;
  const files = counted(row.upload_files ?? 0, "file was", "files were");
  const said =
    row.commit_sha !== null && html` It is not verified that they come from commit ${commit(row.commit_sha)}.`;
  return html`<div class="notice hint" role="note">
    <p><strong>Built elsewhere.</strong> ${files} uploaded; the service built nothing.${said}</p>
  </div>`;
}

export function requesterNames({ requests }: ApprovalView): Html {
  return truncated(new Intl.ListFormat("en").format(new Set(requests.map(({ person }) => person))));
}

export function externalLink(url: string | null | undefined, label?: string): Html {
  const href = webUrl(url);
  if (href === undefined) return html`<bdi>${label ?? url}</bdi>`;
  const text = label ?? href.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return html`<a class="out" href="${href}" rel="noopener noreferrer external"><bdi>${text}</bdi></a>`;
}

export function postForm({ c, session }: MemberRequest, attributes: Attributes, content: HtmlValue): Html {
  const written = attributesOf({ method: "post", action: c.req.path, ...attributes });
  return html`<form ${written}>${csrfField(session)} ${content}</form>`;
}

export function itemForm(request: MemberRequest, sent: Readonly<Record<string, string>>, content: HtmlValue): Html {
  return html`<li>${postForm(request, { class: "item" }, [hiddenFields(sent), content])}</li>`;
}

export function hiddenFields(sent: Readonly<Record<string, string | undefined>>): HtmlValue[] {
  return Object.entries(sent).map(
    ([name, value]) => value !== undefined && html`<input ${attributesOf({ type: "hidden", name, value })} />`,
  );
}

/** Makes a form that is sent twice one deployment. */
export function keyField(): HtmlValue {
  return hiddenFields({ key: `screen-${newUuid()}` });
}

const MAX_SEARCH_CHARS = 100;

export function searchOf({ c }: MemberRequest): string {
  return (c.req.query("q") ?? "").trim().slice(0, MAX_SEARCH_CHARS);
}

export function matchesSearch(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

interface Search {
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly button: "Search" | "Filter";
  readonly search: string | undefined;
  readonly more?: HtmlValue;
}

export function searchForm({ action, label, placeholder, button, search, more }: Search): Html {
  return html`<form method="get" action="${action}" class="filter" role="search" data-narrow>
    <label class="hidden" for="q">${label}</label>
    <input id="q" name="q" type="search" value="${search}" maxlength="${MAX_SEARCH_CHARS}" placeholder="${placeholder}" autocomplete="off" />
    ${more}
    <button class="secondary">${button}</button>
  </form>`;
}

export function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.toString();
}

interface Segments {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly (readonly [value: string, label: HtmlValue])[];
  readonly chosen?: string | undefined;
  readonly class?: string;
}

/** A choice as one row of radio buttons, which style sheets follow without a script. */
export function segments({ name, legend, options, chosen = options[0]?.[0], class: more = "" }: Segments): Html {
  return html`<fieldset class="segments ${more}">
    <legend class="hidden">${legend}</legend>
    ${options.map(
      ([value, label]) =>
        html`<label><input type="radio" name="${name}" value="${value}" ${value === chosen && html` checked`} /><span>${label}</span></label>`,
    )}
  </fieldset>`;
}

export function withCount(label: string, count: number): Html {
  return html`${label}${count > 0 && html` <span class="n">${count}</span>`}`;
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

type FieldAttributes = Attributes & { readonly id: string };

/** The names are constants, so they are not escaped. */
function attributesOf(attributes: Attributes): HtmlValue[] {
  const present = Object.entries(attributes).filter(isPresent);
  return joined(
    present.map(([name, value]) => (value === true ? name : html`${name}="${value}"`)),
    " ",
  );
}

function isPresent([, value]: readonly [name: string, value: unknown]): boolean {
  return value !== undefined && value !== null && value !== false;
}

export function inputField(label: HtmlValue, attributes: FieldAttributes, hint?: HtmlValue): Html {
  return labelled(label, attributes.id, html`<input ${described(attributes, hint)} />`, hint);
}

export function textareaField(
  label: HtmlValue,
  { value, ...attributes }: FieldAttributes & { readonly value: string | null | undefined },
  hint?: HtmlValue,
): Html {
  return labelled(label, attributes.id, html`<textarea ${described(attributes, hint)}>${value}</textarea>`, hint);
}

interface Select {
  readonly id: string;
  readonly name: string;
  readonly disabled?: boolean;
  readonly options: Options;
  readonly chosen: string | null | undefined;
}

export function selectField(label: HtmlValue, { options, chosen, ...attributes }: Select, hint?: HtmlValue): Html {
  const field = html`<select ${described(attributes, hint)}>
    ${optionsOf(options, chosen)}
  </select>`;
  return labelled(label, attributes.id, field, hint);
}

type Options = readonly (readonly [value: string, label: string, ...others: readonly unknown[]])[];

export function optionsOf(options: Options, chosen: string | null | undefined): Html[] {
  return options.map(
    ([value, label]) => html`<option value="${value}" ${value === chosen && html` selected`}>${label}</option>`,
  );
}

function labelled(label: HtmlValue, id: string, field: Html, hint: HtmlValue): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>${field} ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

function described(attributes: FieldAttributes, hint: HtmlValue): HtmlValue[] {
  return attributesOf({ ...attributes, "aria-describedby": hint === undefined ? undefined : `${attributes.id}-hint` });
}

interface Choice {
  readonly type: "radio" | "checkbox";
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
}

export function choice(attributes: Choice, label: HtmlValue, hint?: string): Html {
  const text = hint === undefined ? label : html`<strong>${label}</strong><br /><span class="dim">${hint}</span>`;
  return html`<label class="choice"><input ${attributesOf({ ...attributes })} /> <span>${text}</span></label>`;
}

export function listOr<Item>(items: readonly Item[], item: (one: Item) => Html, empty: Html): Html {
  return items.length === 0 ? empty : html`<ul class="plain card">${items.map(item)}</ul>`;
}

export function hintBox(...paragraphs: readonly HtmlValue[]): Html {
  return html`<div class="notice hint">${paragraphs.map((text) => html`<p>${text}</p>`)}</div>`;
}

export function joined(parts: readonly HtmlValue[], separator: string): HtmlValue[] {
  return parts.map((part, index) => [index > 0 && separator, part]);
}

export function titledList(title: string, items: readonly Html[]): Html | false {
  return items.length > 0 && html`<h3>${title}</h3> <ul class="bare">${items}</ul>`;
}

/** A fact whose description is null, undefined or false is left out. */
export function factList(facts: readonly (readonly [term: string, description: HtmlValue])[], name = "facts"): Html {
  return html`<dl class="${name} card">
    ${facts.filter(isPresent).map(([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>`)}
  </dl>`;
}

export function emptyState(title: string, text: Html, more?: Html): Html {
  return html`<div class="empty">
    <p class="title">${title}</p>
    <p>${text}</p>
    ${more}
  </div>`;
}

/** @param older Whole query of the next page, undefined on the last. */
export function pagination(
  path: string,
  { newest, older }: { readonly newest: boolean; readonly older: string | undefined },
): Html | undefined {
  if (!newest && older === undefined) return undefined;
  return html`<nav class="row pagination" aria-label="Pages">
    ${newest && html`<a class="button secondary small" href="${path}">Newest</a>`}
    ${older !== undefined && html`<a class="button secondary small" href="${path.split("?", 1)[0]}?${older}">Older</a>`}
  </nav>`;
}

interface ConfirmButton {
  readonly verb: string;
  /** Untrusted name of what the verb applies to. */
  readonly target: string;
  readonly consequence: string;
  /** Value of the form field `do`. */
  readonly action: string;
}

/** A button for what cannot be undone: it first opens the consequence and a second button that names the target. */
export function confirmButton({ verb, target, consequence, action }: ConfirmButton): Html {
  return html`<details class="final">
    <summary class="button danger small">
      <span class="shut">${verb}<span class="hidden"> ${target}</span></span><span class="open">Cancel</span>
    </summary>
    <p>${consequence}</p>
    <button class="danger" name="do" value="${action}"><span>${verb} ${truncated(target)}</span></button>
  </details>`;
}

export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

const TABS = [
  ["", "Overview"],
  ["/releases", "Releases"],
  ["/domains", "Domains"],
  ["/variables", "Values"],
  ["/access", "Access"],
  ["/repository", "Repository"],
  ["/trust", "Trusted runs"],
  ["/channels", "Notices"],
  ["/settings", "Settings"],
] as const;

export type SiteTab = (typeof TABS)[number][0];

export function siteHeader(site: Pick<SiteRow, "id" | "name">, here: SiteTab): Html {
  return html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
    <h1><bdi>${site.name}</bdi></h1>
    <nav class="tabs" aria-label="Site">
      <ul>
        ${TABS.map(
          ([path, label]) =>
            html`<li><a href="/app/sites/${site.id}${path}" ${path === here && html` aria-current="page"`}>${label}</a></li>`,
        )}
      </ul>
    </nav>`;
}

export function madeList(made: readonly Made[]): Html {
  return html`<ul>
    ${made.map(({ what, name, site }) => html`<li>${what} <bdi>${name}</bdi> of <bdi>${site}</bdi></li>`)}
  </ul>`;
}

/** Light border that scanners need, modules. [ISO/IEC 18004 §6.3.8] */
const QUIET_ZONE = 4;

export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const rows = data.map((modules, row) =>
    modules.map((dark, column) => (dark ? `M${column} ${row}h1v1h-1z` : "")).join(""),
  );
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${rows.join("")}" fill="#000" />
  </svg>`;
}
