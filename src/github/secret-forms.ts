import { escapeHtml, escapeMarkdown } from "./escape.ts";

/** Shorter pieces would be found in any text. */
const MIN_BASE64_CHARS = 8;

/**
 * Spells a secret in every way it may stand in text that we write.
 * @param plain The secret as a plain line of it reads.
 */
export function secretForms(secret: string, plain: string): readonly string[] {
  const shifted = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    // Only characters whose six bits all belong to the secret are the same in every text around it.
    const sure = bytes.toString("base64url").slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return sure.length < MIN_BASE64_CHARS ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
  });
  const data = secret.replaceAll("%", "%25");
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    escapeMarkdown(plain),
    escapeHtml(plain),
    data,
    data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
    ...shifted,
  ];
}
