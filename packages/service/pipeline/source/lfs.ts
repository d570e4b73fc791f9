import { createHash } from "node:crypto";
import { copyFile, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, rootCertificates } from "node:tls";
import { z } from "zod";
import { inBatches } from "../../domain/batches.ts";
import { sizeText } from "../../domain/build-limits.ts";
import { parseJson } from "../../domain/json-text.ts";
import { send } from "../../outside/outgoing.ts";
import { BuildFailure } from "../failure.ts";
import { openFolder } from "../output/tree.ts";
import { kindAt, textAt } from "./checkout.ts";
import { type GitFolder, gitIn } from "./git.ts";
import { readRepository } from "./remote.ts";
import { submoduleUrl } from "./submodules.ts";

interface LfsObjects {
  readonly files: number;
  readonly bytes: number;
  /** Why they were not fetched, as a clause. */
  readonly problem?: string | undefined;
}

interface LfsRules {
  readonly files: string;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
  readonly allowPrivateHosts: boolean;
  /** File of the authorities to trust instead of the machine's. */
  readonly certificates: string | undefined;
}

/** A file that git wrote as a pointer. [git-lfs, "Specification"] */
interface Pointer {
  readonly oid: string;
  readonly size: number;
}

interface Transfer {
  readonly git: GitFolder;
  readonly rules: LfsRules;
  /** Where the objects are asked for, without a slash at its end. */
  readonly endpoint: URL;
  readonly ca: readonly string[];
  readonly signal: AbortSignal;
}

const MAX_ATTRIBUTES_BYTES = 256 * 1024;
const MAX_POINTER_BYTES = 1024;
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/;
const MAX_OBJECTS = 5_000;
const BATCH = 100;
const MAX_ANSWER_BYTES = 1024 ** 2;
const MEDIA_TYPE = "application/vnd.git-lfs+json";

/**
 * Replaces the pointers of Git LFS of a commit, which was written just now, by what they point to: all or none, over
 * https of the host of its repository. No command ran in the folder yet.
 * @throws {BuildFailure} `limit_exceeded`
 */
export async function fetchLfsObjects(git: GitFolder, rules: LfsRules): Promise<LfsObjects> {
  const pointers = await findPointers(git, rules.files);
  const objects = [...new Map([...pointers.values()].map((pointer) => [pointer.oid, pointer])).values()];
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  const result = { files: pointers.size, bytes };
  if (objects.length === 0) return result;
  const tooMuch = sizeProblem(objects, bytes, rules);
  if (tooMuch !== undefined) return { ...result, problem: tooMuch };
  const endpoint = await endpointOf(git, rules.files);
  if ("problem" in endpoint) return { ...result, problem: endpoint.problem };
  const signal = AbortSignal.any([git.signal, AbortSignal.timeout(git.limits.timeoutMs)]);
  const fetching = { git, rules, endpoint, ca: await authorities(rules), signal };
  const folder = join(git.folder, "lfs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const batch of inBatches(objects, BATCH)) {
      const problem = await fetchBatch(fetching, folder, batch);
      if (problem !== undefined) return { ...result, problem };
    }
    for (const [path, { oid }] of pointers) await copyFile(join(folder, oid), join(rules.files, path));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sizeProblem(
  objects: readonly Pointer[],
  bytes: number,
  { maxFileBytes, maxBytes }: LfsRules,
): string | undefined {
  const largest = Math.max(...objects.map(({ size }) => size));
  if (objects.length > MAX_OBJECTS) return `there are ${objects.length}, more than ${MAX_OBJECTS}`;
  if (largest > maxFileBytes)
    return `one has ${sizeText(largest)}, more than the ${sizeText(maxFileBytes)} of a file here`;
  if (bytes > maxBytes) return `they have ${sizeText(bytes)}, more than the ${sizeText(maxBytes)} of a deployment here`;
  return undefined;
}

/** The pointers of the files that `.gitattributes` at the top gives to Git LFS, by path. */
async function findPointers(git: GitFolder, files: string): Promise<ReadonlyMap<string, Pointer>> {
  const found = new Map<string, Pointer>();
  await using folder = await openFolder(files);
  const attributes = await textAt(folder, ".gitattributes", MAX_ATTRIBUTES_BYTES);
  if (attributes === undefined || !/\bfilter=lfs\b/.test(attributes)) return found;
  const list = ["-c", "core.quotePath=false", "ls-files", "--stage", "--", ":(attr:filter=lfs)"];
  const { lines } = await gitIn(git, { files, reach: "nothing" })(...list);
  for (const line of lines) {
    const path = /^100(?:644|755) [0-9a-f]+ 0\t([^"].*)$/.exec(line)?.[1];
    if (path === undefined) continue;
    const [, oid, size] = POINTER.exec((await textAt(folder, path, MAX_POINTER_BYTES)) ?? "") ?? [];
    if (oid !== undefined) found.set(path, { oid, size: Number(size) });
  }
  return found;
}

/** Where a repository's objects are: below its own URL, or where its `.lfsconfig` says, on the same host. */
async function endpointOf(git: GitFolder, files: string): Promise<URL | { readonly problem: string }> {
  const own = submoduleUrl(`${git.remote.url.replace(/\/+$/, "").replace(/\.git$/, "")}.git/info/lfs`, git.remote.url);
  const said = await configuredUrl(git, files);
  const url = said === undefined ? own : submoduleUrl(said, git.remote.url);
  const where = said === undefined ? "" : ".lfsconfig: ";
  if ("problem" in url) return { problem: `${where}${url.problem}` };
  const checked = readRepository(url.href.replace(/\/+$/, ""), { file: false });
  if (checked.kind === "https") return checked.url;
  return {
    problem: `${where}${checked.kind === "invalid" ? checked.reason.replace(/\.$/, "") : "only https is read"}`,
  };
}

async function configuredUrl(given: GitFolder, files: string): Promise<string | undefined> {
  await using folder = await openFolder(files);
  if ((await kindAt(folder, ".lfsconfig")) !== "file") return undefined;
  const git = gitIn(given, { reach: "nothing" });
  for (const key of ["lfs.url", "remote.origin.lfsurl"]) {
    const { code, lines } = await git("config", "--blob", "HEAD:.lfsconfig", "--get", key);
    if (code === 0 && lines[0] !== undefined) return lines[0];
  }
  return undefined;
}

async function authorities({ certificates }: LfsRules): Promise<readonly string[]> {
  if (certificates !== undefined) return [await readFile(certificates, "utf8")];
  return [...rootCertificates, ...getCACertificates("system"), ...getCACertificates("extra")];
}

const Answer = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      actions: z
        .object({ download: z.object({ href: z.string(), header: z.record(z.string(), z.string()).default({}) }) })
        .optional(),
    }),
  ),
});

