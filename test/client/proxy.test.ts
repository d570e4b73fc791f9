import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { listenLocally } from "../http.ts";
import { startFaultServer, succeed, TOKEN } from "./fault-server.ts";

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const TLS_CERTIFICATE = "test/service/pipeline/tls/certificate.pem";
const TLS = { cert: readFileSync(TLS_CERTIFICATE), key: readFileSync("test/service/pipeline/tls/key.pem") };

const CLIENT = fileURLToPath(new URL("../../packages/client/index.ts", import.meta.url));

/** Runs a program that uses the client, as a process of its own that ends when nothing is left to do. */
async function runProgram(program: string, env: Record<string, string>): Promise<Ended> {
  const source = `
    import { createClient, follow } from ${JSON.stringify(CLIENT)};
    const limits = JSON.parse(process.env["LIMITS"] ?? '{ "requestTimeoutMs": 200, "maxTries": 1 }');
    const baseUrl = new URL(process.env["BASE_URL"]);
    const client = createClient({ baseUrl, token: ${JSON.stringify(TOKEN)}, userAgent: "t", limits });
    ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], { env, timeout: 100_000 });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

async function startProxy(answer: (socket: Socket) => void) {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", (chunk) => {
      heard.push(chunk.toString("latin1"));
      answer(socket);
    });
  });
  return {
    heard,
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const program = `await client.deployments.get("dep_1").then(
  (record) => console.log(record.status), (error) => console.log(error.code));`;

describe.concurrent("a process that uses the client", () => {
  test("goes through the proxy of its environment, which never sees the token", async () => {
    await using proxy = await startProxy((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    const env = { BASE_URL: "https://service.example", https_proxy: proxy.url, LIMITS: '{ "maxTries": 1 }' };
    const { output } = await runProgram(program, env);
    expect(output).toBe("connection_failed\n");
    expect(proxy.heard[0]).toMatch(/^CONNECT service\.example:443 /);
    expect(proxy.heard.join("")).not.toContain(TOKEN);
  });

  test("names at once the proxy and its status when the proxy refuses", async () => {
    await using proxy = await startProxy((socket) => socket.end("HTTP/1.1 407 No\r\n\r\n"));
    const env = { BASE_URL: "https://service.example", https_proxy: proxy.url, LIMITS: "{}" };
    const { output } = await runProgram(program.replace("error.code", "error.detail"), env);
    expect(output).toBe("The proxy responded 407 to the request for a connection to https://service.example\n");
    expect(proxy.heard).toHaveLength(1);
  });

  test("names the proxy when it is the proxy that cannot be found", async () => {
    const https_proxy = "http://user:secret@proxy.invalid:3128";
    const env = { BASE_URL: "https://service.example", https_proxy, LIMITS: "{}" };
    const { output } = await runProgram(program.replace("error.code", "error.message"), env);
    expect(output).toBe(
      "Could not connect to the proxy for https://service.example (host not found). Check the host name in HTTPS_PROXY.\n",
    );
    expect(output).not.toContain("secret");
  });

  test("is not held by a proxy that stays silent", async () => {
    await using proxy = await startProxy(() => undefined);
    const env = { BASE_URL: "https://service.example", https_proxy: proxy.url };
    const { code, output } = await runProgram(program, env);
    expect([code, output]).toEqual([0, "connection_failed\n"]);
  });

  test("counts TLS that fails after it has worked as passing, and sends again", async () => {
    const secure = createSecureServer(TLS, (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ok: true, data: { id: "dep_1", status: "queued" } }));
    });
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      if (connections === 2) socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
      else secure.emit("connection", socket);
    });
    const port = await listenLocally(server);
    const env = { BASE_URL: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: TLS_CERTIFICATE, LIMITS: "{}" };
    const { output } = await runProgram(`${program}\n${program}`, env);
    server.close();
    expect([output, connections]).toEqual(["queued\nqueued\n", 3]);
  });

  test("ends by itself once following timed out, although the stream stays open", async () => {
    await using server = await startFaultServer((seen, response) => {
      if (!seen.path.endsWith("/events")) return succeed(response, 200, { id: "dep_1", status: "building" });
      return void response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
    });
    const program = `const followed = await follow(client, { id: "dep_1", status: "queued" }, { timeoutMs: 300 });
      console.log(followed.kind);`;
    const { code, output } = await runProgram(program, { BASE_URL: server.url.href });
    expect([code, output]).toEqual([0, "timed_out\n"]);
  });
});
