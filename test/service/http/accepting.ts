import { openTestContext } from "../fixtures.ts";
import { listenOver } from "./over-socket.ts";

/**
 * A process that accepts deployments, `node accepting.ts FILE READING`, its URL on stdout: it kills itself the so
 * manieth time that something reads its clock, as transactions do.
 */
const [file = "", reading] = process.argv.slice(2);
const context = openTestContext({ file, limit: { "builds-queued": 1_000_000 } });
const killedAt = Number(reading);
let readings = 0;
const { clock } = context;
const startedAtMs = clock.now();
clock.now = () => {
  readings += 1;
  if (readings === killedAt) process.kill(process.pid, "SIGKILL");
  return startedAtMs;
};
const { port } = await listenOver(context);
process.stdout.write(`http://127.0.0.1:${port}\n`);
