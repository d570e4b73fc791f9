import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { oncePerOutage } from "../../packages/service/store/engine/server-fault.ts";

const fault = (code: string): Error => Object.assign(new Error("As the server says it."), { code });

test("an outage of the database is one line of the log, however many meet it, and the next one another", () => {
  const lines: string[] = [];
  let nowMs = 0;
  const stream = new Writable({ write: (line: Buffer, _, done) => (lines.push(String(line)), done()) });
  const log = pino({ hooks: oncePerOutage(() => nowMs) }, stream);
  log.error({ err: fault("08006") }, "the queue could not be read");
  for (const code of ["08006", "57P01", "25006", "53100"]) {
    nowMs += 30_000;
    log.error({ err: fault(code) }, "a chore failed");
  }
  // What is no outage is written, also during one.
  log.error({ err: fault("55P03") }, "a lock was waited for");
  log.error({ err: new Error("Something else.") }, "a request failed");
  log.info({ deploymentId: "dep_1" }, "a build begins");
  nowMs += 60_000;
  log.error({ err: fault("08006") }, "a heartbeat could not be written");
  const said = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  expect(said).toEqual([
    "the queue could not be read",
    "a lock was waited for",
    "a request failed",
    "a build begins",
    "a heartbeat could not be written",
  ]);
});
