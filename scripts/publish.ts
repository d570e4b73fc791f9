import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNamed, readName, wrongMajors } from "./repository-name.ts";

export interface PublishPlace {
  /** Of npm, unless given. */
  readonly registry: string | undefined;
  /** The git remote whose tag of the major version is moved. */
  readonly remote: string;
}

/** Dependencies first, so that the last one can be installed as soon as it is there. */
const TARBALLS = ["greenroom-contract.tgz", "greenroom-client.tgz", "greenroom-conformance.tgz", "greenroom.tgz"];
/** Made on the way to what is released. */
const STAGED = ["contract", "client", "conformance", "cli", "emitted", "image"];

/**
 * Publishes what `build` made, and nothing else. A second run goes on where the first one stopped.
 * @throws {Error} Where a file is not what the checksums say, or another build of this version is published
 */
export async function publish(from: string, { registry, remote }: PublishPlace): Promise<void> {
  const name = await readName();
  if (!isNamed(name))
    throw new Error(`package.json still names ${name}. Run npm run release -- name OWNER/REPOSITORY.`);
  await checkSums(from);
  const { version } = readTarball(join(from, "greenroom.tgz"));
  const wrong = await wrongMajors(version);
  if (wrong.length > 0) {
    throw new Error(
      `These files do not use the tag that ${version} moves. Run npm run release -- version ${version} and release that.\n${wrong.join("\n")}`,
    );
  }
  const npm = (...args: readonly string[]) =>
    execFileSync("npm", [...args, ...(registry === undefined ? [] : [`--registry=${registry}`])], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  // Only a workflow has an identity that the registry can note.
  const provenance = process.env["GITHUB_ACTIONS"] === "true" ? ["--provenance"] : [];
  for (const file of TARBALLS) {
    const path = join(from, file);
    const { name: packageName } = readTarball(path);
    const id = `${packageName}@${version}`;
    const published = readPublished(npm, packageName, version);
    const digest = `sha512-${createHash("sha512")
      .update(await readFile(path))
      .digest("base64")}`;
    if (published !== undefined && published !== digest) {
      throw new Error(`${id} is published with other bytes. Raise the version.`);
    }
    if (published === undefined) npm("publish", `./${path}`, "--access=public", ...provenance);
    console.log(`${id} ${published === undefined ? "is published" : "was published before"}`);
  }
  moveMajorTag(version, remote);
}

/** @throws {Error} Where a file is missing, changed, or not listed */
async function checkSums(from: string): Promise<void> {
  const listed = (await readFile(join(from, "SHA256SUMS"), "utf8")).trimEnd().split("\n");
  const sums = new Map(listed.map((line) => [line.slice(66), line.slice(0, 64)] as const));
  const others = (await readdir(from)).filter((name) => name !== "SHA256SUMS" && !STAGED.includes(name));
  for (const file of new Set([...TARBALLS, ...sums.keys(), ...others])) {
    const bytes = await readFile(join(from, file));
    const sum = createHash("sha256").update(bytes).digest("hex");
    if (sum !== sums.get(file)) throw new Error(`${file} is not what SHA256SUMS says. Build the release again.`);
  }
}

function readTarball(path: string): { readonly name: string; readonly version: string } {
  const text = execFileSync("tar", ["--extract", "--to-stdout", "--file", path, "package/package.json"], {
    encoding: "utf8",
  });
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest === "object" && manifest !== null && "name" in manifest && "version" in manifest) {
    const { name, version } = manifest;
    if (typeof name === "string" && typeof version === "string") return { name, version };
  }
  throw new Error(`${path} has no package.json with a name and a version.`);
}

/** @returns The digest of this version in the registry; undefined where it has none. */
function readPublished(npm: (...args: readonly string[]) => string, name: string, version: string): string | undefined {
  try {
    return npm("view", `${name}@${version}`, "dist.integrity", "--silent").trim() || undefined;
  } catch {
    // Not there yet: publishing says what else is wrong.
    return undefined;
  }
}

/** `v1` is the newest `v1.x.y`. */
function moveMajorTag(version: string, remote: string): void {
  const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" });
  const tag = `v${version}`;
  const major = tag.replace(/\..*$/, "");
  const commit = git("rev-parse", "--verify", `${tag}^{commit}`).trim();
  git("push", "--force", remote, `${commit}:refs/tags/${major}`);
  console.log(`${major} is ${tag}`);
}
