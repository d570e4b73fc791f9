import { MAX_BODY_BYTES } from "../../contract/index.ts";
import { Refusal } from "../domain/refusal.ts";

/**
 * Reads the fields of a submitted form.
 * @throws {Refusal} `unsupported_media_type`, `payload_too_large`.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new Refusal("unsupported_media_type", "Send the form as the page offers it.");
  }
  return new URLSearchParams(await readText(request));
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Refusal("payload_too_large", "The form holds more than 64 KiB; shorten it.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Reads one field of a form.
 * @returns Its text without surrounding space, empty when absent.
 */
export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").trim();
}

/** Where to go after signing in unless a page was asked for. */
export const HOME = "/app/sites";

const OWN_PATH = /^\/app(?:\/(?!\.)[\w.~-]+)*\/?(?:\?[\w.~=&%-]*)?$/;

/**
 * Reads where to go after signing in; only a path of the screens counts, so that a link cannot lead elsewhere.
 * @param next What the address or form said.
 */
export function safeNext(next: string | null | undefined): string {
  return next !== null && next !== undefined && next.length <= 512 && OWN_PATH.test(next) ? next : HOME;
}
