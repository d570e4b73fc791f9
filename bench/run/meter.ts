import { connect, createServer } from "node:net";

/** The line that a request of HTTP/1.1 begins with. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r$/gm;

/** A pass-through to a port of this machine that counts requests. */
export interface Meter extends AsyncDisposable {
  readonly url: string;
  /** Where it leads from now on. */
  lead(port: number): void;
  /** @returns Requests that went through, each of which began a piece of its own. */
  requests(): number;
}

/** Opens a pass-through; nothing can go through before it leads somewhere. */
export async function openMeter(): Promise<Meter> {
  let requests = 0;
  let target = 0;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    near.on("data", (data: Buffer) => (requests += data.toString("latin1").match(REQUEST_LINE)?.length ?? 0));
    near.pipe(far).pipe(near);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    lead: (port) => void (target = port),
    requests: () => requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}
