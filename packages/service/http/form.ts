import { MAX_BODY_BYTES } from "@greenroom/contract";
import { ApiError } from "../domain/api-error.ts";

/**
 * Reads the fields of a submitted form.
 * @throws {ApiError} `unsupported_media_type`, `payload_too_large`.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new ApiError("unsupported_media_type", "Send the fields as application/x-www-form-urlencoded.");
  }
  return new URLSearchParams(await readText(request));
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ApiError("payload_too_large", "The form holds more than 64 KiB; shorten it.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
