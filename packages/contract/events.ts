import { z } from "zod";
import { DEPLOYMENT_STATUSES } from "./status.ts";

/** Names of the events on a deployment's stream; clients ignore all others. [§6] */
export const EVENT_NAMES = ["status", "log"] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** Data of a `status` event: one per transition. @see Interface §6 */
export const StatusEvent = z
  .looseObject({
    status: z.enum(DEPLOYMENT_STATUSES),
    at: z.iso.datetime(),
    /** On reaching `ready` for a preview. */
    previewUrl: z.url().optional(),
    /** On reaching `failed` or `canceled`. */
    error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: "StatusEvent" });
export type StatusEvent = z.infer<typeof StatusEvent>;

/** Steps of the pipeline, which are also the streams of its log. [§6: `build` is the sample] */
export const LOG_STREAMS = ["clone", "install", "build", "publish", "system"] as const;

export type LogStream = (typeof LOG_STREAMS)[number];

/** One line of a log batch. @see Interface §6 (shape of the elements: not shown) */
export const LogLine = z
  .looseObject({
    /** Counts the lines of a deployment from 1. */
    n: z.int().positive(),
    at: z.iso.datetime(),
    text: z.string(),
    level: z.enum(["info", "warn", "error"]).optional(),
  })
  .meta({ id: "LogLine" });
export type LogLine = z.infer<typeof LogLine>;

/** Data of a `log` event: a batch of lines. @see Interface §6 */
export const LogEvent = z.looseObject({ stream: z.string(), lines: z.array(LogLine) }).meta({ id: "LogEvent" });
export type LogEvent = z.infer<typeof LogEvent>;
