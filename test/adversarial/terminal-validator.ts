/** Escape sequences the command itself writes: colours, and taking the progress line away. */
const OWN = /\u001b\[(?:1|22|3[0-9]|9[0-7]|39)m|\r\u001b\[2K/g;

/** What moves the cursor, hides, turns or ends a line where none ends. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Validators what was written to a terminal.
 * @param written Everything, as it was written.
 * @param how `lines`: how many it should be.
 * @returns What is wrong, one sentence each.
 */
export function validateTerminal(
  written: string,
  how: { readonly coloured: boolean; readonly lines?: number },
): string[] {
  const rest = how.coloured ? written.replaceAll(OWN, "") : written;
  const count = rest.split("\n").length - 1;
  return [
    ...(OBEYED.test(rest) ? [`a control in ${JSON.stringify(rest.slice(0, 300))}`] : []),
    ...(how.lines === undefined || count === how.lines ? [] : [`${count} lines, not ${how.lines}`]),
  ];
}
