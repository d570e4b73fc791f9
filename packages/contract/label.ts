import { MAX_TITLE_CHARS } from "./limits.ts";

/**
 * Header of a create request that names its pull request, apart from the body: an idempotency key identifies the body,
 * and a title may be edited between two tries.
 * @see Interface §9 (additive)
 */
export const PULL_REQUEST_HEADER = "Greenroom-Pull-Request";

/** A pull request as people know it; nothing is decided by it. */
export interface PullRequestLabel {
  readonly number: number;
  /** Untrusted. */
  readonly title?: string | undefined;
}

export const MAX_PULL_REQUEST_NUMBER = 2_147_483_647;

/** Every character of a kept title can take twelve. */
const MAX_HEADER_CHARS = 4_096;

/** Longer texts are cut before they are read. */
const MAX_READ_CHARS = 16_384;

/** Control characters, and line breaks of any script. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** What changes the order of other characters, or hides them; joiners are part of words and of pictures. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]+/gu;

/**
 * One line of text from a repository or a client, without what would break it or turn it around.
 * @param text Untrusted; at most {@link MAX_TITLE_CHARS} characters are kept.
 */
export function titleLine(text: string): string {
  const line = text.slice(0, MAX_READ_CHARS).toWellFormed().replaceAll(BREAKS, " ").replaceAll(INVISIBLE, "").trim();
  const characters = Array.from(line);
  return characters.length <= MAX_TITLE_CHARS ? line : `${characters.slice(0, MAX_TITLE_CHARS - 1).join("")}…`;
}

/**
 * Writes the value of {@link PULL_REQUEST_HEADER}: visible ASCII and blanks, whatever the title holds.
 * @returns `7;title=%"Open the box office"`, an integer with a display string; undefined for a number that is none.
 * @see RFC 9651 §3.1.2, §3.3.8
 */
export function writePullRequest({ number, title = "" }: PullRequestLabel): string | undefined {
  if (!isNumber(number)) return undefined;
  const encoded = titleLine(title).replaceAll(/[^\x20-\x7e]|[%"]/gu, (character) =>
    encodeURIComponent(character).toLowerCase(),
  );
  return encoded === "" ? String(number) : `${number};title=%"${encoded}"`;
}

/**
 * Reads the value of {@link PULL_REQUEST_HEADER}.
 * @param header Untrusted, as sent.
 * @returns Undefined for anything else: a label is no reason to reject a deployment. [RFC 9651 §4.2]
 */
export function readPullRequest(header: string | undefined): PullRequestLabel | undefined {
  if (header === undefined || header.length > MAX_HEADER_CHARS) return undefined;
  const found = /^([1-9]\d{0,9})(?:; *title=%"((?:[\x20\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*)")?$/.exec(header);
  const number = Number(found?.[1]);
  if (!found || !isNumber(number)) return undefined;
  const title = decoded(found[2] ?? "");
  if (title === undefined) return undefined;
  return title === "" ? { number } : { number, title };
}

function isNumber(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= MAX_PULL_REQUEST_NUMBER;
}

/** @returns Undefined for what is not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return titleLine(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
