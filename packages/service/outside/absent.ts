import { readFileSync } from "node:fs";
import { errorCode } from "@greenroom/contract/coded-error";

/** Whether an error says that a file is not there. */
export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** @returns Undefined for what is not there. */
export function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

/** Reads a file as text; undefined when it is not there. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return unlessAbsent(error);
  }
}