/** @returns Why not all of them are there now. [git-lfs, "Batch API"] */
async function fetchBatch(fetching: Transfer, folder: string, wanted: readonly Pointer[]): Promise<string | undefined> {
  const { git, rules, endpoint, ca, signal } = fetching;
  const objects = wanted.map(({ oid, size }) => ({ oid, size }));
  const sent = await send({
    url: new URL(`${endpoint.href}/objects/batch`),
    method: "POST",
    headers: { Accept: MEDIA_TYPE, "Content-Type": MEDIA_TYPE, ...credential(git, endpoint) },
    body: JSON.stringify({ operation: "download", transfers: ["basic"], hash_algo: "sha256", objects }),
    signal,
    maxBytes: MAX_ANSWER_BYTES,
    publicOnly: !rules.allowPrivateHosts,
    ca,
  });
  git.signal.throwIfAborted();
  if (sent.kind === "unreachable") return `their host could not be reached: ${sent.reason.replace(/\.$/, "")}`;
  if (sent.status !== 200) return statusProblem(sent.status);
  const answer = Answer.safeParse(parseJson(sent.body));
  if (!answer.success) return "their host did not answer as Git LFS does";
  const actions = new Map(answer.data.objects.map(({ oid, actions }) => [oid, actions?.download]));
  for (const pointer of wanted) {
    const action = actions.get(pointer.oid);
    if (action === undefined) return "their host has not all of them";
    const problem = await download(fetching, { ...pointer, ...action, file: join(folder, pointer.oid) });
    if (problem !== undefined) return problem;
    const exceeded = await git.limits.exceeded([]);
    if (exceeded !== undefined) throw new BuildFailure("limit_exceeded", `The clone was stopped. ${exceeded}`);
  }
  return undefined;
}

const statusProblem = (status: number): string =>
  status === 401 || status === 403 || status === 404
    ? "their host has none for this repository, or asks for a credential that does not read them"
    : `their host answered with the status ${status}`;

/** The credential of a repository is for what lies below its own URL, and for nothing else that its files can name. */
function credential({ remote }: GitFolder, url: URL): Readonly<Record<string, string>> {
  const own = remote.url.replace(/\/+$/, "").replace(/\.git$/, "");
  const isBelow = [`${own}/`, `${own}.git/`].some((start) => url.href.startsWith(start));
  return isBelow && remote.authorization !== undefined ? { Authorization: remote.authorization } : {};
}

interface Download extends Pointer {
  readonly href: string;
  /** As the host says. */
  readonly header: Readonly<Record<string, string>>;
  readonly file: string;
}

/** Of the connection, or for other servers. */
const NOT_PASSED_ON =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|cookie|proxy-.*)$/i;

async function download(
  { git, rules, endpoint, ca, signal }: Transfer,
  { oid, size, href, header, file }: Download,
): Promise<string | undefined> {
  const url = URL.parse(href);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
    return "their host sends to a URL that is not https";
  const passed = Object.entries(header).filter(([name, value]) => {
    return /^[\w-]+$/.test(name) && !NOT_PASSED_ON.test(name) && /^[\t\u0020-\u007e]*$/.test(value);
  });
  const hash = createHash("sha256");
  let bytes = 0;
  await using target = await open(file, "w", 0o600);
  const sent = await send({
    url,
    method: "GET",
    headers: { ...credential(git, url), ...Object.fromEntries(passed) },
    signal,
    maxBytes: size,
    // The repository's host alone may lie on a private network.
    publicOnly: !rules.allowPrivateHosts || url.host !== endpoint.host,
    ca,
    onChunk: async (chunk) => {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await target.write(chunk);
    },
  });
  git.signal.throwIfAborted();
  if (sent.kind === "unreachable") return `one could not be fetched: ${sent.reason.replace(/\.$/, "")}`;
  if (sent.status !== 200) return `one could not be fetched: its host answered with the status ${sent.status}`;
  const isWhole = !sent.cut && bytes === size && hash.digest("hex") === oid;
  return isWhole ? undefined : "one is not what its pointer names";
}
