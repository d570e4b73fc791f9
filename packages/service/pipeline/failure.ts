import type { BuildDiagnostic, BuildErrorCode } from "@greenroom/contract";
import { CodedError, errorCode } from "@greenroom/contract/coded-error";
import type { RefusedHost } from "../domain/build-hosts.ts";
import type { MACHINE_FAULTS } from "../store/workers/machines.ts";

interface FailureDetails extends ErrorOptions {
  readonly diagnostics?: readonly BuildDiagnostic[];
  readonly refusedHosts?: readonly RefusedHost[];
}

/** A build that ends as `failed`; its author reads the message. */
export class BuildFailure extends Error {
  readonly code: BuildErrorCode;
  /** Errors of its log, the reason first. */
  readonly diagnostics: readonly BuildDiagnostic[];
  readonly refusedHosts: readonly RefusedHost[];

  /**
   * @param message One or two sentences that say what happened; never a secret, never a path of the service. It becomes
   * one line, whatever of the repository it repeats.
   */
  constructor(
    code: BuildErrorCode,
    message: string,
    { diagnostics = [], refusedHosts = [], ...options }: FailureDetails = {},
  ) {
    super(oneLine(message), options);
    this.diagnostics = diagnostics;
    this.refusedHosts = refusedHosts;
    this.name = "BuildFailure";
    this.code = code;
  }
}

/** Text of others without line breaks and other control characters: what follows a break could be a command of a runner. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** What a worker says or sends is not taken. */
export class WorkerRefusal extends CodedError<"invalid" | "too_large" | "wrong_digest" | "files_missing"> {
  override readonly name = "WorkerRefusal";
}

/** It says nothing about the build, which is given back for others and fails only when every machine has failed. */
export class MachineFault extends CodedError<(typeof MACHINE_FAULTS)[number]> {
  override readonly name = "MachineFault";
}

export function machineFaultOf(error: unknown): MachineFault | undefined {
  if (error instanceof MachineFault) return error;
  const code = errorCode(error) ?? "";
  if (FULL.has(code))
    return new MachineFault("storage_exhausted", "The disk of the machine is full.", { cause: error });
  if (!OTHER_FAULTS.has(code)) return undefined;
  const message = `The machine cannot go on (${code}).`;
  return new MachineFault("sandbox_unavailable", message, { cause: error });
}

const FULL = new Set(["ENOSPC", "EDQUOT"]);

/**
 * Of the system: the disk shows damage, or is read-only. That a process has no more files or memory passes, so that the
 * build is tried again here too.
 */
const OTHER_FAULTS = new Set(["EIO", "EROFS"]);

export type StopReason =
  /** The row belongs to another worker, or has ended. */
  | "lost"
  /** The service shuts down; the next start claims the build again. */
  | "stopping"
  /** It runs commands and has no build slot. */
  | "needs_slot";

/** Ends work on a deployment, but not the deployment: it is thrown, or is the reason of the aborted signal. */
export class BuildStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The build was stopped (${reason}).`);
    this.name = "BuildStopped";
    this.reason = reason;
  }
}
