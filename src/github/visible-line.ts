/** Longest line that is printed, characters. */
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

/**
 * Splits text at everything that the runner or a viewer takes for the end of a line.
 * @param untrusted Any text.
 */
export function splitLines(untrusted: string): string[] {
  return untrusted.split(LINE_BREAK);
}

/** Cuts a line that nobody could read to its end; says how much is gone. */
export function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  return `${line.slice(0, MAX_LINE_CHARS).toWellFormed()} … (${line.length - MAX_LINE_CHARS} characters cut)`;
}

/**
 * Leaves of a line what is seen: no controls, no escape sequences, no invisible characters.
 * @param line Without line ends.
 * @param colours Whether the sequences that only colour stay.
 */
export function visibleLine(line: string, colours: "keep" | "drop"): string {
  const escaped = line.replace(ESCAPE_SEQUENCE, (found) =>
    colours === "keep" && WHOLE_COLOUR.test(found) ? found : "",
  );
  const shown = escaped.replace(CONTROLS, "").replace(INVISIBLE, "").toWellFormed();
  return colours === "keep" ? shown : shown.replaceAll("\u001b", "");
}

/**
 * Tells whether a text is one line that is seen as it is, which is most of a log.
 * @param line Any text.
 */
export function isPlain(line: string): boolean {
  return line.length <= MAX_LINE_CHARS && /^[\t\x20-\x7e]*$/.test(line);
}

/**
 * Keeps the last lines that fit.
 * @param lines Without line ends.
 * @param maxChars Most characters of all, an end a line counted.
 */
export function lastLines(lines: readonly string[], maxChars: number): readonly string[] {
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
