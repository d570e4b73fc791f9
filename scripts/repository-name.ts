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

/** Writes another name everywhere: guides, READMEs, workflows, samples. */
export async function rename(name: string): Promise<readonly string[]> {
  if (!NAME.test(name)) throw new Error("Give the repository as OWNER/REPOSITORY.");
  const before = await readName();
  // Not where it is part of a longer name.
  return await rewriteAll(before, new RegExp(String.raw`(?<![\w.-])${escaped(before)}(?![\w-])`, "g"), name);
}

/** Makes guides and samples use the newest version of a major one: `@v0` until there is a `v1`. */
export async function pinMajor(version: string): Promise<void> {
  const name = await readName();
  await rewriteAll(name, majorOf(name), `$1v${version.split(".", 1)[0]}`);
}

/** @returns Where guides and samples use another major version than `version`, whose tag a release moves. */
export async function wrongMajors(version: string): Promise<readonly string[]> {
  const name = await readName();
  const expected = `v${version.split(".", 1)[0]}`;
  const wrong = filesWith(name).map(async (file) => {
    const found = [...(await readFile(file, "utf8")).matchAll(majorOf(name))];
    return found.every(([, , major]) => major === expected) ? [] : [file];
  });
  return (await Promise.all(wrong)).flat();
}

/** The tag that moves with each release of a major version, with what stands before it. */
function majorOf(name: string): RegExp {
  return new RegExp(String.raw`(${escaped(name)}(?:/[\w./-]+)?@)(v\d+)(?![\w.])`, "g");
}

function escaped(name: string): string {
  return name.replaceAll(".", String.raw`\.`);
}

async function rewriteAll(word: string, pattern: RegExp, to: string): Promise<readonly string[]> {
  const files = filesWith(word);
  for (const file of files) await writeFile(file, (await readFile(file, "utf8")).replaceAll(pattern, to));
  return files;
}

function filesWith(text: string): readonly string[] {
  const listed = execFileSync("git", ["grep", "--files-with-matches", "--fixed-strings", "-z", text, "--", ":!dist"], {
    encoding: "utf8",
  });
  return listed.split("\0").filter((file) => file !== "");
}
