import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Bucket } from "../../../packages/service/domain/bucket.ts";
import { closeServer, listenLocally } from "../../http.ts";

/** What the double does in place of what it is asked for. */
export type Fault = "away" | "cut" | "foreign" | "gone" | "refuse" | Promise<void>;

export interface BucketDouble extends AsyncDisposable {
  readonly bucket: Bucket;
  readonly objects: Map<string, { bytes: Buffer; storedAtMs: number }>;
  /** Every request, as in `PUT sha256/ab/…`. */
  readonly requests: string[];
  /** Decides about each request; a promise delays what is asked until it resolves. */
  fault: (request: string) => Fault | undefined;
  /** Whether it looks at checksums. */
  checks: boolean;
}

const MAX_SKEW_MS = 15 * 60_000;
const KEYS_A_PAGE = 3;

/** As much of S3 as the service uses, in memory: checksums and the age of signatures are checked, credentials are not. */
export async function openBucketDouble(prefix = "greenroom/"): Promise<BucketDouble> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const port = await listenLocally(server);
  const double: BucketDouble = {
    bucket: {
      name: "files",
      prefix,
      endpoint: new URL(`http://127.0.0.1:${port}`),
      region: "us-east-1",
      cacheBytes: 2 ** 40,
    },
    objects: new Map(),
    requests: [],
    fault: () => undefined,
    checks: true,
    [Symbol.asyncDispose]: () => closeServer(server),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://files");
    const key = decodeURIComponent(url.pathname.slice("/files/".length));
    const asked = `${request.method} ${key === "" ? (url.searchParams.get("prefix") ?? "") : key}`;
    double.requests.push(asked);
    const body = await buffer(request);
    const fault = double.fault(asked);
    if (fault instanceof Promise) await fault;
    if (fault === "away") return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    if (fault === "foreign") return void response.writeHead(404).end("<html>no such site</html>");
    if (fault === "gone") return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    if (fault === "refuse") return void response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    const problem = double.checks ? problemOf(request, body) : undefined;
    if (problem !== undefined) return void response.writeHead(403).end(`<Error><Code>${problem}</Code></Error>`);
    const found = double.objects.get(key);
    switch (request.method ?? "") {
      case "PUT":
        double.objects.set(key, { bytes: body, storedAtMs: Date.now() });
        return void response.writeHead(200).end();
      case "DELETE":
        double.objects.delete(key);
        return void response.writeHead(204).end();
      case "HEAD":
        return void response.writeHead(found ? 200 : 404, { "content-length": found?.bytes.length ?? 0 }).end();
      default:
        if (key === "") return void response.writeHead(200).end(page(url));
        if (!found) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
        response.writeHead(200, { "content-length": found.bytes.length });
        if (fault !== "cut") return void response.end(found.bytes);
        response.write(found.bytes.subarray(0, found.bytes.length / 2), () => response.destroy());
    }
  }

  function page(url: URL): string {
    const [prefix, after] = [url.searchParams.get("prefix") ?? "", url.searchParams.get("start-after") ?? ""];
    const keys = [...double.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const entries = keys.slice(0, KEYS_A_PAGE).flatMap((key) => {
      const found = double.objects.get(key);
      if (!found) return [];
      const at = new Date(found.storedAtMs).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>${found.bytes.length}</Size></Contents>`;
    });
    return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}</ListBucketResult>`;
  }

  return double;
}

function problemOf({ headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers["x-amz-date"])) ?? [];
  const signedAtMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(Date.now() - signedAtMs) < MAX_SKEW_MS)) return "RequestTimeTooSkewed";
  const digest = createHash("sha256").update(body);
  const checksum = headers["x-amz-checksum-sha256"];
  if (checksum !== undefined && digest.copy().digest("base64") !== checksum) return "BadDigest";
  return digest.digest("hex") === headers["x-amz-content-sha256"] ? undefined : "XAmzContentSHA256Mismatch";
}
