import { isLoopbackHost } from "@greenroom/client/transport";
import { parseUrl } from "./payload.ts";

/**
 * Marks text as safe for one sink: the log, Markdown, or an output. The types cannot be mixed, and only the functions
 * of this file make them out of untrusted text.
 */
declare const sink: unique symbol;

/** One line for the log that the runner cannot take for a command. */
export type LogText = string & { readonly [sink]: "log" };

/** Markdown whose untrusted parts are escaped; `String(value)` gives it as text. */
export type MarkdownText = Markdown;

/** One line without control characters, for an output. */
export type OutputText = string & { readonly [sink]: "output" };

/** A re-serialised URL that is safe in every sink. */
export type SafeAddress = string & { readonly [sink]: "address" };

const MAX_ADDRESS_CHARS = 2048;

const LINE_PREFIX = "│ ";

/** No controls, no invisible characters, no colours; line ends become spaces. */
export function plainLine(untrusted: string): string {
  return splitLines(untrusted)
    .map((line) => visibleLine(line, "drop"))
    .join(" ");
}

export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`.toWellFormed();
}

function finishLine(line: string): LogText {
  const closed = line.includes("\u001b") ? `${line}\u001b[0m` : line;
  // The old command form is searched anywhere in a line, and the search ignores the ESC of a colour.
  return closed.replace(/##(?=\u001b?\[)/g, "##\\").replace(/^(\s*):(?=:)/, "$1\\:") as LogText;
}

/** Each behind a constant prefix, so that no anchored pattern and no command matches; colours stay. */
export function logLines(untrusted: string): LogText[] {
  // Most lines of a log are printable and need nothing but their prefix: for them alone the searches below would take
  // half of the time.
  const plain = untrusted.length <= MAX_LINE_CHARS && /^[\t\x20-\x7e]*$/.test(untrusted);
  if (plain && !untrusted.includes("##[")) return [`${LINE_PREFIX}${untrusted}` as LogText];
  return splitLines(untrusted).map((line) => finishLine(`${LINE_PREFIX}${visibleLine(line, "keep")}`));
}

export function logText(untrusted: string): LogText {
  return finishLine(plainLine(untrusted));
}

/** A template tag; the values are untrusted. */
export function log(parts: TemplateStringsArray, ...values: readonly (string | number)[]): LogText {
  return logText(String.raw({ raw: parts }, ...values));
}

export function outputText(untrusted: string): OutputText {
  return plainLine(untrusted) as OutputText;
}

/** A URL out of a row or a response, for GitHub; loopback is that of a service or a stand-in on this machine. */
export function rowAddress(untrusted: string | undefined): SafeAddress | undefined {
  return safeAddress(untrusted ?? "", { allowLoopbackHttp: true });
}

/** The parser of URLs lets quotes, backticks and brackets stand in a name. */
const HOST_NAME = /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/;

/**
 * @returns Undefined for one that is not https, has credentials, controls or a host name that is none, or is too long.
 */
export function safeAddress(untrusted: string, options: { allowLoopbackHttp: boolean }): SafeAddress | undefined {
  if (untrusted.length > MAX_ADDRESS_CHARS || /\s/.test(untrusted) || plainLine(untrusted) !== untrusted) {
    return undefined;
  }
  const url = parseUrl(untrusted);
  if (url === undefined || url.username !== "" || url.password !== "" || !HOST_NAME.test(url.hostname))
    return undefined;
  const http = url.protocol === "http:" && options.allowLoopbackHttp && isLocal(url.hostname);
  if (url.protocol !== "https:" && !http) return undefined;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/[()<>[\]|`\\'"{}^]/g, percentEncode);
  const address = `${url.origin}${rest}`;
  return address.length > MAX_ADDRESS_CHARS ? undefined : (address as SafeAddress);
}

