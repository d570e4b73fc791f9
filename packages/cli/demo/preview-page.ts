import { request } from "node:http";
import { DemoError } from "./demo-error.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** What a browser would get at the address of the preview. */
export interface PreviewPage {
  readonly status: number;
  readonly title: string;
}

/**
 * Fetches a preview over the loopback interface; its host goes into the Host header, since not every machine
 * resolves `*.localhost`.
 * @param previewUrl Address of the preview, http.
 * @param signal Ends the wait.
 * @throws DemoError `preview_unreachable`.
 */
export async function fetchPreview(previewUrl: string, signal: AbortSignal): Promise<PreviewPage> {
  const url = new URL(previewUrl);
  try {
    const { status, text } = await get(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    const title = /<title>([^<]*)<\/title>/i.exec(text)?.[1] ?? "";
    return { status, title: title.trim().slice(0, 200) };
  } catch (cause) {
    signal.throwIfAborted();
    const message = `${url.host} does not answer; see the log of the service and run again.`;
    throw new DemoError("preview_unreachable", message, { cause });
  }
}

function get(url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: url.port === "" ? 80 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: "text/html" },
        signal,
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          if (text.length < MAX_BYTES) text += chunk;
        });
        answer.on("error", reject);
        answer.on("end", () => {
          resolve({ status: answer.statusCode ?? 0, text });
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
