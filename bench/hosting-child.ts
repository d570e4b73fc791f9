import { pino } from "pino";
import { Hono } from "hono";
import type { HttpEnv } from "../packages/service/http/context.ts";
import { listen } from "../packages/service/http/listen.ts";
import { createHosting } from "../packages/service/http/hosting/hosting.ts";
import { openBuildFixture } from "../test/service/pipeline/build-fixture.ts";
import { FILES } from "./hosting-files.ts";

// A service that serves one preview; sends its URL, and responds to every message with its resident memory in bytes.
const fixture = await openBuildFixture();
fixture.builds.start();
const { row } = await fixture.deploy(FILES);
const { context } = fixture;
const listening = await listen({ settings: context.settings, log: pino({ level: "silent" }) });
const addresses = { ...context.addresses, previewDomain: `preview.localhost:${listening.port}` };
listening.serve({ app: new Hono<HttpEnv>(), addresses, hosting: createHosting({ ...context, addresses }) });
process.on("message", () => {
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage().rss });
});
process.send?.({ port: listening.port, host: `${row.preview_label}.${addresses.previewDomain}` });
