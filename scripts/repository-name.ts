import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";

/** Stands where nobody has said yet who publishes. */
const UNNAMED = "OWNER/";

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[\w.-]{1,100}$/;

/** @returns `owner/repository` of `package.json`, from which all else is written. */
export async function readName(): Promise<string> {
  const found = /"url": "git\+https:\/\/github\.com\/([^"]+)\.git"/.exec(await readFile("package.json", "utf8"))?.[1];
  if (found === undefined) throw new Error("package.json has no repository on github.com.");
  return found;
}

export function isNamed(name: string): boolean {
  return !name.startsWith(UNNAMED);
}

/**
 * Writes another name everywhere: guides, READMEs, workflows, samples.
 * @returns The files that were changed.
 */
export async function rename(name: string): Promise<readonly string[]> {
  if (!NAME.test(name)) throw new Error("Give the repository as OWNER/REPOSITORY.");
  const before = await readName();
  const listed = execFileSync(
    "git",
    ["grep", "--files-with-matches", "--fixed-strings", "-z", before, "--", ":!dist"],
    {
      encoding: "utf8",
    },
  );
  const files = listed.split("\0").filter((file) => file !== "");
  // Not where it is part of a longer name.
  const whole = new RegExp(String.raw`(?<![\w.-])${before.replaceAll(".", String.raw`\.`)}(?![\w-])`, "g");
  for (const file of files) await writeFile(file, (await readFile(file, "utf8")).replaceAll(whole, name));
  return files;
}
