import { FILE_LIST_VERSION } from "@greenroom/contract/provenance";
import { parseJson } from "./json-text.ts";

/** Its path is below the root, without a leading slash. */
export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

export interface FileList {
  /** Sorted by path. */
  readonly files: readonly ListedFile[];
  /** Serving rules as canonical JSON. */
  readonly rules: string;
}

/**
 * Writes a list of files with everything that decides what visitors get: a version, the serving rules, and a line for
 * each file with its digest, its size and its path as JSON. Its SHA-256 is the digest of the list.
 */
export function fileListText({ files, rules }: FileList): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const lines = sorted.map((file) => `${file.sha256} ${file.size} ${JSON.stringify(file.path)}\n`);
  return `${FILE_LIST_VERSION}\n${rules}\n${lines.join("")}`;
}

const LINE = /^([0-9a-f]{64}) (\d{1,15}) (".*")$/s;

/** @returns Undefined for what `fileListText` did not write. */
export function parseFileList(text: string): FileList | undefined {
  const [version, rules, ...lines] = text.split("\n");
  if (version !== FILE_LIST_VERSION || rules === undefined || lines.pop() !== "") return undefined;
  const files: ListedFile[] = [];
  for (const line of lines) {
    const [, sha256, size, json = ""] = LINE.exec(line) ?? [];
    const path = parseJson(json);
    if (sha256 === undefined || typeof path !== "string") return undefined;
    files.push({ sha256, size: Number(size), path });
  }
  return { rules, files };
}
