import { Client, DatabaseError } from "pg";
import { hostUrls } from "../../domain/database-url.ts";
import type { DatabaseServer } from "../../settings.ts";
import { isServerBusy } from "./server-fault.ts";

/** A server that is down is not waited for: another one may have its place. */
const CONNECT_TIMEOUT_MS = 3_000;

/** The servers that a URL names, of which one takes changes. */
export class DatabaseHosts {
  readonly #urls: readonly string[];
  #primary: string | undefined;
  #searching: Promise<string> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    if (urls.length === 1) this.#primary = urls[0];
  }

  /** The server that took changes when it was looked for last; before that, the first one. */
  get url(): string {
    return this.#primary ?? this.#urls[0] ?? "";
  }

  /** Finds the server that takes changes, if it is not known. @throws What the servers said when none does. */
  async find(): Promise<string> {
    if (this.#primary !== undefined) return this.#primary;
    this.#searching ??= this.#search().finally(() => (this.#searching = undefined));
    this.#primary = await this.#searching;
    return this.#primary;
  }

  /** Call after a fault of the server: another one may be the primary by now. */
  forget(): void {
    if (this.#urls.length > 1) this.#primary = undefined;
  }

  async #search(): Promise<string> {
    try {
      return await Promise.any(this.#urls.map(requirePrimary));
    } catch (error) {
      const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      // A server that responds says more than one that is gone.
      throw causes.find((cause) => cause instanceof DatabaseError && !isServerBusy(cause)) ?? causes[0];
    }
  }
}

async function requirePrimary(connectionString: string): Promise<string> {
  const client = new Client({
    connectionString,
    application_name: "greenroom primary?",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS standby",
    );
    if (rows[0]?.standby === false) return connectionString;
    throw Object.assign(new Error("It is a standby."), { code: "25006" });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const known = new Map<string, DatabaseHosts>();

/** The servers of a database; all connections of a process to it share what was found. */
export function hostsOf({ url, password }: Pick<DatabaseServer, "url" | "password">): DatabaseHosts {
  const urls = hostUrls(url).map((one) => withPassword(one, password));
  const key = urls.join(" ");
  const hosts = known.get(key) ?? new DatabaseHosts(urls);
  known.set(key, hosts);
  return hosts;
}

function withPassword(url: string, password: string | undefined): string {
  if (password === undefined) return url;
  const changed = new URL(url);
  // In the query and not before the host: a URL that names a unix socket has no host.
  changed.searchParams.set("password", password);
  return changed.href;
}
