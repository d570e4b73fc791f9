import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { PROVENANCE_KEY_PATH } from "../../packages/contract/provenance.ts";
import type { Database } from "../../packages/service/store/engine/database.ts";
import { createPostgres } from "../../packages/service/store/engine/postgres.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { addWorker } from "../../packages/service/store/workers/workers.ts";
import { copyKeys } from "../engines/keys.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startS3 } from "../engines/s3.ts";
import { closeServer, freePort, listenLocally } from "../http.ts";
import { makeRepository } from "../service/pipeline/build-fixture.ts";
import { mountDisk } from "./disks.ts";
import { ask, type Front } from "./http.ts";
import { type Network, startNetwork } from "./network.ts";
import { MAIN, type Supervised, supervise } from "./supervised.ts";

const FRONTS = 3;
const WORKERS = 4;
const CHORES = "chores";

/** Fewer than there are workers, so that it binds. */
export const BUILDS_RUNNING = 3;
export const LEASE_MS = 5_000;

const PLENTY = 1_000_000;

const Ready = z.object({
  workspaceId: z.uuid(),
  projectId: z.uuid(),
  users: z.array(z.object({ email: z.string(), role: z.string() })),
  tokens: z.object({ pat: z.string() }),
});

/** An installation on several machines, each of them a folder and a process here. */
export interface Installation extends AsyncDisposable {
  /** What every front is asked as, as by a proxy. */
  readonly publicUrl: string;
  readonly fronts: readonly Front[];
  readonly processes: readonly Supervised[];
  readonly seed: z.infer<typeof Ready>;
  readonly network: Network;
  /** Names of the links that can be disturbed. */
  readonly links: readonly string[];
  /** Past every link. */
  readonly db: Database;
  readonly databaseUrl: string;
  readonly bucketFolder: string;
  crashDatabase(): Promise<void>;
  crashStore(): Promise<void>;
  /** Ends the primary of the database for good, and promotes its standby. */
  failOver(): Promise<void>;
  /** The disk of a process. */
  folderOf(name: string): string;
  /** Runs the repair of stored files on each machine that has some. */
  repairObjects(): Promise<void>;
  /** Adds a repository. @returns Its URL and its only commit. */
  repository(files: Readonly<Record<string, string>>): { readonly url: string; readonly sha: string };
}

