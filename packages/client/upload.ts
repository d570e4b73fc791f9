import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { Upload } from "@greenroom/contract/upload";
import { MAX_PART_BYTES, MAX_UPLOAD_FILES_A_REQUEST, type UploadEntry } from "@greenroom/contract/upload-limits";
import type { DeployClient } from "./deploy-client.ts";
import { ClientError } from "./errors.ts";
import { type PrebuiltFolder, readFileOf } from "./folder.ts";
import type { CallOptions } from "./retry.ts";
import { createUploads, type Uploads } from "./uploads.ts";

/** Options of {@link uploadFolder}. */
export interface UploadOptions extends CallOptions {
  /** Called once the service has said what it lacks: files and bytes to send. */
  readonly onMissing?: ((files: number, bytes: number) => void) | undefined;
}

/** Requests with files at a time. */
const AT_A_TIME = 4;

/** Rounds in a row that may bring nothing new. */
const MAX_IDLE_ROUNDS = 3;

/**
 * Uploads the files of a folder to the deployment that was created for it: only what the service lacks, from where an
 * earlier call was interrupted. A deployment that awaits no files any more is left as it is.
 * @param created The record as it is now.
 * @throws {ClientError} `prebuilt_unsupported`, `folder_rejected` when a file changed, `upload_rejected`, or why no
 *   response came.
 */
export async function uploadFolder(
  client: Pick<DeployClient, "transport" | "deployments">,
  { created, folder }: { readonly created: ReceivedDeployment; readonly folder: PrebuiltFolder },
  options: UploadOptions = {},
): Promise<void> {
  const { id } = created;
  if (created.prebuilt?.sha256 !== folder.prebuilt.sha256) throw await unsupported(client, created, options);
  if (created.status !== "queued") return;
  const uploads = createUploads(client.transport);
  try {
    let state = await uploads.list(id, folder.list, options);
    options.onMissing?.(...missingIn(folder, state));
    for (let idle = 0; state.missing.length > 0;) {
      const before = state.missingFiles;
      await sendAll(uploads, { id, folder, missing: new Set(state.missing) }, options);
      state = await uploads.get(id, options);
      idle = state.missingFiles < before ? 0 : idle + 1;
      if (idle === MAX_IDLE_ROUNDS) throw stalled();
    }
    await uploads.complete(id, options);
  } catch (error) {
    // Another call for the same attempt was faster, or somebody canceled: the record says it.
    if (!(error instanceof ClientError) || error.code !== "upload_closed") throw error;
  }
}

/** A service of before there were uploads builds the commit instead, which is not what was asked for. */
async function unsupported(
  client: Pick<DeployClient, "deployments">,
  { id }: ReceivedDeployment,
  options: CallOptions,
): Promise<ClientError> {
  await client.deployments.cancel(id, options).catch(() => undefined);
  return new ClientError({
    kind: "protocol",
    code: "prebuilt_unsupported",
    message: `The service did not take deployment ${id} as one of files that were built elsewhere`,
    hint: "Update the service, or let it build.",
  });
}

function stalled(): ClientError {
  return new ClientError({
    kind: "protocol",
    code: "unexpected_answer",
    message: "The service asks again for files that it was sent",
    hint: "Report this to its operator.",
  });
}

function missingIn({ files }: PrebuiltFolder, { missing, missingFiles }: Upload): [files: number, bytes: number] {
  const names = new Set(missing);
  const wanted = new Map(files.filter(({ sha256 }) => names.has(sha256)).map((file) => [file.sha256, file.size]));
  return [missingFiles, [...wanted.values()].reduce((sum, size) => sum + size, 0)];
}

interface Sending {
  readonly id: string;
  readonly folder: PrebuiltFolder;
  readonly missing: ReadonlySet<string>;
}

async function sendAll(uploads: Uploads, sending: Sending, options: CallOptions): Promise<void> {
  const { id, folder, missing } = sending;
  const wanted = new Map(
    folder.files.filter(({ sha256 }) => missing.has(sha256)).map((file) => [file.sha256, file] as const),
  );
  // By size, so that no large file comes between small ones.
  const sorted = [...wanted.values()].sort((left, right) => left.size - right.size);
  const jobs = batchesOf(sorted)[Symbol.iterator]();
  const failed = new AbortController();
  const work = async (): Promise<void> => {
    for (const batch of jobs) {
      if (failed.signal.aborted) return;
      try {
        await sendBatch(uploads, { id, folder, batch }, options);
      } catch (error) {
        failed.abort();
        throw error;
      }
    }
  };
  const done = await Promise.allSettled(Array.from({ length: AT_A_TIME }, work));
  for (const one of done) if (one.status === "rejected") throw one.reason;
}

/** Small files together, each large one alone. */
function* batchesOf(files: readonly UploadEntry[]): Generator<readonly UploadEntry[]> {
  let batch: UploadEntry[] = [];
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

async function sendBatch(
  uploads: Uploads,
  {
    id,
    folder,
    batch,
  }: { readonly id: string; readonly folder: PrebuiltFolder; readonly batch: readonly UploadEntry[] },
  options: CallOptions,
): Promise<void> {
  const [first] = batch;
  if (first !== undefined && first.size > MAX_PART_BYTES)
    return sendLarge(uploads, { id, folder, file: first }, options);
  const parts: Buffer[] = [];
  for (const file of batch) {
    parts.push(headerOf(file, 0, file.size), await readFileOf(folder, file));
  }
  await uploads.files(id, Buffer.concat(parts), options);
}

/** The service says where to go on: another process of it may have another part of the file. */
async function sendLarge(
  uploads: Uploads,
  { id, folder, file }: { readonly id: string; readonly folder: PrebuiltFolder; readonly file: UploadEntry },
  options: CallOptions,
): Promise<void> {
  const bytes = await readFileOf(folder, file);
  const mostParts = 4 * Math.ceil(file.size / MAX_PART_BYTES);
  let offset = 0;
  for (let sent = 0; sent < mostParts; sent += 1) {
    const part = bytes.subarray(offset, offset + MAX_PART_BYTES);
    const body = Buffer.concat([headerOf(file, offset, part.length), part]);
    const { partial } = await uploads.files(id, body, options);
    const have = partial.find(({ sha256 }) => sha256 === file.sha256)?.have;
    // Whole: stored now, or by another call meanwhile.
    if (have === undefined) return;
    offset = have < file.size ? have : 0;
  }
}

function headerOf({ sha256, size }: UploadEntry, offset: number, length: number): Buffer {
  return Buffer.from(`${sha256} ${size} ${offset} ${length}\n`, "latin1");
}
