import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { parseJson } from "./json.ts";
import { createSseDecoder } from "./sse.ts";
import type { Limits } from "./transport.ts";

/** A response has an id and no method; requests and notifications of the server may come before it. */
const Response = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.undefined().optional() });

/**
 * Reads the stream that answers a request up to its response.
 * @param answer Answer whose head has come.
 * @param limits Bounds; the whole stream is held to the longest answer.
 * @returns The response as JSON text; undefined when the stream ended or grew too long without one.
 * @throws Whatever the socket threw.
 * @see Model Context Protocol 2025-06-18, basic/transports (sending messages to the server)
 */
export async function readMessage(
  answer: IncomingMessage,
  limits: Pick<Limits, "maxLineChars" | "maxEventChars" | "maxAnswerBytes">,
): Promise<string | undefined> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  const decoder = createSseDecoder(limits);
  let bytes = 0;
  for await (const chunk of answer) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > limits.maxAnswerBytes) return undefined;
    for (const item of decoder.push(text.decode(chunk, { stream: true }))) {
      if (item.kind === "event" && Response.safeParse(parseJson(item.data)).success) return item.data;
    }
  }
  return undefined;
}
