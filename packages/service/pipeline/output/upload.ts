import type { Upload, UploadedFiles } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { MANIFEST_PATH, type OutputLimits } from "@greenroom/contract/upload-files";
import type { ServiceContext } from "../../context.ts";
import { uploadLimits } from "../../domain/build-limits.ts";
import { readUploadList } from "../../domain/output-paths.ts";
import { HEADERS_FILE, MAX_SERVING_FILE_BYTES, REDIRECTS_FILE } from "../../domain/serving-files.ts";
import { sha256Of } from "../../domain/sha256.ts";
import { counted } from "../../outside/words.ts";
import {
  completeUpload,
  findEntries,
  findUploader,
  missingOf,
  noteUploaded,
  openUpload,
  readEntries,
  requireOpen,
  type Uploader,
  type UploadRow,
} from "../../store/deployments/uploads.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import type { StoredObject } from "../../store/files/objects.ts";
import { BuildFailure } from "../failure.ts";
import type { Work } from "../job.ts";
import type { BuildRecord } from "../record.ts";
import type { Claim } from "../service-record.ts";
import { manifestOfSite, manifestTooLarge, MAX_MANIFEST_BYTES, parseManifest } from "../source/checkout.ts";
import { compressFiles, listProblem, type ServingFile, servingFiles, warnHeaders } from "./output.ts";
import { FileReceiver, readParts, uploadRejected } from "./receive.ts";

type UploadContext = Pick<ServiceContext, "db" | "clock" | "objects" | "settings" | "builds">;

/** Where clients send files that were built elsewhere. Each call throws `upload_closed` unless the files are awaited. */
export interface Uploads {
  read(row: UploadRow): Promise<Upload>;
  /** Takes the list. @throws {ApiError} `upload_rejected` */
  list(row: UploadRow, bytes: Uint8Array): Promise<Upload>;
  /** Takes files: all of a request or none. @throws {ApiError} `upload_rejected`, `try_again` */
  add(row: UploadRow, bytes: Uint8Array): Promise<UploadedFiles>;
  /** @throws {ApiError} `upload_incomplete` */
  complete(row: UploadRow): Promise<void>;
}

export function createUploads(context: UploadContext): Uploads {
  const { db, clock, settings } = context;
  const receiver = new FileReceiver(context, settings.dataDirectory);

  const requireAwaited = (row: UploadRow): void => requireOpen(row, instant(clock));

  async function stateOf(row: UploadRow): Promise<Upload> {
    const { names, count } = await missingOf(db, row.id);
    return {
      deploymentId: row.id,
      state: row.upload ?? "waiting",
      missing: [...names],
      missingFiles: count,
      ...(row.upload_expires_at !== null && { expiresAt: row.upload_expires_at }),
    };
  }

  return {
    async read(row) {
      if (row.upload !== "complete") requireAwaited(row);
      return stateOf(row);
    },
    async list(row, bytes) {
      requireAwaited(row);
      const text = decoded(bytes);
      if (text === undefined || sha256Of(bytes) !== row.upload_sha256) {
        throw uploadRejected("The list is not the one that the deployment was created with.");
      }
      const entries = readUploadList(text);
      if (!entries) throw uploadRejected("The list is not sorted lines of digest, size and path.");
      if (entries.length !== row.upload_files || bytesOf(entries) !== row.upload_bytes) {
        throw uploadRejected("The list has another number of files or bytes than the deployment was created with.");
      }
      const problem = entriesProblem(entries, uploadLimits(settings.buildLimits));
      if (problem !== undefined) throw uploadRejected(problem);
      await openUpload(context, row, entries);
      return stateOf({ ...row, upload: "open" });
    },
    async add(row, bytes) {
      requireAwaited(row);
      const parts = readParts(bytes);
      const names = parts.map(({ sha256 }) => sha256);
      const entries = await findEntries(db, row.id, names);
      const unknown = parts.find(({ sha256, size }) => entries.get(sha256)?.size !== size);
      if (unknown) throw uploadRejected(`The list has no file ${unknown.sha256}.`);
      const missing = parts.filter(({ sha256 }) => entries.get(sha256)?.present === false);
      const { stored, partial } = await receiver.receive(row.id, missing);
      await noteUploaded(
        db,
        clock,
        row,
        stored.map(({ sha256 }) => sha256),
      );
      return { stored: stored.length, partial: [...partial], missingFiles: (await missingOf(db, row.id)).count };
    },
    async complete(row) {
      if (row.upload === null) requireAwaited(row);
      await completeUpload(db, clock, row);
      await receiver.forget(row.id);
      context.builds.wake();
    },
  };
}

