import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import ssh2 from "ssh2";
import { newSshKey } from "../../../packages/service/domain/ssh.ts";
import { closeServer, listenLocally } from "../../http.ts";

const TLS = join(import.meta.dirname, "tls");

/** Authority of the servers here. */
export const CERTIFICATE = join(TLS, "certificate.pem");

const PROGRAM_ENV = {
  PATH: process.env["PATH"],
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: "*",
};

/** Serves a repository below a folder as git's own server does. [git-http-backend(1)] */
export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path }: { readonly root: string; readonly path: string },
): void {
  const url = new URL(request.url ?? "", "https://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...PROGRAM_ENV,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"],
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  backend.stdout.on("end", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const lines = output.subarray(0, end).toString().split("\r\n");
    const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
    const status = headers.find(([name]) => name.toLowerCase() === "status")?.[1] ?? "200";
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers));
    response.end(output.subarray(end + 4));
  });
}

/** Answers over https on this machine. */
export async function startTls(answer: RequestListener) {
  const server = createServer({ key: readFileSync(join(TLS, "key.pem")), cert: readFileSync(CERTIFICATE) }, answer);
  const port = await listenLocally(server);
  return { origin: `https://localhost:${port}`, close: () => closeServer(server) };
}

/** A git host over https whose repositories, below any account, are closed to all but who it lets in. */
export async function startHttpsHost(root: () => string, letsIn: (login: string) => boolean) {
  const logins: (string | undefined)[] = [];
  const host = await startTls((request, response) => {
    const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const login = encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
    logins.push(login);
    if (login === undefined || !letsIn(login)) {
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    }
    const { pathname } = new URL(request.url ?? "", "https://localhost");
    serveGit(request, response, { root: root(), path: pathname.replace(/^\/[^/]+/, "").replace(/\.git(?=\/)/, "") });
  });
  return {
    ...host,
    /** What each request was sent with. */
    logins,
  };
}

/** A git host over ssh that lets public keys in. */
export async function startSshHost(root: () => string) {
  const hostKey = newSshKey("host");
  const state = {
    /** Keys that are let in, as the service shows them. */
    allowed: [] as string[],
    commands: [] as string[],
    /** How often a client tried to prove itself. */
    tries: 0,
  };
  const server = new ssh2.Server({ hostKeys: [hostKey.privateKey] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (given) => {
      if (given.method !== "publickey") return given.reject(["publickey"]);
      state.tries += 1;
      const known = state.allowed.some((text) => {
        const key = ssh2.utils.parseKey(text);
        if (key instanceof Error || !key.getPublicSSH().equals(given.key.data)) return false;
        if (!given.signature || !given.blob) return true;
        // It is an error where it cannot be verified.
        const verified: unknown = key.verify(given.blob, given.signature, given.hashAlgo);
        return verified === true;
      });
      return known ? given.accept() : given.reject(["publickey"]);
    });
    client.on("session", (accept) => {
      accept().on("exec", (acceptCommand, _reject, { command }) => {
        state.commands.push(command);
        const path = /^git-upload-pack '\/([\w-]+)(?:\.git)?'$/.exec(command)?.[1];
        const stream = acceptCommand();
        if (path === undefined) {
          stream.exit(1);
          return;
        }
        const git = spawn("git-upload-pack", [join(root(), path)], { env: PROGRAM_ENV });
        stream.pipe(git.stdin);
        git.stdin.on("error", () => {});
        git.stdout.pipe(stream, { end: false });
        git.on("close", (code) => {
          stream.exit(code ?? 1);
          stream.end();
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...hostKey,
    port,
    state,
    urlOf: (name: string) => `ssh://git@localhost:${port}/${name}.git`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
