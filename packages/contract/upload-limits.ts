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
