import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { refusedHostsOf } from "../../../packages/service/domain/build-hosts.ts";
import { toolsFolder } from "../../../packages/service/pipeline/build-folders.ts";
import { NETWORK_ERROR } from "../../../packages/service/pipeline/sandbox/step-network.ts";
import { buildsRoot } from "../../../packages/service/settings.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import type { SiteRow } from "../../../packages/service/store/engine/schema.ts";
import { update } from "../rows.ts";
import { type BuildFixture, running } from "./build-fixture.ts";
import { sandboxes, startBuilds } from "./setup.ts";

const SANDBOXES = await sandboxes();

const TLS = join(import.meta.dirname, "tls");
const LISTED = "listed.example";
const ABSTRACT = `greenroom-test-${process.pid}`;

let fixture: BuildFixture;
let reached = 0;
const servers: Server[] = [];

/** A server of this machine that no build may reach. */
async function forbidden(where: { readonly port: number; readonly host: string } | { readonly path: string }) {
  const server = createServer((socket) => {
    reached += 1;
    socket.on("error", () => {}).end("reached");
  });
  servers.push(server.listen(where));
  await once(server, "listening");
  return server.address() as AddressInfo;
}

const asked: string[] = [];
const tlsServer = createTlsServer(
  { key: readFileSync(join(TLS, "key.pem")), cert: readFileSync(join(TLS, "certificate.pem")) },
  (request, response) => {
    asked.push(request.url ?? "");
    const { host, authorization = "nobody" } = request.headers;
    response.end(host === REGISTRY ? `npm's registry to ${authorization}` : "from the listed host");
  },
);
const REGISTRY = "registry.npmjs.org";
const REGISTRY_CERTIFICATE = join(TLS, "registry.pem");

/** Stands for the network: what a step was let through to, by name and address. */
const connections: string[] = [];
let targets: readonly string[];

beforeAll(async () => {
  // It ends no connection by itself.
  Object.assign(tlsServer, { headersTimeout: 0, requestTimeout: 0 });
  tlsServer.addContext(REGISTRY, {
    key: readFileSync(join(TLS, "key.pem")),
    cert: readFileSync(REGISTRY_CERTIFICATE),
  });
  tlsServer.listen(0, "127.0.0.1");
  await once(tlsServer, "listening");
  const { port } = await forbidden({ port: 0, host: "::" }).catch(() => forbidden({ port: 0, host: "0.0.0.0" }));
  await forbidden({ path: `\0${ABSTRACT}` });
  const addresses: Readonly<Record<string, string>> = {
    [LISTED]: "203.0.113.7",
    "fonts.gstatic.com": "203.0.113.8",
    "inside.example": "127.0.0.1",
    [REGISTRY]: "203.0.113.9",
  };
  fixture = await startBuilds({
    settings: { unsafeNoSandbox: false },
    environment: { ...process.env, NODE_EXTRA_CA_CERTS: REGISTRY_CERTIFICATE },
    concurrency: 4,
    uplink: {
      lookup: (host) => Promise.resolve([{ address: addresses[host] ?? "10.0.0.8", family: 4 }]),
      connect: ({ host }, found): Socket => {
        connections.push(`${host} ${found.map(({ address }) => address).join()}`);
        return connect({ host: "127.0.0.1", port: (tlsServer.address() as AddressInfo).port });
      },
    },
  });
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
  targets = [
    ...[...new Set(["127.0.0.1", "::1", ...own])].flatMap((host) => [`${host} ${port}`, `${host} ${fixture.port}`]),
    "169.254.169.254 80",
    "10.0.0.1 443",
    "192.168.0.1 443",
    "203.0.113.7 443",
    "1.1.1.1 53",
  ];
});

afterAll(async () => {
  await fixture.close();
  for (const server of [...servers, tlsServer]) server.close();
});

