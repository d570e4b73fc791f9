import type { Exit } from "./exit.ts";
import { readFailure } from "./failure.ts";

/** What one check found, and what to do about it. */
export interface Check {
  readonly name: string;
  /** `warn` is worth knowing and stops nothing. */
  readonly state: "ok" | "warn" | "fail" | "skip";
  /** One or two sentences; untrusted where they hold words of the service. */
  readonly told: string;
  /** How the command ends by a failed check. */
  readonly exit?: Exit;
}

/** Makes the check of something that went wrong. */
export function failed(name: string, error: unknown): Check {
  const { exit, message } = readFailure(error);
  return { name, state: "fail", told: message, exit };
}
