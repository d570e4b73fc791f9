import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import mime from "mime-types";
import type { ServingRules } from "../../domain/serving.ts";
import type { StoredObject } from "../../store/objects.ts";
import { acceptedEncodings, type Encoding, isHashed, matches, readRange } from "./conditions.ts";
import type { Contents } from "./content.ts";
import type { Encodings } from "./encodings.ts";
import type { Resolved } from "./resolve.ts";
import { ruledHeaders } from "./resolve.ts";

/** What was asked for, and of whom. */
export interface Asked {
  /** Decoded path, without its leading slash. */
  readonly path: string;
  readonly rules: ServingRules;
  /** Whether search engines may list the answer. */
  readonly indexed: boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface FoundFile {
  readonly path: string;
  readonly status: 200 | 404;
  readonly object: StoredObject;
}

/** Writes answers of hosted sites. */
export interface Sender {
  redirect(response: ServerResponse, to: Extract<Resolved, { kind: "redirect" }>, asked: Asked): void;
  /** Resolves when the answer is handed over or the client has gone. */
  file(exchange: Exchange, file: FoundFile, asked: Asked): Promise<void>;
}

const YEAR_SECONDS = 31_536_000;

/** Makes the writer of answers. */
export function createSender(contents: Contents, encodings: Encodings): Sender {
  return {
    redirect(response, { location, status }, asked) {
      response.writeHead(status, { ...common(asked), location, "content-length": 0, "cache-control": "no-cache" });
      response.end();
    },
    async file({ request, response }, file, asked) {
      const type = mime.contentType(file.path.slice(file.path.lastIndexOf("/") + 1)) || "application/octet-stream";
      const packable = isPackable(type, file.object.size);
      const ranged = request.headers.range !== undefined && file.status === 200;
      const packed = packable && !ranged ? await pack(request, file.object) : undefined;
      const object = packed?.object ?? file.object;
      const etag = `"${file.object.sha256}${packed ? `-${packed.encoding}` : ""}"`;
      const headers: OutgoingHttpHeaders = {
        "content-type": type,
        "cache-control": caching(file),
        ...common(asked),
        ...(file.status === 200 ? { etag, "accept-ranges": "bytes" } : {}),
        ...(packable ? { vary: "accept-encoding" } : {}),
      };
      if (file.status === 200 && matches(request.headers["if-none-match"], etag)) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
      if (packed) headers["content-encoding"] = packed.encoding;
      const fresh = (request.headers["if-range"] ?? etag) === etag;
      const span = readRange(ranged && fresh ? request.headers.range : undefined, object.size);
      if (span.kind === "unsatisfiable") {
        response.writeHead(416, { ...common(asked), "content-range": `bytes */${object.size}`, "content-length": 0 });
        response.end();
        return;
      }
      const { first, last } = span.kind === "part" ? span : { first: 0, last: object.size - 1 };
      if (span.kind === "part") headers["content-range"] = `bytes ${first}-${last}/${object.size}`;
      headers["content-length"] = last - first + 1;
      const body = request.method === "HEAD" ? undefined : { object, first, last };
      await write(response, { status: span.kind === "part" ? 206 : file.status, headers }, body);
    },
  };

  async function pack(
    request: IncomingMessage,
    object: StoredObject,
  ): Promise<{ readonly encoding: Encoding; readonly object: StoredObject } | undefined> {
    for (const encoding of acceptedEncodings(request.headers["accept-encoding"])) {
      const made = await encodings.find(object, encoding);
      if (made) return { encoding, object: made };
    }
    return undefined;
  }

  async function write(
    response: ServerResponse,
    head: { readonly status: number; readonly headers: OutgoingHttpHeaders },
    body: { readonly object: StoredObject; readonly first: number; readonly last: number } | undefined,
  ): Promise<void> {
    if (!body) {
      response.writeHead(head.status, head.headers);
      response.end();
      return;
    }
    const held = contents.held(body.object.sha256);
    const content = held ? ({ kind: "memory", bytes: held } as const) : await contents.read(body.object);
    response.writeHead(head.status, head.headers);
    if (content.kind === "memory") {
      response.end(content.bytes.subarray(body.first, body.last + 1));
      return;
    }
    // The stream closes the handle, also when the client goes away.
    const stream = content.handle.createReadStream({ start: body.first, end: body.last });
    await pipeline(stream, response).catch(() => response.destroy());
  }
}

function common({ path, rules, indexed }: Asked): OutgoingHttpHeaders {
  return {
    ...Object.fromEntries(ruledHeaders(path, rules)),
    "x-content-type-options": "nosniff",
    ...(indexed ? {} : { "x-robots-tag": "noindex" }),
  };
}

function caching({ path, status }: FoundFile): string {
  if (status === 200 && isHashed(path)) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return "public, max-age=0, must-revalidate";
}

const LEAST_PACKED_BYTES = 1024;
const MOST_PACKED_BYTES = 16 * 1024 * 1024;

function isPackable(type: string, size: number): boolean {
  if (size < LEAST_PACKED_BYTES || size > MOST_PACKED_BYTES) return false;
  return /^(?:text\/|application\/(?:javascript|json|manifest\+json|wasm|xml|.*\+(?:json|xml))|image\/svg\+xml|font\/(?:ttf|otf))/.test(
    type,
  );
}
