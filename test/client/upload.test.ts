import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type PrebuiltFolder, readFolder } from "../../packages/client/folder.ts";
import { uploadFolder } from "../../packages/client/upload.ts";
import { temporaryFolder } from "../folders.ts";
import { instantClock } from "./fake-clock.ts";
import { clientOf, type Handler, LOST, type Seen, sendError, startFaultServer, succeed } from "./fault-server.ts";

const LARGE = 5 * 1024 ** 2;
const root = temporaryFolder("upload");
let folder: PrebuiltFolder;

beforeAll(async () => {
  for (let n = 0; n < 300; n += 1) writeFileSync(join(root, `page-${n}.html`), `page ${n}`);
  writeFileSync(join(root, "copy.html"), "page 0");
  writeFileSync(join(root, "large.txt"), "l".repeat(LARGE));
  folder = await readFolder(root);
});

const created = (more: object = {}) => ({ id: "dep_1", status: "queued", prebuilt: folder.prebuilt, ...more });
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A service that takes files as ours does, from one process or several that share whole files only. */
function uploadService({ fronts = 1, named = 1_000 } = {}) {
  const wanted = new Map<string, number>();
  const stored = new Set<string>();
  const partial = Array.from({ length: fronts }, () => new Map<string, string>());
  const service = { stored, requests: 0, completed: 0, wanted };
  const state = () => {
    const missing = [...wanted.keys()].filter((name) => !stored.has(name));
    const open = { deploymentId: "dep_1", state: "open", missing: missing.slice(0, named) };
    return { ...open, missingFiles: missing.length };
  };
  const add = ({ body }: Seen) => {
    const parts = partial[service.requests % fronts] ?? new Map<string, string>();
    const result: { sha256: string; have: number }[] = [];
    for (let at = 0; at < body.length;) {
      const end = body.indexOf("\n", at);
      const [name = "", size, offset, length] = body.slice(at, end).split(" ");
      const content = body.slice(end + 1, end + 1 + Number(length));
      at = end + 1 + Number(length);
      const before = parts.get(name) ?? "";
      if (before.length === Number(offset)) parts.set(name, before + content);
      const now = parts.get(name) ?? "";
      if (now.length === Number(size) && sha256(now) === name) stored.add(name);
      else result.push({ sha256: name, have: now.length });
    }
    return { stored: 1, partial: result, missingFiles: state().missingFiles };
  };
  const handle: Handler = (seen, response) => {
    service.requests += 1;
    if (seen.path.endsWith("/files")) return succeed(response, 200, add(seen));
    if (seen.path.endsWith("/complete")) {
      service.completed += 1;
      return succeed(response, 202, created());
    }
    if (seen.method === "PUT") {
      for (const line of seen.body.trim().split("\n")) wanted.set(line.slice(0, 64), 1);
    }
    return succeed(response, 200, state());
  };
  return { ...service, handle, get: () => service };
}

async function upload(handle: Handler, record = created(), faults: readonly Handler[] = []) {
  await using server = await startFaultServer(handle);
  server.next.push(...faults);
  const client = clientOf(server, instantClock());
  const error = await uploadFolder(client, { created: record, folder }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, seen: server.seen.map(({ method, path }) => `${method} ${path}`) };
}

describe("an upload", () => {
  test("sends each content once, small ones together and a large one in parts, and completes", async () => {
    const service = uploadService();
    const { error, seen } = await upload(service.handle);
    expect(error).toBeUndefined();
    expect(service.stored.size).toBe(301);
    expect(service.get().completed).toBe(1);
    // The list; two requests of small files, two parts of the large one; the state; the end.
    expect(seen).toHaveLength(7);
  });

  test("sends nothing of what the service has", async () => {
    const service = uploadService();
    for (const { sha256: name } of folder.files) service.stored.add(name);
    const { seen } = await upload(service.handle);
    expect(seen).toEqual(["PUT /deployments/dep_1/upload", "PUT /deployments/dep_1/upload/complete"]);
  });

  test("asks on while the service names only some of what is missing", async () => {
    const service = uploadService({ named: 50 });
    expect((await upload(service.handle)).error).toBeUndefined();
    expect(service.stored.size).toBe(301);
  });

  test.each(["the body is cut", "a gateway gives 502"])("goes on after a response that is lost: %s", async (name) => {
    const service = uploadService();
    const lost: Handler = (seen, response, socket) => {
      // The service acted, and its response is lost.
      void service.handle(seen, { writeHead: () => ({ end: () => undefined }) } as never, socket);
      LOST[name]?.(response, socket);
    };
    const { error } = await upload(service.handle, created(), [service.handle, lost, service.handle, lost]);
    expect(error).toBeUndefined();
    expect(service.stored.size).toBe(301);
  });

  test("is finished with several processes that know nothing of each other's parts", async () => {
    const service = uploadService({ fronts: 2 });
    const { error } = await upload(service.handle);
    expect(error).toBeUndefined();
    expect(service.stored.size).toBe(301);
  });

  test.each(["ready", "building", "failed"])("leaves a deployment alone that is %s", async (status) => {
    const { error, seen } = await upload(
      (_, response) => sendError(response, 500, "internal_error"),
      created({ status }),
    );
    expect(error).toBeUndefined();
    expect(seen).toEqual([]);
  });

  test("ends quietly when another run was faster or somebody canceled: the record says it", async () => {
    const { error } = await upload((_, response) => sendError(response, 409, "upload_closed"));
    expect(error).toBeUndefined();
  });

  test("is an error at a service that took it for a build, which is canceled", async () => {
    const { error, seen } = await upload((_, response) => succeed(response, 200, created()), {
      ...created(),
      prebuilt: undefined as never,
    });
    expect(error).toMatchObject({ code: "prebuilt_unsupported" });
    expect(seen).toEqual(["POST /deployments/dep_1/cancel"]);
  });

  test("gives up on a service that asks for the same files for ever", async () => {
    const state = { deploymentId: "dep_1", state: "open", missing: [sha256("page 1")], missingFiles: 1 };
    const { error, seen } = await upload((seen, response) =>
      succeed(response, 200, seen.path.endsWith("/files") ? { stored: 0, partial: [], missingFiles: 1 } : state),
    );
    expect(error).toMatchObject({ code: "unexpected_answer" });
    expect(seen.length).toBeLessThan(10);
  });

  test("ends with the reason of the service", async () => {
    const { error } = await upload((_, response) => sendError(response, 400, "upload_rejected"));
    expect(error).toMatchObject({ code: "upload_rejected", kind: "refused" });
  });

  test("ends when a file changed since it was listed", async () => {
    const service = uploadService();
    writeFileSync(join(root, "page-7.html"), "another");
    const { error } = await upload(service.handle);
    writeFileSync(join(root, "page-7.html"), "page 7");
    expect(error).toMatchObject({ code: "folder_rejected", message: expect.stringContaining("page-7.html") });
    expect(service.get().completed).toBe(0);
  });
});
