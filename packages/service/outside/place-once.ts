import { randomBytes } from "node:crypto";
import { linkSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "@greenroom/contract/coded-error";
import { keepOwner } from "./keep-owner.ts";

/**
 * Writes a secret file unless it is there. Of two processes that do it at the same time one wins, and neither ever reads
 * half a file.
 */
export function placeOnce(file: string, text: string): void {
  const own = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(own, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    keepOwner(own);
    linkSync(own, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
