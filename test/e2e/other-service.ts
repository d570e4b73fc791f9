import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestService, Made } from "../faults/test-service.ts";

/** A deployment as this service keeps it. */
interface Kept {
  readonly id: string;
  readonly branch: string;
  readonly print: string;
  readonly fails: boolean;
  readonly madeMs: number;
}

const TOKEN = "sk_test_second0123456789abcdefghijkl";
const JSON_TYPE = { "Content-Type": "application/json;charset=UTF-8" };
/** A commit this service cannot build. */
export const NO_COMMIT = "00000000000000000000000000000000deadbeef";

/**
 * A second service of the same interface, written from its text alone and sharing nothing with the embedded one.
 * Where the interface leaves a choice it takes another: it sends no header on a first response, writes offsets
 * instead of `Z`, leaves out what is optional, adds fields of its own, ends stream lines with CRLF, sends log lines as
 * objects, gives events no ids, and goes through an unknown status.
 * @see Interface §3, §4, §6, §7
 */
export async function startOtherService(): Promise<TestService> {
  const kept = new Map<string, Kept>();
  const server = createServer((request, response) => {
    respond(kept, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: TOKEN,
    siteId: randomUUID(),
    commitSha: createHash("sha1").update("second").digest("hex"),
    data: "",
    accepted: (branch) =>
      Promise.resolve([...kept.values()].filter((one) => one.branch === branch).map((one): Made => view(one))),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(kept: Map<string, Kept>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname } = new URL(request.url ?? "/", "http://second.test");
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return sendError(response, 401, "unauthenticated");
  if (request.method === "POST" && /^\/sites\/[^/]+\/deploy$/.test(pathname)) {
    return deploy(
      kept,
      { key: String(request.headers["idempotency-key"] ?? ""), body: Buffer.concat(chunks) },
      response,
    );
  }
  const [, id, events] = /^\/deployments\/([^/]+?)(\/events)?$/.exec(pathname) ?? [];
  const found = [...kept.values()].find((one) => one.id === id);
  if (found === undefined) return sendError(response, 404, "deployment_not_found");
  if (events !== undefined) return stream(found, response);
  response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data: view(found), ok: true, meta: { region: "second" } }));
}

function deploy(
  kept: Map<string, Kept>,
  { key, body }: { readonly key: string; readonly body: Buffer },
  response: ServerResponse,
): void {
  if (key === "") return sendError(response, 428, "idempotency_key_required");
  const print = createHash("sha256").update(body).digest("hex");
  const before = kept.get(key);
  if (before !== undefined && before.print !== print) return sendError(response, 409, "idempotency_key_conflict");
  const wanted = JSON.parse(body.toString("utf8")) as { readonly branch?: string; readonly commitSha?: string };
  const one = before ?? {
    id: `dep_${randomUUID()}`,
    branch: wanted.branch ?? "",
    print,
    fails: wanted.commitSha === NO_COMMIT,
    madeMs: Date.now(),
  };
  kept.set(key, one);
  const replayed = before === undefined ? {} : { "Idempotency-Replayed": "true" };
  const first = { id: one.id, status: "queued", environment: "preview", createdAt: offset(one.madeMs) };
  response.writeHead(202, { ...JSON_TYPE, ...replayed }).end(JSON.stringify({ ok: true, data: first }));
}

function view({ id, branch, fails, madeMs }: Kept): Made {
  const common = { id, branch, environment: "preview", createdAt: offset(madeMs), color: "teal", nested: { a: [1] } };
  return fails
    ? { ...common, status: "failed", error: { code: "commit_gone", message: "No such commit", more: [] } }
    : { ...common, status: "ready", previewUrl: `https://${id.replace("_", "-")}.second.example` };
}

function stream(one: Kept, response: ServerResponse): void {
  const at = offset(Date.now());
  const frames = [
    ["status", { status: "warming_up", at }],
    ["log", { stream: "build", lines: [{ text: "second builds", level: "info" }] }],
    ["weather", "sunny"],
    ["status", { status: view(one).status, at }],
  ] as const;
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
  for (const [name, data] of frames) response.write(`event:${name}\r\ndata:${JSON.stringify(data)}\r\n\r\n`);
  response.end();
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const error = { code, message: `second says ${code}`, docs: "https://second.example/errors" };
  response.writeHead(status, JSON_TYPE).end(JSON.stringify({ error, ok: false }));
}

/** The same instant as a `Z` would say, two hours east. */
function offset(ms: number): string {
  return new Date(ms + 2 * 3600_000).toISOString().replace("Z", "+02:00");
}
