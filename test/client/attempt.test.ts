import { describe, expect, test } from "vitest";
import { deployOnce, originOf } from "../../packages/client/create.ts";
import type { CreatedDeployment } from "../../packages/client/deploy-client.ts";
import { type FakeClock, instantClock } from "./fake-clock.ts";
import {
  clientOf,
  deploymentService,
  failureOf,
  type FaultServer,
  gatewayPage,
  lose,
  LOST,
  sendError,
  startFaultServer,
  stopTimers,
  succeed,
} from "./fault-server.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const REQUEST = { environment: "preview", commitSha: "1111111111111111111111111111111111111111" } as const;
const BODY = JSON.stringify(REQUEST);
const wanted = { siteId: SITE, request: REQUEST, key: (n: number) => `key-${n}` };

interface Setup extends AsyncDisposable {
  readonly server: FaultServer;
  readonly service: ReturnType<typeof deploymentService>;
  readonly clock: FakeClock;
}

async function setUp(): Promise<Setup> {
  const clock = instantClock();
  const service = deploymentService(clock);
  const server = await startFaultServer((seen, response) => service.handle(seen, response));
  return { server, service, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const posts = (server: FaultServer) => server.seen.filter((seen) => seen.method === "POST");

describe("deployOnce", () => {
  test("a fresh deployment costs one request", async () => {
    await using at = await setUp();
    const made = await deployOnce(clientOf(at.server, at.clock), wanted);
    expect(made).toMatchObject({
      key: "key-1",
      attempt: 1,
      reused: false,
      skippedDeployments: [],
      deployment: { id: "dep_1" },
    });
    expect(at.server.seen).toHaveLength(1);
    expect(at.server.seen[0]).toMatchObject({ body: BODY, headers: { "idempotency-key": "key-1" } });
  });

  test("the pull request goes out as a header of its own, and may be edited between two calls of one client", async () => {
    await using at = await setUp();
    const client = clientOf(at.server, at.clock);
    for (const title of ["Für alle\r\nSet-Cookie: a\u202e", "Edited"]) {
      await deployOnce(client, { ...wanted, pullRequest: { number: 7, title } });
    }
    await deployOnce(client, { ...wanted, pullRequest: { number: 0, title: "no number" } });
    const sent = posts(at.server).map(({ headers, body }) => [headers["greenroom-pull-request"], body]);
    expect(sent).toEqual([
      ['7;title=%"F%c3%bcr alle Set-Cookie: a"', BODY],
      ['7;title=%"Edited"', BODY],
      [undefined, BODY],
    ]);
    expect(at.service).toMatchObject({ accepted: 1, changedBytes: 0 });
  });

  const others = {
    siteId: "11111111-5d5c-4c3a-9c7e-6a6f5f1d2b11",
    commitSha: "2".repeat(40),
    environment: "production",
    sourceDeploymentId: "dep_2",
  };

  test.each(Object.entries(others))(
    "the record of another %s is no deployment of this attempt",
    async (name, other) => {
      const request = { environment: "preview", commitSha: "1".repeat(40), sourceDeploymentId: "dep_1" } as const;
      await using at = await setUp();
      const record = { id: "dep_9", status: "queued", siteId: SITE, ...request };
      at.server.otherwise = (_, response) => succeed(response, 202, { ...record, [name]: other });
      const error = await failureOf(deployOnce(clientOf(at.server, at.clock), { ...wanted, request }));
      expect(error).toMatchObject({ code: "deployment_mismatch" });
      expect(posts(at.server)).toHaveLength(1);
    },
  );

  test("a record that leaves open what it is for, or writes it in another way, is taken with what is known", async () => {
    await using at = await setUp();
    const given: readonly { readonly siteId?: string; readonly commitSha?: string | null }[] = [
      {},
      { siteId: "the-slug", commitSha: null },
      { siteId: SITE.toUpperCase(), commitSha: "1".repeat(7) },
    ];
    for (const fields of given) {
      at.server.otherwise = (_, response) => succeed(response, 202, { id: "dep_1", status: "queued", ...fields });
      const { deployment } = await deployOnce(clientOf(at.server, at.clock), wanted);
      const { siteId = SITE, commitSha } = fields;
      expect(deployment).toMatchObject({ siteId, environment: "preview", commitSha: commitSha ?? "1".repeat(40) });
    }
  });

  test.each(Object.keys(LOST))("one deployment and the same bytes when %s after the service acted", async (name) => {
    using _ = stopTimers();
    await using at = await setUp();
    for (let lost = 0; lost < 2; lost += 1) {
      at.server.next.push((seen, response, socket) => {
        at.service.act(seen);
        lose(name, response, socket);
      });
    }
    const made = await deployOnce(clientOf(at.server, at.clock), wanted);
    expect(made).toMatchObject({ key: "key-1", attempt: 1, reused: false, deployment: { id: "dep_1" } });
    expect(at.service).toMatchObject({ accepted: 1, changedBytes: 0 });
    expect(new Set(posts(at.server).map((seen) => seen.body))).toEqual(new Set([BODY]));
    expect(posts(at.server)).toHaveLength(3);
  });

  test("a connection reset before the request is read is tried again", async () => {
    await using at = await setUp();
    at.server.resetNext();
    const made = await deployOnce(clientOf(at.server, at.clock), wanted);
    expect(made.deployment.id).toBe("dep_1");
    expect(at.service.accepted).toBe(1);
  });

  test("a build that failed during the call is not replaced, although the response was lost", async () => {
    await using at = await setUp();
    at.service.born = "failed";
    at.server.next.push((seen, response, socket) => {
      at.service.act(seen);
      LOST["the connection is reset"]?.(response, socket);
    });
    const made = await deployOnce(clientOf(at.server, at.clock), wanted);
    expect(made).toMatchObject({ attempt: 1, reused: false, deployment: { status: "failed" } });
    expect(at.service.accepted).toBe(1);
  });

  test("a record that cannot be read is still handed out by its id", async () => {
    await using at = await setUp();
    await deployOnce(clientOf(at.server, at.clock), wanted);
    at.server.otherwise = (seen, response) =>
      seen.method === "POST" ? at.service.handle(seen, response) : sendError(response, 401, "unauthenticated");
    const made = await deployOnce(clientOf(at.server, at.clock), wanted);
    expect(made).toMatchObject({ attempt: 1, reused: true, deployment: { id: "dep_1", status: "queued" } });
    expect(at.service.accepted).toBe(1);
  });

  test("an error that stays ends by its count, with the same key", async () => {
    await using at = await setUp();
    at.server.otherwise = (_, response) => sendError(response, 500, "internal_error");
    const error = await failureOf(deployOnce(clientOf(at.server, at.clock), wanted));
    expect(error).toMatchObject({ kind: "refused", code: "internal_error", outcomeUnknown: true });
    expect(at.server.seen).toHaveLength(8);
    expect(new Set(at.server.seen.map((seen) => seen.headers["idempotency-key"]))).toEqual(new Set(["key-1"]));
  });

  test.each([
    [409, "idempotency_conflict"],
    [409, "idempotency_key_conflict"],
    [409, "something_else"],
    [428, "idempotency_key_required"],
    [428, "source_deployment_required"],
    [428, "approval_required"],
    [401, "unauthenticated"],
    [404, "site_not_found"],
    [402, "live_site_limit_reached"],
    [429, "build_quota_exceeded"],
    [200, "validation_failed"],
    [202, "validation_failed"],
  ])("%i %s is final after one request", async (status, code) => {
    await using at = await setUp();
    at.server.otherwise = (_, response) => sendError(response, status, code);
    const error = await failureOf(deployOnce(clientOf(at.server, at.clock), wanted));
    expect(error).toMatchObject({ kind: "refused", code, status, outcomeUnknown: false, detail: `it is ${code}` });
    expect(at.server.seen).toHaveLength(1);
  });

  test.each([401, 403, 404, 405])("a page with status %i in front of the service is final", async (status) => {
    await using at = await setUp();
    at.server.otherwise = (_, response) => gatewayPage(response, status);
    const error = await failureOf(deployOnce(clientOf(at.server, at.clock), wanted));
    expect(error).toMatchObject({ kind: "protocol", code: "unexpected_answer", status });
    expect(at.server.seen).toHaveLength(1);
  });

  test("with a wait for capacity the create goes out again, with the same key, once a build ended", async () => {
    await using at = await setUp();
    let looks = 0;
    let reported = 0;
    at.server.otherwise = (seen, response) => {
      if (seen.method === "POST" && looks < 6) return sendError(response, 429, "build_quota_exceeded");
      if (!seen.path.startsWith("/deployments?")) return at.service.handle(seen, response);
      looks += 1;
      const running = looks < 6 && seen.path.includes("building") ? [{ id: "dep_other", status: "building" }] : [];
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ok: true, data: running })) as never;
    };
    const options = { onQuotaWait: () => void (reported += 1) };
    const made = await deployOnce(clientOf(at.server, at.clock), { ...wanted, onQuota: "wait" }, options);
    expect(made).toMatchObject({ reused: false, key: "key-1" });
    expect(posts(at.server)).toHaveLength(2);
    expect(reported).toBe(1);
    expect(Math.min(...at.clock.sleeps)).toBeGreaterThanOrEqual(20_000);
  });

  test("the wait for capacity ends with the time that is left", async () => {
    await using at = await setUp();
    at.server.otherwise = (_, response) => sendError(response, 429, "build_quota_exceeded");
    const options = { deadlineAt: at.clock.monotonic() + 10_000 };
    const error = await failureOf(deployOnce(clientOf(at.server, at.clock), { ...wanted, onQuota: "wait" }, options));
    expect(error.code).toBe("build_quota_exceeded");
    expect(posts(at.server)).toHaveLength(1);
  });
});