/** Starts everything in a folder, and waits until it is ready. */
export async function startInstallation(folder: string): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const network = opened.adopt(await startNetwork(), (each) => each.stop());
  const s3 = opened.adopt(await startS3(), (each) => each.stop());
  const postgres = opened.adopt(await startPostgres({ standby: true }), (each) => each.stop());
  const repositories = join(folder, "repositories");
  const logs = join(folder, "logs");
  for (const each of [repositories, logs]) mkdirSync(each, { recursive: true });
  const { GREENROOM_TEST_S3: _, ...credentials } = s3.environment;
  const fronts: Front[] = [];
  const balancer = opened.adopt(await startBalancer(fronts), (each) => each.close());
  const { publicUrl } = balancer;
  const links: string[] = [];
  const link = async (name: string, port: number): Promise<number> => {
    links.push(name);
    return await network.link(name, port);
  };

  const disk = (name: string): string => {
    opened.use(mountDisk(join(folder, name)));
    return join(folder, name);
  };

  async function serving({ name, port, dataDirectory }: Front): Promise<readonly string[]> {
    const links = await Promise.all(postgres.ports.map((port, n) => link(`${name}-database-${n + 1}`, port)));
    const database = postgres.ports.reduce((url, port, n) => url.replace(`:${port}`, `:${links[n]}`), postgres.url);
    const objects = `s3://greenroom/chaos?endpoint=http://127.0.0.1:${await link(`${name}-store`, s3.port)}`;
    const limits = {
      "lease-seconds": LEASE_MS / 1_000,
      "builds-running": BUILDS_RUNNING,
      ...Object.fromEntries(UNBOUND.map((limit) => [limit, PLENTY])),
    };
    const how = ["--dev", "--json", "--review", "off", "--build-slots", "0", "--unsafe-no-sandbox"];
    const stores = ["--database", database, "--objects", objects, "--data", dataDirectory];
    return [
      "serve",
      "--port",
      String(port),
      ...how,
      ...stores,
      "--public-url",
      publicUrl,
      "--repo-root",
      repositories,
      ...Object.entries(limits).flatMap(([limit, value]) => ["--limit", `${limit}=${value}`]),
    ];
  }

  const processes: Supervised[] = [];
  const start = (name: string, args: readonly string[], readyLine: RegExp): Supervised =>
    supervise({ name, args, environment: credentials, readyLine, logFile: join(logs, `${name}.log`) });
  const run = (...given: Parameters<typeof start>): void => {
    const started = start(...given);
    processes.push(started);
    opened.defer(() => started.end());
  };

  const servers = await Promise.all(
    [...Array.from({ length: FRONTS }, (_, index) => `front-${index + 1}`), CHORES].map(async (name) => {
      const front = { name, port: await freePort(), dataDirectory: join(disk(name), "data") };
      return { front, args: await serving(front) };
    }),
  );
  fronts.push(...servers.map(({ front }) => front).filter(({ name }) => name !== CHORES));
  const [first, ...others] = servers;
  if (!first) throw new Error("There is no front.");
  const seeding = start("seeding", [...first.args, "--seed", "demo"], /"baseUrl"/);
  await withinTime([seeding], logs);
  const seed = Ready.parse(JSON.parse(await seeding.ready()));
  // The key of statements is made when it is first asked for: here by the only process that runs.
  await ask(publicUrl, first.front, { path: PROVENANCE_KEY_PATH });
  await seeding.end();
  for (const { front } of others) copyKeys(first.front.dataDirectory, front.dataDirectory);
  for (const { front, args } of servers) {
    const role = front.name === CHORES ? "chores" : "front";
    run(front.name, [...args, "--role", role], /"baseUrl"|"role":/);
  }
  const own = join(folder, "own");
  copyKeys(first.front.dataDirectory, own);
  const db = opened.adopt(createPostgres({ url: postgres.url, dataDirectory: own }), (each) => each.destroy());
  const sandbox = spawnSync("bwrap", ["--version"]).status === 0 ? [] : ["--unsafe-no-sandbox"];
  for (let n = 1; n <= WORKERS; n += 1) {
    const name = `worker-${n}`;
    const worker = { name, slots: 1, realm: "test" as const, at: new Date().toISOString() };
    const { token } = await inDatabase(db, (tx) => addWorker(tx, worker));
    const tokenFile = join(folder, `${name}.token`);
    writeFileSync(tokenFile, token, { mode: 0o600 });
    const service = `http://127.0.0.1:${await link(`${name}-service`, Number(new URL(publicUrl).port))}`;
    const where = ["--service", service, "--token-file", tokenFile, "--builds", join(disk(name), "builds")];
    const how = ["--dev", "--repo-root", repositories, "--slots", "1", ...sandbox];
    run(name, ["worker", ...where, ...how], /the worker is ready/);
  }
  await withinTime(processes, logs);
  const direct = `s3://greenroom/chaos?endpoint=http://127.0.0.1:${s3.port}`;
  const resources = opened.move();
  return {
    publicUrl,
    fronts,
    processes,
    seed,
    network,
    links,
    db,
    databaseUrl: postgres.url,
    bucketFolder: s3.bucketFolder,
    crashDatabase: () => postgres.crash(),
    crashStore: () => s3.crash(),
    failOver: () => postgres.failover(),
    folderOf: (name) => join(folder, name),
    async repairObjects() {
      for (const { front } of servers) {
        const stores = ["--data", front.dataDirectory, "--database", postgres.url, "--objects", direct];
        const env = { PATH: process.env["PATH"], HOME: "/nonexistent", ...credentials };
        const { stdout, stderr } = await promisify(execFile)(
          process.execPath,
          [MAIN, "admin", "objects", "check", "--repair", "--json", ...stores],
          { env, encoding: "utf8", timeout: START_MS },
        ).catch((error: { readonly stdout?: string; readonly stderr?: string }) => error);
        writeFileSync(join(logs, `repair-${front.name}.log`), `${stdout}\n${stderr}`);
      }
    },
    repository: (files) => makeRepository(join(repositories, randomUUID()), files),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const START_MS = 120_000;

/** @throws {Error} When a process is not ready in time: what it wrote says why. */
async function withinTime(processes: readonly Supervised[], logs: string): Promise<void> {
  const waiting = new Set(processes.map(({ name }) => name));
  const ready = Promise.all(processes.map((each) => each.ready().then(() => waiting.delete(each.name))));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const [name = ""] = waiting;
      const last = readFileSync(join(logs, `${name}.log`), "utf8")
        .trimEnd()
        .split("\n")
        .slice(-5)
        .join("\n");
      reject(new Error(`Not ready in time: ${[...waiting].join(", ")}. ${name} wrote:\n${last}`));
    }, START_MS);
  });
  await Promise.race([ready, late]).finally(() => clearTimeout(timer));
}

/** Limits that are not what this is about. */
const UNBOUND = [
  "pat-per-minute",
  "web-per-minute",
  "anonymous-per-minute",
  "deploy-per-minute",
  "builds-queued",
  "streams-per-token",
];

/** What stands before the fronts: requests go to one after the other, each under the public name. */
async function startBalancer(
  fronts: readonly Front[],
): Promise<{ readonly publicUrl: string; close(): Promise<void> }> {
  let turn = 0;
  let host = "";
  const server = createServer((incoming, outgoing) => {
    const front = fronts[(turn += 1) % fronts.length];
    const { method, url: path } = incoming;
    const asked = request({
      host: "127.0.0.1",
      port: front?.port,
      method,
      path,
      headers: { ...incoming.headers, host },
    });
    asked.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on("error", () => outgoing.destroy()).pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    outgoing.on("error", () => asked.destroy()).on("close", () => asked.destroy());
    incoming.on("error", () => asked.destroy()).pipe(asked);
  });
  host = `127.0.0.1:${await listenLocally(server)}`;
  return { publicUrl: `http://${host}`, close: () => closeServer(server) };
}
