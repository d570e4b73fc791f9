import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import type { Hurry } from "./clock.ts";
import type { Attempt } from "./plan.ts";

const Said = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accepted"), id: z.int(), deploymentId: z.string() }),
  z.object({
    kind: z.literal("ended"),
    id: z.int(),
    deploymentId: z.string(),
    n: z.int(),
    status: z.string(),
    code: z.string(),
  }),
  z.object({ kind: z.literal("broke"), id: z.int(), why: z.string() }),
]);

/** How an attempt ended, as its client saw it. */
export interface Ended {
  readonly deploymentId: string;
  /** Number of the attempt's key that the deployment has, from 1. */
  readonly n: number;
  readonly status: string;
  /** Why it failed; empty when it did not. */
  readonly code: string;
}

/** What the clients' process gets for an attempt. */
export type Order = Pick<Attempt, "id" | "wish" | "branch" | "pullRequest"> & {
  readonly siteId: string;
  readonly commitSha: string;
};

/** Many clients in one process, which can be killed and goes on where it was. */
export interface Clients extends AsyncDisposable {
  run(order: Order): Promise<Ended>;
  /** SIGKILL, then the next process with every order that has not ended. */
  kill(): Promise<void>;
}

interface Open {
  readonly order: Order;
  readonly end: PromiseWithResolvers<Ended>;
}

/** Starts the clients. */
export async function startClients(
  start: { readonly baseUrl: string; readonly token: string; readonly hurry: Hurry },
  onAccepted: (attempt: number, deploymentId: string) => void,
): Promise<Clients> {
  const open = new Map<number, Open>();
  const receive = (message: unknown): void => {
    const parsed = Said.parse(message);
    if (parsed.kind === "accepted") return onAccepted(parsed.id, parsed.deploymentId);
    const { end } = open.get(parsed.id) ?? {};
    open.delete(parsed.id);
    if (parsed.kind === "ended") end?.resolve(parsed);
    else end?.reject(new Error(`attempt ${parsed.id}: ${parsed.why}`));
  };
  let child = await spawned(start, receive);
  const end = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    run(order) {
      const opened = { order, end: Promise.withResolvers<Ended>() };
      open.set(order.id, opened);
      if (child.connected) child.send(order, () => undefined);
      return opened.end.promise;
    },
    async kill() {
      await end();
      child = await spawned(start, receive);
      for (const { order } of open.values()) child.send(order, () => undefined);
    },
    [Symbol.asyncDispose]: end,
  };
}

async function spawned(start: unknown, receive: (message: unknown) => void): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "client-child.ts"), [JSON.stringify(start)], {
    execArgv: ["--no-warnings"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  await once(child, "message");
  child.on("message", receive);
  return child;
}
