import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { systemClock } from "../../../packages/contract/clock.ts";
import { openSharedServer, type SharedServer } from "../../../packages/service/store/engine/database-server.ts";
import { query } from "../database.ts";

const SERVER = process.env["GREENROOM_TEST_DATABASE"] ?? "";

/** A database of its own on the server under test. */
export interface OwnDatabase extends AsyncDisposable {
  readonly url: string;
  /** Runs a statement in it. */
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Breaks every connection of the broadcast, as a restart of the server does. @returns How many. */
  cutBroadcasts(): Promise<number>;
}

export async function createOwnDatabase(): Promise<OwnDatabase> {
  const name = `own_${randomBytes(8).toString("hex")}`;
  await query(SERVER, `CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (text) => query(url.href, text),
    async cutBroadcasts() {
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'greenroom broadcast'`;
      return (await query(url.href, cut)).length;
    },
    async [Symbol.asyncDispose]() {
      await query(SERVER, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** What one process of several has of the server. */
export function joinServer(url: string): SharedServer & AsyncDisposable {
  const server = openSharedServer({ url }, systemClock, pino({ level: "silent" }));
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}
