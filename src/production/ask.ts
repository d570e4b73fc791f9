import { z } from "zod";
import { type CallOptions, type Client, ClientError, requestPublish } from "@greenroom/client";
import type { ReceivedApproval, ReceivedDeployment } from "@greenroom/contract";
import { type SafeAddress, safeAddress } from "../github/untrusted-text.ts";
import { approvalLink } from "../approval-link.ts";
import { type Failure, failureOf } from "../failure.ts";
import { isLoopbackHost } from "../origin.ts";
import type { Inputs } from "./inputs.ts";

/** A release a person was asked to decide. */
export interface Asked {
  readonly link: SafeAddress | undefined;
  readonly requestId: string | undefined;
  /** Name of whoever asked, who cannot approve; untrusted. */
  readonly askedBy: string | undefined;
  readonly expiresAt: string | undefined;
  /** Why there is no link, one sentence; may hold words of the service. */
  readonly why: string | undefined;
}

/** What asking led to. */
export type AskEnd =
  | { readonly kind: "asked"; readonly asked: Asked }
  | { readonly kind: "refused"; readonly failure: Failure };

/** What is asked for. */
export interface Question {
  readonly siteId: string;
  readonly source: ReceivedDeployment;
  /** What the approver reads. */
  readonly reason: string;
  /** The link the service named when it refused to publish without approval; untrusted. */
  readonly offered: string | undefined;
}

/**
 * Asks the service to let a person decide; asking again for the same source gives the same open request.
 * Nothing is decided by it.
 * @see Interface §1 (`request_publish` returns a `webApprovalUrl`)
 */
export async function askForRelease(
  client: Client,
  inputs: Inputs,
  question: Question,
  options: CallOptions,
): Promise<AskEnd> {
  const { siteId, source, reason, offered } = question;
  const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason };
  let refusal: ClientError | undefined;
  const ask = () =>
    requestPublish(client, request, options).catch((error: unknown) => {
      if (error instanceof ClientError && !error.code.startsWith("mcp_")) refusal = error;
      if (offered !== undefined) return { webApprovalUrl: offered };
      throw error;
    });
  const link = await approvalLink({ ...inputs, approval: "link" }, { siteId, deploymentId: source.id }, ask);
  if (link.kind === "link") {
    const { address, requestId } = link;
    return { kind: "asked", asked: { ...NOTHING, link: address, ...(await readRequest(client, requestId, options)) } };
  }
  // The service knows the tool and said no: nobody was asked.
  if (refusal !== undefined) return { kind: "refused", failure: failureOf(refusal) };
  return { kind: "asked", asked: { ...NOTHING, why: link.kind === "none" ? link.why : undefined } };
}

const NOTHING: Asked = {
  link: undefined,
  requestId: undefined,
  askedBy: undefined,
  expiresAt: undefined,
  why: undefined,
};

/** Who asked and until when is good to know, and nothing fails without it. */
async function readRequest(
  client: Client,
  requestId: string | undefined,
  options: CallOptions,
): Promise<Pick<Asked, "requestId" | "askedBy" | "expiresAt">> {
  if (requestId === undefined) return { requestId, askedBy: undefined, expiresAt: undefined };
  const request = await client.approvals.get(requestId, options).catch(() => undefined);
  return { requestId, askedBy: request && requester(request), expiresAt: request?.expiresAt ?? undefined };
}

function requester(request: ReceivedApproval): string | undefined {
  return z.looseObject({ name: z.string() }).safeParse(request["requestedBy"]).data?.name;
}

/**
 * Reads an address the service gave as one a person may be shown.
 * @param baseUrl The service; only one on loopback without TLS may show addresses without TLS.
 */
export function shownAddress(address: string | null | undefined, baseUrl: URL): SafeAddress | undefined {
  const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
  return typeof address === "string" ? safeAddress(address, { allowLoopbackHttp }) : undefined;
}
