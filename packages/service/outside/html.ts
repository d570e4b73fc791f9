import { html as honoHtml } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup in which every inserted value was escaped. */
export type Html = HtmlEscapedString;

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/**
 * `html` of Hono for untrusted text: inserted text is escaped, inserted markup stays, null, undefined and false vanish,
 * and characters that would hide or reorder the text around them show as one visible sign.
 * Attribute values must be written in double quotes.
 */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const markup = honoHtml(literals, ...values.map(withoutControls));
  // Hono waits for promises, without looking at the text they bring; the types let none come this far.
  if (markup instanceof Promise) throw new TypeError("A promise was inserted into a page; await it first.");
  return markup;
}

/** Control characters a page has no use for, and the marks that turn the reading direction of what follows. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

export function visibleText(text: string): string {
  return text.replaceAll(CONTROLS, "\u{FFFD}");
}

function withoutControls(value: HtmlValue): HtmlValue {
  // Markup of Hono is a String object, so that only text is cleaned here.
  if (typeof value === "string") return visibleText(value);
  return Array.isArray(value) ? value.map(withoutControls) : value;
}

/** @returns A URL for a link, re-serialized; undefined unless it is http or https without credentials. */
export function webUrl(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // `https://trusted.example@elsewhere/` leads elsewhere, and a password is nothing to show.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
