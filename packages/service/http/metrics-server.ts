import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { ApiError } from "../domain/api-error.ts";
import { codeVersion } from "../outside/version.ts";
import { closeServer, startListening } from "./bind.ts";
import { asApiError, errorBody, errorHeaders } from "./envelope.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

interface MetricsDeps {
  readonly metrics: Pick<Metrics, "text" | "contentType">;
  readonly readiness: Readiness;
  readonly log: Logger;
}

/** Those who watch are few. */
const MAX_CONNECTIONS = 64;
const REQUEST_MS = 10_000;

/**
 * Serves `/metrics`, `/healthz` and `/readyz` to anyone who can connect to the address, under any name and without TLS: the
 * operator chooses the network.
 */
export async function listenForMetrics(
  address: { readonly host: string; readonly port: number },
  deps: MetricsDeps,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: 8 * 1024, requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(request, deps).then(
        ({ type, body }) => send(response, { status: 200, headers: { "Content-Type": type }, body }),
        (thrown: unknown) => {
          const error = asApiError(thrown);
          if (error.code === "internal_error") deps.log.error({ err: thrown }, "the metrics could not be read");
          send(response, { status: error.status, headers: errorHeaders(error), body: errorBody(error) });
        },
      );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await startListening(server, address, "--metrics");
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closeServer(server) };
}

async function answer(
  { method, url = "" }: IncomingMessage,
  { metrics, readiness }: MetricsDeps,
): Promise<{ readonly type: string; readonly body: string }> {
  const [path] = url.split("?", 1);
  const known = path === "/metrics" || path === "/healthz" || path === "/readyz";
  if (!known) throw new ApiError("not_found", "There is nothing at this path.");
  if (method !== "GET" && method !== "HEAD") {
    throw new ApiError("method_not_allowed", "This path is only read.", { allow: ["GET", "HEAD"] });
  }
  if (path === "/metrics") return { type: metrics.contentType, body: await metrics.text() };
  if (path === "/readyz") await readiness.check();
  const data = path === "/readyz" ? { status: "ready" } : { status: "alive", build: codeVersion() };
  return { type: "application/json", body: JSON.stringify({ ok: true, data }) };
}

function send(
  response: ServerResponse,
  given: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
): void {
  response.writeHead(given.status, {
    ...given.headers,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(given.body),
  });
  response.end(given.body);
}
