import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { type Github, createGithub } from "../../src/github/octokit.ts";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ github: Github; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const repository = { owner: "o", name: "r" };
  // An Enterprise Server keeps its interface below a path.
  const apiUrl = `http://127.0.0.1:${port}/api/v3`;
  return {
    github: await createGithub({
      token: "ghs_secret",
      apiUrl,
      repository,
      timeoutMs: 2000,
      secrets: ["sk_test_other"],
    }),
    seen,
  };
}

describe("createGithub", () => {
  test("asks below the API's address only, with query and body as they are given", async () => {
    const { github, seen } = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "X-Odd": "1" }).end('{"id":3}');
    });
    const query = { head: "o:feature/ü&x", per_page: 100 };
    const answer = await github.send({ method: "GET", path: "/repos/o/r/pulls", query });
    expect(seen[0]?.url).toBe("/api/v3/repos/o/r/pulls?head=o%3Afeature%2F%C3%BC%26x&per_page=100");
    expect(seen[0]?.headers.authorization).toBe("token ghs_secret");
    expect(answer).toMatchObject({ kind: "answer", status: 200, body: { id: 3 }, headers: { "x-odd": "1" } });
  });

  test("a redirect is an answer, so that the token goes nowhere else", async () => {
    const { github, seen } = await serve((_, response) => {
      response.writeHead(307, { Location: "http://127.0.0.1:9/elsewhere" }).end();
    });
    expect(await github.send({ method: "POST", path: "/repos/o/r/deployments", body: {} })).toMatchObject({
      status: 307,
    });
    expect(seen).toHaveLength(1);
  });

  test("a body field that names an option of Octokit stays a field", async () => {
    const bodies: string[] = [];
    const { github } = await serve((request, response) => {
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.writeHead(201, { "Content-Type": "application/json" }).end("{}"));
    });
    const body = { url: "http://127.0.0.1:9/", baseUrl: "http://127.0.0.1:9/", headers: { a: "b" }, body: "text" };
    await github.send({ method: "POST", path: "/repos/o/r/issues/1/comments", body });
    expect(JSON.parse(bodies.join(""))).toEqual(body);
  });

  test("a secret leaves in no body, however deep it stands", async () => {
    const bodies: string[] = [];
    const { github } = await serve((request, response) => {
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.writeHead(201, { "Content-Type": "application/json" }).end("{}"));
    });
    const body = { payload: { site: "ghs_secret", list: ["sk_test_other", 3, null] }, description: "of ghs_secret" };
    await github.send({ method: "POST", path: "/repos/o/r/deployments", body });
    expect(JSON.parse(bodies.join(""))).toEqual({
      payload: { site: "***", list: ["***", 3, null] },
      description: "of ***",
    });
  });

  test("an answer cut off, one without an end, and a stop are values without the token", async () => {
    const { github } = await serve((request, response) => {
      if (request.method === "GET") response.destroy();
      else response.writeHead(200, { "Content-Type": "application/json" }).write('{"id":');
    });
    const cut = await github.send({ method: "GET", path: "/x" });
    const endless = await github.send({ method: "POST", path: "/x", body: {} }, AbortSignal.timeout(100));
    const stopped = await github.send({ method: "PATCH", path: "/x" }, AbortSignal.abort());
    expect([cut.kind, stopped.kind]).toEqual(["unreachable", "unreachable"]);
    expect(JSON.stringify([cut, endless, stopped])).not.toContain("ghs_secret");
  });
});
