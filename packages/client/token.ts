import { base64Forms } from "@greenroom/contract";
import { parseJson } from "./json.ts";
import { invalidCall } from "./errors.ts";

/**
 * Makes what takes a token out of text that came from a service, as it is and in base64: what is cut later would leave
 * a piece of it that nothing recognises.
 * JSON may spell a character of the token as an escape: then what a reader of the JSON would see is looked at.
 */
export function redactor(token: string): (text: string) => string {
  const forms = [...new Set([token, JSON.stringify(token).slice(1, -1), ...base64Forms(token)])];
  const plain = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
  return (text) => {
    const redacted = plain(text);
    const value = redacted.includes("\\") ? parseJson(redacted) : undefined;
    const read = value === undefined ? "" : JSON.stringify(value);
    return forms.some((form) => read.includes(form)) ? plain(read) : redacted;
  };
}

/**
 * Checks that a token can be sent at all: a header value of anything else is refused deep in the socket, with the token
 * in the message.
 * @throws {ClientError} `invalid_request`
 */
export function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw invalidCall("invalid_request", "The token is empty or holds a blank or a control character", "Copy it again.");
}