const FRESH = { before: false, fresh: true };
const BEFORE = { before: true, fresh: false };
const OURS = { before: false, fresh: false };

describe("the origin of a record", () => {
  test.each<[string, Partial<CreatedDeployment>, createdAt: string | undefined, elapsedMs: number, origin: object]>([
    ["no replay: it is fresh", { replayed: false }, undefined, 0, FRESH],
    ["a replay to the only request: it was made before", { replayed: true }, undefined, 0, BEFORE],
    [
      "a replay to a second request, of a young record: ours",
      { replayed: true, tries: 2 },
      "12:00:03.000Z",
      5000,
      OURS,
    ],
    [
      "a replay to a second request, of an older one: before",
      { replayed: true, tries: 2 },
      "12:00:02.999Z",
      5000,
      BEFORE,
    ],
    ["no word about replays: its age by the service's own clock decides", {}, "12:00:09Z", 100, FRESH],
    ["no word about replays, and it is older", {}, "12:00:07Z", 100, BEFORE],
    ["no word and no date: it is read", { dateMs: undefined }, "12:00:07Z", 0, OURS],
    ["no word and no age: it is read", {}, undefined, 0, OURS],
    ["no word and an age that cannot be read: it is read", {}, "yesterday", 0, OURS],
  ])("%s", (_, more, createdAt, elapsedMs, origin) => {
    const at = createdAt === undefined ? {} : { createdAt: `2026-11-20T${createdAt}` };
    const deployment = { id: "dep_1", status: "queued", ...at };
    const dateMs = Date.parse("2026-11-20T12:00:10Z");
    expect(originOf({ deployment, replayed: undefined, dateMs, tries: 1, ...more }, elapsedMs)).toEqual(origin);
  });
});
