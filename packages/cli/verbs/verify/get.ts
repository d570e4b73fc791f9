import type { IncomingMessage } from "node:http";
import { send } from "@greenroom/client/http";
import { timeoutSignal } from "@greenroom/contract/clock";
import { USER_AGENT } from "../../context.ts";
import { CommandError } from "../../errors.ts";

const REQUEST_TIMEOUT_MS = 60_000;

export async function getText(url: URL, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const response = await get(url, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CommandError("unreachable", `${url.host} cannot be reached. Check the URL.`, { cause: error });
  });
  if (response.statusCode !== 200) {
    response.destroy();
    const why =
      response.statusCode === 401
        ? "it is protected, and only what everybody can open can be verified. Read its statements with greenroom deployments provenance."
        : "nothing signed is shown there. If it was deployed before statements were signed, deploy it again; else ask the operator whether --private-provenance hides them.";
    throw new CommandError("not_verified", `${url.href} answered ${response.statusCode ?? 0}: ${why}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new CommandError("not_verified", `${url.href} is longer than ${maxBytes} bytes. It cannot be verified.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** One request without credentials and without redirects, for the bytes as they are stored. */
export async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const headers: Record<string, string> = {
    accept: "*/*",
    "accept-encoding": "identity",
    "cache-control": "no-cache",
    "user-agent": USER_AGENT,
  };
  const target = new URL(url);
  // [RFC 6761 §6.3] Names under localhost are this machine, also where no resolver knows them.
  if (url.hostname.endsWith(".localhost")) {
    headers["host"] = url.host;
    target.hostname = "127.0.0.1";
  }
  const response = await send({ method: "GET", url: target, headers }, timeoutSignal(REQUEST_TIMEOUT_MS, signal));
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return response;
  response.destroy();
  throw new Error(`it came as ${encoding}, which was not asked for`);
}
