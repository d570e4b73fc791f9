// Many deployments at once by the client of this package, in a process that may be killed at any moment.
import { z } from "zod";
import { type Client, createClient } from "../../packages/client/client.ts";
import { deployOnce, type Deployed, deriveKey, KEY_VERSION } from "../../packages/client/create.ts";
import { follow } from "../../packages/client/follow.ts";
import type { Ended } from "./clients.ts";
import { hurriedClock } from "./clock.ts";

const Start = z.object({
  baseUrl: z.url(),
  token: z.string(),
  hurry: z.object({ epochMs: z.number(), factor: z.number() }),
});
const Order = z.object({
  id: z.int(),
  wish: z.enum(["build", "break", "cancel", "twins"]),
  siteId: z.string(),
  commitSha: z.string(),
  branch: z.string(),
  pullRequest: z.int().optional(),
});
type Order = z.infer<typeof Order>;

const FOLLOW_MS = 60 * 60_000;
const BEFORE_CANCEL_MS = 2000;

const start = Start.parse(JSON.parse(process.argv[2] ?? ""));
const clock = hurriedClock(start.hurry);
const client = createClient({
  baseUrl: new URL(start.baseUrl),
  token: start.token,
  userAgent: "greenroom-soak",
  clock,
  // What the network of this machine needs takes real time.
  limits: { requestTimeoutMs: 30_000 * start.hurry.factor, maxTries: 30 },
});

process.on("message", (message) => {
  const order = Order.parse(message);
  play(order).then(
    (ended) => process.send?.({ kind: "ended", id: order.id, ...ended }),
    (error: unknown) => process.send?.({ kind: "broke", id: order.id, why: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");

async function play(order: Order): Promise<Ended> {
  const accepted = await Promise.all([accept(order), ...(order.wish === "twins" ? [accept(order)] : [])]);
  await assertOneAttempt(accepted);
  // Of twins, the one that went on to the next key has the deployment that counts.
  const [deployed] = accepted.toSorted((a, b) => b.n - a.n);
  if (deployed === undefined) throw new Error("nothing was deployed");
  if (order.wish === "cancel") await cancelSoon(client, deployed);
  const followed = await follow(client, deployed.deployment, { timeoutMs: FOLLOW_MS, clock });
  if (followed.kind !== "terminal") throw new Error(`following ended as ${followed.kind}`);
  const { id, error } = followed.deployment;
  return { deploymentId: id, n: deployed.n, status: followed.status, code: error?.code ?? "" };
}

/** Twins get one deployment. Only when a full disk ended its build does the later one go on to the next key. */
async function assertOneAttempt(accepted: readonly Deployed[]): Promise<void> {
  const ids = new Set(accepted.map(({ deployment }) => deployment.id));
  if (ids.size === 1) return;
  const skipped = new Set(accepted.flatMap(({ skippedDeployments }) => skippedDeployments));
  for (const id of ids) {
    const { error } = await client.deployments.get(id);
    if (skipped.has(id) && error?.code === "storage_exhausted") ids.delete(id);
  }
  if (ids.size > 1) throw new Error(`twins got ${[...ids].join(" and ")}`);
}

async function accept(order: Order): Promise<Deployed> {
  const { siteId, commitSha, branch, pullRequest: number } = order;
  const body = JSON.stringify({ environment: "preview", commitSha, branch });
  const parts = { version: KEY_VERSION, serviceOrigin: start.baseUrl, repositoryId: "1", siteId, body };
  const pullRequest = number === undefined ? undefined : { number };
  const keyOf = (n: number): string => deriveKey({ ...parts, n });
  const deployed = await deployOnce(client, { siteId, body, keyOf, pullRequest });
  for (const deploymentId of [...deployed.skippedDeployments, deployed.deployment.id]) {
    process.send?.({ kind: "accepted", id: order.id, deploymentId });
  }
  return deployed;
}

async function cancelSoon({ deployments }: Client, { deployment }: Deployed): Promise<void> {
  await clock.sleep(BEFORE_CANCEL_MS);
  // It may have ended before.
  await deployments.cancel(deployment.id).catch(() => undefined);
}
