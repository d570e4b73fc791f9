import {
  isLeftOut,
  MAX_FOLDER_DEPTH,
  MAX_PATH_BYTES,
  UNSERVED_CHARS,
  type UploadEntry,
} from "@greenroom/contract/upload-files";
import { parseJson } from "./json-text.ts";

/** Whether a file or folder of this name is never served, whatever refers or links to it. */
export function isPrivate(name: string): boolean {
  return /^\.(?:git|hg|svn|ssh|gnupg|aws|npmrc|netrc|env.*)$/.test(name);
}

/** Styles, scripts, pictures, fonts and media: what pages load, and no place for a secret. */
const LOADED = /\.(?:css|m?js|map|wasm|avif|gif|ico|jpe?g|png|svg|webp|eot|otf|ttf|woff2?|mp3|mp4|ogg|webm)$/i;

/**
 * Whether a path below the root can be that of a served file. Of folders that are left out those files can be that a page
 * loads.
 */
export function isServedPath(path: string): boolean {
  const names = path.split("/");
  if (names.length > MAX_FOLDER_DEPTH + 1 || !path.isWellFormed()) return false;
  if (new TextEncoder().encode(path).length > MAX_PATH_BYTES) return false;
  if (!names.every((name) => name !== "" && name !== "." && name !== ".." && !UNSERVED_CHARS.test(name))) return false;
  const last = names.pop() ?? "";
  return !isLeftOut(last) && (LOADED.test(last) ? !names.some(isPrivate) : !names.some(isLeftOut));
}

const ENTRY = /^([0-9a-f]{64}) (0|[1-9]\d{0,11}) (".*")$/s;

/** @returns Undefined when it is not exactly as `writeUploadList` writes it, or a path is there twice. */
export function readUploadList(text: string): UploadEntry[] | undefined {
  if (!text.endsWith("\n")) return undefined;
  const files: UploadEntry[] = [];
  let last: string | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, sha256, size, json] = ENTRY.exec(line) ?? [];
    if (sha256 === undefined || json === undefined) return undefined;
    const path = parseJson(json);
    if (typeof path !== "string" || JSON.stringify(path) !== json) return undefined;
    if (last !== undefined && path <= last) return undefined;
    files.push({ path, sha256, size: Number(size) });
    last = path;
  }
  return files;
}
