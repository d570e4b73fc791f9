import { encode } from "uqr";
import { type MarkdownText, type SafeAddress, joinMarkdown, markdown } from "../github/untrusted-text.ts";

/** Longest URL that is drawn: a phone cannot read the code of a longer one. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A space that HTML keeps, as wide as a block. */
const LIGHT = "\u00a0";
/** A character between two modules, half of it each: the right one counts 1 when it is dark, the left one 2. */
const HALVES = [LIGHT, "▐", "▌", "█"] as const;

/** @returns Undefined for a URL that is too long. */
export function phoneSummary(previewUrl: SafeAddress): MarkdownText | undefined {
  const qr = qrCode(previewUrl);
  const title = markdown`<details><summary>Open it on a phone</summary>`;
  return qr && markdown`\n${joinMarkdown([title, qr, markdown`</details>`], "\n\n")}\n`;
}

/**
 * In text, so that no other service sees the URL.
 *
 * GitHub sets a code block with gaps between its lines that no reader gets over. The lines of a `<kbd>` it sets 10 px
 * high with letters of 11 px, so that blocks touch, and three of those letters are as wide as two lines are high: two
 * modules are three characters.
 * @see ISO/IEC 18004
 */
export function qrCode(url: SafeAddress): MarkdownText | undefined {
  if (url.length > MAX_QR_CHARS) return undefined;
  // Any mask can be read; to find the one that reads best takes eight times as long as to draw the code.
  const { data, size } = encode(url, { ecc: "L", border: QUIET, maskPattern: 0 });
  const dark = (row: number, column: number): boolean => data[row]?.[column] === true;
  const rows = Array.from({ length: size }, (_, row) => {
    let line = "";
    for (let column = 0; column < size; column += 2) line += pair(dark(row, column), dark(row, column + 1));
    return markdown`${line}`;
  });
  return markdown`<p><kbd>${joinMarkdown(rows, "<br>")}</kbd></p>`;
}

function pair(left: boolean, right: boolean): string {
  const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
  return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}
