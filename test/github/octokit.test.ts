import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { call, createGithub, type Github } from "../../src/github/octokit.ts";
import { systemClock } from "../../packages/contract/clock.ts";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs = 2000,
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
    const read = await call(github, { doing: "list", reads: true }, CONTEXT, (rest, parameters) =>
      rest.pulls.list({ ...parameters, head: "o:feature/ü&x", per_page: 100 }),
    );
    expect(seen[0]?.url).toBe("/api/v3/repos/o/r/pulls?head=o%3Afeature%2F%C3%BC%26x&per_page=100");
    expect(seen[0]?.headers.authorization).toBe("token ghs_secret");
    expect(read).toEqual({ kind: "done", data: [{ id: 3 }] });
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

  test("a secret leaves in no body, however deep it stands", async () => {
    const bodies: string[] = [];
    const { github } = await serve((request, response) => {
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.writeHead(201, { "Content-Type": "application/json" }).end("{}"));
    });
    const body = { payload: { site: "ghs_secret", list: ["sk_test_other", 3, null] }, description: "of ghs_secret" };
    await call<unknown>(github, { doing: "write" }, CONTEXT, (rest, parameters) =>
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
    const read = await call(github, { doing: "read", reads: true }, context, (rest, parameters) =>
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
