import { execFile } from "node:child_process";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { createServer as createProxy } from "node:net";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import { readKnown } from "../../src/github/comment/find.ts";
import { call, createGithub, type Github } from "../../src/github/octokit.ts";
import { closeServer, listenLocally } from "../http.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) void close();
});

async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs = 60_000,
): Promise<{ github: Github; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    respond(request, response);
  });
  const port = await listenLocally(server);
  closing.push(() => closeServer(server));
  const repository = { owner: "o", name: "r" };
  // An Enterprise Server keeps its interface below a path.
  const apiUrl = `http://127.0.0.1:${port}/api/v3`;
  return {
    github: await createGithub({
      token: "ghs_secret",
      apiUrl,
      repository,
      timeoutMs,
      secrets: ["sk_test_other"],
    }),
    seen,
  };
}

const CONTEXT = { clock: systemClock, signal: new AbortController().signal };

describe("call", () => {
  test("sends below the API's URL only, as the account of the token", async () => {
    const { github, seen } = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('[{"id":3}]');
    });
    const read = await call(github, { doing: "list", repeatable: true }, CONTEXT, (rest, parameters) =>
      rest.pulls.list({ ...parameters, head: "o:feature/ü&x", per_page: 100 }),
    );
    expect(seen[0]?.url).toBe("/api/v3/repos/o/r/pulls?head=o%3Afeature%2F%C3%BC%26x&per_page=100");
    expect(seen[0]?.headers.authorization).toBe("token ghs_secret");
    expect(read).toEqual({ kind: "done", data: [{ id: 3 }] });
  });

  test("a compressed response is read, and requests that follow each other share a connection", async () => {
    const ports = new Set<number | undefined>();
    const { github, seen } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      const headers = { "Content-Type": "application/json; charset=utf-8", "Content-Encoding": "gzip" };
      response.writeHead(200, headers).end(gzipSync('{"id":3,"body":"für"}'));
    });
    for (const id of [1, 2]) {
      const read = await call(github, { doing: "read" }, CONTEXT, (rest, parameters) =>
        rest.issues.getComment({ ...parameters, comment_id: id }),
      );
      expect(read).toEqual({ kind: "done", data: { id: 3, body: "für" } });
    }
    expect([seen.length, ports.size]).toEqual([2, 1]);
  });

  test("a response that is no text is one that cannot be read", async () => {
    const { github } = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "image/png" }).end("\u0089PNG");
    });
    expect(await readKnown(github, { id: 1, group: "previews" }, CONTEXT)).toEqual({ kind: "done", comments: [] });
  });

  test("GitHub is reached through the proxy of the environment, which never sees the token", async () => {
    const heard: string[] = [];
    const proxy = createProxy((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (chunk) => {
        heard.push(String(chunk));
        socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      });
    });
    const port = await listenLocally(proxy);
    closing.push(() => closeServer(proxy));
    const source = `
      import { call, createGithub } from ${JSON.stringify(new URL("../../src/github/octokit.ts", import.meta.url).href)};
      const repository = { owner: "o", name: "r" };
      const github = await createGithub({ token: "ghs_secret", apiUrl: "https://github.example/api/v3", repository });
      const context = { clock: { now: Date.now, monotonic: () => 0 }, signal: new AbortController().signal };
      const send = (rest, parameters) => rest.issues.getComment({ ...parameters, comment_id: 1 });
      console.log((await call(github, { doing: "read" }, context, send)).kind);`;
    const args = ["--no-warnings", "--input-type=module", "--eval", source];
    const env = { https_proxy: `http://127.0.0.1:${port}` };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
    expect(stdout.trim()).toBe("failed");
    expect(heard.join("")).toMatch(/^CONNECT github\.example:443 /);
    expect(heard.join("")).not.toContain("ghs_secret");
  });

  test("a redirect is a failure, so that the token goes nowhere else", async () => {
    const { github, seen } = await serve((_, response) => {
      response.writeHead(307, { Location: "http://127.0.0.1:9/elsewhere" }).end();
    });
    const sent = await call(github, { doing: "write" }, CONTEXT, (rest, parameters) =>
      rest.issues.createComment({ ...parameters, issue_number: 1, body: "x" }),
    );
    expect(sent).toMatchObject({ kind: "failed", status: 307 });
    expect(seen).toHaveLength(1);
  });

  test("a secret leaves in no body, however deep it is", async () => {
    const bodies: string[] = [];
    const { github } = await serve((request, response) => {
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.writeHead(201, { "Content-Type": "application/json" }).end("{}"));
    });
    const body = { payload: { site: "ghs_secret", list: ["sk_test_other", 3, null] }, description: "of ghs_secret" };
    await call(github, { doing: "write" }, CONTEXT, (rest, parameters) =>
      rest.repos.createDeployment({ ...parameters, ref: "main", ...body }),
    );
    expect(JSON.parse(bodies.join(""))).toEqual({
      ref: "main",
      payload: { site: "***", list: ["***", 3, null] },
      description: "of ***",
    });
  });

  test("a read that is no JSON is sent again, a write is not", async () => {
    const { github, seen } = await serve((_, response) => response.writeHead(200).end("<html>"));
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const context = { ...CONTEXT, clock };
    const read = await call(github, { doing: "read", repeatable: true }, context, (rest, parameters) =>
      rest.issues.getComment({ ...parameters, comment_id: 1 }),
    );
    expect(read).toMatchObject({ kind: "failed", unknown: true });
    await call(github, { doing: "write" }, context, (rest, parameters) =>
      rest.issues.updateComment({ ...parameters, comment_id: 1, body: "x" }),
    );
    expect(seen.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "PATCH"]);
  });

  test("a response cut off, one without an end, and a stop are values without the token", async () => {
    const { github } = await serve((request, response) => {
      if (request.method === "DELETE") response.destroy();
      else response.writeHead(200, { "Content-Type": "application/json" }).write('{"id":');
    });
    const send = (signal: AbortSignal, method: "deleteComment" | "getComment") =>
      call(github, { doing: "try" }, { ...CONTEXT, signal }, (rest, parameters) =>
        rest.issues[method]({ ...parameters, comment_id: 1 }),
      );
    const cut = await send(CONTEXT.signal, "deleteComment");
    const endless = await send(AbortSignal.timeout(100), "getComment");
    const stopped = await send(AbortSignal.abort(), "getComment");
    expect([cut.kind, endless.kind, stopped.kind]).toEqual(["failed", "failed", "failed"]);
    expect(JSON.stringify([cut, endless, stopped])).not.toContain("ghs_secret");
  });

  test("a response that does not come in time is named as such", async () => {
    const { github } = await serve(() => undefined, 50);
    const read = await call(github, { doing: "try" }, CONTEXT, (rest, parameters) =>
      rest.issues.getComment({ ...parameters, comment_id: 1 }),
    );
    expect(read).toMatchObject({ reason: "GitHub could not be reached to try: no response in time." });
  });
});
