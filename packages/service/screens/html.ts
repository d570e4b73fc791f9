/** Markup whose every inserted value was escaped; only `html` makes it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand between the literal parts of a template. */
export type Insert = Html | string | number | null | undefined | false | readonly Insert[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Tagged template for markup: inserted text is escaped, inserted markup stays, null, undefined and false vanish.
 * Attribute values must be written in double quotes.
 */
export function html(literals: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const parts = literals.map((literal, index) => (index === 0 ? literal : render(inserts[index - 1]) + literal));
  return new Html(parts.join(""));
}

function render(insert: Insert): string {
  if (insert === null || insert === undefined || insert === false) return "";
  if (insert instanceof Html) return insert.toString();
  if (typeof insert === "string") return escapeText(insert);
  if (typeof insert === "number") return String(insert);
  return insert.map(render).join("");
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "").replaceAll(CONTROLS, "\u{FFFD}");
}

/** Control characters a page has no use for, and the marks that turn the reading direction of what follows. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/**
 * An address for a link: only web addresses become one.
 * @param address Anything that was stored, as a repository address.
 * @returns The address re-serialised, or undefined.
 */
export function webAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  // `https://trusted.example@elsewhere/` leads elsewhere, and a password is nothing to show.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
