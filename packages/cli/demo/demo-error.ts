import { CodedError } from "@greenroom/contract/coded-error";

export class DemoError extends CodedError<
  "example_missing" | "action_missing" | "site_elsewhere" | "preview_unreachable"
> {
  override readonly name = "DemoError";
}
