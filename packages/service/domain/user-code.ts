import { randomInt } from "node:crypto";
import { hashSecret } from "./secret.ts";

/** Consonants: no code spells a word, none looks like a digit. [RFC 8628 §6.1] */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

const LENGTH = 8;

const USER_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** Makes a user code of the device flow, eight letters with a hyphen in the middle. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/**
 * What is stored of a user code; case and punctuation do not count. [RFC 8628 §6.1]
 * @param typed As a person typed it.
 * @returns Undefined when it cannot be one.
 */
export function userCodeHash(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return USER_CODE.test(letters) ? hashSecret(letters) : undefined;
}
