import { promisify } from "node:util";
import { brotliCompress, constants as zlib, gzip } from "node:zlib";
import type { Manifest } from "@greenroom/contract";
import type { OutputLimits } from "@greenroom/contract/upload-files";
import { inBatches, settleAll } from "../../domain/batches.ts";
import { sizeText, whoRaises } from "../../domain/build-limits.ts";
import type { ListedFile } from "../../domain/file-list.ts";
import { isServedPath } from "../../domain/output-paths.ts";
import {
  headerProblem,
  HEADERS_FILE,
  MAX_SERVING_FILE_BYTES,
  readServingFiles,
  REDIRECTS_FILE,
  type ServingFiles,
} from "../../domain/serving-files.ts";
import { counted } from "../../outside/words.ts";
import type { StoredObject } from "../../store/files/objects.ts";
import { type Encoding, ENCODINGS, isCompressible, type Variant, type Variants } from "../../store/files/variants.ts";
import { BuildFailure } from "../failure.ts";
import type { OutputStore } from "../record.ts";
import type { BuildLog } from "../steps/log.ts";
import { openInner, type OutputFile, refused, rejected } from "./list-output.ts";
import type { File, Folder } from "./tree.ts";

const STORED_AT_A_TIME = 32;
const MEBIBYTE = 1024 ** 2;

/** By the rules of `listOutput` and `storeOutput`, for a list that came from elsewhere. */
export function listProblem(
  files: readonly ListedFile[],
  limits: OutputLimits,
): { readonly code: "invalid" | "too_large"; readonly message: string } | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > limits.files || bytes > limits.totalBytes) {
    return { code: "too_large", message: "The list is larger than a deployment may be." };
  }
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path, size } of files) {
    const names = path.split("/");
    if (size > limits.fileBytes) return { code: "too_large", message: "A file is larger than files may be." };
    if (!isServedPath(path) || paths.has(path)) {
      return { code: "invalid", message: `The path ${JSON.stringify(path.slice(0, 200))} is not allowed in a site.` };
    }
    paths.add(path);
    for (let depth = 1; depth < names.length; depth += 1) folders.add(names.slice(0, depth).join("/"));
  }
  const both = [...paths].find((path) => folders.has(path));
  return both === undefined ? undefined : { code: "invalid", message: "A path is both a file and a folder." };
}

/** @returns The files in the same order. @throws {BuildFailure} `output_rejected`, `limit_exceeded` */
export async function storeOutput(
  { checkout, files, limits }: StoredOutput,
  store: OutputStore,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  let totalBytes = 0;
  await using way = openFolderCursor(checkout);
  for (const some of inBatches(files, STORED_AT_A_TIME)) {
    signal.throwIfAborted();
    await using opened = new AsyncDisposableStack();
    const batch: { path: string; file: File }[] = [];
    for (const { path, at } of some) {
      batch.push({ path, file: opened.use(await openFile(await way.to(at), { path, at })) });
    }
    const stored = await settleAll(batch, (each) => storeFile(each, limits, store.objects));
    for (const file of stored) totalBytes += file.size;
    if (totalBytes > limits.totalBytes) {
      const what = `The output is larger than ${sizeText(limits.totalBytes)}.`;
      throw new BuildFailure("limit_exceeded", `${what} ${whoRaises("outputBytes")}`);
    }
    listed.push(...stored);
  }
  await store.keep(listed, signal);
  return listed;
}

interface StoredOutput {
  readonly checkout: Folder;
  readonly files: readonly OutputFile[];
  readonly limits: OutputLimits;
}

/** Keeps the folders open that lead to the file at hand: the next one is likely to lie beside it. */
interface FolderCursor extends AsyncDisposable {
  /** The folder of a file of the checkout; it is closed when a later file lies elsewhere. */
  to(at: string): Promise<Folder>;
}

function openFolderCursor(checkout: Folder): FolderCursor {
  const levels: { readonly name: string; readonly folder: Folder }[] = [];
  const shorten = async (length: number): Promise<void> => {
    for (const { folder } of levels.splice(length).toReversed()) await folder[Symbol.asyncDispose]();
  };
  return {
    async to(at) {
      const names = at.split("/").slice(0, -1);
      const differing = names.findIndex((name, index) => levels[index]?.name !== name);
      await shorten(differing === -1 ? names.length : differing);
      for (const name of names.slice(levels.length)) {
        const path = names.slice(0, levels.length + 1).join("/");
        levels.push({ name, folder: await openInner(levels.at(-1)?.folder ?? checkout, name, path) });
      }
      return levels.at(-1)?.folder ?? checkout;
    },
    [Symbol.asyncDispose]: () => shorten(0),
  };
}

async function openFile(folder: Folder, { path, at }: OutputFile): Promise<File> {
  const entry = await folder.entry(at.slice(at.lastIndexOf("/") + 1));
  if (entry?.kind === "file") return entry.file;
  throw await refused(path, entry);
}

