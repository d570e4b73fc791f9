import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type RequestListener } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
import { buffer } from "node:stream/consumers";

/** Listens on a free port of loopback. @returns The port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return address.port;
}

/** A port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createTcpServer();
  const port = await listenLocally(server);
  await closeServer(server);
  return port;
}

/** Ends a server with its connections. */
export async function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections?.();
  await closed;
}

/** A server on loopback that runs until it is disposed. */
export async function serve(listener: (...given: Parameters<RequestListener>) => void | Promise<void>) {
  const server = createServer((...given) => void listener(...given));
  const port = await listenLocally(server);
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => closeServer(server) };
}

/** A response that was read to its end. */
export interface PageResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Requests a page of any host from a port of loopback: not every resolver knows names below localhost. */
export function requestHost(
  port: number | string,
  host: string,
  path = "/",
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host, ...headers } }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() }),
        reject,
      );
    });
    sent.once("error", reject).end();
  });
}

/** Opens a page of any host on loopback. */
export function visit({ host, port, pathname }: URL, headers: Readonly<Record<string, string>> = {}) {
  return requestHost(port, host, pathname, headers);
}
