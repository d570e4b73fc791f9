import { spawn } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { startFaultServer, succeed, TOKEN } from "./fault-server.ts";

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const CLIENT = fileURLToPath(new URL("../../packages/client/index.ts", import.meta.url));

/** Runs a program that uses the client, as a process of its own that ends when nothing is left to do. */
async function runProgram(program: string, env: Record<string, string>): Promise<Ended> {
  const source = `
    import { createClient, follow } from ${JSON.stringify(CLIENT)};
    const limits = { requestTimeoutMs: 200, maxTries: 1 };
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const program = `await client.deployments.get("dep_1").then(
  (record) => console.log(record.status), (error) => console.log(error.code));`;

describe("a process that uses the client", () => {
  test("goes through the proxy of its environment, which never sees the token", async () => {
    await using proxy = await startProxy((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    const env = { BASE_URL: "https://service.example", https_proxy: proxy.url };
    const { output } = await runProgram(program, env);
    expect(output).toBe("connection_failed\n");
    expect(proxy.heard[0]).toMatch(/^CONNECT service\.example:443 /);
    expect(proxy.heard.join("")).not.toContain(TOKEN);
  });

  test("is not held by a proxy that stays silent", async () => {
    await using proxy = await startProxy(() => undefined);
    const env = { BASE_URL: "https://service.example", https_proxy: proxy.url };
    const { code, output } = await runProgram(program, env);
    expect([code, output]).toEqual([0, "connection_failed\n"]);
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
