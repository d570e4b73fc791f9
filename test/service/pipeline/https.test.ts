import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBuildFixture, type BuildFixture } from "./build-fixture.ts";

const TLS = join(import.meta.dirname, "tls");
const CREDENTIAL = `Basic ${Buffer.from("greenroom:a-secret").toString("base64")}`;

let fixture: BuildFixture;
let origin: string;
let requests: { url: string; authorization: string | undefined }[] = [];

const server = createServer(
  { key: readFileSync(join(TLS, "key.pem")), cert: readFileSync(join(TLS, "certificate.pem")) },
  (request, response) => {
    requests.push({ url: request.url ?? "", authorization: request.headers.authorization });
    if (request.url?.startsWith("/private/") && request.headers.authorization !== CREDENTIAL) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    } else if (request.url?.startsWith("/silent/")) {
      request.resume();
    } else if (request.url?.startsWith("/moved/")) {
      response.writeHead(302, { location: request.url.replace("/moved/", "/open/") }).end();
    } else {
      serveGit(request, response);
    }
  },
);

/** Serves the repositories as git's own server does. [git-http-backend(1)] */
function serveGit(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "", "https://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      GIT_PROJECT_ROOT: fixture.repositories,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname.replace(/^\/(?:open|private)/, ""),
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

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  fixture = await openBuildFixture({
    settings: { allowPrivateHosts: true },
    environment: { ...process.env, GIT_SSL_CAINFO: join(TLS, "certificate.pem") },
  });
  const host = new URL(origin).host;
  const secrets = { repositoryHosts: { [host]: { username: "greenroom", password: "a-secret" } } };
  writeFileSync(join(fixture.context.settings.dataDirectory, "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  fixture.builds.start();
  fixture.repository({ "index.html": "over https" }, "site");
});

beforeEach(() => {
  requests = [];
});

afterAll(async () => {
  await fixture.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function deploy(url: string, others: BuildFixture = fixture) {
  const siteId = await others.site(await others.workspace(), url);
  return others.ended(await others.accept(siteId, { branch: "main" }));
}

describe("an https repository", () => {
  test("becomes a preview", async () => {
    const row = await deploy(`${origin}/open/site`);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("over https");
  });

  test("that is private is read with the credential stored for its host, which no log shows", async () => {
    const row = await deploy(`${origin}/private/site`);
    expect(row.status).toBe("ready");
    expect(requests.every(({ authorization }) => authorization === CREDENTIAL)).toBe(true);
    const log = JSON.stringify(await fixture.events(row.id));
    expect(log).not.toContain("a-secret");
    expect(log).not.toContain(CREDENTIAL.slice(6));
  });

  test("that is private fails without a credential, and without a prompt", async () => {
    const without = await openBuildFixture({
      settings: { allowPrivateHosts: true },
      environment: { ...process.env, GIT_SSL_CAINFO: join(TLS, "certificate.pem") },
    });
    without.builds.start();
    try {
      const row = await deploy(`${origin}/private/site`, without);
      expect(row).toMatchObject({ status: "failed", error_code: "clone_failed" });
      expect(row.error_message).toContain("requires a credential");
    } finally {
      await without.close();
    }
  });

  test("that redirects is not followed", async () => {
    const row = await deploy(`${origin}/moved/site`);
    expect(row).toMatchObject({ status: "failed", error_code: "clone_failed" });
    expect(requests.every(({ url }) => url.startsWith("/moved/"))).toBe(true);
  });

  test("that never responds fails after the time limit of the clone", async () => {
    const hasty = await openBuildFixture({
      settings: { allowPrivateHosts: true },
      environment: { ...process.env, GIT_SSL_CAINFO: join(TLS, "certificate.pem") },
      limits: { cloneMs: 500 },
    });
    hasty.builds.start();
    try {
      const row = await deploy(`${origin}/silent/site`, hasty);
      expect(row).toMatchObject({
        status: "failed",
        error_code: "timed_out",
        error_message: "The clone took longer than 0.5 s.",
      });
    } finally {
      await hasty.close();
    }
  });

  test("that does not exist fails", async () => {
    const row = await deploy(`${origin}/open/nothing`);
    expect(row).toMatchObject({
      error_code: "clone_failed",
      error_message: "The repository does not exist, or the service cannot read it.",
    });
  });

  test("on a private network is only connected to when the operator allows it", async () => {
    const strict = await openBuildFixture();
    strict.builds.start();
    try {
      const row = await deploy(`${origin}/open/site`, strict);
      expect(row.error_message).toBe("The repository host localhost is not on the public network.");
      expect(requests).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});
