import { type Clock, wait } from "@greenroom/contract/clock";
import type { Client } from "pg";
import type { Logger } from "pino";
import { newUuid } from "../../domain/ids.ts";

/** What the queue is woken for. A build that waits concerns only those who have a free slot. */
export type WakeReason = "any" | "build";

/** What processes that share a database send each other: never data, since the rows are the truth. */
export type BroadcastMessage =
  | { readonly kind: "events"; readonly deploymentId: string }
  | { readonly kind: "cancel"; readonly deploymentId: string }
  | { readonly kind: "wake"; readonly reason: WakeReason };

/** Notifies the other processes that rows have changed. Messages can be lost, so every receiver also polls. */
export interface Broadcast {
  /** Call after the transaction has committed, never inside it. */
  publish(message: BroadcastMessage): void;
  /** Calls `listener` with the messages of other processes; with `missed` when some of them can be lost. */
  subscribe(listener: (received: BroadcastMessage | "missed") => void): void;
}

/** For a process that is alone with its database. */
export const NO_BROADCAST: Broadcast = { publish: () => undefined, subscribe: () => undefined };

function encodeMessage(message: BroadcastMessage): string {
  switch (message.kind) {
    case "events":
      return `e:${message.deploymentId}`;
    case "cancel":
      return `c:${message.deploymentId}`;
    case "wake":
      return message.reason === "build" ? "b" : "w";
  }
}

/** Undefined for a word of a newer version, or of another program on the same channel. */
function decodeMessage(word: string): BroadcastMessage | undefined {
  if (word === "w") return { kind: "wake", reason: "any" };
  if (word === "b") return { kind: "wake", reason: "build" };
  const [, letter, deploymentId = ""] = /^([ec]):(dep_[0-9a-z]{1,60})$/.exec(word) ?? [];
  if (letter === undefined) return undefined;
  return { kind: letter === "e" ? "events" : "cancel", deploymentId };
}

/** Messages in one notification, which holds 8,000 bytes. */
const MAX_WORDS = 150;
/** Messages that wait for a server that is away; more are dropped, and the listeners report `missed` when they reconnect. */
const MAX_WAITING = 10_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** A connection that broke without notice is found after this time. */
const PROBE_EVERY_MS = 15_000;
/** How long a stop waits for the last messages. */
const CLOSE_MS = 1_000;

interface OpenBroadcast extends Broadcast {
  close(): Promise<void>;
}

/**
 * Opens a broadcast by LISTEN and NOTIFY, on two connections that nothing else uses: a notification in the transaction
 * that makes the change would make all commits wait for each other.
 */
export function openPostgresBroadcast(connect: () => Promise<Client>, clock: Clock, log: Logger): OpenBroadcast {
  const self = newUuid();
  const closed = new AbortController();
  const listeners = new Set<(received: BroadcastMessage | "missed") => void>();
  const queued = new Set<string>();
  let sender: Client | undefined;
  let sending: Promise<void> | undefined;

  const deliver = (received: BroadcastMessage | "missed"): void => {
    for (const listener of listeners) listener(received);
  };

  function receive(payload: string): void {
    const [origin, ...words] = payload.split(" ");
    if (origin === self) return;
    for (const word of words) {
      const message = decodeMessage(word);
      if (message) deliver(message);
    }
  }

  async function listen(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!closed.signal.aborted) {
      try {
        const client = await connect();
        try {
          const lost = new Promise<void>((resolve) => client.once("end", resolve).once("error", () => resolve()));
          client.on("notification", ({ payload = "" }) => receive(payload));
          await client.query(`LISTEN "${await channelOf(client)}"`);
          retryMs = FIRST_RETRY_MS;
          // What was sent before this connection is not sent again.
          deliver("missed");
          await untilLost(client, lost);
        } finally {
          void client.end().catch(() => undefined);
        }
      } catch (error) {
        if (!closed.signal.aborted) log.warn({ err: error }, "broadcasts of the database cannot be received");
      }
      if (!(await wait(clock, retryMs, closed.signal))) return;
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  async function untilLost(client: Client, lost: Promise<void>): Promise<void> {
    for (;;) {
      const resting = new AbortController();
      const rest = wait(clock, PROBE_EVERY_MS, AbortSignal.any([closed.signal, resting.signal]));
      const rested = await Promise.race([rest, lost.then(() => false)]);
      resting.abort();
      if (!rested) return;
      await client.query("SELECT 1");
    }
  }

  async function sendQueued(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    // Batches what is published in the same turn, and while a notification is being sent.
    await Promise.resolve();
    while (queued.size > 0) {
      const words = [...queued].slice(0, MAX_WORDS);
      for (const word of words) queued.delete(word);
      try {
        sender ??= await openSender(connect);
        await sender.query(`SELECT pg_notify('${CHANNEL}' || hashtext(current_schema()), $1)`, [
          [self, ...words].join(" "),
        ]);
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        void sender?.end().catch(() => undefined);
        sender = undefined;
        if (closed.signal.aborted) return;
        for (const word of words) queued.add(word);
        log.warn({ err: error }, "a broadcast of the database cannot be sent");
        await wait(clock, retryMs, closed.signal);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  const listening = listen();
  return {
    publish(message) {
      if (closed.signal.aborted || queued.size >= MAX_WAITING) return;
      queued.add(encodeMessage(message));
      sending ??= sendQueued().finally(() => (sending = undefined));
    },
    subscribe: (listener) => void listeners.add(listener),
    async close() {
      closed.abort();
      const done = new AbortController();
      await Promise.race([sending, wait(clock, CLOSE_MS, done.signal)]);
      done.abort();
      await Promise.all([listening, sender?.end().catch(() => undefined)]);
    },
  };
}

const CHANNEL = "greenroom_";

/** Of the schema, in which several instances could share a database. */
async function channelOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ channel: string }>(
    `SELECT '${CHANNEL}' || hashtext(current_schema()) AS channel`,
  );
  return rows[0]?.channel ?? CHANNEL;
}

async function openSender(connect: () => Promise<Client>): Promise<Client> {
  const client = await connect();
  // A lost message only costs time, so its commit does not wait for the disk.
  await client.query("SET synchronous_commit = off");
  return client;
}
