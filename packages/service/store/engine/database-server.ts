import type { Clock } from "@greenroom/contract/clock";
import { Client, type ClientConfig, Pool } from "pg";
import type { Logger } from "pino";
import type { DatabaseServer } from "../../settings.ts";
import { type Broadcast, openPostgresBroadcast } from "./broadcast.ts";
import { hostsOf } from "./database-hosts.ts";
import { clientOf, connectionOf } from "./postgres.ts";

export interface SharedServer {
  readonly broadcast: Broadcast;
  /** Runs a chore unless another process is at it. @returns Whether it ran. */
  runExclusively(chore: string, run: () => Promise<unknown>): Promise<boolean>;
  /** Where requests are counted. Its timeouts are short, since a process can count by itself. */
  readonly counters: Pool;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
const COUNTERS = { connections: 4, timeoutMs: 1_000 } as const;

/** First part of the advisory locks of chores; the second is made of schema and chore. */
const CHORE = 0x67_72_6e_03;

export function openSharedServer(server: DatabaseServer, clock: Clock, log: Logger): SharedServer {
  const hosts = hostsOf(server);
  const connect = async (name: string): Promise<Client> => {
    const client = new Client({ ...(await connectionOf(server)), ...within(TIMEOUT_MS), application_name: name });
    // A lost connection shows in the next query, which fails.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      hosts.forget();
      throw error;
    }
  };
  const broadcast = openPostgresBroadcast(() => connect("greenroom broadcast"), clock, log);
  const counters = new Pool({
    ...within(COUNTERS.timeoutMs),
    Client: clientOf(hosts),
    max: COUNTERS.connections,
    // A lost count lets a few more requests through, so its commit does not wait for the disk.
    verify: (client, done) => client.query("SET synchronous_commit = off", done),
  });
  counters.on("error", () => undefined);
  counters.on("connect", (client) => client.on("error", () => undefined));
  return {
    broadcast,
    counters,
    async runExclusively(chore, run) {
      // The lock is the connection's: a process that is lost gives it back with it.
      const client = await connect("greenroom chore");
      try {
        const { rows } = await client.query<{ free: boolean }>(
          "SELECT pg_try_advisory_lock($1, hashtext(current_schema() || ' ' || $2)) AS free",
          [CHORE, chore],
        );
        if (rows[0]?.free !== true) return false;
        await run();
        return true;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async close() {
      await Promise.all([broadcast.close(), counters.end()]);
    },
  };
}

function within(timeoutMs: number): ClientConfig {
  return {
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    keepAlive: true,
  };
}
