import type { IncomingMessage, ServerResponse } from "node:http";

/** A whole answer as it stands for everybody who asks the same of the same list of files. */
export interface Repeatable {
  readonly status: number;
  /** Names and values by turns, as Node.js takes them without looking at each again. */
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** Answers that were given lately, whole and ready to be written. */
export interface Repeats {
  /** Writes the answer of a file list to a request again; false when it is not held. */
  answer(list: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Remembers an answer. @param list What decides it besides the request; never stands for other files later. */
  keep(list: string, request: IncomingMessage, repeatable: Repeatable): void;
}

const MEMORY_BYTES = 32 * 1024 * 1024;
/** A site's own assets have short addresses; long ones are somebody's inventions and repeat nothing. */
const MAX_KEY_CHARS = 512;
/** What a kept answer takes beside its body: key, headers, places in maps. */
const ENTRY_BYTES = 4096;
/** A body up to this size goes out in one write together with the headers. */
const ONE_WRITE_BYTES = 16 * 1024;

interface Kept {
  readonly status: number;
  readonly headers: string[];
  readonly body: string | Buffer;
  readonly bytes: number;
}

/** Opens a bounded memory of answers. */
export function createRepeats(): Repeats {
  const kept = new Map<string, Kept>();
  let keptBytes = 0;
  return {
    answer(list, request, response) {
      const key = keyOf(list, request);
      const known = key === undefined ? undefined : kept.get(key);
      if (!known) return false;
      response.writeHead(known.status, known.headers);
      response.end(known.body, "latin1");
      return true;
    },
    keep(list, request, { status, headers, bytes }) {
      const key = keyOf(list, request);
      if (key === undefined || kept.has(key)) return;
      // [RFC 9112 §2.2] Latin-1 carries every byte as it is.
      const body = bytes.length <= ONE_WRITE_BYTES ? bytes.toString("latin1") : bytes;
      const entry = { status, headers: [...headers], body, bytes: bytes.length + ENTRY_BYTES };
      kept.set(key, entry);
      keptBytes += entry.bytes;
      for (const [oldest, old] of kept) {
        if (keptBytes <= MEMORY_BYTES) return;
        kept.delete(oldest);
        keptBytes -= old.bytes;
      }
    },
  };
}

/** What of a request decides its answer; undefined when more does than this memory looks at. */
function keyOf(list: string, { method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || headers.range !== undefined || headers["if-none-match"] !== undefined) return undefined;
  const encodings = headers["accept-encoding"] ?? "";
  if (url.length + encodings.length > MAX_KEY_CHARS) return undefined;
  return `${list}\n${encodings}\n${url}`;
}
