import { request } from "node:http";
import { z } from "zod";

const TIMEOUT_MS = 15_000;

/** One of the processes that answer requests. */
export interface Front {
  readonly name: string;
  readonly port: number;
  readonly dataDirectory: string;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The code of an error, empty for none. */
  readonly code: string;
}

const Failure = z.object({ error: z.object({ code: z.string() }) });

/** Asks one front under the public name of all of them. */
export async function ask(
  publicUrl: string,
  front: Front,
  { method = "GET", path, headers = {}, body }: Asked,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({
    host: "127.0.0.1",
    port: front.port,
    method,
    path,
    headers: { host: new URL(publicUrl).host, ...(body && { "content-type": "application/json" }), ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  sent.on("error", reject);
  sent.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const status = response.statusCode ?? 0;
      resolve({ status, text, code: status < 400 ? "" : codeOf(text) });
    });
  });
  sent.end(body && JSON.stringify(body));
  return await promise;
}

function codeOf(text: string): string {
  try {
    return Failure.parse(JSON.parse(text)).error.code;
  } catch {
    return "unreadable";
  }
}
