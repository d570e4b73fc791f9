import { type Clock, wait } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { Client } from "pg";
import { newUuid } from "../domain/ids.ts";
import { type Bell, readWord, type Ring, wordOf } from "./bell.ts";

/** Rings in one notification, which holds 8,000 bytes. */
const MAX_WORDS = 150;
/** Rings that wait for a server that is away; more are not heard, which a reconnect of the listeners makes up for. */
const MAX_WAITING = 10_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** A connection that broke without a word is found out after this time. */
const PROBE_EVERY_MS = 15_000;
/** How long a stop waits for the last rings. */
const CLOSE_MS = 1_000;

interface BellDeps {
  /** Connects, on a connection that nothing else uses. */
  readonly connect: () => Promise<Client>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface OpenBell extends Bell {
  close(): Promise<void>;
}

/**
 * Rings by LISTEN and NOTIFY, on two connections of its own: a notification in the transaction of what it tells would
 * make all commits wait for each other.
 */
export function openPostgresBell({ connect, clock, log }: BellDeps): OpenBell {
  const self = newUuid();
  const closed = new AbortController();
  const listeners = new Set<(heard: Ring | "missed") => void>();
  const waiting = new Set<string>();
  let ringer: Client | undefined;
  let ringing: Promise<void> | undefined;

  const tell = (heard: Ring | "missed"): void => {
    for (const listener of listeners) listener(heard);
  };

  function hear(payload: string): void {
    const [sender, ...words] = payload.split(" ");
    if (sender === self) return;
    for (const word of words) {
      const ring = readWord(word);
      if (ring) tell(ring);
    }
  }

  async function listen(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!closed.signal.aborted) {
      try {
        const client = await connect();
        try {
          const lost = new Promise<void>((resolve) => client.once("end", resolve).once("error", () => resolve()));
          client.on("notification", ({ payload = "" }) => hear(payload));
          await client.query(`LISTEN "${await channelOf(client)}"`);
          retryMs = FIRST_RETRY_MS;
          // Whatever was rung before this connection is not heard again.
          tell("missed");
          await untilLost(client, lost);
        } finally {
          void client.end().catch(() => undefined);
        }
      } catch (error) {
        if (!closed.signal.aborted) log.warn({ err: error }, "the bell of the database cannot be heard");
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

  async function ringAll(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    // What is rung in the same turn goes together, and what is rung while a notification is on its way.
    await Promise.resolve();
    while (waiting.size > 0) {
      const words = [...waiting].slice(0, MAX_WORDS);
      for (const word of words) waiting.delete(word);
      try {
        ringer ??= await openRinger(connect);
        await ringer.query(`SELECT pg_notify('${CHANNEL}' || hashtext(current_schema()), $1)`, [
          [self, ...words].join(" "),
        ]);
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        void ringer?.end().catch(() => undefined);
        ringer = undefined;
        if (closed.signal.aborted) return;
        for (const word of words) waiting.add(word);
        log.warn({ err: error }, "the bell of the database cannot be rung");
        await wait(clock, retryMs, closed.signal);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  const listening = listen();
  return {
    ring(ring) {
      if (closed.signal.aborted || waiting.size >= MAX_WAITING) return;
      waiting.add(wordOf(ring));
      ringing ??= ringAll().finally(() => (ringing = undefined));
    },
    onRing: (listener) => void listeners.add(listener),
    async close() {
      closed.abort();
      const enough = new AbortController();
      await Promise.race([ringing, wait(clock, CLOSE_MS, enough.signal)]);
      enough.abort();
      await Promise.all([listening, ringer?.end().catch(() => undefined)]);
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

async function openRinger(connect: () => Promise<Client>): Promise<Client> {
  const client = await connect();
  // A ring that is lost costs time only: its commit waits for no disk.
  await client.query("SET synchronous_commit = off");
  return client;
}
