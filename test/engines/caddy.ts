import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join, resolve } from "node:path";
import { freePort } from "../http.ts";
import { answering, ended, readOutput } from "../processes.ts";
import { requireProgram } from "./program.ts";

/** Certificate of Pebble's own address, which is also what vouches for it. */
const PEBBLE_CERTIFICATE = resolve("test/service/pipeline/tls/certificate.pem");
const PEBBLE_KEY = resolve("test/service/pipeline/tls/key.pem");

/**
 * Finds the proxy and the certificate authority, which take minutes to build where they are not packaged.
 * @throws {MissingError} When the machine has none and they cannot be built.
 */
export function requireCaddy(): Readonly<Record<string, string>> {
  return {
    GREENROOM_TEST_CADDY: requireProgram({
      name: "caddy",
      variable: "GREENROOM_CADDY",
      module: "github.com/caddyserver/caddy/v2/cmd/caddy@v2.10.2",
    }),
    GREENROOM_TEST_PEBBLE: requireProgram({
      name: "pebble",
      variable: "GREENROOM_PEBBLE",
      module: "github.com/letsencrypt/pebble/v2/cmd/pebble@v2.8.0",
    }),
  };
}

/** Ports of a proxy and of the authority that connects to it. */
interface Ports {
  readonly http: number;
  readonly https: number;
}

/** A certificate authority of its own, on loopback. */
export interface Pebble extends AsyncDisposable {
  readonly directoryUrl: string;
  /** Certificate that vouches for it as a server. */
  readonly serverCertificate: string;
  /** Root of the certificates that it issues, as PEM. */
  readonly root: string;
  /** What it said of its work so far. */
  readonly log: () => string;
}

/** @param dns Address and port of the name server that it looks names up with. */
export async function startPebble(folder: string, dns: string, ports: Ports): Promise<Pebble> {
  const [listen, management] = [await freePort(), await freePort()];
  const config = join(folder, "pebble.json");
  const pebble = {
    listenAddress: `127.0.0.1:${listen}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: PEBBLE_CERTIFICATE,
    privateKey: PEBBLE_KEY,
    httpPort: ports.http,
    tlsPort: ports.https,
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const server = spawn(process.env["GREENROOM_TEST_PEBBLE"] ?? "pebble", ["-config", config, "-dnsserver", dns], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0" },
  });
  const log = readOutput(server);
  const ca = readFileSync(PEBBLE_CERTIFICATE);
  const root = await answering(server, () => get(`https://127.0.0.1:${management}/roots/0`, ca), log);
  return {
    directoryUrl: `https://127.0.0.1:${listen}/dir`,
    serverCertificate: PEBBLE_CERTIFICATE,
    root,
    log,
    [Symbol.asyncDispose]: () => ended(server, "SIGTERM"),
  };
}

/** Starts Caddy with a Caddyfile, on loopback. */
export async function startCaddy(
  folder: string,
  { caddyfile, readyPort }: { readonly caddyfile: string; readonly readyPort: number },
): Promise<AsyncDisposable> {
  const path = join(folder, "Caddyfile");
  writeFileSync(path, caddyfile);
  const server = spawn(process.env["GREENROOM_TEST_CADDY"] ?? "caddy", ["run", "--config", path], {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_DATA_HOME: join(folder, "caddy") },
  });
  await answering(server, () => fetch(`http://127.0.0.1:${readyPort}/`), readOutput(server));
  return { [Symbol.asyncDispose]: () => ended(server, "SIGTERM") };
}

function get(url: string, ca: Buffer): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request(url, { ca, agent: false }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString())).once("end", () => done(body));
    });
    sent.once("error", fail).end();
  });
}
