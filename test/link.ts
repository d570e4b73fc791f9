import { connect, createServer, type Socket } from "node:net";
import { closeServer, listenLocally } from "./http.ts";

/** A way to a server, on loopback, that can be cut. */
export interface Link extends AsyncDisposable {
  readonly port: number;
  /** Ends every connection, and takes none. */
  cut(): void;
  repair(): void;
  /** Where new connections lead from now on. */
  lead(target: URL): void;
}

/**
 * Opens a link.
 * @param target Nothing can go through before it leads somewhere.
 * @param onSent Sees what goes to the server.
 */
export async function openLink(target?: URL, onSent: (bytes: Buffer) => void = () => undefined): Promise<Link> {
  const sockets = new Set<Socket>();
  let to = target;
  const server = createServer((near) => {
    if (to === undefined) return void near.destroy();
    const far = connect(Number(to.port), to.hostname);
    near.on("data", onSent);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await listenLocally(server);
  let isCut: URL | undefined;
  const cut = (): void => {
    [isCut, to] = [to, undefined];
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    repair: () => void (to = isCut),
    lead: (target) => void (to = target),
    async [Symbol.asyncDispose]() {
      const closed = closeServer(server);
      cut();
      await closed;
    },
  };
}
