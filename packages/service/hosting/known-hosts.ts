import type { IncomingMessage } from "node:http";
import type { Hosted } from "../store/sites/hosts.ts";
import type { Place } from "./places.ts";

export interface ServedHost {
  readonly place: Place;
  readonly hosted: Extract<Hosted, { kind: "files" }>;
}

/** The whole response to a GET without conditions, ready to send. */
export interface Answer {
  /** Names and values in turns, as Node takes them fastest. */
  readonly headers: string[];
  /** Text has one byte a character: a head and a short text leave in one write. */
  readonly body: Buffer | string;
}

export interface KnownHosts {
  /** What a host serves; undefined when it is not known, or may have changed. */
  find(hostHeader: string): ServedHost | undefined;
  answer(hostHeader: string, key: string): Answer | undefined;
  /** @param version Of the database, from before the host was looked up. @returns What `find` will find. */
  keep(hostHeader: string, host: ServedHost, version: number | undefined): ServedHost;
  /** Keeps the answer of a host that anyone may open, unless something else is known of it by now. */
  keepAnswer(hostHeader: string, host: object, key: string, answer: Answer): void;
}

/** A Host header can name a host in many spellings. */
const MAX_HOSTS = 1_000;
/** Of all answers together, with their keys and headers. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_KEY_CHARS = 1_024;

interface KnownHost extends ServedHost {
  version: number;
  readonly answers: Map<string, { readonly answer: Answer; readonly bytes: number }>;
}

/** @param version Of the database now; undefined where it cannot tell: then each request asks what a host serves. */
export function createKnownHosts(version: () => number | undefined): KnownHosts {
  const hosts = new Map<string, KnownHost>();
  let bytes = 0;

  function current(hostHeader: string): KnownHost | undefined {
    const known = hosts.get(hostHeader);
    return known && known.version === version() ? known : undefined;
  }

  function forget(hostHeader: string, { answers }: KnownHost): void {
    hosts.delete(hostHeader);
    for (const one of answers.values()) bytes -= one.bytes;
  }

  return {
    find: current,
    answer: (hostHeader, key) => current(hostHeader)?.answers.get(key)?.answer,
    keep(hostHeader, host, version) {
      if (version === undefined) return host;
      const before = hosts.get(hostHeader);
      if (before && isSame(before, host)) {
        before.version = version;
        return before;
      }
      if (before) forget(hostHeader, before);
      const known = { ...host, version, answers: new Map() };
      hosts.set(hostHeader, known);
      const [oldest] = hosts;
      if (hosts.size > MAX_HOSTS && oldest) forget(...oldest);
      return known;
    },
    keepAnswer(hostHeader, host, key, answer) {
      const known = hosts.get(hostHeader);
      if (!known || known !== host || known.hosted.access !== "public") return;
      if (key.length > MAX_KEY_CHARS || known.answers.has(key)) return;
      const weight = key.length + answer.body.length + answer.headers.reduce((sum, text) => sum + text.length, 0);
      known.answers.set(key, { answer, bytes: weight });
      bytes += weight;
      for (const { answers } of hosts.values()) {
        for (const [oldest, one] of answers) {
          if (bytes <= MAX_BYTES) return;
          answers.delete(oldest);
          bytes -= one.bytes;
        }
      }
    },
  };
}

/** The key of the kept answer to a request; undefined for one with a range or a condition. */
export function answerKey({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || headers.range !== undefined) return undefined;
  if (headers["if-none-match"] !== undefined || headers["if-match"] !== undefined) return undefined;
  return `${headers["accept-encoding"] ?? ""}\n${url}`;
}

function isSame(one: ServedHost, other: ServedHost): boolean {
  return JSON.stringify([one.place, one.hosted]) === JSON.stringify([other.place, other.hosted]);
}
