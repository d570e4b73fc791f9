import { chownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Gives what a command of root made to the account of the folder it is in, so that the service can use it. */
export function keepOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
