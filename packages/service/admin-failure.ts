/** Why an operator's command was not carried out. */
export type AdminFailureCode =
  | "no_store"
  | "unknown_workspace"
  | "unknown_person"
  | "not_a_member"
  | "already_a_member"
  | "invalid"
  | "place_taken"
  | "damaged"
  | "stopped";

/** An operator's command was not carried out, and nothing of it was; the message ends with what to do. */
export class AdminFailure extends Error {
  override readonly name = "AdminFailure";
  readonly code: AdminFailureCode;

  constructor(code: AdminFailureCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