async function storeFile(
  { path, file }: { readonly path: string; readonly file: File },
  limits: OutputLimits,
  objects: OutputStore["objects"],
): Promise<ListedFile> {
  const { stats } = file;
  if (stats.nlink > 1) throw rejected(path, "which is a hard link; copy the file instead");
  if (stats.size > limits.fileBytes) {
    const what = `The output file ${JSON.stringify(path)} is larger than ${sizeText(limits.fileBytes)}.`;
    throw new BuildFailure("limit_exceeded", `${what} ${whoRaises("outputFileBytes")}`);
  }
  await using handle = await file.read().catch((cause: unknown) => {
    throw rejected(path, "a file that cannot be read", cause);
  });
  return { path, ...(await objects.putFile(handle)) };
}

/** Levels that cost a build about 50 ms a mebibyte; the best ones save 2 % more and cost five times as much. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

/** Compressed at a time: zlib works beside the event loop, on the threads that file access needs too. */
const COMPRESSED_AT_A_TIME = 4;

/** Bytes of one deployment that are compressed; what is over it is served as it is. */
const MAX_COMPRESSED_BYTES = 256 * MEBIBYTE;

/** Less saved than this is not worth a second copy. */
const WORTHWHILE = 0.95;

function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  switch (encoding) {
    case "br": {
      const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      return promisify(brotliCompress)(bytes, { params });
    }
    case "gzip":
      return promisify(gzip)(bytes, { level: GZIP_LEVEL });
  }
}

/** Once for all deployments that hold the same file. @returns The variants that were not there before, stored. */
export async function compressFiles(
  files: readonly ListedFile[],
  store: OutputStore,
  signal: AbortSignal,
): Promise<Variant[]> {
  const compressible = withinBudget(files.filter(({ path, size }) => isCompressible(path, size)));
  const known = await store.variants(compressible);
  const made: Variant[] = [];
  for (const batch of inBatches(compressible, COMPRESSED_AT_A_TIME)) {
    signal.throwIfAborted();
    const compressed = (file: StoredObject) => compressFile(file, known.get(file.sha256) ?? {}, store.objects);
    made.push(...(await settleAll(batch, compressed)).flat());
  }
  const kept = made.flatMap(({ encoded }) => encoded ?? []);
  await store.keep(kept, signal);
  return made;
}

/** Each content once, up to the limit. */
function withinBudget(files: readonly ListedFile[]): StoredObject[] {
  const chosen = new Map<string, StoredObject>();
  let bytes = 0;
  for (const { sha256, size } of files) {
    if (chosen.has(sha256) || bytes + size > MAX_COMPRESSED_BYTES) continue;
    chosen.set(sha256, { sha256, size });
    bytes += size;
  }
  return [...chosen.values()];
}

async function compressFile(
  { sha256, size }: StoredObject,
  known: Variants,
  objects: OutputStore["objects"],
): Promise<Variant[]> {
  const missing = ENCODINGS.filter((encoding) => known[encoding] === undefined);
  if (missing.length === 0) return [];
  const bytes = await objects.read(sha256);
  const made: Variant[] = [];
  for (const encoding of missing) {
    const compressed = await compress(encoding, bytes);
    const encoded = compressed.length < size * WORTHWHILE ? await objects.putBytes(compressed) : null;
    made.push({ sha256, encoding, encoded });
  }
  return made;
}

/** The text of a file with rules; undefined when there is none. */
export type ServingFile = string | { readonly tooLarge: true } | undefined;

export async function servingFiles(read: (name: string) => Promise<ServingFile>, log: BuildLog): Promise<ServingFiles> {
  const textOf = async (name: string): Promise<string | undefined> => {
    const file = await read(name);
    if (typeof file !== "object") return file;
    log.line("publish", `${name} is larger than ${sizeText(MAX_SERVING_FILE_BYTES)} and has no effect`, "warn");
    return undefined;
  };
  const redirects = await textOf(REDIRECTS_FILE);
  const headers = await textOf(HEADERS_FILE);
  const { problems, ...serving } = readServingFiles({
    ...(redirects !== undefined && { redirects }),
    ...(headers !== undefined && { headers }),
  });
  for (const problem of problems) log.line("publish", problem, "warn");
  if (redirects !== undefined) log.line("publish", `${REDIRECTS_FILE}: ${counted(serving.redirects.length, "rule")}`);
  if (headers !== undefined) {
    log.line("publish", `${HEADERS_FILE}: headers for ${counted(serving.headers.length, "path")}`);
  }
  return serving;
}

export function warnHeaders(manifest: Manifest | null, log: BuildLog): void {
  for (const { headers } of manifest?.headers ?? []) {
    for (const [name, value] of Object.entries(headers)) {
      const problem = headerProblem(name.toLowerCase(), value);
      if (problem !== undefined) log.line("publish", `greenroom.json: an entry of 'headers' ${problem}`, "warn");
    }
  }
}
