import type { Client } from "@greenroom/client/client";
import { ClientError } from "@greenroom/client/errors";
import { requestPublish } from "@greenroom/client/publish-tool";
import type { CallOptions } from "@greenroom/client/retry";
import type { ReceivedApproval, ReceivedDeployment } from "@greenroom/contract";
import { failureOf } from "../messages.ts";
import { approvalLink } from "../service-url.ts";
import type { Inputs } from "./inputs.ts";
import type { ApprovalRequest } from "./outcome.ts";

interface ReleaseToApprove {
  readonly siteId: string;
  readonly source: ReceivedDeployment;
  readonly reason: string;
  /** The link in the service's error that approval is required; untrusted. */
  readonly offeredUrl: string | undefined;
}

/** The link is the same for the same source. [§1: `request_publish` returns a `webApprovalUrl`] */
export async function requestApproval(client: Client, inputs: Inputs, release: ReleaseToApprove, options: CallOptions) {
  const { siteId, source, reason, offeredUrl } = release;
  const publish = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason, intent: "release" } as const;
  let refused: ClientError | undefined;
  const requestLink = () =>
    requestPublish(client, publish, options).catch((error: unknown) => {
      if (error instanceof ClientError && !error.code.startsWith("mcp_")) refused = error;
      if (offeredUrl !== undefined) return { webApprovalUrl: offeredUrl };
      throw error;
    });
  const link = await approvalLink(inputs, { siteId, deploymentId: source.id }, requestLink);
  // The service has the tool and refused: there is no request.
  if (link.kind === "none" && refused !== undefined) return { kind: "refused", failure: failureOf(refused) } as const;
  const details = await readDetails(client, link.requestId, options);
  const shown =
    link.kind === "link"
      ? { prepared: link.prepared, url: link.url, noUrlReason: undefined }
      : { prepared: false, url: undefined, noUrlReason: link.reason };
  return { kind: "requested", request: { ...details, ...shown } satisfies ApprovalRequest } as const;
}

/** Requester and expiry are useful to show, but nothing fails without them. */
async function readDetails(
  client: Client,
  requestId: string | undefined,
  options: CallOptions,
): Promise<Pick<ApprovalRequest, "requestId" | "requestedBy" | "expiresAt">> {
  const record =
    requestId === undefined ? undefined : await client.approvals.get(requestId, options).catch(() => undefined);
  const { requestedBy, expiresAt } = record ? detailsOf(record) : {};
  return { requestId, requestedBy, expiresAt };
}

export function detailsOf(record: ReceivedApproval): Pick<ApprovalRequest, "prepared" | "requestedBy" | "expiresAt"> {
  const prepared = record.prepared === true;
  const requestedBy = prepared ? undefined : record.requestedBy?.name;
  return { prepared, requestedBy, expiresAt: record.expiresAt ?? undefined };
}
