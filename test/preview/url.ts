import { safeAddress } from "../../src/github/untrusted-text.ts";

export function url(text: string) {
  const safe = safeAddress(text, { allowLoopbackHttp: false });
  if (safe === undefined) throw new Error(text);
  return safe;
}
