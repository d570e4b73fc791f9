/** The demo cannot continue; the message says what to do. */
export class DemoError extends Error {
  override readonly name = "DemoError";
  readonly code: "example_missing" | "action_missing" | "site_elsewhere" | "preview_unreachable";

  constructor(code: DemoError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
