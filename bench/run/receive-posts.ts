import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { closeServer, listenLocally } from "../../test/http.ts";
import { HEAD_SHA } from "./pull.ts";

export const SITE_ID = "0198a5c4-0000-7000-8000-000000000001";

/** A receiver of POSTs, which responds to none. */
export interface Posts extends AsyncDisposable {
  readonly baseUrl: string;
  /** What the peers, which read no event, have to send. */
  readonly env: Readonly<Record<string, string>>;
  /** @returns When the head of the next POST is here, `performance.now()`. */
  next(): Promise<number>;
}

const TLS = join(import.meta.dirname, "..", "..", "test", "service", "pipeline", "tls");

export async function receivePosts(): Promise<Posts> {
  let arrive: (atMs: number) => void = () => undefined;
  const take = (request: IncomingMessage): void => {
    if (request.method === "POST") arrive(performance.now());
  };
  const certificate = join(TLS, "certificate.pem");
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(join(TLS, "key.pem")) }, take);
  const baseUrl = `https://127.0.0.1:${await listenLocally(server)}`;
  return {
    baseUrl,
    env: {
      NODE_EXTRA_CA_CERTS: certificate,
      GREENROOM_BENCH_URL: `${baseUrl}/sites/${SITE_ID}/deploy`,
      GREENROOM_BENCH_BODY: JSON.stringify({ environment: "preview", branch: "feature/login", commitSha: HEAD_SHA }),
      GREENROOM_BENCH_KEY: crypto.randomUUID(),
    },
    next: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
