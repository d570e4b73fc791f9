import { once } from "node:events";
import { createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server on loopback that runs until it is disposed. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a page of any host on loopback. */
export function visit(url: URL, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const { host, port, pathname: path } = url;
    get({ host: "127.0.0.1", port, path, headers: { host, ...headers } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    }).once("error", reject);
  });
}
