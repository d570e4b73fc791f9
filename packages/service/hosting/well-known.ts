import type { IncomingMessage } from "node:http";
import { FILES_PATH, STATEMENTS_PATH } from "@greenroom/contract/provenance";
import type { ServiceContext } from "../context.ts";
import { sha256Of } from "../domain/sha256.ts";
import { createReadCache } from "../outside/read-cache.ts";
import { readStatements } from "../store/deployments/provenance.ts";
import type { Hosted } from "../store/sites/hosts.ts";
import type { WriteHead } from "./head.ts";
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

/** Anyone can request lists and read them slowly: all who do share what is in memory. */
const MAX_LISTS_BYTES = 32 * 1024 * 1024;

export function createWellKnown({ db, objects }: Pick<ServiceContext, "db" | "objects">) {
  const readList = createReadCache(MAX_LISTS_BYTES, async (digest) => {
    const value = await objects.read(digest);
    return { value, bytes: value.length };
  });

  return async (
    path: string,
    { fileListDigest, deployment }: Extract<Hosted, { kind: "files" }>,
  ): Promise<Document | undefined> => {
    if (path === FILES_PATH) {
      const body = await readList(fileListDigest);
      return { type: "text/plain; charset=utf-8", body, etag: `"${fileListDigest}"` };
    }
    const statements = path === STATEMENTS_PATH ? await readStatements(db, deployment) : [];
    if (statements.length === 0) return undefined;
    const body = Buffer.from(statements.map((statement) => `${JSON.stringify(statement)}\n`).join(""));
    return { type: "application/jsonl; charset=utf-8", body, etag: `"${sha256Of(body)}"` };
  };
}

export function sendWellKnown(request: IncomingMessage, writeHead: WriteHead, { type, body, etag }: Document): void {
  const headers = {
    etag,
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  };
  if (matchesEtag(request.headers["if-none-match"], etag, "weak")) return void writeHead(304, headers).end();
  writeHead(200, { ...headers, "content-type": type, "content-length": body.length }).end(body);
}
