import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from "@greenroom/contract";
import { ApiError } from "../domain/api-error.ts";
import type { HttpContext } from "./context.ts";
import { jsonProblem } from "./json.ts";

/**
 * Reads a JSON object from a request's body, within the limits of the interface.
 * @returns The object as it was sent.
 * @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `invalid_json`
 * @see Interface §4, §8
 */
export async function readJsonObject(c: HttpContext): Promise<Readonly<Record<string, unknown>>> {
  requireJsonType(c.req.header("Content-Type"));
  const text = decode(await readBytes(c.req.raw));
  const value = parse(text);
  const problem = jsonProblem(text, MAX_BODY_DEPTH);
  if (problem !== undefined) throw new ApiError("invalid_json", `The body ${problem}.`);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ApiError("invalid_json", "The body must be a JSON object.");
}

/** [RFC 8259 §8.1, §11] JSON is UTF-8 and has no parameters, but many clients name the charset. */
function requireJsonType(header: string | undefined): void {
  if (/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(header?.trim() ?? "")) return;
  throw new ApiError("unsupported_media_type", "The body must be sent as 'Content-Type: application/json'.");
}

function tooLarge(): ApiError {
  return new ApiError("payload_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get("Content-Length");
  if (announced !== null) {
    // Node's parser holds the sender to the announced length.
    if (Number(announced) > MAX_BODY_BYTES) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError("invalid_json", "The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError("invalid_json", "The body is not valid JSON.", { cause });
  }
}
