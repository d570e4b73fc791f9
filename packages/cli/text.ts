import { stripVTControlCharacters } from "node:util";

/** Characters that move the cursor, hide or turn text, or end a line where none ends. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The same in JSON text, where the escapes below U+0020 are there already. */
const JSON_CONTROLS = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Makes text from outside safe for a terminal: one line, no escape sequence, no control character.
 * @param text Anything the service, git or a build said.
 */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/[\t\n]+/g, " ");
}

/**
 * Makes text from outside safe for a terminal, keeping its line ends and tabs.
 * @param text Anything the service, git or a build said.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROLS, "");
}

/**
 * Writes JSON that a terminal shows and does not obey; programs read the same value back.
 * @param value Anything JSON can write.
 * @param indent Blanks a level, 0 for one line.
 */
export function plainJson(value: unknown, indent = 2): string {
  const escape = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replaceAll(JSON_CONTROLS, escape);
}

/** Columns a text takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text))
    width += WIDE.test(segment) ? 2 : /^\p{M}+$/u.test(segment) ? 0 : 1;
  return width;
}

/**
 * Breaks a text into lines; a word that is longer than a line, as an address is, stays whole.
 * @param text One line, plain.
 * @param width Columns of a line.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
