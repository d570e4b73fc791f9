import { connect, createServer } from "node:net";

/** What went through, both ways. */
export interface Metered {
  readonly connections: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
}

/** A pass-through to a port of this machine that counts. */
export interface Meter extends AsyncDisposable {
  readonly url: string;
  /** Where it leads from now on. */
  lead(port: number): void;
  /** @returns What went through since the last call. */
  take(): Metered;
}

/** Opens a pass-through; nothing can go through before it leads somewhere. */
export async function openMeter(): Promise<Meter> {
  const none = { connections: 0, bytesOut: 0, bytesIn: 0 };
  let seen = { ...none };
  let target = 0;
  const server = createServer((near) => {
    seen.connections += 1;
    const far = connect(target, "127.0.0.1");
    near.on("data", (data) => (seen.bytesOut += data.length));
    far.on("data", (data) => (seen.bytesIn += data.length));
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
    take() {
      const taken = seen;
      seen = { ...none };
      return taken;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}
