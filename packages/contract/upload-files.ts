/** Rules and bounds of the files of a deployment, and of their upload. Loads nothing: a client reads it before it sends. */

/** A SHA-256 in lower-case hexadecimal. */
export const SHA256_PATTERN = /^[0-9a-f]{64}$/;

export interface OutputLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
}

const MEBIBYTE = 1024 ** 2;

/** Most that one deployment serves, built by the service or uploaded. */
export const OUTPUT_LIMITS: OutputLimits = { files: 20_000, fileBytes: 25 * MEBIBYTE, totalBytes: 1024 * MEBIBYTE };

export const MAX_PATH_BYTES = 1024;

export const MAX_FOLDER_DEPTH = 64;

export const MAX_LIST_BYTES = 8 * MEBIBYTE;

/** Most bytes of files in one request of an upload: even a slow line sends them before a request times out. */
export const MAX_PART_BYTES = 4 * MEBIBYTE;

export const MAX_UPLOAD_FILES_A_REQUEST = 256;

/** The file of an upload that says how it is served; it is not served itself. */
export const MANIFEST_PATH = "greenroom.json";

/** Characters that no name of a served file has. */
export const UNSERVED_CHARS = /[\u0000-\u001f\u007f\\]/;

/** Names that are never part of a site; of those that begin with a dot one is. */
export function isLeftOut(name: string): boolean {
  return name === "node_modules" || name === MANIFEST_PATH || (name.startsWith(".") && name !== ".well-known");
}

/** A line of the list of an upload. */
export interface UploadEntry {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** Writes the list of an upload; its SHA-256 names what is uploaded. */
export function writeUploadList(files: readonly UploadEntry[]): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  return sorted.map(({ sha256, size, path }) => `${sha256} ${size} ${JSON.stringify(path)}\n`).join("");
}

/** A file that is sent by its digest. */
interface SentFile {
  readonly sha256: string;
  readonly size: number;
}

/** What a sender of files is built on: where the bytes come from, and where requests go. */
export interface FileSender<File extends SentFile> {
  /** Opens a file. @returns Reads its bytes from a start to an end. */
  open(file: File): Promise<(start: number, end: number) => Uint8Array | Promise<Uint8Array>>;
  /** Sends one request. @returns Files that are not whole yet, with the bytes that the service has of them. */
  send(
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly partial: readonly (Pick<SentFile, "sha256"> & { readonly have: number })[] }>;
}

const REQUESTS_AT_A_TIME = 4;

/**
 * Sends files as clients do for their uploads and workers for their builds: small ones share a request, a large one goes
 * in parts from where the service says. Ask afterwards which are missing: a file that the service keeps asking for is
 * given up. The first failure stops all, and nothing is sent after this has returned.
 */
export async function sendFiles<File extends SentFile>(
  files: readonly File[],
  sender: FileSender<File>,
): Promise<void> {
  // By size, so that no large file comes between small ones.
  const batches = batchesOf([...files].sort((left, right) => left.size - right.size));
  const failed = new AbortController();
  const lanes = Array.from({ length: REQUESTS_AT_A_TIME }, async () => {
    try {
      for (const batch of batches) {
        if (failed.signal.aborted) return;
        await sendBatch(batch, sender, failed.signal);
      }
    } catch (error) {
      failed.abort(error);
    }
  });
  await Promise.all(lanes);
  failed.signal.throwIfAborted();
}

function* batchesOf<File extends SentFile>(files: readonly File[]): Generator<readonly File[]> {
  let batch: File[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length === MAX_UPLOAD_FILES_A_REQUEST || bytes + file.size > MAX_PART_BYTES;
    if (batch.length > 0 && isFull) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

async function sendBatch<File extends SentFile>(
  batch: readonly File[],
  sender: FileSender<File>,
  signal: AbortSignal,
): Promise<void> {
  const [first] = batch;
  if (first !== undefined && first.size > MAX_PART_BYTES) return sendLarge(first, sender, signal);
  const parts: Uint8Array[] = [];
  for (const file of batch) {
    const read = await sender.open(file);
    parts.push(headerOf(file, 0, file.size), await read(0, file.size));
  }
  await sender.send(joined(parts), signal);
}

/** The service says where to continue: another process of it may have another part of the file. */
async function sendLarge<File extends SentFile>(
  file: File,
  sender: FileSender<File>,
  signal: AbortSignal,
): Promise<void> {
  const read = await sender.open(file);
  const maxRequests = 4 * Math.ceil(file.size / MAX_PART_BYTES);
  let offset = 0;
  for (let sent = 0; sent < maxRequests; sent += 1) {
    const part = await read(offset, Math.min(file.size, offset + MAX_PART_BYTES));
    const { partial } = await sender.send(joined([headerOf(file, offset, part.length), part]), signal);
    const have = partial.find(({ sha256 }) => sha256 === file.sha256)?.have;
    // Whole: stored now, or by another call meanwhile.
    if (have === undefined) return;
    offset = have < file.size ? have : 0;
  }
}

function headerOf({ sha256, size }: SentFile, offset: number, length: number): Uint8Array {
  return new TextEncoder().encode(`${sha256} ${size} ${offset} ${length}\n`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
