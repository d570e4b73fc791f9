import { isDeploymentStatus, isTerminal, ReceivedLogEvent, ReceivedStatusEvent } from "@greenroom/contract";
import { parseJson } from "./json.ts";
import type { ClientError } from "./errors.ts";
import type { FollowEvent } from "./follow.ts";
import { createLogReader, type LogLimits } from "./log-batch.ts";

/** What a `status` event says besides the status. */
interface StatusMore {
  readonly at?: string | undefined;
  readonly previewUrl?: string | undefined;
}

/** What is known of a deployment while it is followed, and who is told. */
export interface Watch {
  /**
   * Takes a status from the stream or the record. Repeats and steps back are not told again.
   * @returns Whether the deployment is over, by this or an earlier status.
   */
  status(status: string, source: "stream" | "record", more?: StatusMore): boolean;
  /** Takes an event of the stream. @returns Whether the deployment is over by what the stream said. */
  event(name: string, data: string): boolean;
  gap(why: string): void;
  /** The stream starts over from its first event. */
  restarted(): void;
  trouble(error: ClientError): void;
}

const RANKS = new Map([
  ["queued", 0],
  ["building", 1],
]);
const TERMINAL_RANK = 2;

/** Most names of unknown things that are told. */
const MAX_UNKNOWN = 20;
const MAX_NAME_CHARS = 100;

/** Most gaps that are told: a stream that breaks all the time says nothing new. */
const MAX_GAPS = 20;

/**
 * Makes the memory of one follow.
 * @param tell Told what is new.
 * @param limits Bounds of the log.
 * @see Interface §3 (a terminal status is never left), §9 (unknown things are passed over)
 */
export function createWatch(tell: (event: FollowEvent) => void, limits: LogLimits): Watch {
  const log = createLogReader(limits);
  const passOver = createPassOver(tell);
  let rank = -1;
  let last = "";
  let gaps = 0;

  function takeStatus(status: string, source: "stream" | "record", more: StatusMore = {}): boolean {
    if (!isDeploymentStatus(status)) {
      passOver("status", status);
      return rank >= TERMINAL_RANK;
    }
    const next = RANKS.get(status) ?? TERMINAL_RANK;
    // The record is the authority: it may correct a terminal status that the stream gave.
    const corrects = source === "record" && isTerminal(status) && status !== last;
    if (next > rank || corrects) {
      rank = next;
      last = status;
      tell({ kind: "status", status, source, ...more });
    }
    return rank >= TERMINAL_RANK;
  }

  function takeLog(data: unknown): boolean {
    const event = ReceivedLogEvent.safeParse(data).data;
    if (event === undefined) return false;
    const batch = log.read(event);
    if (batch !== undefined && batch.lines.length > 0) tell({ kind: "log", stream: batch.stream, lines: batch.lines });
    if (batch?.capped === true)
      tell({ kind: "gap", why: "The log is too long to be shown whole; the service has it." });
    return true;
  }

  function takeStatusEvent(data: unknown): boolean {
    const event = ReceivedStatusEvent.safeParse(data).data;
    if (event === undefined) return false;
    takeStatus(event.status, "stream", { at: event.at, previewUrl: event.previewUrl ?? undefined });
    return true;
  }

  return {
    status: takeStatus,
    event(name, data) {
      if (name !== "status" && name !== "log") passOver("event", name);
      else if (!(name === "log" ? takeLog : takeStatusEvent)(parseJson(data))) passOver("data", name);
      return rank >= TERMINAL_RANK;
    },
    gap(why) {
      gaps += 1;
      if (gaps <= MAX_GAPS) tell({ kind: "gap", why });
    },
    restarted: () => log.restarted(),
    trouble: (error) => tell({ kind: "trouble", error }),
  };
}

type PassOver = (what: "event" | "status" | "data", name: string) => void;

/** Tells once of each thing this version does not know. */
function createPassOver(tell: (event: FollowEvent) => void): PassOver {
  const unknown = new Set<string>();
  return (what, name) => {
    const id = `${what} ${name}`.slice(0, MAX_NAME_CHARS);
    if (unknown.has(id) || unknown.size >= MAX_UNKNOWN) return;
    unknown.add(id);
    tell({ kind: "unknown", what, name: name.slice(0, MAX_NAME_CHARS) });
  };
}
