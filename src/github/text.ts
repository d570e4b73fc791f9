import { escapeHtml, escapeMarkdown } from "./escape.ts";
import { formsOf } from "./secret-forms.ts";
import { cutLine, isPlain, lastLines, splitLines, visibleLine } from "./visible-line.ts";

/**
 * Turns foreign text into text for one sink: the log, Markdown, or an output.
 * The three types cannot be mixed, and only the functions of this file make them.
 */
declare const sink: unique symbol;

/** One line for the log that the runner cannot take for a command. */
export type LogText = string & { readonly [sink]: "log" };

/** Markdown whose foreign parts are escaped; `String(value)` gives it as text. */
export type MarkdownText = Markdown;

/** One line without control characters, for an output. */
export type OutputText = string & { readonly [sink]: "output" };

/** A re-serialised web address that is safe in every sink. */
export type SafeAddress = string & { readonly [sink]: "address" };

/** Longest address that is passed on, characters. */
const MAX_ADDRESS_CHARS = 2048;

const LINE_PREFIX = "│ ";

/**
 * Makes one plain line of foreign text: no controls, no invisible characters, no colours.
 * @param untrusted Any text; line ends become spaces.
 */
export function plainLine(untrusted: string): string {
  return splitLines(untrusted)
    .map((line) => visibleLine(cutLine(line), "drop"))
    .join(" ");
}

