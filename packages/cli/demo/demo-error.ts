import { CodedError } from "@greenroom/contract/coded-error";

/** The demo cannot continue; the message says what to do. */
export class DemoError extends CodedError<
  "example_missing" | "action_missing" | "site_elsewhere" | "preview_unreachable"
> {
  override readonly name = "DemoError";
}
