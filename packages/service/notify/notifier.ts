import { hostname } from "node:os";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { newUuid } from "../domain/ids.ts";
import { openEncryption, EncryptionError } from "../outside/encryption.ts";
import {
  claimDelivery,
  deleteExpiredDeliveries,
  type Lane,
  recordAttempt,
  releaseDelivery,
} from "../store/announcements/deliveries.ts";
import { claimDueChecks, putCommitChecks } from "../store/deployments/commit-checks.ts";
import type { DeliveryRow } from "../store/engine/schema.ts";
import { deliver, type DeliveryContext, repositoryOf } from "./deliver.ts";
import { createAppTokens } from "./github-app.ts";
import { readChecks } from "./github.ts";
import { createMailer } from "./mailer.ts";
import { type DeliveryOutcome, Undelivered } from "./outcome.ts";
import type { FindDefaultBranch, ReadPicture } from "./people.ts";

const POLL_MS = 1_000;
/** Of each lane: a mail server that is down holds up nothing but mail and chat. */
const AT_A_TIME: Readonly<Record<Lane, number>> = { fast: 8, slow: 4 };
const TIMEOUT_MS = 30_000;
const CHECKS_TIMEOUT_MS = 10_000;
const GRACE_MS = 3_000;
/** Added to the longest attempt, so that no other process takes over a delivery that is being sent. */
const LEASE_AFTER_TIMEOUT_MS = 30_000;
const DELETE_EVERY_MS = 60 * 60_000;
/** How long deliveries are kept; [GitHub, Reviewing deployments] no job waits longer than 30 days. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

type NotifierContext = Pick<ServiceContext, "db" | "clock" | "log" | "addresses" | "settings">;

interface NotifierOptions {
  /** By default nothing is known of a repository. */
  readonly findDefaultBranch?: FindDefaultBranch;
  /** By default mails have no pictures. */
  readonly readPicture?: ReadPicture;
  /** Longest attempt, in real time also when tests replace the clock. */
  readonly timeoutMs?: number;
  readonly graceMs?: number;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** Several processes can send on one store. */
interface Notifier {
  start(): void;
  /** @returns How many attempts were made. */
  sendDue(): Promise<number>;
  /** @returns How many commits GitHub was asked about. */
  readChecks(): Promise<number>;
  /** Waits a moment for attempts to finish, then cancels them: the next process repeats them. */
  stop(): Promise<void>;
}

interface State extends NotifierContext, Omit<DeliveryContext, keyof NotifierContext | "signal"> {
  readonly owner: string;
  readonly timeoutMs: number;
  readonly random: () => number;
  readonly stopping: AbortSignal;
  readonly canceling: AbortSignal;
}

export function createNotifier(context: NotifierContext, options: NotifierOptions = {}): Notifier {
  const [stopping, canceling] = [new AbortController(), new AbortController()];
  const { clock, settings } = context;
  const encryption = openEncryption(settings.dataDirectory);
  const state: State = {
    ...context,
    encryption,
    appTokens: createAppTokens(clock, encryption),
    mailer: settings.mail && createMailer(settings.mail),
    findDefaultBranch: options.findDefaultBranch ?? (() => Promise.resolve(undefined)),
    readPicture: options.readPicture ?? (() => Promise.reject(new Error("There are no pictures."))),
    owner: `${hostname()} ${process.pid} ${newUuid()}`,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    random: options.random ?? Math.random,
    stopping: stopping.signal,
    canceling: canceling.signal,
  };
  const running = new Set<Promise<unknown>>();
  const run = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  let loops: readonly Promise<void>[] | undefined;
  return {
    start: () => void (loops ??= loopsOf(state).map((work) => run(watch(state, work)))),
    sendDue: () => run(sendAll(state)),
    readChecks: () => run(readWantedChecks(state)),
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => canceling.abort(), options.graceMs ?? GRACE_MS);
      await Promise.allSettled(running);
      clearTimeout(timer);
    },
  };
}

async function watch(state: State, work: () => Promise<unknown>): Promise<void> {
  while (!state.stopping.aborted) {
    await work().catch((error: unknown) => {
      state.log.error({ err: error }, "the notifier could not read its queue");
    });
    await state.clock.sleep(POLL_MS, state.stopping).catch(() => undefined);
  }
}

/** Checks have a loop of their own: a person waits for them, so no slow receiver delays them. */
function loopsOf(state: State): readonly (() => Promise<unknown>)[] {
  let deleteAtMs = 0;
  const deleteExpired = async () => {
    if (state.clock.now() < deleteAtMs) return;
    await deleteExpiredDeliveries(state.db, instant(state.clock, -KEPT_FOR_MS));
    deleteAtMs = state.clock.now() + DELETE_EVERY_MS;
  };
  return [
    () => sendDue(state, "fast").then(deleteExpired),
    () => sendDue(state, "slow"),
    () => readWantedChecks(state),
  ];
}

