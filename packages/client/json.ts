/**
 * Parses JSON that may be none.
 * @param text As received.
 * @returns Undefined for anything that is no JSON.
 */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
