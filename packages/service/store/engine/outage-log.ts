import type { LoggerOptions } from "pino";
import { isOutage } from "./server-fault.ts";

/** An outage has ended when nothing met it for so long: the queue alone reads the database every two seconds. */
const QUIET_MS = 60_000;

/** Writes one line for an outage of the database, however many meet it. @param nowMs A monotonic clock. */
export function oncePerOutage(nowMs: () => number): NonNullable<LoggerOptions["hooks"]> {
  let metAtMs = -Infinity;
  return {
    logMethod(given, write) {
      const [fields] = given as readonly unknown[];
      const error = typeof fields === "object" && fields !== null && "err" in fields ? fields.err : undefined;
      if (isOutage(error)) {
        const isKnown = nowMs() - metAtMs < QUIET_MS;
        metAtMs = nowMs();
        if (isKnown) return;
      }
      write.apply(this, given);
    },
  };
}
