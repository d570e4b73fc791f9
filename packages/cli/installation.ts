import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorFault } from "@greenroom/service/domain/operator-fault";
import { z } from "zod";

/** Written by `scripts/pack.ts`: every file of the package that runs, with its bytes. A checkout has none. */
export const PACKED_FILES = "files.json";

const INSTALL_AGAIN = "Install this version again, or copy its whole folder again.";

/** Finds what an interrupted copy of the installed package left out or cut off. */
export function incompleteness(error?: unknown, root: string = import.meta.dirname): OperatorFault | undefined {
  const list = join(root, PACKED_FILES);
  const files = existsSync(list) ? z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(list, "utf8"))) : {};
  const wrong = Object.keys(files).filter(
    (path) => statSync(join(root, path), { throwIfNoEntry: false })?.size !== files[path],
  );
  const fault = (what: string) =>
    new OperatorFault("incomplete", `The installation in ${root} is incomplete: ${what}. ${INSTALL_AGAIN}`);
  const [first, ...more] = wrong;
  if (first !== undefined) {
    return fault(`${first} ${more.length === 0 ? "is" : `and ${more.length} more are`} missing or cut off`);
  }
  // Of other packages, which npm puts beside this one or below it.
  const isMissing = error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND");
  return isMissing ? fault(error.message) : undefined;
}
