import { safeAddress } from "../../src/github/untrusted-text.ts";

/** A URL that may be shown. */
export function url(text: string) {
  const safe = safeAddress(text, { allowLoopbackHttp: false });
  if (safe === undefined) throw new Error(text);
  return safe;
}
