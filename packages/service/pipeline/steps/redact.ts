import { base64Forms } from "@greenroom/contract";

/** Values so short that they would blank out ordinary text. */
const MIN_REDACTED_CHARS = 4;

/**
 * Hides secrets in texts: as they are, of one with several lines each line, in capitals or small letters, as base64
 * anywhere in a longer text, as hexadecimal, and as URLs and JSON write them.
 */
export class Redactor {
  #forms: readonly string[] = [];
  /** Characters of the longest form of a secret. */
  longest = 0;

  constructor(secrets: readonly string[] = []) {
    this.add(secrets);
  }

  add(secrets: readonly string[]): void {
    const forms = new Set([...this.#forms, ...secrets.flatMap(formsOf)]);
    this.#forms = [...forms].filter((form) => form.length >= MIN_REDACTED_CHARS);
    this.longest = Math.max(0, ...this.#forms.map(({ length }) => length));
  }

  hide(text: string): string {
    let shown = "";
    let from = 0;
    for (const [start, end] of this.#spans(text)) {
      shown += `${text.slice(from, start)}***`;
      from = end;
    }
    return from === 0 ? text : shown + text.slice(from);
  }

  /** Moves a cut behind the secret that it would divide. */
  behindSecret(text: string, at: number): number {
    return this.#spans(text).find(([start, end]) => start < at && at < end)?.[1] ?? at;
  }

  /** Parts that overlap are one, so that no end of one of them is left. */
  #spans(text: string): readonly (readonly [start: number, end: number])[] {
    const found: [start: number, end: number][] = [];
    for (const form of this.#forms) {
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) found.push([at, at + form.length]);
    }
    if (found.length < 2) return found;
    const spans: [start: number, end: number][] = [];
    for (const [start, end] of found.toSorted(([left], [right]) => left - right)) {
      const last = spans.at(-1);
      if (last === undefined || start > last[1]) spans.push([start, end]);
      else last[1] = Math.max(last[1], end);
    }
    return spans;
  }
}

function formsOf(secret: string): readonly string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [secret, ...lines].flatMap((part) => {
    const url = encodeURIComponent(part.toWellFormed());
    const hex = Buffer.from(part).toString("hex");
    return [
      ...[part, url, hex].flatMap((form) => [form, form.toUpperCase(), form.toLowerCase()]),
      // With small letters in its own escapes alone.
      url.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
      JSON.stringify(part).slice(1, -1),
      ...base64Forms(part),
    ];
  });
}
