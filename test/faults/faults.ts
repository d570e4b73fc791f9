import type { ServerResponse } from "node:http";
import type { Passed, Fault } from "./proxy.ts";

/** The connection is reset after the request was read, before the service acted. */
export const resetAfterReading: Fault = ({ socket }) => void socket.resetAndDestroy();

/** The service acts; its response is lost with the connection. */
export const lostResponse: Fault = async ({ act, socket }) => {
  await act();
  socket.resetAndDestroy();
};

/** The service acts; half of its response arrives, then the connection ends. */
export const cutBody: Fault = async ({ act, response, socket }) => {
  const upstream = await act();
  head(response, upstream, { "content-length": String(upstream.body.length) });
  response.write(upstream.body.subarray(0, upstream.body.length / 2), () => socket.destroy());
};

/** The service acts; the connection stays open, and nothing comes. */
export const halfOpen: Fault = async ({ act }) => void (await act());

/** The service acts; its response comes with another status, type or body. */
export function respondWith(change: {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | ((body: string) => string);
}): Fault {
  return async ({ act, response }) => {
    const upstream = await act();
    const text = upstream.body.toString("utf8");
    const body = typeof change.body === "function" ? change.body(text) : (change.body ?? text);
    head(response, { ...upstream, status: change.status ?? upstream.status }, change.headers);
    response.end(body);
  };
}

/** A gateway in front of the service responds with a page; the service has possibly acted. */
export function gateway(status: number, { acted = false }: { readonly acted?: boolean } = {}): Fault {
  return async ({ act, response }) => {
    if (acted) await act();
    response.writeHead(status, { "content-type": "text/html" }).end("<html><h1>Gateway</h1></html>");
  };
}

/** An error in the service's envelope; the request does not reach the service. */
export function apiError(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Fault {
  const body = JSON.stringify({ ok: false, error: { code, message: `it is ${code}` } });
  return ({ response }) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

/** A response that does not come from the target; the request does not reach it. */
export function respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Fault {
  return ({ response }) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Leads elsewhere. */
export function redirect(status: number, location: string): Fault {
  return ({ response }) => void response.writeHead(status, { location }).end();
}

/** An event stream that opens, and sends nothing. */
export const silent: Fault = ({ response }) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
};

/** Changes the deployment under `data`. */
export function edited(change: (data: Record<string, unknown>) => Record<string, unknown>): Fault {
  return respondWith({
    body: (text) => {
      const envelope = JSON.parse(text) as { readonly data: Record<string, unknown> };
      return JSON.stringify({ ...envelope, data: change({ ...envelope.data }) });
    },
  });
}

function head(response: ServerResponse, upstream: Passed, more: Readonly<Record<string, string>> = {}): void {
  // Lengths and encodings of the original would not fit what is written here.
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = upstream.headers;
  response.writeHead(upstream.status, { ...headers, ...more });
}
