import { ClientError, type ClientErrorKind } from "@greenroom/client/errors";
import { AdminError } from "@greenroom/service/admin/store";
import type { Exit } from "./exit.ts";

/** Why a verb cannot go on, for the person at the terminal; the message ends with what to do. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  /** How the command ends. */
  readonly code: Exit;

  constructor(code: Exit, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** What is said and how the command ends. */
export interface Failure {
  readonly exit: Exit;
  /** Untrusted where it holds words of the service. */
  readonly message: string;
}

const EXIT_OF_KIND: Readonly<Record<ClientErrorKind, Exit>> = {
  refused: "refused",
  unreachable: "unreachable",
  protocol: "unreachable",
  aborted: "interrupted",
  timed_out: "timed_out",
  invalid: "usage",
};

/** Names of system errors a person can do something about. */
const SYSTEM_HINTS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "Check who may read and write it."],
  ["EPERM", "Check who may read and write it."],
  ["ENOENT", "Check the path."],
  ["ENOTDIR", "Check the path."],
  ["EISDIR", "Name a file, not a folder."],
  ["ENOSPC", "Free some disk space."],
  ["EROFS", "Choose a place that can be written to."],
  ["EADDRINUSE", "Choose another --port, or stop what listens there."],
  ["EADDRNOTAVAIL", "Choose a --host of this machine."],
]);

/**
 * Turns whatever a verb threw into one message and an exit.
 * @param error What was thrown.
 */
export function readFailure(error: unknown): Failure {
  if (error instanceof CommandFailure) return { exit: error.code, message: error.message };
  if (error instanceof AdminError) return { exit: "refused", message: error.message };
  if (error instanceof ClientError) return { exit: exitOf(error), message: messageOf(error) };
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    const hint = SYSTEM_HINTS.get(error.code);
    if (hint !== undefined) return { exit: "refused", message: `${error.message}. ${hint}` };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { exit: "defect", message: `${what} This is not your mistake; please report it with the command you ran.` };
}

function exitOf({ kind, status, code }: ClientError): Exit {
  if (kind === "refused" && status === 401 && code !== "step_up_required") return "not_signed_in";
  if (code === "access_denied" || code === "expired_token") return "not_signed_in";
  return EXIT_OF_KIND[kind];
}

function messageOf(error: ClientError): string {
  const untold = error.issues.filter(({ message }) => !error.detail.includes(message));
  const fields = untold.map(({ path, message }) => ` ${path || "body"}: ${message}.`).join("");
  if (exitOf(error) !== "not_signed_in") return `${error.message}${fields}`;
  return `${sentence(error.detail)} Run greenroom login, or set GREENROOM_TOKEN to a valid token.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
