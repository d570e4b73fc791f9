import type { CallOptions, Client } from "@greenroom/client";
import { isTerminal, type ReceivedDeployment } from "@greenroom/contract";
import { newestFirst } from "./source.ts";

/** How production of a site stands. */
export interface Standing {
  /** The release that is live; undefined when none is. */
  readonly live: ReceivedDeployment | undefined;
  /** A release of the source that is on its way. */
  readonly underWay: ReceivedDeployment | undefined;
}

const RECENT = 50;

/**
 * Reads what of a site is live, and whether a source is on its way there.
 * @throws {ClientError} When the service could not be asked.
 */
export async function readStanding(
  client: Pick<Client, "deployments">,
  { siteId, sourceId }: { readonly siteId: string; readonly sourceId: string },
  options: CallOptions,
): Promise<Standing> {
  const query = { environment: "production", limit: RECENT } as const;
  const list = await client.deployments.listForSite(siteId, query, options);
  const releases = list.deployments.filter(({ environment }) => environment === "production").toSorted(newestFirst);
  return {
    live: releases.find(({ status }) => status === "ready"),
    underWay: releases.find((one) => one.sourceDeploymentId === sourceId && !isTerminal(one.status)),
  };
}
