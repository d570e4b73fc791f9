import { lookup as resolveName, type LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "../domain/public-address.ts";

const MAX_URL_CHARS = 2_048;

interface OutgoingRequest {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends it, also while the answer is being read. */
  readonly signal: AbortSignal;
  /** Most bytes of the answer that are kept. */
  readonly maxBytes: number;
  /** Refuses addresses outside the public network, looked at when the connection is made. */
  readonly publicOnly: boolean;
}

/** End of a request; a redirect is an answer like any other and never followed. */
export type Sent =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: string;
      /** The answer was longer than was kept. */
      readonly cut: boolean;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

/** Sends one request over a connection of its own. */
export async function send(outgoing: OutgoingRequest): Promise<Sent> {
  const { url, method, headers, body, signal, maxBytes, publicOnly } = outgoing;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (publicOnly && isIP(host) !== 0 && !isPublicAddress(host)) return unreachable(new PrivateAddressError());
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(unreachable(error));
    const options = { method, headers: { ...headers, ...length }, signal, agent: false } as const;
    const request = start(url, publicOnly ? { ...options, lookup: lookupPublic } : options, (response) => {
      readAnswer(response, maxBytes).then(resolve, fail);
    });
    request.once("error", fail);
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Sent> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.byteLength;
    chunks.push(chunk);
    // Leaving the loop destroys the connection.
    if (size > maxBytes) break;
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const body = Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
  return { kind: "answered", status: response.statusCode ?? 0, headers, body, cut: size > maxBytes };
}

/** The name is resolved once, and what it resolved to is what is connected to. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const addresses = error ? [] : found;
    const first = addresses[0];
    const refused = addresses.some(({ address }) => !isPublicAddress(address));
    if (error || refused || first === undefined) {
      callback(error ?? new PrivateAddressError(), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

function unreachable(error: unknown): Sent {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "PRIVATE_ADDRESS") {
    return { kind: "unreachable", reason: "The address is not on the public network; nothing was sent." };
  }
  if (code === "ABORT_ERR") return { kind: "unreachable", reason: "No answer in time." };
  // Node's codes are words such as ECONNREFUSED; a message could quote what the other side sent.
  return { kind: "unreachable", reason: `No connection (${/^[A-Z0-9_]{2,60}$/.test(code) ? code : "failed"}).` };
}

/** An address that is told something, or why it cannot be. */
type CheckedAddress =
  | { readonly kind: "fine"; readonly url: URL }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Checks an address an operator gives: https, or http on this machine in development.
 * @param rules `publicOnly` refuses addresses outside the public network that are written out.
 */
export function checkAddress(
  text: string,
  { development, publicOnly }: { readonly development: boolean; readonly publicOnly: boolean },
): CheckedAddress {
  const refused = (reason: string): CheckedAddress => ({ kind: "refused", reason });
  const url = text.length <= MAX_URL_CHARS && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return refused("It is not a web address.");
  if (url.username !== "" || url.password !== "") return refused("It must hold no user name or password.");
  if (url.hash !== "") return refused("It must have no part after '#'.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const here = host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/.test(host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && here && development)) {
    return refused("It must be https, or http on this machine in development.");
  }
  if (publicOnly && (here || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    return refused("It must be on the public network.");
  }
  return { kind: "fine", url };
}

/** How an attempt to tell somebody ended. */
export type Outcome =
  | { readonly kind: "delivered"; readonly httpStatus: number | null; readonly note?: string }
  /** May go better later. */
  | {
      readonly kind: "again";
      readonly httpStatus: number | null;
      readonly note: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** Never goes better. */
  | { readonly kind: "failed"; readonly httpStatus: number | null; readonly note: string }
  /** The receiver is gone from the store. */
  | { readonly kind: "dropped"; readonly note: string };

/**
 * Reads an answer that is not what was hoped for.
 * @param final HTTP statuses after which trying again is of no use.
 */
export function failureOf(
  sent: Sent,
  {
    final,
    hints,
    nowMs,
  }: { readonly final: readonly number[]; readonly hints: Readonly<Record<number, string>>; readonly nowMs: number },
): Outcome {
  if (sent.kind === "unreachable") return { kind: "again", httpStatus: null, note: sent.reason };
  const { status } = sent;
  const redirect = status >= 300 && status < 400 ? "Redirects are not followed; give the final address." : undefined;
  const note = hints[status] ?? redirect ?? `Answered ${status}.`;
  if (final.includes(status)) return { kind: "failed", httpStatus: status, note };
  return { kind: "again", httpStatus: status, note, retryAfterMs: retryAfterMs(sent.headers, nowMs) };
}

/** [RFC 9110 §10.2.3] Seconds or a date; [GitHub, Rate limits] or the end of the window, once it is used up. */
function retryAfterMs(headers: Readonly<Record<string, string | undefined>>, nowMs: number): number | undefined {
  const after = headers["retry-after"];
  if (after !== undefined) {
    const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - nowMs;
    return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
  }
  const reset = headers["x-ratelimit-reset"] ?? "";
  if (headers["x-ratelimit-remaining"] !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(0, Number(reset) * 1_000 - nowMs);
}
