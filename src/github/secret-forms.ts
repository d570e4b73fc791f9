import { base64Forms } from "@greenroom/contract";
import { escapeHtml, escapeMarkdown } from "./escape.ts";

interface Forms {
  /** A list of secrets only grows. */
  readonly count: number;
  readonly longestFirst: readonly string[];
}

// A log is searched for the same secrets thousands of times.
const KNOWN = new WeakMap<readonly string[], Forms>();

/**
 * Spells secrets in every way they may stand in text that we write, longest first.
 * @param secrets Their values; empty ones are passed over.
 * @param plain How a plain line of foreign text reads.
 */
export function formsOf(secrets: readonly string[], plain: (text: string) => string): readonly string[] {
  const known = KNOWN.get(secrets);
  if (known?.count === secrets.length) return known.longestFirst;
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap((secret) => spelled(secret, plain(secret))));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  KNOWN.set(secrets, { count: secrets.length, longestFirst });
  return longestFirst;
}

function spelled(secret: string, plain: string): readonly string[] {
  const data = secret.replaceAll("%", "%25");
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    escapeMarkdown(plain),
    escapeHtml(plain),
    data,
    data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
    ...base64Forms(secret),
  ];
}
