import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { instant } from "../../../packages/contract/clock.ts";
import { ApiError } from "../../../packages/service/domain/api-error.ts";
import { listenForMetrics } from "../../../packages/service/http/metrics-server.ts";
import { createMetrics, type Metrics } from "../../../packages/service/http/metrics.ts";
import { listEnded, readFigures } from "../../../packages/service/store/engine/figures.ts";
import { noteTime } from "../../../packages/service/store/engine/last-times.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { folderOfTest } from "../../folders.ts";
import { serve } from "../../http.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { plansOf } from "../query-plans.ts";

let context: TestContext;
let workspace: SeededWorkspace;
let folder: string;

beforeEach(async () => {
  folder = folderOfTest("metrics");
  context = openTestContext({ dataDirectory: folder });
  ({ first: workspace } = await seedWorkspace(context));
});
afterEach(() => context.db.destroy());

const open = (isReady = true): Metrics => createMetrics(context, async () => isReady);

const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (Na[nN]|[+-]Inf|-?[\d.]+(?:e[+-]?\d+)?)$/;

/** Reads the exposition format. @throws When a line is none of it, or a sample has no type. */
function samplesOf(exposition: string): ReadonlyMap<string, number> {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of exposition.trimEnd().split("\n")) {
    const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) types.set(name, type);
    if (line === "" || /^# (?:TYPE|HELP) /.test(line)) continue;
    const [, of = "", labels, value] = SAMPLE.exec(line) ?? [];
    expect(types.has(of) || types.has(of.replace(/_(?:bucket|sum|count)$/, "")), line).toBe(true);
    samples.set(labels === undefined || labels === "" ? of : `${of}{${labels}}`, Number(value));
  }
  return samples;
}

