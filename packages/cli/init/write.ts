import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { CommandFailure } from "../failure.ts";
import type { Starter } from "./starters.ts";

/** What becomes of a file. */
export type Fate = "new" | "same" | "differs";

/** A starter with what stands in its place. */
export interface Placed extends Starter {
  readonly fate: Fate;
}

/**
 * Looks what stands where the starters belong; nothing is written.
 * @param root Root of the repository.
 */
export async function place(root: string, starters: readonly Starter[]): Promise<readonly Placed[]> {
  return Promise.all(starters.map(async (starter) => ({ ...starter, fate: await fateOf(root, starter) })));
}

async function fateOf(root: string, { path, text }: Starter): Promise<Fate> {
  const standing = await readFile(join(root, path), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (standing === undefined) return "new";
  return standing === text ? "same" : "differs";
}

/**
 * Writes the starters that are not there yet as they should be.
 * @param placed Files; one that differs is replaced, so whoever calls has asked.
 */
export async function write(root: string, placed: readonly Placed[]): Promise<void> {
  for (const { text, path } of placed) checkWorkflow(path, text);
  for (const { path, text, fate } of placed) {
    if (fate === "same") continue;
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    // What appeared since the look is somebody else's.
    await writeFile(target, text, { flag: fate === "new" ? "wx" : "w" }).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      throw new CommandFailure("usage", `${path} appeared meanwhile and stays as it is. Run again.`, error);
    });
    checkWorkflow(path, await readFile(target, "utf8"));
  }
}

/**
 * Checks that a text is a workflow GitHub can read.
 * @throws {CommandFailure} `defect`
 */
export function checkWorkflow(path: string, text: string): void {
  const document = parseDocument(text, { uniqueKeys: true });
  const missing = ["name", "on", "jobs"].filter((key) => document.get(key) === undefined);
  if (document.errors.length === 0 && missing.length === 0) return;
  const why = document.errors[0]?.message ?? `it has no '${missing[0] ?? ""}'`;
  throw new CommandFailure("defect", `${path} would be no workflow: ${why}. Please report this.`);
}
