import { type Clock, wait } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { Logger } from "pino";
import { OperatorFault } from "../../domain/operator-fault.ts";
import type { Database } from "./database.ts";

const SAMPLE_EVERY_MS = 30_000;
/** The one with the shortest way there and back counts: its middle is known best. */
const READINGS = 5;
const WARN_APART_MS = 200;
const REFUSE_APART_MS = 2_000;

export async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}

/**
 * Makes a clock of the time that all processes of a database share: the machine's monotonic clock, and how far the
 * database is from it. Instants of several machines then order as they happened, to a millisecond or so.
 * @throws {OperatorFault} `clock_wrong` when the machine's own clock is more than 2 s from it.
 */
export async function followClock(
  read: () => Promise<number>,
  clock: Clock,
  log: Pick<Logger, "warn">,
): Promise<Clock & { close(): void }> {
  let { startMs, apartMs } = await sample(read, clock);
  if (apartMs > REFUSE_APART_MS) {
    const apart = `The clock of this machine is ${(apartMs / 1000).toFixed(1)} s from that of the database.`;
    const what = "Set both by NTP, then start again: timedatectl; sudo timedatectl set-ntp true.";
    throw new OperatorFault("clock_wrong", `${apart} ${what}`);
  }
  const warn = (): void => {
    if (apartMs > WARN_APART_MS) {
      log.warn(
        { apartMs: Math.round(apartMs) },
        "the clocks of this machine and of the database differ: set both by NTP",
      );
    }
  };
  warn();
  const closed = new AbortController();
  void (async () => {
    while (await wait(clock, SAMPLE_EVERY_MS, closed.signal)) {
      // While the database is away the last difference stays in use.
      const sampled = await sample(read, clock).catch(() => undefined);
      if (!sampled) continue;
      const before = apartMs;
      ({ startMs, apartMs } = sampled);
      if (before <= WARN_APART_MS) warn();
    }
  })();
  return {
    now: () => Math.round(startMs + clock.monotonic()),
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    close: () => closed.abort(),
  };
}

/** When the monotonic clock was at zero by the database's time, and how far the machine's own clock is from that. */
async function sample(
  read: () => Promise<number>,
  clock: Clock,
): Promise<{ readonly startMs: number; readonly apartMs: number }> {
  let best = { roundMs: Number.POSITIVE_INFINITY, startMs: 0 };
  for (let reading = 0; reading < READINGS; reading += 1) {
    const beforeMs = clock.monotonic();
    const thereMs = await read();
    const roundMs = clock.monotonic() - beforeMs;
    if (roundMs < best.roundMs) best = { roundMs, startMs: thereMs - beforeMs - roundMs / 2 };
  }
  const { startMs, roundMs } = best;
  // What a slow way there and back leaves open is no difference.
  const apartMs = Math.max(0, Math.abs(clock.now() - clock.monotonic() - startMs) - roundMs / 2);
  return { startMs, apartMs };
}
