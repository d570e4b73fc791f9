import { type Client, type Deployed, deployOnce, deriveKey, follow } from "../../packages/client/index.ts";
import type { Clock } from "../../packages/contract/clock.ts";
import type { Attempt } from "./plan.ts";

/** How an attempt ended, as the client saw it. */
export interface AttemptResult {
  readonly deploymentId: string;
  /** Number of the attempt's key that the deployment has, from 1. */
  readonly n: number;
  readonly status: string;
  /** Why it failed; empty when it did not. */
  readonly code: string;
}

export interface Order extends Attempt {
  readonly siteId: string;
  readonly commitSha: string;
}

/** A result that no further try can repair. */
export class WrongResult extends Error {}

const FOLLOW_MS = 60 * 60_000;
const BEFORE_CANCEL_MS = 2000;

/** Deploys once with the client, twice at the same time for twins, and follows the deployment to its end. */
export async function runClient(
  client: Client,
  clock: Clock,
  order: Order,
  onAccepted: (deploymentId: string) => void,
): Promise<AttemptResult> {
  const accepted = await Promise.all(
    (order.wish === "twins" ? [order, order] : [order]).map((each) => accept(client, each, onAccepted)),
  );
  const ids = new Set(accepted.map(({ deployment }) => deployment.id));
  if (ids.size > 1) throw new WrongResult(`twins got ${[...ids].join(" and ")}`);
  const [deployed] = accepted;
  if (deployed === undefined) throw new Error("nothing was deployed");
  if (order.wish === "cancel") {
    await clock.sleep(BEFORE_CANCEL_MS);
    // It may have ended before.
    await client.deployments.cancel(deployed.deployment.id).catch(() => undefined);
  }
  const followed = await follow(client, deployed.deployment, { timeoutMs: FOLLOW_MS, clock });
  if (followed.kind !== "terminal") throw new Error(`following ended as ${followed.kind}`);
  const { id, error } = followed.deployment;
  return { deploymentId: id, n: deployed.attempt, status: followed.status, code: error?.code ?? "" };
}

async function accept(
  client: Client,
  { siteId, commitSha, branch }: Order,
  onAccepted: (deploymentId: string) => void,
): Promise<Deployed> {
  const request = { environment: "preview", commitSha, branch } as const;
  const serviceOrigin = client.transport.baseUrl.origin;
  const key = (attempt: number, body: string): string =>
    deriveKey({ serviceOrigin, repositoryId: "1", siteId, body, attempt });
  const deployed = await deployOnce(client, { siteId, request, key });
  for (const id of [...deployed.skippedDeployments, deployed.deployment.id]) onAccepted(id);
  return deployed;
}
