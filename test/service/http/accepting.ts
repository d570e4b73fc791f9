import { pino } from "pino";
import { createApp } from "../../../packages/service/http/app.ts";
import { listen } from "../../../packages/service/http/listen.ts";
import { openTestParts, seedWorkspace } from "../fixtures.ts";

/** A process that accepts deployments until it is killed: `node accepting.ts FILE [SITE TOKEN]`, port on stdout. */
const [file = "", siteId, token] = process.argv.slice(2);
const log = pino({ level: "silent" });
const parts = openTestParts({ file, limit: { "builds-queued": 1_000_000 } });
const seeded = siteId === undefined ? (await seedWorkspace(parts)).first : undefined;
const listening = await listen({ settings: parts.settings, log });
const addresses = { ...parts.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
listening.serve({ app: createApp({ ...parts, addresses }), addresses });
const ready = { baseUrl: addresses.baseUrl, siteId: siteId ?? seeded?.site.id, token: token ?? seeded?.tokens.pat };
process.stdout.write(`${JSON.stringify(ready)}\n`);
