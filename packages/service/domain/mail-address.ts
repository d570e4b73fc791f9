import { isIP } from "node:net";

/** Characters that end a line, hide, or turn the direction of text around. */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Whether a name can be part of a message: without line breaks and other characters that one cannot see. */
export function isPlainName(text: string): boolean {
  return text.search(UNSEEN) === -1;
}

const MAX_NAME_CHARS = 120;

/** Reads a name that somebody typed for a person or a workspace. @returns Undefined when it is none. */
export function readName(typed: string): string | undefined {
  const name = typed.replaceAll(/ +/g, " ").trim();
  return name === "" || name.length > MAX_NAME_CHARS || !isPlainName(name) ? undefined : name;
}

/**
 * Whether mail is sent to an address: a plain mailbox, without a name beside it, quotes, comments or routes. Stricter
 * than RFC 5321, which allows what no one uses and programs read in different ways.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || !isPlainName(text)) return false;
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || !/^[\p{L}\p{N}_'+=&~-]+(?:\.[\p{L}\p{N}_'+=&~-]+)*$/u.test(local)) return false;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(domain) && isIP(domain) === 0;
}