/** The previews of a service on this machine have hosts below `localhost`. */
function isLocal(hostname: string): boolean {
  return isLoopbackHost(hostname) || hostname.endsWith(".localhost");
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

// A value of its own, not a branded string: the template tag must know at run time what has been escaped.
class Markdown {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  toString(): string {
    return this.#text;
  }
}

/** A template tag: strings are escaped, Markdown made here passes. */
export function markdown(
  parts: TemplateStringsArray,
  ...values: readonly (MarkdownText | string | number)[]
): MarkdownText {
  const texts = values.map((value) =>
    value instanceof Markdown ? String(value) : escapeMarkdown(plainLine(String(value))),
  );
  return new Markdown(String.raw({ raw: parts }, ...texts));
}

/** Quotes as entities end no attribute of HTML. */
export function withoutQuotes(text: MarkdownText): MarkdownText {
  return new Markdown(String(text).replace(/["']/g, (sign) => `&#${sign.charCodeAt(0)};`));
}

export function joinMarkdown(
  parts: readonly MarkdownText[],
  separator: "" | " " | "\n" | "\n\n" | " · " | " | " | "<br>",
): MarkdownText {
  return new Markdown(parts.map(String).join(separator));
}

/** Encoded so that the value can neither close the comment nor open another. */
export function hiddenComment(name: `greenroom:${string}`, value: string): MarkdownText {
  return new Markdown(
    `<!-- ${name} ${value.replace(/[<>&@#`]|-(?=-)|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, unicodeEscape)} -->`,
  );
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
}

// Untrusted text must never hold the marker of our comment.
function breakMarker(text: string): string {
  return text.replaceAll("<!--", "<! --");
}

/** Also fits within a table. */
export function inlineCode(untrusted: string): MarkdownText {
  const text = breakMarker(plainLine(untrusted)).trim();
  if (text === "") return new Markdown("");
  // A pipe ends a table cell even within code; entities are read within the element, not within back-ticks.
  if (text.includes("|")) return htmlCode(text);
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return new Markdown(`${fence}${pad}${text}${pad}${fence}`);
}

/** For a `<summary>` and the like, where Markdown is not read. */
export function htmlCode(untrusted: string): MarkdownText {
  return new Markdown(`<code>${escapeHtml(plainLine(untrusted))}</code>`);
}

/** When there are too many lines, the last ones stay. */
export function codeFence(lines: readonly string[], options: { readonly maxChars: number }): MarkdownText {
  const all = lines.flatMap(splitLines).map((line) => breakMarker(plainLine(line)));
  const kept = lastLines(all, options.maxChars);
  const dropped = all.length - kept.length;
  const before = dropped > 0 ? [`… ${dropped} ${dropped === 1 ? "line" : "lines"} before`] : [];
  const text = [...before, ...kept].join("\n");
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return new Markdown(`${fence}text\n${text}\n${fence}`);
}

export function link(label: string | MarkdownText, address: SafeAddress): MarkdownText {
  const text = label instanceof Markdown ? String(label) : escapeMarkdown(plainLine(label));
  // Entities are read within a destination too.
  return new Markdown(`[${text}](<${address.replaceAll("&", "&amp;")}>)`);
}

export function imageLink(image: {
  readonly picture: SafeAddress;
  readonly target: SafeAddress;
  readonly alt: string;
  /** Pixels. */
  readonly width: number;
}): MarkdownText {
  const [picture, target] = [image.picture, image.target].map((address) => address.replaceAll("&", "&amp;"));
  const alt = escapeHtml(plainLine(image.alt));
  return new Markdown(`<a href="${target}"><img src="${picture}" alt="${alt}" width="${image.width}"></a>`);
}

/** Also fits as the destination of a link. */
export function autolink(address: SafeAddress): MarkdownText {
  return new Markdown(`<${address.replaceAll("&", "&amp;")}>`);
}

const BREAK = "&#8203;";

/** GitHub searches the rendered text for mentions and references, where a backslash is gone: only a break helps. */
export function escapeMarkdown(plain: string): string {
  return (
    plain
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace(/[\\`*_[\]|~$]/g, "\\$&")
      // Before any break is inserted: a break itself contains a `#`.
      .replaceAll("#", `\\#${BREAK}`)
      .replaceAll("@", `@${BREAK}`)
      .replaceAll("://", `:${BREAK}//`)
      .replace(/(ww)(w\.)/gi, `$1${BREAK}$2`)
      .replace(/GH-(?=\d)/gi, `$&${BREAK}`)
      .replace(/^(\s*)([-+=])/, "$1\\$2")
      .replace(/^(\s*\d{1,9})([.)])/, "$1\\$2")
  );
}

/** For HTML, where Markdown is not read: ASCII punctuation becomes entities. */
export function escapeHtml(plain: string): string {
  return plain.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const MAX_LINE_CHARS = 65_536;

// The runner ends a line at CR too; the other terminators are what log viewers and editors end one at.
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const COLOUR = "\u001b\\[[0-9;:]{0,32}m";
const ESCAPE_SEQUENCE = new RegExp(
  // OSC and friends up to their terminator, CSI, then any other two-character sequence; colours are kept by the callback.
  "\u001b[\\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\\\)?|\u001b\\[[0-?]{0,64}[ -/]{0,8}[@-~]?|\u001b[ -/]{0,8}[0-Z\\\\-~]?",
  "g",
);
const WHOLE_COLOUR = new RegExp(`^${COLOUR}$`);
const CONTROLS = /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f]/g;
// Invisible characters: bidi controls, zero widths, variation selectors, tags, fillers. The runner's search ignores them.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

function splitLines(untrusted: string): string[] {
  return untrusted.split(LINE_BREAK);
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  return `${line.slice(0, MAX_LINE_CHARS).toWellFormed()} … (${line.length - MAX_LINE_CHARS} characters cut)`;
}

function visibleLine(line: string, colours: "keep" | "drop"): string {
  const escaped = cutLine(line).replace(ESCAPE_SEQUENCE, (found) =>
    colours === "keep" && WHOLE_COLOUR.test(found) ? found : "",
  );
  const shown = escaped.replace(CONTROLS, "").replace(INVISIBLE, "").toWellFormed();
  return colours === "keep" ? shown : shown.replaceAll("\u001b", "");
}

function lastLines(lines: readonly string[], maxChars: number): readonly string[] {
  const kept: string[] = [];
  let chars = 0;
  for (const line of lines.toReversed()) {
    const shown = line.slice(0, maxChars).toWellFormed();
    if (chars + shown.length + 1 > maxChars) break;
    chars += shown.length + 1;
    kept.unshift(shown);
  }
  return kept;
}
