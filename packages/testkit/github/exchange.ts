import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./call.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @throws {Error} When it is over 1 MiB.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`A request body is over ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads a body as JSON; nothing when there is none. */
export function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON fails the check of the body, as the text it is.
    return text;
  }
}

/** Sends an answer with the headers GitHub puts beside every one. */
export function send(response: ServerResponse, answer: Answer): void {
  const headers = {
    "X-GitHub-Media-Type": "github.v3; format=json",
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "987",
    "X-RateLimit-Resource": "core",
    ...answer.headers,
  };
  if (answer.body === undefined) {
    response.writeHead(answer.status, headers).end();
    return;
  }
  const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, { "Content-Type": "application/json; charset=utf-8", ...headers }).end(text);
}
