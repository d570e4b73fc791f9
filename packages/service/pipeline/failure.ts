import type { BuildErrorCode } from "@greenroom/contract";

/** A build that ends as `failed`, with what its author is told. */
export class BuildFailure extends Error {
  readonly code: BuildErrorCode;

  /**
   * @param message One or two sentences that say what happened; never a secret, never a path of the service.
   */
  constructor(code: BuildErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BuildFailure";
    this.code = code;
  }
}

/** Why a running build is stopped from outside. */
export type StopReason =
  /** Somebody canceled it. */
  | "canceled"
  /** The row belongs to another worker, or has ended. */
  | "lost"
  /** The service shuts down; the build is taken up again at the next start. */
  | "stopping";

/** The reason of an aborted build's signal. */
export class BuildStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The build was stopped (${reason}).`);
    this.name = "BuildStopped";
    this.reason = reason;
  }
}
