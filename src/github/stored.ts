import { createHmac } from "node:crypto";
import { at, numberAt, textAt } from "./payload.ts";
import type { CommentRow } from "./row.ts";
import { readRow } from "./rows.ts";
import { hiddenComment, type MarkdownText } from "./text.ts";

/** Version of the hidden JSON; readers pass over versions above theirs. */
const SCHEMA_VERSION = 1;

/** What a comment keeps for machines. */
export interface Stored {
  readonly group: string;
  /** The run that wrote the comment first. */
  readonly createdByRun: number;
  /** Proves who wrote it; see `authorProof`. */
  readonly proof?: string;
  readonly rows: readonly CommentRow[];
}

const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;

/**
 * First line of the comment of a group, the same for ever.
 * @param group Name of the group.
 */
export function marker(group: string): MarkdownText {
  return hiddenComment("greenroom:comment", group === "" ? "previews" : group);
}

/**
 * Spells what a comment keeps for machines.
 * @param stored Rows and where they come from.
 */
export function storedText(stored: Stored): MarkdownText {
  return hiddenComment(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
}

/**
 * Tells whether a body begins with the marker of a group; quoted or fenced ones do not count.
 * @param body Body of a comment.
 * @param group Name of the group.
 */
export function hasMarker(body: string, group: string): boolean {
  return body.split(/\r?\n/, 1)[0] === String(marker(group));
}

/**
 * Reads what a comment keeps for machines.
 * @param body Body of a comment.
 * @returns What is readable of it; no rows when nothing is.
 */
export function readStored(body: string): Omit<Stored, "group"> {
  const start = body.lastIndexOf(`<!-- ${DATA_NAME} `);
  const end = body.indexOf(" -->", start);
  const data = start < 0 || end < 0 ? undefined : parse(body.slice(start + DATA_NAME.length + 6, end));
  const rows = at(data, "rows");
  const proof = textAt(data, "proof");
  return {
    createdByRun: numberAt(data, "createdByRun") ?? 0,
    ...(proof === undefined ? {} : { proof }),
    rows: Array.isArray(rows) ? rows.map(readRow).filter((row) => row !== undefined) : [],
  };
}

function parse(text: string): unknown {
  if (text.length > MAX_STORED_CHARS) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return data;
  } catch {
    return undefined;
  }
}

/** Which comment a proof is for. */
export interface ProofScope {
  readonly repository: string;
  readonly pullNumber: number;
  readonly group: string;
  readonly authorId: number;
}

/**
 * Proves that the author of a comment is the account this action writes as.
 * Copied into another person's comment it proves nothing: the author is part of it.
 * @param key A secret that stays the same between runs.
 * @param scope What it is bound to.
 */
export function authorProof(key: string, scope: ProofScope): string {
  const bound = JSON.stringify([scope.repository, scope.pullNumber, scope.group, scope.authorId]);
  return createHmac("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}