async function readWantedChecks(state: State): Promise<number> {
  const { db, clock, log } = state;
  let asked = 0;
  while (!state.stopping.aborted) {
    const wanted = await claimDueChecks(db, instant(clock));
    if (!wanted) break;
    asked += 1;
    const { siteId, commitSha, connection } = wanted;
    try {
      const signal = AbortSignal.any([state.canceling, AbortSignal.timeout(CHECKS_TIMEOUT_MS)]);
      const checks = await readChecks(repositoryOf({ ...state, signal }, connection), commitSha);
      await putCommitChecks(db, { siteId, commitSha, checks, at: instant(clock) });
    } catch (error) {
      if (error instanceof Undelivered) {
        log.warn({ siteId, note: error.outcome }, "the checks of a commit could not be read from GitHub");
      } else log.error({ err: error, siteId }, "the checks of a commit could not be read");
    }
  }
  return asked;
}

/** The fast lane finds the receivers of mail and chat, so it comes first. */
async function sendAll(state: State): Promise<number> {
  return (await sendDue(state, "fast")) + (await sendDue(state, "slow"));
}

/** Each worker claims the next delivery when it is done with one: a slow receiver holds up only one of them. */
async function sendDue(state: State, lane: Lane): Promise<number> {
  let sent = 0;
  const { db, clock, owner, timeoutMs, stopping } = state;
  const worker = async () => {
    while (!stopping.aborted) {
      const expiresAt = instant(clock, timeoutMs + LEASE_AFTER_TIMEOUT_MS);
      const row = await claimDelivery(db, { lane, owner, expiresAt, at: instant(clock) });
      if (!row) return;
      // The stop came while the database looked for it.
      if (stopping.aborted) return releaseDelivery(db, row);
      sent += 1;
      await sendOne(state, row);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME[lane] }, worker));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return sent;
}

async function sendOne(state: State, row: DeliveryRow): Promise<void> {
  const { db, clock, log, random } = state;
  const signal = AbortSignal.any([state.canceling, AbortSignal.timeout(state.timeoutMs)]);
  const outcome = await deliver({ ...state, signal }, row).catch((error: unknown) => failureOf(state, row, error));
  if (state.canceling.aborted && outcome.kind === "retry") return releaseDelivery(db, row);
  const httpStatus = outcome.kind === "dropped" ? null : outcome.httpStatus;
  const note = outcome.note ?? null;
  const result = { httpStatus, note, at: instant(clock) };
  const tried = { attempts: row.attempts, sinceMs: Date.parse(row.created_at), nowMs: clock.now(), random: random() };
  const waitMs = outcome.kind === "retry" ? nextTryInMs({ ...tried, retryAfterMs: outcome.retryAfterMs }) : undefined;
  if (waitMs !== undefined) {
    await recordAttempt(db, row, { ...result, status: "waiting", nextTryAt: instant(clock, waitMs) });
  } else {
    await recordAttempt(db, row, { ...result, status: outcome.kind === "retry" ? "failed" : outcome.kind });
  }
  const entry = { deliveryId: row.id, kind: row.kind, attempt: row.attempts, httpStatus, note };
  if (outcome.kind === "delivered") log.info(entry, "delivered");
  else log.warn({ ...entry, nextTryInMs: waitMs }, "not delivered");
}

function failureOf({ log }: State, row: DeliveryRow, error: unknown): DeliveryOutcome {
  if (error instanceof Undelivered) return error.outcome;
  if (error instanceof EncryptionError) return { kind: "retry", httpStatus: null, note: error.message };
  log.error({ err: error, deliveryId: row.id }, "a delivery failed");
  return { kind: "retry", httpStatus: null, note: "The service failed; see its log." };
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;

export const MAX_DELIVERY_AGE_MS = 24 * 60 * 60_000;

interface Tried {
  readonly attempts: number;
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1; spreads deliveries that failed together. */
  readonly random: number;
}

/** From 5 s doubling to an hour, a fifth more at random. @returns Undefined after 24 hours. */
export function nextTryInMs({ attempts, sinceMs, nowMs, retryAfterMs = 0, random }: Tried): number | undefined {
  const leftMs = sinceMs + MAX_DELIVERY_AGE_MS - nowMs;
  if (leftMs <= 0) return undefined;
  const grown = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 30), LONGEST_WAIT_MS);
  const waitMs = Math.max(grown * (1 + random / 5), Math.min(retryAfterMs, LONGEST_WAIT_MS));
  // The last retry comes at the end of the 24 hours.
  return Math.round(Math.min(waitMs, leftMs));
}
