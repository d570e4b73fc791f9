import type { Client } from "@greenroom/client/client";
import type { CallOptions, RetryNotice } from "@greenroom/client/retry";
import { type Connection, type ConnectionFlags, resolveConnection } from "./connection.ts";
import { type Exit, EXITS } from "./exit.ts";
import { readFailure } from "./failure.ts";
import { watchSignals } from "./signals.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** How the command names itself to the service. */
export const USER_AGENT = "greenroom-command/1";

/** Tries and waits of a command a person waits for; times in milliseconds. */
const PATIENCE = { maxTries: 3, maxRateLimitedTries: 5, backoffBaseMs: 250, backoffCapMs: 2000, callTimeoutMs: 90_000 };

/** What every verb works with. */
export interface Scene {
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C; ends every wait. */
  readonly signal: AbortSignal;
  /** Sets what is said when Ctrl-C ends the verb from here on. */
  parting(text: string): void;
}

/** What a verb that talks to a service works with. */
export interface Verb extends Scene {
  readonly client: Client;
  readonly connection: Connection;
  /** For every call: ended by Ctrl-C. */
  readonly call: CallOptions;
  readonly json: boolean;
}

/**
 * Does the work of a verb: tells a failure in one sentence and sets the exit code.
 * @param work Ends as `ok` when it says nothing.
 */
export async function runScene(work: (scene: Scene) => Promise<Exit | void>): Promise<void> {
  const terminal = createTerminal(process);
  using interruption = watchSignals();
  let exit: Exit = "ok";
  let farewell = "Interrupted. Nothing was changed.";
  const parting = (text: string): void => void (farewell = text);
  try {
    exit = (await work({ terminal, signal: interruption.signal, parting })) ?? "ok";
  } catch (error) {
    const failure = readFailure(error);
    exit = interruption.exit ?? failure.exit;
    terminal.say(interruption.exit === undefined ? failure.message : farewell, "bad");
  }
  terminal.settle();
  process.exitCode = EXITS[interruption.exit ?? exit].code;
}

/**
 * Does the work of a verb at a service.
 * @param flags Options of the verb.
 */
export async function runVerb(flags: ConnectionFlags, work: (verb: Verb) => Promise<Exit | void>): Promise<void> {
  await runScene(async (scene) => {
    const connection = resolveConnection(flags, process.env);
    const { createClient } = await import("@greenroom/client/client");
    const { baseUrl, token } = connection;
    scene.terminal.hide(token);
    const onRetry = (notice: RetryNotice): void => scene.terminal.progress(waiting(notice));
    const client = createClient({ baseUrl, token, userAgent: USER_AGENT, limits: PATIENCE, onRetry });
    return await work({ ...scene, client, connection, call: { signal: scene.signal }, json: flags.json === true });
  });
}

function waiting({ error, waitMs }: RetryNotice): string {
  const seconds = Math.max(1, Math.round(waitMs / 1000));
  const why = error.code === "rate_limited" ? "Too many requests" : "No answer yet";
  return `${why}; trying again in ${seconds} s …`;
}
