import { z } from "zod";
import { characters } from "./limits.ts";

/**
 * A check of the longest text, which counts characters as the document of the interface does; `max` of a schema counts
 * the UTF-16 units of JavaScript, of which an emoji takes two.
 * @see JSON Schema validation §6.3.1
 */
export function maxChars(maximum: number) {
  const check = new z.core.$ZodCheckMaxLength({ check: "max_length", maximum });
  check._zod.check = ({ value, issues }) => {
    // Runs on any value with a length, such as an object that has a field of this name.
    if (typeof value !== "string" || characters(value) <= maximum) return;
    issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value, inst: check });
  };
  return check;
}

/** A text with more than white space, which is cut off at both ends. */
export function requiredText(maximum: number) {
  return z.string().trim().regex(/\S/, "must not be empty").check(maxChars(maximum));
}

/** As {@link requiredText}, of one line: no control characters, and no line breaks of any script. */
export function requiredLine(maximum: number) {
  const pattern = /^\s*[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
  return z
    .string()
    .trim()
    .regex(pattern, "must be one line, not empty, without control characters")
    .check(maxChars(maximum));
}
