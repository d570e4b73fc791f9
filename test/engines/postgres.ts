import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../http.ts";
import { answering, ended } from "../processes.ts";
import { MissingError } from "./program.ts";

export interface Cluster {
  /** URL of its database, which sorts as the machine's locale does: the schema must not depend on it. */
  readonly url: string;
  /** Of its servers. */
  readonly ports: readonly number[];
  /** Ends the server at once, as a machine that loses power does, and starts it again. */
  crash(): Promise<void>;
  /** Ends the primary at once, promotes its standby, and makes it the standby of that. */
  failover(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  readonly port: number;
  readonly data: string;
  server?: ChildProcess;
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a PostgreSQL of its own in a temporary folder, on loopback, with writes that are synced.
 * @param given `standby`: with a second server that has what was acknowledged.
 * @throws {MissingError} When the machine has none and it cannot be installed.
 */
export async function startPostgres({ standby = false }: { readonly standby?: boolean } = {}): Promise<Cluster> {
  const bin = findBin() ?? install();
  const account = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "greenroom-postgres-"));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const program = (name: string, words: readonly string[]) => run(join(bin, name), words, account);
  const start = async (node: Node) => {
    const synchronous = standby ? ["-c", "synchronous_standby_names=*"] : [];
    const settings = ["-k", folder, "-c", "max_connections=200", "-c", "max_wal_senders=4", ...synchronous];
    const options = ["-D", node.data, "-p", String(node.port), "-h", "127.0.0.1", ...settings];
    node.server = spawn(join(bin, "postgres"), options, { ...account, stdio: "ignore" });
    const isReady = ["-q", "-h", "127.0.0.1", "-p", String(node.port)];
    await answering(node.server, () => spawnSync(join(bin, "pg_isready"), isReady).status === 0 || undefined);
  };
  const follow = async (node: Node, primary: Node) => {
    rmSync(node.data, { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "greenroom"];
    program("pg_basebackup", ["-D", node.data, ...from, "-R", "-X", "stream", "-c", "fast"]);
    await start(node);
  };
  const end = async (node: Node | undefined, signal: NodeJS.Signals) => {
    if (node?.server) await ended(node.server, signal);
  };
  let primary: Node = { port: await freePort(), data: join(folder, "one") };
  let other: Node | undefined = standby ? { port: await freePort(), data: join(folder, "two") } : undefined;
  program("initdb", ["-D", primary.data, "-U", "greenroom", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  await start(primary);
  if (other) await follow(other, primary);
  const ports = [primary, other].flatMap((node) => node?.port ?? []);
  return {
    url: `postgres://greenroom@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`,
    ports,
    async crash() {
      await end(primary, "SIGQUIT");
      await start(primary);
    },
    async failover() {
      if (!other) throw new TypeError("There is no standby.");
      const [former, next] = [primary, other];
      await streaming(join(bin, "psql"), former.port);
      await end(former, "SIGQUIT");
      program("pg_ctl", ["promote", "-D", next.data, "-w"]);
      [primary, other] = [next, former];
      await follow(former, next);
    },
    async stop() {
      await Promise.all([end(other, "SIGINT"), end(primary, "SIGINT")]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBin(): string | undefined {
  const onPath = (process.env["PATH"] ?? "").split(":").map((folder) => join(folder, "initdb"));
  const packaged = globSync("/usr/lib/postgresql/*/bin/initdb").sort();
  const found = [...packaged.reverse(), ...onPath].find((path) => existsSync(path));
  return found === undefined ? undefined : dirname(found);
}

/** From the packages of Debian, where the tests run as root. */
function install(): string {
  const wanted = "PostgreSQL 15 or newer is not on this machine: install the package postgresql.";
  if (process.getuid?.() !== 0) throw new MissingError(wanted);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const done = ["update", "install"].every((verb) => {
    const words = verb === "install" ? [verb, "-y", "--no-install-recommends", "postgresql"] : [verb];
    return spawnSync("apt-get", words, { env, stdio: "ignore" }).status === 0;
  });
  const bin = done ? findBin() : undefined;
  if (bin === undefined) throw new MissingError(wanted);
  return bin;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

function run(command: string, words: readonly string[], account: Account): void {
  const { status, stderr } = spawnSync(command, words, { ...account, encoding: "utf8" });
  if (status !== 0) throw new MissingError(`${command} failed: ${stderr}`);
}

const START_TRIES = 300;

/** A primary that has just started again may show what its standby does not have yet: promoting it then would take that back. */
async function streaming(psql: string, port: number): Promise<void> {
  const question = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
  const words = ["-h", "127.0.0.1", "-p", String(port), "-U", "greenroom", "-d", "postgres", "-tAc", question];
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (spawnSync(psql, words, { encoding: "utf8" }).stdout.trim() === "1") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The standby does not follow.");
}
