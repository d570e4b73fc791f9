import { readFileSync } from "node:fs";
import { errorCode } from "@greenroom/contract/coded-error";

export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** @returns Undefined for what is not there. */
export function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return unlessAbsent(error);
  }
}
