import semver from "semver";

/** Index of Python packages where the operator names no other. */
export const PYPI = "https://pypi.org/simple";

interface Wheel {
  readonly version: string;
  readonly url: string;
  readonly sha256: string;
}

interface WantedWheel {
  readonly name: string;
  readonly range: string;
  /** URL of the page. */
  readonly index: string;
}

const ARCHITECTURE = process.arch === "arm64" ? "aarch64" : "x86_64";
const LINK = /<a [^>]{0,500}?href="([^"#]{1,500})#sha256=([0-9a-f]{64})"[^>]{0,500}>([\w.+-]{1,200})<\/a>/g;
/** Nothing that a shell reads in single quotes, or a URL that is none. */
const PLAIN_URL = /^https:\/\/[\w.:/%+~-]{1,500}$/;

/** Finds the newest wheel of a range in the page of a package. [PEP 503; Binary distribution format, "File name convention"] */
export function newestWheel(page: string, { name, range, index }: WantedWheel): Wheel | undefined {
  const wheels = new Map<string, Wheel>();
  for (const [, href = "", sha256 = "", file = ""] of page.matchAll(LINK)) {
    const [distribution, version = "", ...tags] = file.replace(/\.whl$/, "").split("-");
    const platform = tags.at(-1) ?? "";
    const isOurs = platform.includes("manylinux") && platform.includes(ARCHITECTURE);
    const url = URL.parse(href, index)?.href ?? "";
    if (distribution !== name || !file.endsWith(".whl") || !isOurs || !PLAIN_URL.test(url)) continue;
    if (semver.valid(version) !== null) wheels.set(version, { version, url, sha256 });
  }
  return wheels.get(semver.maxSatisfying([...wheels.keys()], range) ?? "");
}

/**
 * Downloads a URL into a file; given a hash and the beginning of a name, checks it and takes one program out of the
 * archive that it is. [APPNOTE.TXT 4.3, ZIP]
 */
export const DOWNLOAD_SOURCE = `import { createHash } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const [url, file, sha256, folder] = process.argv.slice(2);
const response = await fetch(url);
if (!response.ok) throw new Error(url + " answered " + response.status);
let data = Buffer.from(await response.arrayBuffer());
if (sha256 !== undefined) {
  const hash = createHash("sha256").update(data).digest("hex");
  if (hash !== sha256) throw new Error(url + " has the hash " + hash + ", not " + sha256);
  data = entryOf(data);
}
writeFileSync(file, data);
chmodSync(file, 0o755);

function entryOf(archive) {
  const end = archive.lastIndexOf(Buffer.from("PK\\x05\\x06", "latin1"));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    if (name.startsWith(folder) && !name.endsWith("/")) {
      const header = archive.readUInt32LE(at + 42);
      const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
      return archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error("The archive has no " + folder);
}
`;
