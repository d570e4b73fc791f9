/** Where the proxy's socket, the forwarder and settings for old versions of npm are shown in a sandbox. */
export const EGRESS_SOCKET = "/run/egress.sock";
export const FORWARDER = "/run/forwarder.mjs";
export const OLD_NPMRC = "/run/npmrc";

const PORT = 3128;
const REGISTRY_PORT = 3129;
const PROXY = `http://127.0.0.1:${PORT}`;
const NPM_REGISTRY = "registry.npmjs.org";
/** With those to npm's registry fewer than the proxy takes: versions of npm before 10 stand still when one is refused. */
const MAX_CONNECTIONS = 240;
/** As many as npm has by itself. [npm, maxsockets] */
const MAX_REGISTRY_CONNECTIONS = 15;
/** They also open one for each request and never use it again: where others wait, one that is quiet for so long ends. */
const QUIET_MS = 5_000;
const LOOK_MS = 500;

/**
 * Bun greets servers in a way that can hide which one it speaks to, so that the proxy does not let it through: at this
 * address it has npm's registry all the same. [RFC 9849 §6.2]
 */
export const BUN_REGISTRY = `http://127.0.0.1:${REGISTRY_PORT}/`;

/**
 * Versions of npm before 10 open a connection for each request through a proxy, a thousand times and more. By http they
 * ask the forwarder, which keeps its connections. As settings of the machine, these yield to those of a repository; and a
 * token for the registry is found by its name, as always.
 */
export const OLD_NPMRC_SOURCE = `registry=http://${NPM_REGISTRY}/\n`;

const PLAIN_URL = /^http:\/\/[^/]*\//;
const PLAIN_REQUEST = /^[A-Z]+ http:\/\/registry\.npmjs\.org\//;

/**
 * Program of a sandbox that has a way out. Package managers speak to a proxy by an address, and a sandbox has none but
 * its own loopback: this listens there, passes everything on to the socket, and runs the command as its child. Through the
 * same proxy it asks npm's registry for those who cannot.
 */
export const FORWARDER_SOURCE = `import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { constants } from "node:os";
import { pipeline } from "node:stream";

// Every step waits for this program to start, and few ask the registry through it.
let loading;
async function openRegistry() {
  const [{ createServer: createHttpServer }, { Agent, request }] = await Promise.all([import("node:http"), import("node:https")]);
  const agent = new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: "${PROXY}" } });
  return createHttpServer((asked, response) => {
    const { method, url, headers: { connection: _, ...headers } } = asked;
    const path = url.replace(${String(PLAIN_URL)}, "/");
    const to = { agent, host: "${NPM_REGISTRY}", path, method, headers: { ...headers, host: "${NPM_REGISTRY}" } };
    const sent = request(to, (received) => {
      // npm does not end before its connections do.
      response.writeHead(received.statusCode, { ...received.headers, connection: "close" });
      pipeline(received, response, () => {});
    });
    pipeline(asked, sent, (error) => error && response.destroy());
    sent.once("error", () => response.destroy());
  });
}
async function ask(client) {
  const registry = await (loading ??= openRegistry());
  registry.emit("connection", client);
  client.resume();
}
createServer({ pauseOnConnect: true }, (client) => {
  client.on("error", () => client.destroy());
  ask(client);
}).listen(${REGISTRY_PORT}, "127.0.0.1");

const asking = [];
let askingNow = 0;
function askNext() {
  while (askingNow < ${MAX_REGISTRY_CONNECTIONS} && asking.length > 0) {
    const client = asking.shift();
    if (client.destroyed) continue;
    askingNow += 1;
    client.once("close", () => {
      askingNow -= 1;
      askNext();
    });
    ask(client);
  }
}

const waiting = [];
// When something last passed, the quietest first.
const passing = new Map();
let willLook = false;
function pass(client) {
  const proxy = connect(${JSON.stringify(EGRESS_SOCKET)});
  const passed = () => passing.delete(client) && passing.set(client, Date.now());
  passing.set(client, Date.now());
  for (const [from, to] of [[client, proxy], [proxy, client]]) {
    from.on("error", () => from.destroy());
    from.on("data", passed);
    from.once("close", () => to.destroySoon());
    from.pipe(to);
  }
  proxy.once("close", () => {
    passing.delete(client);
    passNext();
  });
}
function passNext() {
  while (waiting.length > 0) {
    const [quietest] = passing;
    if (passing.size < ${MAX_CONNECTIONS}) {
      const client = waiting.shift();
      if (!client.destroyed) pass(client);
    } else {
      if (Date.now() - quietest[1] > ${QUIET_MS}) quietest[0].destroy();
      // A step that stands still is known by using no processor time: nothing is looked at while nothing waits.
      else if (!willLook) {
        willLook = true;
        setTimeout(() => {
          willLook = false;
          passNext();
        }, ${LOOK_MS});
      }
      return;
    }
  }
}
const server = createServer((client) => {
  client.on("error", () => client.destroy());
  client.once("data", (bytes) => {
    client.pause();
    client.unshift(bytes);
    if (${String(PLAIN_REQUEST)}.test(bytes)) {
      asking.push(client);
      askNext();
    } else {
      waiting.push(client);
      passNext();
    }
  });
});
server.listen(${PORT}, "127.0.0.1", () => {
  const [file, ...args] = process.argv.slice(2);
  // Of the command alone: Node.js takes longer to start with it.
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1" };
  const child = spawn(file, args, { stdio: "inherit", env });
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("error", () => process.exit(127));
  // As a shell says it; Node.js ignores some signals, so that one sent to itself need not end it.
  child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
`;

/** Every name under which programs look for a proxy. What runs in the sandbox itself is reached without it. */
export const PROXY_ENV: Readonly<Record<string, string>> = {
  HTTP_PROXY: PROXY,
  http_proxy: PROXY,
  HTTPS_PROXY: PROXY,
  https_proxy: PROXY,
  npm_config_proxy: PROXY,
  npm_config_https_proxy: PROXY,
  YARN_HTTP_PROXY: PROXY,
  YARN_HTTPS_PROXY: PROXY,
  NO_PROXY: "localhost,127.0.0.1,::1",
  no_proxy: "localhost,127.0.0.1,::1",
};
