import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FILES_PATH, STATEMENTS_PATH } from "@greenroom/contract/provenance";
import type { Database } from "../../store/database.ts";
import { fileListText, readFileList } from "../../store/file-lists.ts";
import type { Hosted } from "../../store/hosts.ts";
import { readStatements } from "../../store/provenance.ts";
import { matchesEtag } from "./send.ts";

/** Whether a path belongs to the service on every host; a file of a site there is never served. */
export function isWellKnown(path: string): boolean {
  return path.startsWith(".well-known/greenroom/");
}

interface Document {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Lists of files in memory, since anyone can request them and a long one takes a while to write. */
const MAX_LISTS_BYTES = 32 * 1024 * 1024;

/** Reads what anyone can verify about what a host serves now. */
export type WellKnown = (path: string, hosted: Extract<Hosted, { kind: "files" }>) => Promise<Document | undefined>;

/** Opens the reader; its memory is bounded. */
export function createWellKnown(db: Database): WellKnown {
  const lists = new Map<string, Document>();
  let kept = 0;

  async function readList(digest: string): Promise<Document | undefined> {
    const known = lists.get(digest);
    if (known) return known;
    const list = await readFileList(db, digest);
    if (!list) return undefined;
    const document = documentOf("text/plain; charset=utf-8", fileListText(list));
    if (!lists.has(digest)) kept += document.body.length;
    lists.set(digest, document);
    for (const [oldest, { body }] of lists) {
      if (kept <= MAX_LISTS_BYTES) break;
      lists.delete(oldest);
      kept -= body.length;
    }
    return document;
  }

  return async (path, { fileListDigest, deployment }) => {
    switch (path) {
      case STATEMENTS_PATH: {
        const statements = await readStatements(db, deployment);
        if (statements.length === 0) return undefined;
        const lines = statements.map((statement) => `${JSON.stringify(statement)}\n`);
        return documentOf("application/jsonl; charset=utf-8", lines.join(""));
      }
      case FILES_PATH:
        return readList(fileListDigest);
      default:
        return undefined;
    }
  };
}

function documentOf(type: string, text: string): Document {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash("sha256").update(body).digest("hex")}"` };
}

export function sendWellKnown(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, etag }: Document,
): void {
  const headers = {
    etag,
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  };
  if (matchesEtag(request.headers["if-none-match"], etag, "weak")) return void response.writeHead(304, headers).end();
  response.writeHead(200, { ...headers, "content-type": type, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}
