import { openTestContext, seedWorkspace } from "../fixtures.ts";
import { listenOver } from "./over-socket.ts";

/**
 * A process that accepts deployments until it is killed: `node accepting.ts FILE [SITE TOKEN]`, port on stdout.
 * With `KILLED_AT_READING` it kills itself the so manieth time that something reads its clock, as transactions do.
 */
const [file = "", siteId, token] = process.argv.slice(2);
const context = openTestContext({
  file,
  limit: { "builds-queued": 1_000_000 },
});
const killedAt = Number(process.env["KILLED_AT_READING"] ?? Infinity);
let readings = 0;
const { clock } = context;
const startedAtMs = clock.now();
clock.now = () => {
  readings += 1;
  if (readings === killedAt) process.kill(process.pid, "SIGKILL");
  return startedAtMs;
};
const seeded = siteId === undefined ? (await seedWorkspace(context)).first : undefined;
const { port } = await listenOver(context);
const baseUrl = `http://127.0.0.1:${port}`;
const ready = { baseUrl, siteId: siteId ?? seeded?.site.id, token: token ?? seeded?.tokens.pat };
process.stdout.write(`${JSON.stringify(ready)}\n`);
