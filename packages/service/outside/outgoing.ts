import { lookup as resolveName, type LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { errorCode } from "@greenroom/contract/coded-error";
import { isPublicAddress } from "../domain/public-address.ts";

const MAX_URL_CHARS = 2_048;

interface OutgoingRequest {
  readonly url: URL;
  readonly method: "GET" | "POST" | "PATCH";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends it, also while the response is being read. */
  readonly signal: AbortSignal;
  /** Most bytes of the response that are kept. */
  readonly maxBytes: number;
  /** Allows only addresses of the public network, checked when the connection is made. */
  readonly publicOnly: boolean;
  /** Certificate authorities in place of those that Node.js knows. */
  readonly ca?: readonly string[] | undefined;
  /** Takes the body of a response with the status 200, which is not kept then; `maxBytes` holds as well. */
  readonly onChunk?: (chunk: Buffer) => Promise<unknown>;
}

/** The result of a request; a redirect is a response like any other and never followed. */
export type Sent =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: string;
      /** The response was longer than `maxBytes`. */
      readonly cut: boolean;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

export async function send(outgoing: OutgoingRequest): Promise<Sent> {
  const { url, method, headers, body, signal, publicOnly, ca } = outgoing;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (publicOnly && isIP(host) !== 0 && !isPublicAddress(host)) return unreachable(new PrivateAddressError());
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(unreachable(error));
    const trusted = ca === undefined ? {} : { ca: [...ca] };
    const options = { method, headers: { ...headers, ...length }, signal, agent: false, ...trusted } as const;
    const request = start(url, publicOnly ? { ...options, lookup: lookupPublic } : options, (response) => {
      readResponse(response, outgoing).then(resolve, fail);
    });
    request.once("error", fail);
    request.end(body);
  });
}

async function readResponse(
  response: IncomingMessage,
  { maxBytes, onChunk }: Pick<OutgoingRequest, "maxBytes" | "onChunk">,
): Promise<Sent> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.byteLength;
    const isTaken = onChunk !== undefined && response.statusCode === 200;
    if (!isTaken) chunks.push(chunk);
    // Leaving the loop destroys the connection.
    if (size > maxBytes) break;
    if (isTaken) await onChunk(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const body = Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
  return { kind: "response", status: response.statusCode ?? 0, headers, body, cut: size > maxBytes };
}

/** The name is resolved once, and the connection goes to the address that was checked. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const addresses = error ? [] : found;
    const first = addresses[0];
    const isPrivate = addresses.some(({ address }) => !isPublicAddress(address));
    if (error || isPrivate || first === undefined) {
      callback(error ?? new PrivateAddressError(), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

function unreachable(error: unknown): Sent {
  const code = errorCode(error) ?? "";
  if (code === "PRIVATE_ADDRESS") {
    return { kind: "unreachable", reason: "The address is not on the public network; nothing was sent." };
  }
  if (code === "ABORT_ERR") return { kind: "unreachable", reason: "No response in time." };
  // Node's codes are words such as ECONNREFUSED; a message could quote what the other side sent.
  return { kind: "unreachable", reason: `No connection (${/^[A-Z0-9_]{2,60}$/.test(code) ? code : "failed"}).` };
}

type CheckedUrl = { readonly kind: "valid"; readonly url: URL } | { readonly kind: "invalid"; readonly reason: string };

/** `publicOnly` rejects literal addresses outside the public network; of names only `send` knows more. */
export function checkUrl(
  text: string,
  { development, publicOnly }: { readonly development: boolean; readonly publicOnly: boolean },
): CheckedUrl {
  const invalid = (reason: string): CheckedUrl => ({ kind: "invalid", reason });
  const url = text.length <= MAX_URL_CHARS && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return invalid("It is not a URL.");
  if (url.username !== "" || url.password !== "") return invalid("It must not contain a user name or password.");
  if (url.hash !== "") return invalid("It must not have a fragment (#).");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const here = host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/.test(host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && here && development)) {
    return invalid("It must be https, or http on this machine in development.");
  }
  if (publicOnly && (here || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    return invalid("It must be on the public network.");
  }
  return { kind: "valid", url };
}
