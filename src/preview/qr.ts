import createQrCode from "qrcode-generator";
import { type MarkdownText, type SafeAddress, joinMarkdown, markdown } from "../github/untrusted-text.ts";

/** Longest URL that is drawn: a phone cannot read the code of a longer one. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A space that HTML keeps, as wide as a block. */
const LIGHT = "\u00a0";
/** A character between two modules, half of it each: the right one counts 1 when it is dark, the left one 2. */
const HALVES = [LIGHT, "▐", "▌", "█"] as const;

/** The part of a summary that opens a preview on a phone; undefined for a URL that is too long. */
export function phoneSummary(previewUrl: SafeAddress): MarkdownText | undefined {
  const qr = qrCode(previewUrl);
  const title = markdown`<details><summary>Open it on a phone</summary>`;
  return qr && markdown`\n${joinMarkdown([title, qr, markdown`</details>`], "\n\n")}\n`;
}

/**
 * Draws a URL as a QR code in text, so that no other service sees the URL.
 *
 * GitHub sets a code block with gaps between its lines that no reader gets over. The lines of a `<kbd>` it sets 10 px
 * high with letters of 11 px, so that blocks touch, and three of those letters are as wide as two lines are high: two
 * modules are three characters.
 * @returns One paragraph of HTML; undefined for a URL that is too long.
 * @see ISO/IEC 18004
 */
export function qrCode(url: SafeAddress): MarkdownText | undefined {
  if (url.length > MAX_QR_CHARS) return undefined;
  const code = createQrCode(0, "L");
  code.addData(url, "Byte");
  code.make();
  const size = code.getModuleCount();
  const dark = (row: number, column: number): boolean =>
    row >= 0 && column >= 0 && row < size && column < size && code.isDark(row, column);
  const rows = Array.from({ length: size + 2 * QUIET }, (_, row) => {
    let line = "";
    for (let column = -QUIET; column < size + QUIET; column += 2) {
      line += pair(dark(row - QUIET, column), dark(row - QUIET, column + 1));
    }
    return markdown`${line}`;
  });
  return markdown`<p><kbd>${rows.reduce((drawn, row) => markdown`${drawn}<br>${row}`)}</kbd></p>`;
}

function pair(left: boolean, right: boolean): string {
  const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
  return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}
