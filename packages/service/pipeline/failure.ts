import type { BuildDiagnostic, BuildErrorCode } from "@greenroom/contract";
import type { RefusedHost } from "../domain/build-hosts.ts";

interface FailureDetails extends ErrorOptions {
  readonly diagnostics?: readonly BuildDiagnostic[];
  readonly refusedHosts?: readonly RefusedHost[];
}

/** A build that ends as `failed`; its author reads the message. */
export class BuildFailure extends Error {
  readonly code: BuildErrorCode;
  /** Errors of its log, the reason first. */
  readonly diagnostics: readonly BuildDiagnostic[];
  /** Hosts that its proxy refused. */
  readonly refusedHosts: readonly RefusedHost[];

  /**
   * @param message One or two sentences that say what happened; never a secret, never a path of the service.
   */
  constructor(
    code: BuildErrorCode,
    message: string,
    { diagnostics = [], refusedHosts = [], ...options }: FailureDetails = {},
  ) {
    super(message, options);
    this.diagnostics = diagnostics;
    this.refusedHosts = refusedHosts;
    this.name = "BuildFailure";
    this.code = code;
  }
}

/** A build that this machine cannot make, and another can: it fails only where there is no other. */
export class MachineFault extends BuildFailure {
  override readonly name = "MachineFault";
}

/** Why a running build is stopped from outside. */
export type StopReason =
  /** A user canceled it. */
  | "canceled"
  /** The row belongs to another worker, or has ended. */
  | "lost"
  /** The service shuts down; the next start claims the build again. */
  | "stopping"
  /** It runs commands and has no build slot. */
  | "needs_slot";

/** The reason of an aborted build's signal. */
export class BuildStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The build was stopped (${reason}).`);
    this.name = "BuildStopped";
    this.reason = reason;
  }
}
