import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import mime from "mime-types";
import type { ServingRules } from "../../domain/serving.ts";
import type { StoredObject } from "../../store/objects.ts";
import { acceptedEncodings, isHashed, matches, readRange } from "./conditions.ts";
import type { Contents } from "./content.ts";
import type { Encodings } from "./encodings.ts";
import type { Repeatable } from "./repeats.ts";
import { type Resolved, ruledHeaders } from "./resolve.ts";

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
  /**
   * Resolves when the answer is handed over or the client has gone.
   * @returns The answer, when all who ask the same are to get it from now on.
   */
  file(exchange: Exchange, file: FoundFile, asked: Asked): Promise<Repeatable | undefined>;
}

const YEAR_SECONDS = 31_536_000;

/** The bytes to send: a file, or its compressed form. */
interface Form {
  readonly object: StoredObject;
  readonly etag: string;
  readonly headers: OutgoingHttpHeaders;
  /** No better form is being made. */
  readonly final: boolean;
}

/** Makes the writer of answers. */
export function createSender(contents: Contents, encodings: Encodings): Sender {
  async function chooseForm(request: IncomingMessage, file: FoundFile): Promise<Form> {
    const { object } = file;
    const type = mime.contentType(file.path.slice(file.path.lastIndexOf("/") + 1)) || "application/octet-stream";
    const packable = isPackable(type, object.size);
    const headers = { "content-type": type, ...(packable ? { vary: "accept-encoding" } : {}) };
    // A part of a compressed form would be of no use to anybody.
    const encodable = packable && request.headers.range === undefined;
    let final = true;
    for (const encoding of encodable ? acceptedEncodings(request.headers["accept-encoding"]) : []) {
      const made = await encodings.find(object, encoding);
      final &&= made !== undefined;
      if (!made) continue;
      const etag = `"${object.sha256}-${encoding}"`;
      return { object: made, etag, headers: { ...headers, "content-encoding": encoding }, final };
    }
    return { object, etag: `"${object.sha256}"`, headers, final };
  }

  return {
    redirect(response, { location, status }, asked) {
      response.writeHead(status, { ...common(asked), location, "content-length": 0, "cache-control": "no-cache" });
      response.end();
    },
    async file({ request, response }, file, asked) {
      const form = await chooseForm(request, file);
      const head = decideHead(request, { file, form, asked });
      const { span } = head;
      if (!span || request.method === "HEAD") {
        response.writeHead(head.status, head.headers).end();
        return undefined;
      }
      const held = contents.held(form.object.sha256);
      const content = held ? ({ kind: "memory", bytes: held } as const) : await contents.read(form.object);
      response.writeHead(head.status, head.headers);
      if (content.kind === "memory") {
        response.end(content.bytes.subarray(span.first, span.last + 1));
        const whole = form.final && head.status === 200;
        return whole ? { status: head.status, headers: flat(head.headers), bytes: content.bytes } : undefined;
      }
      // The stream closes the handle, also when the client goes away.
      const stream = content.handle.createReadStream({ start: span.first, end: span.last });
      await pipeline(stream, response).catch(() => response.destroy());
      return undefined;
    },
  };
}

function flat(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Bytes to send, absent when there is nothing to send. */
  readonly span?: { readonly first: number; readonly last: number };
}

interface Answering {
  readonly file: FoundFile;
  readonly form: Form;
  readonly asked: Asked;
}

function decideHead({ headers: asking }: IncomingMessage, { file, form, asked }: Answering): Head {
  const { object, etag } = form;
  const found = file.status === 200;
  const headers: OutgoingHttpHeaders = {
    "cache-control": caching(file),
    ...form.headers,
    ...common(asked),
    ...(found ? { etag, "accept-ranges": "bytes" } : {}),
  };
  if (found && matches(asking["if-none-match"], etag)) {
    const { "content-encoding": _coding, "content-type": _type, ...kept } = headers;
    return { status: 304, headers: kept };
  }
  const ranged = found && (asking["if-range"] ?? etag) === etag;
  const span = readRange(ranged ? asking.range : undefined, object.size);
  if (span.kind === "unsatisfiable") {
    const content = { "content-range": `bytes */${object.size}`, "content-length": 0 };
    return { status: 416, headers: { ...common(asked), ...content } };
  }
  if (span.kind === "part") {
    headers["content-range"] = `bytes ${span.first}-${span.last}/${object.size}`;
    headers["content-length"] = span.last - span.first + 1;
    return { status: 206, headers, span };
  }
  headers["content-length"] = object.size;
  return { status: file.status, headers, ...(object.size === 0 ? {} : { span: { first: 0, last: object.size - 1 } }) };
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
