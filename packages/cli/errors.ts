import { ClientError, type ClientErrorKind } from "@greenroom/client/errors";
import { CodedError, errorCode } from "@greenroom/contract/coded-error";
import { OPERATOR_FAULTS, OperatorFault } from "@greenroom/service/domain/operator-fault";
import { versionText } from "@greenroom/service/outside/version";
import { incompleteness } from "./installation.ts";

export const EXITS = {
  ok: { code: 0, meaning: "done" },
  refused: { code: 1, meaning: "the service rejected the request, or the deployment failed or was canceled" },
  usage: { code: 2, meaning: "invalid command or option; nothing was sent" },
  unreachable: { code: 3, meaning: "the service cannot be reached, or the URL is not a Greenroom service" },
  not_signed_in: { code: 4, meaning: "no token, or the token is wrong, expired or revoked" },
  not_verified: { code: 5, meaning: "a check failed: the audit log, or what a URL serves, is not what was recorded" },
  ...OPERATOR_FAULTS,
  internal_error: { code: 70, meaning: "internal error (please report it)" },
  timed_out: { code: 124, meaning: "timed out" },
  hung_up: { code: 129, meaning: "the terminal was closed" },
  interrupted: { code: 130, meaning: "interrupted by Ctrl-C" },
  closed_pipe: { code: 141, meaning: "the output pipe was closed" },
  terminated: { code: 143, meaning: "terminated by SIGTERM" },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type Exit = keyof typeof EXITS;

export function exitTable(): string {
  const rows = Object.values(EXITS).map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`);
  return ["", "Exit codes:", ...rows].join("\n");
}

/** A verb cannot continue; its code is how the command ends. */
export class CommandError extends CodedError<Exit> {
  override readonly name = "CommandError";
}

export interface ErrorReport {
  readonly exit: Exit;
  /** Untrusted where it contains text of the service. */
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

const SYSTEM_HINTS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "Check its permissions."],
  ["EPERM", "Check its permissions."],
  ["ENOENT", "Check the path."],
  ["ENOTDIR", "Check the path."],
  ["EISDIR", "Name a file, not a folder."],
  ["ENOSPC", "Free some disk space."],
  ["EDQUOT", "The quota is used up: free some space."],
  ["EFBIG", "Raise the limit of file sizes (ulimit -f)."],
  ["EMFILE", "Raise the limit of open files (ulimit -n)."],
  ["ENFILE", "The system has too many open files: end some programs."],
  ["EIO", "The disk failed: see dmesg."],
  ["ELOOP", "Check the links of its path."],
  ["ENAMETOOLONG", "Choose a shorter path."],
  ["EROFS", "Choose a writable folder."],
  ["EADDRINUSE", "Choose another --port, or stop the program that listens there."],
  ["EADDRNOTAVAIL", "Choose a --host of this machine."],
]);

/** Errors of the service's own modules whose message says what to do. */
const REPORTED_ERRORS: ReadonlySet<string> = new Set(["AdminError", "NoBrowser", "WorkerRejected"]);

export function reportOf(error: unknown): ErrorReport {
  if (error instanceof CommandError) return { exit: error.code, message: error.message };
  if (error instanceof OperatorFault) return { exit: error.fault, message: error.message };
  // By its name, since its module loads the database, which help must not wait for.
  if (error instanceof Error && REPORTED_ERRORS.has(error.name)) {
    return { exit: "refused", message: error.message };
  }
  if (error instanceof Error && error.name === "StoreUnavailable") {
    return { exit: "server_unusable", message: error.message };
  }
  if (error instanceof ClientError) return { exit: exitOf(error), message: messageOf(error) };
  const hint = SYSTEM_HINTS.get(errorCode(error) ?? "");
  if (error instanceof Error && hint !== undefined) return { exit: "refused", message: `${error.message}. ${hint}` };
  const incomplete = incompleteness(error);
  if (incomplete) return reportOf(incomplete);
  const message = error instanceof Error ? error.message : String(error);
  return {
    exit: "internal_error",
    message: `Internal error: ${sentence(message)} Please report it with the command and this version: ${versionText()}.`,
  };
}

function exitOf({ kind, status, code }: ClientError): Exit {
  if (kind === "refused" && status === 401 && code !== "step_up_required") return "not_signed_in";
  if (code === "access_denied" || code === "expired_token") return "not_signed_in";
  return EXIT_OF_KIND[kind];
}

/** The options that a person gave for fields of a request; a name is a word behind some verbs. */
const OPTIONS_OF_FIELDS: ReadonlyMap<string, string> = new Map([
  ["branch", "--branch"],
  ["environment", "--environment"],
  ["event", "--event"],
  ["commitSha", "--commit"],
  ["deploymentId", "--deployment"],
  ["framework", "--framework"],
  ["projectId", "--project"],
  ["reason", "--reason"],
  ["ref", "--ref"],
  ["repositoryId", "--repository-id"],
  ["repositoryUrl", "--repository"],
  ["slug", "--slug"],
  ["workflow", "--workflow"],
]);

function messageOf(error: ClientError): string {
  if (error.code === "validation_failed" && error.issues.length > 0) {
    const problems = error.issues.map(({ path, message }) => {
      const option = OPTIONS_OF_FIELDS.get(path) ?? path;
      const text = `${option} ${message.replace("send skipRepositoryCheck", "add --skip-repository-check")}`.trim();
      // A message that names no field begins with its subject.
      return sentence(path === "" ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text);
    });
    return [...problems, "Run the command again with that changed."].join(" ");
  }
  const missing = error.issues.filter(({ message }) => !error.detail.includes(message));
  const fields = missing.map(({ path, message }) => ` ${path || "body"}: ${message}.`).join("");
  if (exitOf(error) !== "not_signed_in") return `${error.message}${fields}`;
  return `${sentence(error.detail)} Run greenroom login, or set GREENROOM_TOKEN to a valid token.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
