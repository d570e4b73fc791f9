import { createHash, randomUUID } from "node:crypto";
import type { Made, TestService } from "../faults/test-service.ts";
import { type Reply, scriptedService, type SeenRequest } from "./scripted-service.ts";

/** A deployment as this service keeps it. */
interface Kept {
  readonly id: string;
  readonly branch: string;
  readonly print: string;
  readonly fails: boolean;
  readonly madeMs: number;
}

const TOKEN = "sk_test_second0123456789abcdefghijkl";
const JSON_TYPE = { "content-type": "application/json;charset=UTF-8" };
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
  const service = await scriptedService((request) => replyTo(kept, request));
  return {
    ...service,
    token: TOKEN,
    siteId: randomUUID(),
    commitSha: createHash("sha1").update("second").digest("hex"),
    data: "",
    accepted: (branch) =>
      Promise.resolve([...kept.values()].filter((one) => one.branch === branch).map((one): Made => view(one))),
  };
}

function replyTo(kept: Map<string, Kept>, { method, path, headers, body }: SeenRequest): Reply {
  if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, "unauthenticated");
  if (method === "POST" && /^\/sites\/[^/]+\/deploy$/.test(path)) {
    return deploy(kept, String(headers["idempotency-key"] ?? ""), body);
  }
  const [, id, events] = /^\/deployments\/([^/?]+?)(\/events)?$/.exec(path) ?? [];
  const found = [...kept.values()].find((one) => one.id === id);
  if (found === undefined) return refuse(404, "deployment_not_found");
  if (events !== undefined) return stream(found);
  return { status: 200, headers: JSON_TYPE, body: { data: view(found), ok: true, meta: { region: "second" } } };
}

function deploy(kept: Map<string, Kept>, key: string, body: string): Reply {
  if (key === "") return refuse(428, "idempotency_key_required");
  const print = createHash("sha256").update(body).digest("hex");
  const before = kept.get(key);
  if (before !== undefined && before.print !== print) return refuse(409, "idempotency_key_conflict");
  const wanted = JSON.parse(body) as { readonly branch?: string; readonly commitSha?: string };
  const one = before ?? {
    id: `dep_${randomUUID()}`,
    branch: wanted.branch ?? "",
    print,
    fails: wanted.commitSha === NO_COMMIT,
    madeMs: Date.now(),
  };
  kept.set(key, one);
  const replayed = before === undefined ? {} : { "idempotency-replayed": "true" };
  const first = { id: one.id, status: "queued", environment: "preview", createdAt: offset(one.madeMs) };
  return { status: 202, headers: { ...JSON_TYPE, ...replayed }, body: { ok: true, data: first } };
}

function view({ id, branch, fails, madeMs }: Kept): Made {
  const common = { id, branch, environment: "preview", createdAt: offset(madeMs), color: "teal", nested: { a: [1] } };
  return fails
    ? { ...common, status: "failed", error: { code: "commit_gone", message: "No such commit", more: [] } }
    : { ...common, status: "ready", previewUrl: `https://${id.replace("_", "-")}.second.example` };
}

function stream(one: Kept): Reply {
  const at = offset(Date.now());
  const frames = [
    ["status", { status: "warming_up", at }],
    ["log", { stream: "build", lines: [{ text: "second builds", level: "info" }] }],
    ["weather", "sunny"],
    ["status", { status: view(one).status, at }],
  ] as const;
  const body = frames.map(([name, data]) => `event:${name}\r\ndata:${JSON.stringify(data)}\r\n\r\n`).join("");
  return { status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" }, body };
}

function refuse(status: number, code: string): Reply {
  const error = { code, message: `second says ${code}`, docs: "https://second.example/errors" };
  return { status, headers: JSON_TYPE, body: { error, ok: false } };
}

/** The same instant as a `Z` would say, two hours east. */
function offset(ms: number): string {
  return new Date(ms + 2 * 3600_000).toISOString().replace("Z", "+02:00");
}
