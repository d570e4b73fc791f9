/** A part of a URL without its percent-encoding; undefined when that is broken. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
