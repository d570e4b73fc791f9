import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from "@greenroom/contract";
import { ApiError, invalid } from "../domain/api-error.ts";
import { jsonProblem } from "../domain/json-text.ts";
import type { HttpContext } from "./context.ts";

/** @see Interface §4, §8 */
export async function readJsonObject(c: HttpContext): Promise<Readonly<Record<string, unknown>>> {
  requireJsonType(c.req.header("Content-Type"));
  requireUncompressed(c.req.raw);
  const text = decodeUtf8(await readBytes(c.req.raw, MAX_BODY_BYTES));
  const value = parse(text);
  const problem = jsonProblem(text, MAX_BODY_DEPTH);
  if (problem !== undefined) throw new ApiError("invalid_json", `The body ${problem}.`);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ApiError("invalid_json", "The body must be a JSON object.");
}

/** @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `validation_failed` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== "application/x-www-form-urlencoded") {
    throw new ApiError("unsupported_media_type", "Send the fields as application/x-www-form-urlencoded.");
  }
  requireUncompressed(request);
  const fields = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_BODY_BYTES)));
  const wrong = [...fields].find((field) => field.some((text) => text.includes("\0")))?.[0];
  if (wrong !== undefined) throw invalid([{ path: wrong.replaceAll("\0", ""), message: "must have no NUL" }]);
  return fields;
}

export async function readTyped(request: Request, types: readonly string[], maxBytes: number): Promise<Uint8Array> {
  if (!types.includes(mediaTypeOf(request))) {
    throw new ApiError("unsupported_media_type", `The body must be sent as 'Content-Type: ${types.join("' or '")}'.`);
  }
  requireUncompressed(request);
  return readBytes(request, maxBytes);
}

export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError("payload_too_large", `The body is larger than ${maxBytes} bytes.`);
  const announced = request.headers.get("Content-Length");
  // Node's parser holds the sender to the announced length; a request made in process is not checked by it.
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge();
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw tooLarge();
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function mediaTypeOf({ headers }: Request): string {
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

/** [RFC 8259 §8.1, §11] JSON is UTF-8 and has no parameters, but many clients name the charset. */
function requireJsonType(header: string | undefined): void {
  if (/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(header?.trim() ?? "")) return;
  throw new ApiError("unsupported_media_type", "The body must be sent as 'Content-Type: application/json'.");
}

/** [RFC 9110 §15.5.16] A body is read as it is, so that no small one grows. */
function requireUncompressed(request: Request): void {
  const coding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  if (coding === "identity") return;
  throw new ApiError("unsupported_media_type", "The body must be sent without 'Content-Encoding'.");
}

function decodeUtf8(bytes: Uint8Array): string {
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
