import type { Client } from "@greenroom/client/client";
import type { CallOptions } from "@greenroom/client/retry";
import type { ReceivedDeployment } from "@greenroom/contract";
import type { Failure } from "../messages.ts";
import type { ReleaseTarget } from "./plan.ts";

export type FoundSource =
  | { readonly kind: "found"; readonly source: ReceivedDeployment }
  | { readonly kind: "none"; readonly failure: Failure };

const MAX_PAGES = 10;
const PAGE_SIZE = 100;

export interface SourceQuery {
  readonly siteId: string;
  readonly wanted: ReleaseTarget;
  readonly reviewedSha: () => Promise<string | undefined>;
}

/**
 * The one that was named, else the newest of the commit, else that of the head of the pull request that was merged as
 * it, so that the bits that were reviewed go live.
 */
export async function findSource(
  client: Pick<Client, "deployments">,
  query: SourceQuery,
  options: CallOptions,
): Promise<FoundSource> {
  const { siteId, wanted } = query;
  if (wanted.kind === "named") return checkSource(await readNamed(client, wanted.deploymentId, options), siteId);
  const own = await newestOf(client, { siteId, sha: wanted.sha }, options);
  if (own !== undefined) return checkSource(own, siteId);
  const reviewed = await query.reviewedSha();
  const other = reviewed === undefined ? undefined : await newestOf(client, { siteId, sha: reviewed }, options);
  if (other !== undefined) return checkSource(other, siteId);
  const head = reviewed === undefined ? "" : `, nor of ${reviewed.slice(0, 7)}, which was merged as it`;
  return none("source_not_found", `This site has no ready preview of commit ${wanted.sha.slice(0, 7)}${head}.`);
}

/** An earlier release gives the preview it was made from. [§4 rule 8] */
async function readNamed(
  client: Pick<Client, "deployments">,
  deploymentId: string,
  options: CallOptions,
): Promise<ReceivedDeployment> {
  const named = await client.deployments.get(deploymentId, options);
  const { environment, sourceDeploymentId } = named;
  const isRelease = environment === "production" && typeof sourceDeploymentId === "string";
  return isRelease ? client.deployments.get(sourceDeploymentId, options) : named;
}

/** [§4: `sourceDeploymentId` names a ready preview] */
export function checkSource(source: ReceivedDeployment, siteId: string): FoundSource {
  const { id, environment, status } = source;
  if (source.siteId !== undefined && source.siteId.toLowerCase() !== siteId) {
    return none("source_of_another_site", `Deployment ${id} belongs to another site.`);
  }
  if (environment !== undefined && environment !== "preview") {
    return none("source_not_preview", `Deployment ${id} is not a preview; its environment is ${environment}.`);
  }
  if (status !== "ready") {
    return none("source_deployment_not_ready", `Deployment ${id} is not ready; its status is ${status}.`);
  }
  return { kind: "found", source };
}

function none(code: string, message: string): FoundSource {
  const hint = "Deploy a preview of it first, or set 'source-deployment-id' to a ready one.";
  return { kind: "none", failure: { code, message, hint } };
}

async function newestOf(
  client: Pick<Client, "deployments">,
  { siteId, sha }: { readonly siteId: string; readonly sha: string },
  options: CallOptions,
): Promise<ReceivedDeployment | undefined> {
  const query = { environment: "preview", status: "ready", limit: PAGE_SIZE } as const;
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const at: { cursor?: string } = cursor === null ? {} : { cursor };
    const list = await client.deployments.listForSite(siteId, { ...query, ...at }, options);
    // A service may ignore parts of a query that it does not know, so the records are checked again.
    const fits = list.deployments.filter((one) => isPreviewOf(one, sha));
    if (fits.length > 0) return fits.toSorted(newestFirst)[0];
    cursor = list.nextCursor;
    if (cursor === null) break;
  }
  return undefined;
}

function isPreviewOf({ environment, status, commitSha }: ReceivedDeployment, sha: string): boolean {
  const preview = environment === undefined || environment === "preview";
  return preview && status === "ready" && typeof commitSha === "string" && commitSha.toLowerCase().startsWith(sha);
}

/** Those without a time come last. */
export function newestFirst(one: ReceivedDeployment, other: ReceivedDeployment): number {
  return (Date.parse(other.createdAt ?? "") || 0) - (Date.parse(one.createdAt ?? "") || 0);
}
