/** Shorter pieces would be found in any text. */
const MIN_CHARS = 8;

/**
 * Spells a secret as base64 holds it, at each of the three places it may have within a longer text that was encoded.
 * @param secret The secret itself.
 * @returns In both alphabets, each once; only characters that are the same whatever stands around the secret.
 * @see RFC 4648 sections 4 and 5
 */
export function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    // Only characters whose six bits all belong to the secret are the same in every text around it.
    const sure = bytes.toString("base64url").slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return sure.length < MIN_CHARS ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
  });
  return [...new Set(forms)];
}
