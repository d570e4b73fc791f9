/** Things a person does that need a second factor of their own. */
export type StepUpAction = "approve" | "reject" | "request" | "change_factors" | "sign_in";

/** Kind of second factor. */
export type Factor = "totp" | "passkey" | "recovery_code";

/** How long a second factor counts for the purpose it was given for, milliseconds. */
export const STEP_UP_LIFETIME_MS = 5 * 60_000;

/** What a second factor is given for: one action on one subject. */
export interface Purpose {
  readonly action: StepUpAction;
  /** Approval request for a decision, source deployment for a request, the person for changes of their account. */
  readonly subjectId: string;
}

/** Writes a purpose as it is stored beside a challenge or a step-up. */
export function purposeText({ action, subjectId }: Purpose): string {
  return `${action} ${subjectId}`;
}
