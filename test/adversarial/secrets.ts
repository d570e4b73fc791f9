import { GITHUB_TOKEN, TOKEN } from "./strings.ts";

const SECRETS = [TOKEN, GITHUB_TOKEN];

/**
 * Finds the tokens in anything that left, in every form that they could be decoded from.
 * @param text What left.
 * @param secrets The tokens of the run.
 * @returns What is wrong, one sentence each.
 */
export function findSecrets(text: string, secrets: readonly string[] = SECRETS): string[] {
  const readings = [text, unescaped(text), unescaped(unescaped(text))];
  return secrets.flatMap((secret) => {
    const plain = readings.some((reading) => reading.includes(secret)) ? [`the token ${secret} got out`] : [];
    const encoded = encodings(secret).some((form) => text.includes(form))
      ? [`the token ${secret} got out encoded`]
      : [];
    return [...plain, ...encoded];
  });
}

/** Takes away what Markdown, HTML, JSON, addresses and commands write instead of a character. */
function unescaped(text: string): string {
  return text
    .replaceAll("&#8203;", "")
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex: string | undefined, digits: string | undefined) =>
      character(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replaceAll("\\", "");
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = bytes.subarray((3 - shift) % 3);
    const text = whole.subarray(0, whole.length - (whole.length % 3)).toString("base64");
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...base64, bytes.toString("hex")];
}
