import type { Client } from "@greenroom/client/client";
import type { CallOptions, RetryNotice } from "@greenroom/client/retry";
import { type Connection, type ConnectionFlags, resolveConnection } from "./connection.ts";
import { EXITS, type Exit, reportOf } from "./errors.ts";
import type { CommandProcess } from "./process.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export const USER_AGENT = "greenroom-command/1";

/** Short, since a person waits for the command. */
const LIMITS = { maxTries: 3, maxRateLimitedTries: 5, backoffBaseMs: 250, backoffCapMs: 2000, callTimeoutMs: 90_000 };

export interface CommandContext {
  readonly process: CommandProcess;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C; ends every wait. */
  readonly signal: AbortSignal;
  /** Acts as Ctrl-C. */
  readonly interrupt: () => void;
  /** Sets the message to print when Ctrl-C ends the verb from here on. */
  readonly onInterruptMessage: (text: string) => void;
}

export interface ApiContext extends CommandContext {
  readonly client: Client;
  readonly connection: Connection;
  /** For every call: aborted by Ctrl-C. */
  readonly call: CallOptions;
  readonly json: boolean;
}

/** @param work The exit is `ok` unless it returns another. */
export async function runCommand(
  process: CommandProcess,
  work: (context: CommandContext) => Promise<Exit | void>,
): Promise<void> {
  const terminal = createTerminal(process);
  using interruption = process.watchSignals();
  const { signal } = interruption;
  let exit: Exit = "ok";
  let interruptMessage = "Interrupted. Nothing was changed.";
  const onInterruptMessage = (text: string): void => void (interruptMessage = text);
  const interrupt = (): void => interruption.interrupt("interrupted");
  try {
    exit = (await work({ process, terminal, signal, interrupt, onInterruptMessage })) ?? "ok";
  } catch (error) {
    const report = reportOf(error);
    exit = report.exit;
    if (interruption.exit === undefined) terminal.say(report.message, "bad");
    else if (interruption.exit !== "closed_pipe") terminal.say(interruptMessage, "bad");
  }
  terminal.clearProgress();
  process.exitCode = EXITS[interruption.exit ?? exit].code;
}

export async function runApiCommand(
  process: CommandProcess,
  flags: ConnectionFlags,
  work: (context: ApiContext) => Promise<Exit | void>,
): Promise<void> {
  await runCommand(process, async (context) => work(await openApi(context, flags)));
}

/** @throws {CommandError} `usage`, `not_signed_in` */
export async function openApi(context: CommandContext, flags: ConnectionFlags): Promise<ApiContext> {
  const connection = resolveConnection(flags, context.process.env);
  const { createClient } = await import("@greenroom/client/client");
  const { baseUrl, token } = connection;
  context.terminal.hide(token);
  const onRetry = (notice: RetryNotice): void => context.terminal.progress(retryMessage(notice));
  const client = createClient({ baseUrl, token, userAgent: USER_AGENT, limits: LIMITS, onRetry });
  return { ...context, client, connection, call: { signal: context.signal }, json: flags.json === true };
}

function retryMessage({ error, waitMs }: RetryNotice): string {
  const seconds = Math.max(1, Math.round(waitMs / 1000));
  return `${error.code === "rate_limited" ? "Too many requests" : "No response"}; retrying in ${seconds} s …`;
}
