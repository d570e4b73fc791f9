import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ServiceContext } from "../context.ts";
import type { EventStreams } from "./sse.ts";

/** Figures of one process, without a word about who uses it. */
export interface Metrics {
  /** Notes an answered request. */
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** Writes the figures in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/**
 * Makes the figures of one app.
 * @param context The running instance.
 * @param streams Event streams of the app.
 */
export function createMetrics(context: ServiceContext, streams: EventStreams): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "greenroom_http_request_duration_seconds",
    help: "Time to answer a request; of an event stream, to open it.",
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
      help: "Deployments that wait or are being built.",
      labelNames: ["status"],
      registers: [],
      async collect() {
        for (const status of ["queued", "building"] as const) this.set({ status }, await countOpen(context, status));
      },
    }),
  );
  return {
    contentType: registry.contentType,
    answered({ method, route, status, ms }) {
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
