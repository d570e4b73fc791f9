import { type Environment, ENVIRONMENTS } from "@greenroom/contract";
import { sql } from "kysely";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ServiceContext } from "../context.ts";
import type { StreamRegistry } from "./context.ts";

/** Metrics of one process; no label names a user or a workspace. */
export interface Metrics {
  observeRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

export function createMetrics(context: ServiceContext, streams: StreamRegistry): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "greenroom_http_request_duration_seconds",
    help: "Duration of requests; of an event stream, until it is open.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: "greenroom_event_streams",
      help: "Event streams that are open.",
      registers: [],
      collect() {
        this.set(streams.size);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "greenroom_open_deployments",
      help: "Deployments that are queued or building.",
      labelNames: ["status"],
      registers: [],
      async collect() {
        for (const status of ["queued", "building"] as const) this.set({ status }, await countOpen(context, status));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "greenroom_deliveries",
      help: "Messages to GitHub, webhooks, mail and chat that wait, or could not be delivered within the last 30 days.",
      labelNames: ["kind", "status"],
      registers: [],
      async collect() {
        this.reset();
        for (const { kind, status, count } of await countDeliveries(context)) this.set({ kind, status }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "greenroom_stored_bytes",
      help: "Files of all deployments, each counted once in every workspace that has it.",
      registers: [],
      async collect() {
        const { bytes } = await context.db
          .selectFrom("workspaces")
          .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("stored_bytes"), sql.lit(0)).as("bytes"))
          .executeTakeFirstOrThrow();
        this.set(Number(bytes));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "greenroom_kept_deployments",
      help: "Deployments that have their files.",
      labelNames: ["environment"],
      registers: [],
      async collect() {
        for (const environment of ENVIRONMENTS) this.set({ environment }, await countKept(context, environment));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "greenroom_removed_deployments",
      help: "Deployments whose files were removed, by why.",
      labelNames: ["reason"],
      registers: [],
      async collect() {
        for (const { reason, count } of await countRemoved(context)) this.set({ reason }, count);
      },
    }),
  );
  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status, ms }) {
      seconds.observe({ method, route, status: String(status) }, ms / 1000);
    },
    text: () => registry.metrics(),
  };
}

async function countOpen({ db }: ServiceContext, status: "queued" | "building"): Promise<number> {
  const { open } = await db
    .selectFrom("deployments")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  return open;
}

async function countKept({ db }: ServiceContext, environment: Environment): Promise<number> {
  const { kept } = await db
    .selectFrom("deployments")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("status", "=", sql.lit("ready" as const))
    .where("removed_at", "is", null)
    .where("environment", "=", environment)
    .executeTakeFirstOrThrow();
  return kept;
}

async function countRemoved({ db }: ServiceContext) {
  const rows = await db
    .selectFrom("deployments")
    .select((eb) => ["removed_because as reason", eb.fn.countAll<number>().as("count")])
    .where("removed_because", "is not", null)
    .groupBy("removed_because")
    .execute();
  return rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]));
}

async function countDeliveries({ db }: ServiceContext) {
  const counts = [];
  // Literals, as the partial indexes ask for.
  for (const status of ["waiting", "failed"] as const) {
    const rows = await db
      .selectFrom("deliveries")
      .select((eb) => ["kind", eb.fn.countAll<number>().as("count")])
      .where("status", "=", sql.lit(status))
      .groupBy("kind")
      .execute();
    counts.push(...rows.map((row) => ({ ...row, status })));
  }
  return counts;
}
