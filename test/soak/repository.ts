import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeRepository } from "../../packages/testkit/repository.ts";

/** The file that differs between the commits. */
export const OWN_FILE = "attempt.txt";

/** What that file holds in the commit of an attempt. */
export function ownText(attempt: number): string {
  return `This is attempt ${attempt}.\n`;
}

/** A repository with a commit of its own for every attempt. */
export interface SoakRepository {
  readonly url: string;
  /** By number of the attempt. */
  readonly commits: readonly string[];
}

export async function makeCommits(path: string, count: number): Promise<SoakRepository> {
  const { url, headSha } = await makeRepository({ example: "examples/static-html", path });
  const person = "Ada Novak <ada@greenroom.test> 1789373561 +0000";
  const commits = Array.from({ length: count }, (_, attempt) => {
    const [message, text] = [`Attempt ${attempt}`, ownText(attempt)];
    return [
      `commit refs/heads/soak/${attempt}`,
      `committer ${person}`,
      `data ${Buffer.byteLength(message)}`,
      message,
      `from ${headSha}`,
      `M 100644 inline ${OWN_FILE}`,
      `data ${Buffer.byteLength(text)}`,
      text,
    ].join("\n");
  });
  await git(path, ["fast-import", "--quiet"], `${commits.join("\n")}\n`);
  const refs = await git(path, ["for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/soak"], "");
  const shas: string[] = [];
  for (const line of refs.trim().split("\n")) {
    const [name = "", sha = ""] = line.split(" ");
    shas[Number(name.slice("refs/heads/soak/".length))] = sha;
  }
  return { url, commits: shas };
}

async function git(path: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn("git", ["-C", path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A command that reads no input can have ended before it is written; its exit code says whether that matters.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${String(code)}`);
  return Buffer.concat(chunks).toString("utf8");
}