// The old command form is searched anywhere in a line, and the search passes over the ESC of a colour.
function breakCommands(line: string): string {
  return line.replace(/##(?=\u001b?\[)/g, "##\\").replace(/^(\s*):(?=:)/, "$1\\:");
}

function finishLine(line: string): LogText {
  return breakCommands(line.includes("\u001b") ? `${line}\u001b[0m` : line) as LogText;
}

/**
 * Makes log lines of foreign text, each behind a constant prefix so that no anchored pattern and no command matches.
 * @param untrusted Any text, of any number of lines.
 * @param options `prefix` replaces the bar in front of every line.
 * @returns One element a line; colours are kept and closed.
 */
export function logLines(untrusted: string, options: { readonly prefix?: string } = {}): LogText[] {
  const prefix = options.prefix ?? LINE_PREFIX;
  // Most lines of a log need nothing but their prefix: for them alone the searches below would take half of the time.
  const harmless = prefix === LINE_PREFIX && isPlain(untrusted) && !untrusted.includes("##[");
  if (harmless) return [`${prefix}${untrusted}` as LogText];
  return splitLines(untrusted).map((line) => finishLine(`${prefix}${visibleLine(cutLine(line), "keep")}`));
}

/**
 * Makes one line for the log of foreign text.
 * @param untrusted Any text; line ends become spaces, colours go.
 */
export function logText(untrusted: string): LogText {
  return finishLine(plainLine(untrusted));
}

/**
 * Template tag for one log line: the interpolated parts are foreign text.
 * @example log`Deployment ${id} is ${status}`
 */
export function log(parts: TemplateStringsArray, ...values: readonly (string | number)[]): LogText {
  return logText(String.raw({ raw: parts }, ...values));
}

/**
 * Makes one line for an output of foreign text.
 * @param untrusted Any text; line ends become spaces, controls go.
 */
export function outputText(untrusted: string): OutputText {
  return plainLine(untrusted) as OutputText;
}

/**
 * Checks a foreign address and writes it anew.
 * @param untrusted What a service or a person gave.
 * @param options `allowLoopbackHttp`: also http to localhost, *.localhost, 127.0.0.0/8 and [::1].
 * @returns The address, or nothing when it is not https, holds credentials or control characters, or is too long.
 * @see WHATWG URL
 */
export function safeAddress(
  untrusted: string,
  options: { readonly allowLoopbackHttp: boolean },
): SafeAddress | undefined {
  if (untrusted.length > MAX_ADDRESS_CHARS || /\s/.test(untrusted) || plainLine(untrusted) !== untrusted)
    return undefined;
  const url = URL.parse(untrusted);
  if (url === null || url.username !== "" || url.password !== "" || url.hostname === "") return undefined;
  const http = url.protocol === "http:" && options.allowLoopbackHttp && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !http) return undefined;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/[()<>[\]|`\\'"{}^]/g, percentEncode);
  const address = `${url.origin}${rest}`;
  return address.length > MAX_ADDRESS_CHARS ? undefined : (address as SafeAddress);
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
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

/**
 * Template tag for Markdown: strings are escaped, Markdown made here passes.
 * @example markdown`**${site}** is ready at ${link("preview", address)}`
 */
export function markdown(
  parts: TemplateStringsArray,
  ...values: readonly (MarkdownText | string | number)[]
): MarkdownText {
  const texts = values.map((value) =>
    value instanceof Markdown ? String(value) : escapeMarkdown(plainLine(String(value))),
  );
  return new Markdown(String.raw({ raw: parts }, ...texts));
}

/**
 * Joins Markdown.
 * @param parts Pieces in order.
 * @param separator Our own text between them.
 */
export function joinMarkdown(
  parts: readonly MarkdownText[],
  separator: "" | " " | "\n" | "\n\n" | " · ",
): MarkdownText {
  return new Markdown(parts.map(String).join(separator));
}

/**
 * Takes a value of our own into Markdown that is hidden: an HTML comment nobody sees.
 * @param name Letters that tell the comment from others.
 * @param value Any text; it is encoded so that it can neither close the comment nor open another.
 */
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

// A marker of a comment of ours must never be readable out of foreign text.
function breakMarker(text: string): string {
  return text.replaceAll("<!--", "<! --");
}

/**
 * Shows foreign text as code within a line, also within a table.
 * @param untrusted Any text; line ends become spaces.
 */
export function inlineCode(untrusted: string): MarkdownText {
  const text = breakMarker(plainLine(untrusted)).trim();
  if (text === "") return new Markdown("");
  // A pipe ends a table cell even within code; entities are read within the element, not within back-ticks.
  if (text.includes("|")) return htmlCode(text);
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return new Markdown(`${fence}${pad}${text}${pad}${fence}`);
}

/**
 * Shows foreign text as code within HTML, such as a `<summary>`, where Markdown is not read.
 * @param untrusted Any text; line ends become spaces.
 */
export function htmlCode(untrusted: string): MarkdownText {
  return new Markdown(`<code>${escapeHtml(plainLine(untrusted))}</code>`);
}

/**
 * Shows foreign lines as a block of code; when they are too many the last ones stay.
 * @param lines Any text; an element may hold several lines.
 * @param options `maxChars`: longest block, fences not counted.
 */
export function codeFence(lines: readonly string[], options: { readonly maxChars: number }): MarkdownText {
  const all = lines.flatMap(splitLines).map((line) => breakMarker(plainLine(line)));
  const kept = lastLines(all, options.maxChars);
  const dropped = all.length - kept.length;
  const before = dropped > 0 ? [`… ${dropped} ${dropped === 1 ? "line" : "lines"} before`] : [];
  const text = [...before, ...kept].join("\n");
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return new Markdown(`${fence}text\n${text}\n${fence}`);
}

/**
 * Links to a checked address.
 * @param label Foreign text, or Markdown made here.
 * @param address Where it leads.
 */
export function link(label: string | MarkdownText, address: SafeAddress): MarkdownText {
  const text = label instanceof Markdown ? String(label) : escapeMarkdown(plainLine(label));
  // Entities are read within a destination too.
  return new Markdown(`[${text}](<${address.replaceAll("&", "&amp;")}>)`);
}

/**
 * Shows a checked address as itself; it also fits as the destination of a link.
 * @param address Where it leads.
 */
export function autolink(address: SafeAddress): MarkdownText {
  return new Markdown(`<${address.replaceAll("&", "&amp;")}>`);
}

/**
 * Takes secrets out of text: as they are, percent-encoded, JSON-escaped, escaped as this file and the commands of the
 * runner escape foreign text, and in base64 at each of the three shifts.
 * @param text Text for any sink.
 * @param secrets Their values; empty ones are passed over.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return formsOf(secrets, plainLine).reduce((rest, form) => rest.replaceAll(form, "***"), text);
}
