import { createHash } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { MAX_PART_BYTES, MAX_UPLOAD_FILES_A_REQUEST } from "@greenroom/contract/upload-files";
import { ApiError } from "../../domain/api-error.ts";
import { inBatches, settleAll } from "../../domain/batches.ts";
import { inTurn } from "../../domain/in-turn.ts";
import { sha256Of } from "../../domain/sha256.ts";
import { type KeepingDeps, keepObjects } from "../../store/files/kept-objects.ts";
import type { StoredObject } from "../../store/files/objects.ts";

/** A file of a request, or a part of one. */
export interface FilePart extends StoredObject {
  readonly offset: number;
  readonly bytes: Buffer;
}

interface Received {
  /** Files that are whole now. */
  readonly stored: readonly StoredObject[];
  /** Files of which some bytes are there. */
  readonly partial: readonly { readonly sha256: string; readonly have: number }[];
}

const MAX_HEADER_BYTES = 128;

/** A request that carries parts of files: no more than these bytes. */
export const MAX_UPLOAD_BODY_BYTES = MAX_PART_BYTES + MAX_UPLOAD_FILES_A_REQUEST * MAX_HEADER_BYTES;

const STORED_AT_A_TIME = 8;
const SENDERS_A_LOOK = 500;

/** What is not whole yet lies in a folder of its sender, which continues where it was interrupted. */
export class FileReceiver {
  readonly #context: KeepingDeps;
  readonly #root: string;
  readonly #inTurn = inTurn();

  constructor(context: KeepingDeps, dataDirectory: string) {
    this.#context = context;
    this.#root = join(dataDirectory, "uploads");
  }

  /** `sender` is a random id, `parts` come from `readParts`. @throws {ApiError} `upload_rejected`, `try_again` */
  async receive(sender: string, parts: readonly FilePart[]): Promise<Received> {
    const stored: StoredObject[] = [];
    const partial: { sha256: string; have: number }[] = [];
    for (const batch of inBatches(parts, STORED_AT_A_TIME)) {
      const results = await settleAll(batch, (part) => this.#store(sender, part).catch(throwDiskFull));
      for (const result of results) {
        if ("have" in result) partial.push(result);
        else stored.push(result);
      }
    }
    await keepObjects(this.#context, stored);
    return { stored, partial };
  }

  async forget(sender: string): Promise<void> {
    await rm(join(this.#root, sender), { recursive: true, force: true });
  }

  /** @param open Of senders, those that may go on. */
  async forgetEnded(open: (senders: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const senders = await readdir(this.#root).catch(() => []);
    for (const some of inBatches(senders, SENDERS_A_LOOK)) {
      const going = await open(some);
      for (const sender of some) if (!going.has(sender)) await this.forget(sender);
    }
  }

  #store(sender: string, part: FilePart): Promise<StoredObject | Received["partial"][number]> {
    if (isWhole(part)) return this.#context.objects.putBytes(part.bytes);
    return this.#inTurn(`${sender} ${part.sha256}`, () => this.#append(sender, part));
  }

  async #append(sender: string, { sha256, size, offset, bytes }: FilePart) {
    const folder = join(this.#root, sender);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, sha256);
    const have = (await lstat(path).catch(() => undefined))?.size ?? 0;
    if (have !== offset) return { sha256, have };
    await using handle = await open(path, "a+", 0o600);
    await handle.appendFile(bytes);
    if (have + bytes.length < size) return { sha256, have: have + bytes.length };
    try {
      if ((await digestOfFile(handle)) !== sha256) throw wrongBytes(sha256);
      return await this.#context.objects.putFile(handle);
    } finally {
      // Also when the store is away: then the file is sent again.
      await rm(path, { force: true });
    }
  }
}

const isWhole = ({ offset, size, bytes }: FilePart): boolean => offset === 0 && bytes.length === size;

const HEADER = /^([0-9a-f]{64}) (0|[1-9]\d{0,11}) (0|[1-9]\d{0,11}) (0|[1-9]\d{0,7})$/;

/** Bytes that are missing, left over or wrong reject all of it. @throws {ApiError} `upload_rejected` */
export function readParts(body: Uint8Array): readonly FilePart[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: FilePart[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.subarray(at, at + MAX_HEADER_BYTES).indexOf("\n");
    const line = end === -1 ? "" : bytes.toString("latin1", at, at + end);
    const [, sha256 = "", ...numbers] = HEADER.exec(line) ?? [];
    const [size = 0, offset = 0, length = 0] = numbers.map(Number);
    const from = at + end + 1;
    if (sha256 === "" || offset + length > size || (length === 0 && size > 0) || from + length > bytes.length) {
      throw uploadRejected("The request is cut off, or is no sequence of files.");
    }
    if (seen.has(sha256)) throw uploadRejected(`The file ${sha256} is in the request twice.`);
    seen.add(sha256);
    const part = { sha256, size, offset, bytes: bytes.subarray(from, from + length) };
    if (isWhole(part) && sha256Of(part.bytes) !== sha256) throw wrongBytes(sha256);
    parts.push(part);
    if (parts.length > MAX_UPLOAD_FILES_A_REQUEST) throw uploadRejected("The request has too many files.");
    at = from + length;
  }
  if (parts.length === 0) throw uploadRejected("The request has no files.");
  return parts;
}

export function uploadRejected(message: string): ApiError {
  return new ApiError("upload_rejected", message);
}

function wrongBytes(sha256: string): ApiError {
  return uploadRejected(`The bytes sent as ${sha256} have another SHA-256.`);
}

async function digestOfFile(handle: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of handle.createReadStream({ start: 0, autoClose: false })) hash.update(part);
  return hash.digest("hex");
}

function throwDiskFull(error: unknown): never {
  const isFull = errorCode(error) === "ENOSPC";
  if (!isFull) throw error;
  const details = { retryAfterSeconds: 30, cause: error };
  throw new ApiError("try_again", "The service's disk is full; its operator has to free space.", details);
}

/** Requests with files that are in memory at a time; the others come again. */
const MAX_REQUESTS = 16;

/** Holds a place among the requests that are in memory. @throws {ApiError} `try_again` */
export type Turns = () => Disposable;

export function createTurns(): Turns {
  let taken = 0;
  return () => {
    if (taken >= MAX_REQUESTS) throw new ApiError("try_again", "Too many uploads at a time.", { retryAfterSeconds: 1 });
    taken += 1;
    return { [Symbol.dispose]: () => void (taken -= 1) };
  };
}
