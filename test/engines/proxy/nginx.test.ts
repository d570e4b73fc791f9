// nginx as the guides set it up, with a whole service behind it: its blocks as they stand, but for ports and certificates.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { writeUploadList } from "../../../packages/contract/upload-files.ts";
import { compose } from "../../../packages/service/compose.ts";
import { DEFAULT_LIMITS, type Settings } from "../../../packages/service/settings.ts";
import { folderOfTest } from "../../folders.ts";
import { freePort } from "../../http.ts";
import { answering, ended, readOutput } from "../../processes.ts";
import { addToken, seedWorkspace } from "../../service/fixtures.ts";
import { entriesOf, part, prebuiltOf } from "../../service/uploads/fixture.ts";
import { replaced } from "./replaced.ts";

const SERVICE = "greenroom.example.com";
const CERTIFICATE = resolve("test/service/pipeline/tls/certificate.pem");
const KEY = resolve("test/service/pipeline/tls/key.pem");
const ANONYMOUS = 3;

interface Ports {
  readonly http: number;
  readonly https: number;
}

/** A service, and the part of nginx's configuration that leads to it. */
interface Setup {
  readonly settings: Partial<Settings>;
  readonly servers: string;
}

function listening(text: string, { http, https }: Ports): string {
  return text
    .replaceAll(/^ *listen \[::\]:.*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${http};`)
    .replaceAll("listen 443 ssl", `listen 127.0.0.1:${https} ssl`);
}

function oneMachine(folder: string, ports: Ports): Setup {
  const socket = join(folder, "service.sock");
  const servers = replaced(listening(readFileSync("install/nginx.conf", "utf8"), ports), [
    ["unix:/run/greenroom/service.sock", `unix:${socket}`],
    [`/etc/letsencrypt/live/${SERVICE}/fullchain.pem`, CERTIFICATE],
    [`/etc/letsencrypt/live/${SERVICE}/privkey.pem`, KEY],
  ]);
  return { settings: { socket, productionDomain: "sites.example.org" }, servers };
}

async function severalMachines(folder: string, ports: Ports): Promise<Setup> {
  const [port, proxySecret] = [await freePort(), "0123456789abcdef0123456789abcdef"];
  const secret = join(folder, "secret.conf");
  writeFileSync(secret, `proxy_set_header X-Greenroom-Proxy-Secret "${proxySecret}";\n`);
  const servers = replaced(listening(readFileSync("install/nginx.fronts.conf", "utf8"), ports), [
    ["front-1:4010", `127.0.0.1:${port}`],
    ["front-2:4010", `127.0.0.1:${port}`],
    ["/etc/nginx/greenroom-proxy-secret.conf", secret],
    ["/etc/ssl/greenroom.pem", CERTIFICATE],
    ["/etc/ssl/greenroom.key", KEY],
  ]);
  return { settings: { port, proxySecret }, servers };
}

/** Starts nginx in the foreground, as the account that runs the test: its workers must reach the socket. */
async function startNginx(folder: string, servers: string, { https }: Ports): Promise<AsyncDisposable> {
  const path = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    path,
    [
      `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;`,
      "events {} http { access_log off;",
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      servers,
      "}",
    ].join("\n"),
  );
  const server = spawn("nginx", ["-p", folder, "-c", path]);
  const connected = async (): Promise<true> => {
    const socket = connect(https, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    return true;
  };
  await answering(server, connected, readOutput(server));
  return { [Symbol.asyncDispose]: () => ended(server, "SIGTERM") };
}

interface Asked {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sees what has come so far, while more is to come. */
  readonly onText?: (text: string) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function sender(port: number, how: "http" | "https") {
  return (path: string, { host = SERVICE, method = "GET", headers, body, onText }: Asked = {}) =>
    new Promise<Answer>((done, fail) => {
      const to = { host: "127.0.0.1", port, path, method, headers: { host, ...headers }, agent: false };
      const tls = { ca: readFileSync(CERTIFICATE), servername: host, checkServerIdentity: () => undefined };
      const sent = how === "http" ? plainRequest(to) : request({ ...to, ...tls });
      sent.once("error", fail).once("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          onText?.(text);
        });
        response.once("error", fail).once("end", () => {
          done({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.end(body);
    });
}

const SETUPS = [
  ["on one machine, over its socket", oneMachine],
  ["with several fronts, by their secret", severalMachines],
] as const;

test.each(SETUPS)("nginx, set up as in the guide %s, passes on what the service needs", async (_, setUp) => {
  const folder = folderOfTest("nginx");
  const ports = { http: await freePort(), https: await freePort() };
  const { settings, servers } = await setUp(folder, ports);
  const running = await compose(
    {
      dataDirectory: join(folder, "data"),
      host: "127.0.0.1",
      port: 0,
      development: false,
      publicUrl: new URL(`https://${SERVICE}`),
      previewDomain: "previews.example.net",
      repositoryRoots: [],
      unsafeNoSandbox: false,
      trustedProxies: [],
      limits: { ...DEFAULT_LIMITS, "anonymous-per-minute": ANONYMOUS },
      ...settings,
    },
    { clock: systemClock, log: pino({ level: "silent" }), environment: process.env },
  );
  onTestFinished(() => running.close());
  await using _nginx = await startNginx(folder, servers, ports);
  const send = sender(ports.https, "https");
  const { first } = await seedWorkspace(running.context);
  const { token } = await addToken(running.context, first, { realm: "live" });
  const authorization = `Bearer ${token}`;

  // A page of more than one megabyte, which nginx takes by itself.
  const page = Buffer.alloc(3 * 1024 ** 2, "greenroom ");
  const site = { "index.html": page };
  const body = { environment: "preview", commitSha: "0123456789abcdef", branch: "main", prebuilt: prebuiltOf(site) };
  const created = await send(`/sites/${first.site.id}/deploy`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "idempotency-key": "one" },
    body: JSON.stringify(body),
  });
  expect(created.status).toBe(202);
  const { data } = JSON.parse(created.text) as { readonly data: { readonly id: string } };

  // The first event is there before the last one is made: nothing waits for the end of the stream.
  const begun = Promise.withResolvers<void>();
  const stream = send(`/deployments/${data.id}/events`, {
    headers: { authorization, accept: "text/event-stream" },
    onText: (text) => text.includes('"queued"') && begun.resolve(),
  });
  stream.catch(() => undefined);
  await begun.promise;
  const put = async (path: string, content: string | Buffer, type: string): Promise<number> => {
    const headers = { authorization, "content-type": type };
    return (await send(`/deployments/${data.id}/upload${path}`, { method: "PUT", headers, body: content })).status;
  };
  expect(await put("", writeUploadList(entriesOf(site)), "text/plain")).toBe(200);
  expect(await put("/files", part(page), "application/octet-stream")).toBe(200);
  expect(await put("/complete", "", "text/plain")).toBe(202);
  const [, host = ""] = /"previewUrl":"https:\/\/([^/]+)\//.exec((await stream).text) ?? [];
  expect(host).toMatch(/^[\w-]+\.previews\.example\.net$/);
  const opened = await send("/", { host });
  expect([opened.status, opened.text.length]).toEqual([200, page.length]);
  expect((await send("/", { host: "nobody.previews.example.net" })).status).toBe(404);

  // What a client says of itself counts for nothing: it is one address, over TLS.
  const forged = async (n: number): Promise<number> => {
    const address = `203.0.113.${n}`;
    const headers = {
      "x-forwarded-for": address,
      "x-forwarded-proto": "http",
      forwarded: `for=${address};proto=http`,
      "x-greenroom-proxy-secret": "x".repeat(32),
    };
    return (await send("/sites", { headers })).status;
  };
  const statuses: number[] = [];
  for (let n = 1; n <= ANONYMOUS + 1; n += 1) statuses.push(await forged(n));
  expect(statuses).toEqual([401, 401, 401, 429]);

  if (!servers.includes(`127.0.0.1:${ports.http}`)) return;
  const plain = sender(ports.http, "http");
  expect((await plain("/sites")).status).toBe(426);
  const { status, headers } = await plain("/a?b=c", { host });
  expect([status, headers.location]).toEqual([301, `https://${host}/a?b=c`]);
});
