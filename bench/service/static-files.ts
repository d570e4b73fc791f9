import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { freePort } from "../../test/http.ts";
import { answering, ended } from "../../test/processes.ts";
import { COMMAND_OPTIONS, startChild } from "../child.ts";
import { compared, type Curve, type Figure, type Measured, type Point, type Progress, quantile } from "../measure.ts";
import { FILES } from "./static-files-content.ts";

const run = promisify(execFile);
const ROUNDS = 4;
const SECONDS = 2;
const CONNECTIONS = 32;
const MICROSECONDS = 1_000_000;
const Ready = z.object({ port: z.number(), host: z.string() });
const Memory = z.object({ rss: z.number() });

/** What is requested: a path, and the encoding that is accepted. */
const REQUESTS: readonly (readonly [path: string, encoding?: string])[] = [
  ["index.html"],
  ["page.html"],
  ["page.html", "gzip"],
  ["app.js"],
];

/**
 * Requests a second for files of a preview, in turns with a bare Node server that has the same responses in memory, and
 * with nginx (one worker) and the same files. Needs nginx and wrk.
 */
export async function staticFiles(progress: Progress): Promise<Measured> {
  await using nginx = await startNginx();
  await using child = await startChild("service/static-files-child.ts", ["service"], COMMAND_OPTIONS);
  await using bareChild = await startChild("service/static-files-child.ts", ["bare"]);
  const { port, host } = Ready.parse(child.ready);
  const bare = Ready.parse(bareChild.ready);
  const figures: Figure[] = [];
  const memory: number[] = [];
  const own: Point[] = [];
  const other: Point[] = [];
  for (const [path, encoding] of REQUESTS) {
    const ours: number[] = [];
    const bares: number[] = [];
    const theirs: number[] = [];
    await load({ port, host, path, encoding });
    memory.push(Memory.parse(await child.ask({})).rss);
    for (let round = 1; round <= ROUNDS; round += 1) {
      ours.push(await load({ port, host, path, encoding }));
      bares.push(await load({ ...bare, path, encoding }));
      theirs.push(await load({ port: nginx.port, host: "localhost", path, encoding }));
      const last = [ours, bares, theirs].map((rates) => rates.at(-1)?.toFixed(0)).join(" beside ");
      progress(`${path} ${encoding ?? ""}: round ${round} of ${ROUNDS}: ${last}`);
    }
    memory.push(Memory.parse(await child.ask({})).rss);
    const bytes = FILES[path]?.length ?? Number.NaN;
    if (encoding === undefined) {
      own.push([bytes, MICROSECONDS / quantile(ours, 0.5)]);
      other.push([bytes, MICROSECONDS / quantile(theirs, 0.5)]);
    }
    const name = encoding === undefined ? `${path}, ${bytes} bytes` : `${path} as ${encoding}`;
    const rest = { unit: "a second", better: "more", goal: "at least 0.9" } as const;
    figures.push(
      compared({ name, values: ours }, { name: "nginx", values: theirs }, rest),
      compared({ name, values: ours }, { name: "bare Node server", values: bares }, rest),
    );
  }
  const megabytes = (bytes: number | undefined) => (bytes ?? Number.NaN) / 1024 ** 2;
  const curve: Curve = {
    name: "hosting",
    title: "A request for a file",
    work: "bytes of the file",
    unit: "µs",
    series: [
      { name: "Greenroom", points: own },
      { name: "nginx", points: other },
    ],
  };
  return {
    figures: [
      ...figures,
      {
        name: "memory after the last load",
        value: megabytes(memory.at(-1)),
        unit: "MB",
        beside: { name: "after the first", value: megabytes(memory[0]) },
        ratio: megabytes(memory.at(-1)) / megabytes(memory[0]),
        better: "less",
        goal: "at most 1.2",
      },
    ],
    curves: [curve],
  };
}

interface Target {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly encoding: string | undefined;
}

/** @returns Requests a second, none of which failed. */
async function load({ port, host, path, encoding }: Target): Promise<number> {
  const address = `http://127.0.0.1:${port}/${path}`;
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", `Host: ${host}`];
  if (encoding !== undefined) args.push("-H", `Accept-Encoding: ${encoding}`);
  const { stdout } = await run("wrk", [...args, address], { timeout: 60_000 });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk saw failures:\n${stdout}`);
  const found = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (found === undefined) throw new Error(`wrk reported nothing of requests:\n${stdout}`);
  return Number(found);
}

async function startNginx(): Promise<AsyncDisposable & { readonly port: number }> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-nginx-"));
  const port = await freePort();
  await mkdir(join(folder, "site"));
  for (const [path, content] of Object.entries(FILES)) {
    await writeFile(join(folder, "site", path), content);
    await writeFile(join(folder, "site", `${path}.gz`), gzipSync(content));
  }
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port));
  const nginx = spawn("nginx", ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], {
    stdio: "ignore",
    env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` },
  });
  await answering(nginx, async () => (await fetch(`http://127.0.0.1:${port}/`)).ok || undefined);
  return {
    port,
    async [Symbol.asyncDispose]() {
      await ended(nginx, "SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number): string {
  return `daemon off; worker_processes 1; pid ${folder}/pid; user root;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  open_file_cache max=1000 inactive=60s;
  server { listen 127.0.0.1:${port}; root ${folder}/site; index index.html; etag on; gzip_static on; }
}`;
}