/** Says of each address, of an abstract socket, and of each name behind the proxy, whether it was reached. */
const PROBE = `import { existsSync } from "node:fs";
import { lookup } from "node:dns/promises";
import { connect } from "node:net";
const [direct, proxied, abstract] = JSON.parse(process.argv[2]);
const outcome = (socket, request) => new Promise((resolve) => {
  socket.setTimeout(4000, () => { socket.destroy(); resolve("silent"); });
  socket.on("connect", () => request === undefined ? resolve("REACHED") : socket.write(request));
  socket.on("data", (data) => { resolve(String(data).split("\\r\\n")[0]); socket.destroy(); });
  socket.on("error", ({ code }) => resolve(code));
  socket.on("close", () => resolve("closed"));
});
for (const target of direct) {
  const [host, port] = target.split(" ");
  console.log("direct", target, await outcome(connect({ host, port: Number(port) })));
}
console.log("abstract", await outcome(connect({ path: "\\0" + abstract })));
console.log("name", await lookup("listed.example").then(() => "REACHED", ({ code }) => code));
for (const authority of proxied) {
  const request = "CONNECT " + authority + " HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n";
  if (existsSync("/run/egress.sock")) console.log("proxied", authority, await outcome(connect("/run/egress.sock"), request));
}
console.log("probed");
process.exit();
`;

async function deploy(
  given: { readonly install?: string; readonly build?: string; readonly files?: Record<string, string> },
  columns: Partial<SiteRow> = {},
  about: About = {},
) {
  const { id, siteId } = await accept(given, columns, about);
  const row = await fixture.ended(id);
  return { id, siteId, row, lines: await fixture.logLines(id) };
}

interface About {
  /** It is built from a commit that the service sees on no branch. */
  readonly fork?: true;
  readonly values?: true;
}

async function accept(
  { install, build, files = {} }: Parameters<typeof deploy>[0],
  columns: Partial<SiteRow> = {},
  { fork, values }: About = {},
): Promise<{ readonly id: string; readonly siteId: string }> {
  const { url, sha } = fixture.repository({
    "probe.mjs": PROBE,
    "package.json": "{}",
    "greenroom.json": JSON.stringify({
      installCommand: install ?? "true",
      buildCommand: `${build ?? "true"}; code=$?; mkdir -p out; echo x > out/index.html; exit $code`,
      output: "out",
    }),
    ...files,
  });
  const siteId = await fixture.siteOf(url, "shop");
  await update(fixture.db, "sites", { id: siteId }, { updated_at: "", ...columns });
  const at = new Date().toISOString();
  if (values) {
    const { workspace_id } = await requireRow(fixture.db, "sites", { id: siteId });
    const value = { name: "TITLE", environment: "all", kind: "plain", value: "Shop", install: 0 } as const;
    const row = { id: siteId, workspace_id, site_id: siteId, created_at: at, updated_at: at, ...value };
    await fixture.db.insertInto("site_variables").values(row).execute();
  }
  return { id: await fixture.accept(siteId, fork ? { commit_sha: sha } : {}), siteId };
}

const probe = (direct: readonly string[], proxied: readonly string[], abstract = ABSTRACT) =>
  `node probe.mjs '${JSON.stringify([direct, proxied, abstract])}'`;

/** Outcomes of a probe in a log, by what was asked. */
function outcomes(lines: readonly string[], step: string): Map<string, string> {
  const own = lines.filter((line) => line.startsWith(`${step}: `)).map((line) => line.slice(step.length + 2));
  const probed = own.flatMap((line) => {
    const [, asked, outcome] =
      /^((?:direct|proxied) .*?|abstract|name) ([A-Z_]+|HTTP\/.*|silent|closed)$/.exec(line) ?? [];
    return asked === undefined || outcome === undefined ? [] : [[asked, outcome] as const];
  });
  return new Map(probed);
}

const LISTS_SOCKETS = "for file in /run/* /tmp/* /build/* /tools/*; do test -S $file && echo $file; done";