describe("the metrics", () => {
  test("say what is open, what waits and for how long, and when the last backup was", async () => {
    await addDeployment(context, workspace, { upload: "open" });
    context.clock.advance(60_000);
    await addDeployment(context, workspace);
    context.clock.advance(90_000);
    await addDeployment(context, workspace, { status: "building" });
    await noteTime(context.db, "backup", instant(context.clock));
    const metrics = open(false);
    metrics.watchStreams({ size: 3 });
    const samples = samplesOf(await metrics.text());
    expect(Object.fromEntries(samples)).toMatchObject({
      greenroom_ready: 0,
      greenroom_event_streams: 3,
      'greenroom_open_deployments{status="queued"}': 2,
      'greenroom_open_deployments{status="building"}': 1,
      greenroom_queue_oldest_seconds: 90,
      'greenroom_build_slots{state="total"}': 2,
      'greenroom_build_slots{state="busy"}': 1,
      greenroom_cache_bytes: 1024,
      greenroom_approvals_waiting: 0,
      greenroom_last_backup_timestamp_seconds: context.clock.now() / 1000,
      greenroom_object_files: 0,
      greenroom_stored_bytes: 0,
      'greenroom_kept_deployments{environment="production"}': 0,
    });
    expect(samples.get('greenroom_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  });

  test("count each deployment that ends once, made here or by a worker, with its duration and its wait", async () => {
    const metrics = open();
    samplesOf(await metrics.text());
    const created_at = instant(context.clock);
    context.clock.advance(20_000);
    const started_at = instant(context.clock);
    context.clock.advance(40_000);
    const ended = { created_at, started_at, finished_at: instant(context.clock) };
    await addDeployment(context, workspace, { status: "ready", ...ended });
    await addDeployment(context, workspace, { status: "failed", error_code: "worker_lost", ...ended });
    await addDeployment(context, workspace, { status: "canceled", ...ended, started_at: null });
    for (let scrapes = 0; scrapes < 3; scrapes += 1) {
      const samples = samplesOf(await metrics.text());
      const count = (labels: string) =>
        samples.get(`greenroom_deployments_finished_total{environment="preview",${labels}}`);
      expect([
        count('result="ready",error=""'),
        count('result="failed",error="worker_lost"'),
        count('result="failed",error="storage_exhausted"'),
        count('result="canceled",error=""'),
      ]).toEqual([1, 1, 0, 1]);
      const duration = 'greenroom_deployment_duration_seconds_bucket{le="60",environment="preview",result="ready"}';
      expect([samples.get(duration), samples.get('greenroom_queue_wait_seconds_sum{environment="preview"}')]).toEqual([
        1, 40,
      ]);
      context.clock.advance(60_000);
    }
  });

  test("count more than one look holds, also of one instant", async () => {
    const metrics = open();
    const at = instant(context.clock);
    for (let n = 0; n < 1_100; n += 1) {
      await addDeployment(context, workspace, { status: "ready", started_at: at, finished_at: at });
    }
    context.clock.advance(1);
    const last = instant(context.clock);
    await addDeployment(context, workspace, { status: "ready", started_at: last, finished_at: last });
    const name = 'greenroom_deployments_finished_total{environment="preview",result="ready",error=""}';
    expect(samplesOf(await metrics.text()).get(name)).toBe(1_101);
  });

  test("of many who ask at once are read once, and again after five seconds", async () => {
    let read = 0;
    const metrics = createMetrics(context, async () => (read += 1) > 0);
    await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    await metrics.text();
    expect(read).toBe(1);
    context.clock.advance(5_000);
    await metrics.text();
    expect(read).toBe(2);
  });

  test("are served while the database is away, with the last known values", async () => {
    const metrics = open(false);
    await metrics.text();
    await context.db.destroy();
    context.clock.advance(5_000);
    expect(samplesOf(await metrics.text()).get("greenroom_ready")).toBe(0);
    context = openTestContext();
  });

  test("name no person, workspace, site or token", async () => {
    await addDeployment(context, workspace);
    const shown = await open().text();
    for (const secret of [workspace.workspaceId, workspace.site.id, workspace.site.slug, workspace.tokens.pat]) {
      expect(shown).not.toContain(secret);
    }
  });

  test("are those of the guide and of the alerts", async () => {
    const own = new Set([...(await open().text()).matchAll(/^# TYPE (greenroom_\w+) /gm)].map(([, name]) => name));
    const guide = readFileSync("docs/guides/monitor.md", "utf8");
    const listed = new Set([...guide.matchAll(/^\| `(greenroom_\w+)/gm)].map(([, name]) => name));
    expect(listed).toEqual(own);
    const Rules = z.object({
      groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
    });
    const { groups } = Rules.parse(parse(readFileSync("docs/prometheus/alerts.yml", "utf8")));
    const rules = groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(8);
    for (const { alert, expr } of rules) {
      for (const [name] of expr.matchAll(/greenroom_\w+/g)) expect(own, alert).toContain(name);
    }
  });
});

test("a scrape reads open rows and those that ended since, and no whole table but small ones", async () => {
  const db = openDatabase(":memory:");
  const since = "2026-11-22T00:00:00.000Z";
  const after = { id: "dep_1", finished_at: since, environment: "preview", status: "ready" } as const;
  const rest = { error_code: null, created_at: since, started_at: since };
  const planned = await plansOf(db, async (watched) => {
    await readFigures(watched);
    for (const page of [undefined, { ...after, ...rest }]) await listEnded(watched, since, 10, page);
  });
  expect(planned.length).toBeGreaterThan(6);
  const plans = planned.flatMap(({ plan }) => plan);
  const scans = plans.filter(
    (plan) => plan.startsWith("SCAN") && !/USING (?:COVERING )?INDEX \w+_(?:open|waiting|failed|order|due)/.test(plan),
  );
  expect(scans.sort()).toEqual(["SCAN last_times", "SCAN workers"]);
  await db.destroy();
});

describe("the port of metrics", () => {
  const readiness = { check: async () => undefined };

  /** Sends bytes as they are. */
  async function send(port: number, request: string): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    socket.write(request);
    return await text(socket);
  }

  async function listen(given = readiness, metrics: Pick<Metrics, "text" | "contentType"> = open()) {
    const server = await listenForMetrics(
      { host: "127.0.0.1", port: 0 },
      { metrics, readiness: given, log: context.log },
    );
    return { ...server, [Symbol.asyncDispose]: () => server.close() };
  }

  test.each(["/metrics", "/healthz", "/readyz", "/metrics?x=1"])(
    "answers %s under any name, without TLS and without a token",
    async (path) => {
      await using server = await listen();
      expect(await send(server.port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
      const other = `GET ${path} HTTP/1.1\r\nHost: 10.1.2.3:9464\r\nConnection: close\r\n\r\n`;
      expect(await send(server.port, other)).toMatch(/^HTTP\/1\.1 200 /);
      const head = await send(server.port, `HEAD ${path} HTTP/1.0\r\n\r\n`);
      expect(head).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
    },
  );

  test.each([
    ["GET /sites", "404"],
    ["GET /app", "404"],
    ["GET /", "404"],
    ["GET //metrics", "404"],
    ["POST /metrics", "405"],
    ["DELETE /readyz", "405"],
  ])("rejects %s with %s: nothing of the service is there", async (line, status) => {
    await using server = await listen();
    expect(await send(server.port, `${line} HTTP/1.0\r\n\r\n`)).toContain(`HTTP/1.1 ${status} `);
  });

  test("says that the service is not ready, and lives", async () => {
    await using server = await listen({ check: () => Promise.reject(new ApiError("try_again", "The disk is full.")) });
    expect(await send(server.port, "GET /readyz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 [^]*The disk is full/);
    expect(await send(server.port, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("names no request in an error, since none has an id here", async () => {
    const text = () => Promise.reject(new Error("A bug."));
    await using server = await listen(readiness, { contentType: "text/plain", text });
    const response = await send(server.port, "GET /metrics HTTP/1.0\r\n\r\n");
    expect(response).toMatch(/^HTTP\/1\.1 500 [^]*"code":"internal_error"/);
    expect(response).not.toContain("requestId");
  });

  test("that another program has is reported with the option to change", async () => {
    await using other = await serve(() => undefined);
    const { port } = other;
    const deps = { metrics: open(), readiness, log: context.log };
    const start = listenForMetrics({ host: "127.0.0.1", port }, deps);
    await expect(start).rejects.toMatchObject({
      fault: "address_taken",
      message: expect.stringContaining("--metrics"),
    });
  });
});
