import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const remove = (folder: string) => () => rmSync(folder, { recursive: true, force: true });
const make = (name: string): string => mkdtempSync(join(tmpdir(), `greenroom-${name}-`));

/** A folder of the tests of one file. */
export function temporaryFolder(name: string): string {
  const folder = make(name);
  afterAll(remove(folder));
  return folder;
}

/** A folder of the test that runs, or before which a hook runs; removed after its other hooks. */
export function folderOfTest(name: string): string {
  const folder = make(name);
  onTestFinished(remove(folder));
  return folder;
}