const bytesOf = (files: readonly { readonly size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Undefined for what is no UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Files that say how the others are served. */
const NOT_SERVED: readonly string[] = [MANIFEST_PATH, REDIRECTS_FILE, HEADERS_FILE];

/** What is wrong with the files of an upload, by the rules of what builds wrote; undefined when nothing is. */
function entriesProblem(
  entries: readonly { path: string; sha256: string; size: number }[],
  limits: OutputLimits,
): string | undefined {
  const served = entries.filter(({ path }) => path !== MANIFEST_PATH);
  if (served.every(({ path }) => NOT_SERVED.includes(path))) return "The folder has no files.";
  const sizes = new Map<string, number>();
  for (const { sha256, size } of entries) {
    if ((sizes.get(sha256) ?? size) !== size) return `The list gives two sizes for ${sha256}.`;
    sizes.set(sha256, size);
  }
  return listProblem(served, limits)?.message;
}

/** By the same rules as the files of a build. */
export async function publishUpload(
  { db, objects }: Pick<ServiceContext, "db" | "objects">,
  { row, site }: Pick<Claim, "row"> & { readonly site: Pick<SiteRow, "slug"> },
  { record, log, signal }: Work & { readonly record: BuildRecord },
): Promise<void> {
  const entries = await readEntries(db, row.id);
  const bytes = bytesOf(entries);
  const by = uploaderText(await findUploader(db, row));
  log.line("system", `Built elsewhere: ${counted(entries.length, "file")}, ${bytes} bytes, were uploaded with ${by}`);
  const said = row.commit_sha === null ? "" : ` It is not verified that they come from commit ${row.commit_sha}.`;
  log.line("system", `The service built nothing.${said}`);
  const lost = entries.find(({ stored }) => !stored);
  if (lost || entries.length !== row.upload_files) {
    throw new BuildFailure("upload_unfinished", "A file of the upload was deleted before it was published.");
  }
  const files = entries
    .filter(({ path }) => !NOT_SERVED.includes(path))
    .map(({ path, sha256, size }) => ({ path, sha256, size }));
  const ofManifest = entries.find(({ path }) => path === MANIFEST_PATH);
  const read = ofManifest && parseManifest(await readManifestText(objects, ofManifest), MANIFEST_PATH);
  const ofSite = read && manifestOfSite(read, site.slug);
  if (ofSite?.isListed === false) log.line("system", `${MANIFEST_PATH}: 'sites' does not list '${site.slug}'`, "warn");
  const manifest = ofSite?.manifest ?? null;
  const textOf = async (name: string): Promise<ServingFile> => {
    const entry = entries.find(({ path }) => path === name);
    if (!entry) return undefined;
    if (entry.size > MAX_SERVING_FILE_BYTES) return { tooLarge: true };
    return (await objects.read(entry.sha256)).toString("utf8");
  };
  const serving = await servingFiles(textOf, log);
  warnHeaders(manifest, log);
  await record.finish(async (store) => {
    const variants = await compressFiles(files, store, signal);
    await log.flush();
    return {
      files,
      variants,
      framework: "prebuilt",
      manifest,
      serving,
      sandbox: "not_needed",
      cgroup: [],
      node: process.version,
    };
  });
}

async function readManifestText(objects: ServiceContext["objects"], { sha256, size }: StoredObject): Promise<string> {
  if (size > MAX_MANIFEST_BYTES) throw manifestTooLarge(MANIFEST_PATH);
  return (await objects.read(sha256)).toString("utf8");
}

function uploaderText({ tokenId, tokenName, login }: Uploader): string {
  const token = tokenId === null ? "no token" : `the token '${tokenName ?? tokenId}'`;
  return login === null ? token : `${token} of a run that '${login}' started`;
}
