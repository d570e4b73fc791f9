import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { pino } from "pino";
import { createHosting } from "../../packages/service/hosting/hosting.ts";
import type { HttpEnv } from "../../packages/service/http/context.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { serve } from "../../test/http.ts";
import { openBuildFixture } from "../../test/service/pipeline/build-fixture.ts";
import { FILES } from "./static-files-content.ts";

/**
 * A server of one preview: `service` is ours, `bare` is Node's own, with the same responses in memory. Sends its
 * address, and responds to every message with its resident memory in bytes.
 */
interface Served {
  readonly port: number;
  readonly host: string;
}

async function service(): Promise<Served> {
  const fixture = await openBuildFixture();
  fixture.builds.start();
  const { row } = await fixture.deploy(FILES);
  const { context } = fixture;
  const listening = await listen(context.settings, pino({ level: "silent" }));
  const addresses = { ...context.addresses, previewDomain: `preview.localhost:${listening.port}` };
  listening.serve({ app: new Hono<HttpEnv>(), addresses, hosting: createHosting({ ...context, addresses }) });
  return { port: listening.port, host: `${row.preview_label}.${addresses.previewDomain}` };
}

async function bare(): Promise<Served> {
  const responses = new Map<string, { readonly headers: Record<string, string>; readonly body: Buffer }>();
  for (const [path, text] of Object.entries(FILES)) {
    for (const encoding of [undefined, "gzip"]) {
      const body = encoding === undefined ? Buffer.from(text) : gzipSync(text);
      const headers = {
        "cache-control": "public, max-age=0, must-revalidate",
        "content-type": path.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
        vary: "accept-encoding",
        ...(encoding !== undefined && { "content-encoding": encoding }),
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
        etag: `"${"0".repeat(64)}"`,
        "accept-ranges": "bytes",
        "content-length": String(body.length),
      };
      responses.set(`${encoding} /${path}`, { headers, body });
    }
  }
  const { port } = await serve((request, response) => {
    const found = responses.get(`${request.headers["accept-encoding"]} ${request.url}`);
    response.writeHead(found ? 200 : 404, found?.headers);
    response.end(found?.body);
  });
  return { port, host: "localhost" };
}

const served = await (process.argv[2] === "bare" ? bare() : service());
process.on("message", () => {
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage().rss });
});
process.send?.(served);
