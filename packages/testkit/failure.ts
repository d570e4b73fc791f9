/** Why the demo could not go on. */
export type DemoFailureCode =
  | "example_missing"
  | "action_missing"
  | "service_ended"
  | "service_late"
  | "service_refused"
  | "site_elsewhere"
  | "preview_unreachable";

/** The demo cannot go on; the message says what to do. */
export class DemoFailure extends Error {
  readonly code: DemoFailureCode;

  constructor(code: DemoFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DemoFailure";
    this.code = code;
  }
}