describe.each(SANDBOXES)("a build in %s", () => {
  test("reaches nothing but its proxy in either step: no address of the machine, none of a private network, no socket", async () => {
    const [before, connected] = [reached, connections.length];
    const proxied = [
      ...targets.map((target) => target.replace(/^(.*:.*) /, "[$1] ").replace(" ", ":")),
      "localhost:443",
      "inside.example:443",
      "example.com:443",
      `${LISTED}:22`,
      `${LISTED}:443`,
      new URL(fixture.context.addresses.baseUrl).host,
    ];
    const command = `${probe(targets, proxied)}; ${LISTS_SOCKETS}; ls ${fixture.folder}; true`;
    const columns = { build_hosts: `${LISTED} inside.example` } as const;
    const { lines } = await deploy({ install: command, build: command }, columns);
    expect(reached).toBe(before);
    for (const step of ["install", "build"]) {
      const found = outcomes(lines, step);
      expect(found.get("abstract")).toBe("ECONNREFUSED");
      expect(found.get("name")).toMatch(/^(?:EAI_AGAIN|ENOTFOUND)$/);
      for (const target of targets) expect(found.get(`direct ${target}`), target).toMatch(/^E[A-Z]+$/);
      for (const asked of proxied) {
        const expected = asked === `${LISTED}:443` ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 403 /;
        expect(found.get(`proxied ${asked}`), asked).toMatch(expected);
      }
      expect(lines.filter((line) => line.startsWith(`${step}: /`))).toEqual([`${step}: /run/egress.sock`]);
    }
    expect(lines.join("\n")).not.toMatch(/: (?:data|repositories)$/m);
    expect(connections.slice(connected)).toEqual(Array(2).fill(`${LISTED} 203.0.113.7`));
  });

  test.each([
    ["a commit of no branch", {}, { fork: true }, { listed: "fork", allowed: "fork", other: "fork" }],
    ["one with values", {}, { values: true }, { listed: "values", allowed: "200", other: "unlisted" }],
    [
      "one with values, once its site allows the list",
      { list_with_values: 1 },
      { values: true },
      { listed: "200", allowed: "200", other: "unlisted" },
    ],
  ] as const)("in the build step of %s is as it should be", async (_, columns, about, expected) => {
    const asked = { listed: "fonts.gstatic.com", allowed: LISTED, other: "cms.example.com" };
    const command = `${probe(
      [],
      Object.values(asked).map((host) => `${host}:443`),
    )}; (exit 1)`;
    const { row, lines } = await deploy({ build: command }, { build_hosts: LISTED, ...columns }, about);
    const refused = new Map(refusedHostsOf(row).map(({ host, step, because }) => [host, { step, because }]));
    for (const [name, host] of Object.entries(asked)) {
      const wanted = expected[name as keyof typeof asked];
      const isReached = wanted === "200";
      const status = isReached ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 403 /;
      expect(outcomes(lines, "build").get(`proxied ${host}:443`), host).toMatch(status);
      expect(refused.get(host), host).toEqual(isReached ? undefined : { step: "build", because: wanted });
    }
  });

  test("in the build step is shortened by the operator", async () => {
    const { settings } = fixture.context;
    Object.assign(settings, { buildStepHosts: ["images.example.com"] });
    try {
      const { row } = await deploy({ build: `${probe([], ["fonts.gstatic.com:443"])}; (exit 1)` });
      expect(refusedHostsOf(row)).toEqual([{ host: "fonts.gstatic.com", step: "build", because: "unlisted" }]);
    } finally {
      Object.assign(settings, { buildStepHosts: undefined });
    }
  });

  test("does not reach another build beside it: neither what listens there, nor its socket, nor what it may reach", async () => {
    const port = 45_871;
    const server = `const { createServer } = require("node:net");
      for (const where of [{ port: ${port}, host: "0.0.0.0" }, { path: "\\0greenroom-neighbour" }])
        createServer((socket) => socket.end("neighbour")).listen(where, () => console.log("listening"));
      setInterval(() => {}, 1000);`;
    const neighbour = await accept(
      { install: "node server.js", files: { "server.js": server } },
      { build_hosts: LISTED },
    );
    const listening = async () =>
      (await fixture.logLines(neighbour.id)).filter((line) => line === "install: listening");
    await vi.waitFor(async () => expect(await listening()).toHaveLength(2), { timeout: 60_000, interval: 200 });
    const socket = join(fixture.context.settings.dataDirectory, "builds", `${neighbour.id}-1`, "egress", "proxy.sock");
    const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
    const direct = [...own, "127.0.0.1", "0.0.0.0"].map((address) => `${address} ${port}`);
    const install = `${probe(direct, [`${LISTED}:443`, `127.0.0.1:${port}`], "greenroom-neighbour")}; ls ${socket}; true`;
    const { lines, row } = await deploy({ install });
    await fixture.cancel(neighbour.id);
    expect(row.status).toBe("ready");
    const found = outcomes(lines, "install");
    for (const target of direct) expect(found.get(`direct ${target}`), target).toMatch(/^E[A-Z]+$/);
    expect(found.get("abstract")).toBe("ECONNREFUSED");
    expect(found.get(`proxied ${LISTED}:443`)).toMatch(/^HTTP\/1.1 403 /);
    expect(found.get(`proxied 127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 403 /);
    expect(lines.filter((line) => line.includes("proxy.sock")).at(-1)).toMatch(/No such file/);
  });

  test("reaches a listed host with the programs that know a proxy by its variables", async () => {
    const install = [
      `curl -sSk https://${LISTED}/`,
      `NODE_TLS_REJECT_UNAUTHORIZED=0 node -e 'fetch("https://${LISTED}/").then((r) => r.text()).then(console.log)'`,
      `git -c http.sslVerify=false ls-remote https://${LISTED}/a.git`,
    ].join("; echo; ");
    const { lines } = await deploy({ install: `${install}; true`, build: install }, { build_hosts: LISTED });
    for (const step of ["install", "build"]) {
      expect(lines.filter((line) => line === `${step}: from the listed host`)).toHaveLength(spawnable("curl") ? 2 : 1);
    }
    expect(asked.filter((url) => url.startsWith("/a.git/info/refs")).length).toBeGreaterThanOrEqual(2);
  });

  test("asks npm's registry for Bun, which greets servers in a way that the proxy refuses", async () => {
    const install = `node -e 'fetch(process.env.BUN_REGISTRY + "kleur").then((r) => r.text()).then(console.log)'`;
    const { lines } = await deploy({ install });
    expect(lines).toContain("install: npm's registry to nobody");
    expect(connections).toContain(`${REGISTRY} 203.0.113.9`);
  });

  test("has few connections to npm's registry for the many of an npm before version 10", async () => {
    const place = (name: string, bin: string, program: string, text: string) => {
      const folder = toolsFolder(buildsRoot(fixture.context.settings), name);
      mkdirSync(join(folder, bin), { recursive: true });
      writeFileSync(join(folder, bin, program), text, { mode: 0o755 });
      writeFileSync(join(folder, "about.json"), JSON.stringify({ fetchedAtMs: Date.now() }));
    };
    const node = `node_modules/node-${process.platform}-${process.arch}/bin`;
    place("node-16.20.2", node, "node", '#!/bin/sh\nexec /opt/node/bin/node "$@"\n');
    place("npm-9.9.4", "node_modules/.bin", "npm", '#!/bin/sh\nexec /opt/node/bin/node many.mjs "$@"\n');
    const files = {
      ".nvmrc": "16",
      // Through a proxy it has a connection for each request, and all at once.
      "many.mjs": `import { readFileSync } from "node:fs";
        import { Agent, get } from "node:http";
        const [, registry] = /^registry=(.*)$/m.exec(readFileSync(process.env.npm_config_globalconfig, "utf8"));
        const agent = new Agent({ keepAlive: true, proxyEnv: process.env });
        const headers = { authorization: "Bearer own", connection: "keep-alive" };
        const ask = (n) => new Promise((resolve) => {
          get(registry + "package-" + n, { agent, headers }, async (response) => {
            resolve((await response.toArray()).join(""));
          }).on("error", (error) => resolve(error.message));
        });
        const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
        console.log("answered", answers.filter((answer) => answer === "npm's registry to Bearer own").length);`,
    };
    const before = connections.length;
    const { lines } = await deploy({ install: "npm ci", files });
    expect(lines).toContain("install: answered 60");
    const opened = connections.slice(before).filter((name) => name.startsWith(REGISTRY));
    expect(opened.length).toBeLessThanOrEqual(15);
  });

  test("has more connections in turn than the proxy takes, and needs not end those that it uses no more", async () => {
    const files = {
      "many.mjs": `import { connect } from "node:net";
        import { connect as greet } from "node:tls";
        const host = "${LISTED}";
        const open = () => new Promise((resolve) => {
          const socket = connect(3128, "127.0.0.1", () => socket.write("CONNECT " + host + ":443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"));
          socket.on("error", () => {}).once("close", () => resolve(false));
          socket.once("data", () => {
            const options = { socket, servername: host, rejectUnauthorized: false };
            greet(options, () => resolve(true)).on("error", () => {});
          });
        });
        const greeted = await Promise.all(Array.from({ length: 270 }, open));
        console.log("greeted", greeted.filter(Boolean).length);
        process.exit();`,
    };
    const { lines } = await deploy({ install: "node many.mjs", files }, { build_hosts: LISTED });
    expect(lines).toContain("install: greeted 270");
  });

  test("reaches its own servers past the proxy", async () => {
    const install = `node -e 'const s = require("http").createServer((q, r) => r.end("own server"));
      s.listen(4000, () => fetch("http://localhost:4000/").then((r) => r.text()).then(console.log).then(() => process.exit()))'`;
    const { lines, row } = await deploy({ install });
    expect(lines).toContain("install: own server");
    expect(row.status).toBe("ready");
  });

  test("ends as its command ends, by an exit code or a signal, and leaves no forwarder behind", async () => {
    const [code, signal, ignored, detached] = await Promise.all([
      deploy({ install: "exit 7" }),
      deploy({ install: "kill -KILL $$" }),
      // Node.js does not end when it sends this signal to itself.
      deploy({ install: "kill -PIPE $$" }),
      deploy({ install: "(setsid sleep 5219 &); kill -TERM $PPID; sleep 5219" }),
    ]);
    expect(code.row.error_message).toContain("failed with exit code 7");
    expect(signal.row.error_message).toMatch(/was ended by SIGKILL|failed with exit code 137/);
    expect(ignored.row.error_message).toMatch(/was ended by SIGPIPE|failed with exit code 141/);
    expect(detached.row.error_code).toBe("install_failed");
    expect(running("sleep 5219")).toBe(0);
  });
});

describe.each(SANDBOXES)("a build in %s that is refused something", () => {
  const slug = "shop";

  test("says so in its log at once and in why it failed, each host once", async () => {
    const install = `curl -s https://cms.example.com/; curl -s https://cms.example.com/; curl -s http://plain.example/; ${probe([], ["10.0.0.8:443"])}; exit 1`;
    const { lines, row } = await deploy({ install });
    if (!spawnable("curl")) return;
    const sentence = `Allow cms.example.com for this site, as an owner or admin on the page of this deployment, or as the operator with 'greenroom admin site network ${slug} --allow cms.example.com': the install step may not reach cms.example.com, which is not on the list of this site.`;
    expect(lines.filter((line) => line === `install: ${sentence}`)).toHaveLength(1);
    expect(lines).toContain("install: Use https:// instead: the install step may not reach plain.example by http.");
    expect(row).toMatchObject({ status: "failed", error_code: "install_failed" });
    expect(row.error_message?.startsWith(`${sentence} The log names 2 more. See the last lines`)).toBe(true);
  });

  test("hears of the proxy when a program says that it reached nothing", async () => {
    const { row } = await deploy({
      build: "cat say.txt; (exit 1)",
      files: { "say.txt": "TypeError: fetch failed\n    at somewhere\n" },
    });
    expect(row.error_code).toBe("build_failed");
    expect(row.error_message).toContain("only through the proxy that HTTPS_PROXY names");
  });

  test.each([
    ["it failed for another reason", "echo getaddrinfo EAI_AGAIN; seq 200; (exit 1)"],
    ["a program is missing", `${probe([], ["cms.example.com:443"])}; no-such-program`],
  ])("hears nothing of the network when %s", async (_, build) => {
    const { row } = await deploy({ build });
    expect(row.error_message).not.toMatch(/may not reach|proxy/);
  });

  test("hears of the proxy when a program of it looked past it", async () => {
    const { row } = await deploy({ install: "curl -sS --noproxy '*' https://registry.npmjs.org/" });
    if (!spawnable("curl")) return;
    expect(row.error_message).toContain("only through the proxy that HTTPS_PROXY names");
  });
});

test.each([
  "Error: getaddrinfo EAI_AGAIN cms.example.com",
  "curl: (6) Could not resolve host: cms.example.com",
  "fatal: unable to access 'https://github.com/': Could not resolve host: github.com",
  "Failed to fetch `Geist` from Google Fonts.",
  "connect ENETUNREACH 140.82.112.3:443",
])("a program names the network by %j", (said) => {
  expect(said).toMatch(NETWORK_ERROR);
});

test("a build without a sandbox has the machine's network, and no sentence says otherwise", async () => {
  await using open = await startBuilds();
  const { row, id } = await open.deploy({
    "greenroom.json": JSON.stringify({
      installCommand: `node -e 'fetch("http://127.0.0.1:${open.port}/").then((r) => console.log(r.status, process.env.HTTPS_PROXY))'`,
      buildCommand: "echo getaddrinfo EAI_AGAIN; exit 1",
      output: ".",
    }),
  });
  expect(await open.logLines(id)).toContain("install: 421 undefined");
  expect(row.error_message).toMatch(/^See the last lines of the log: the build command/);
});

function spawnable(program: string): boolean {
  return (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, program)));
}
